"""Statement: replacing one record of party i moves the weighted average of the parties' models by 2 C p_i/|D_i|, where
p_i = |D_i|/|D| is the party's weight.

Model: an instance holds two data sets of party i that differ in one record, and what the other parties add to the
weighted average; the two averages are compared. Training is as for adpml/eq-12.

Corners: parties with one record, where the printed value is right; a party that holds most of the data.

Readings: Algorithm 1 aggregates with weights p_i in line 15, Eq. 10 with 1/K (adpml/alg-1-weights); Eq. 18 has p_i.
"""

from optcheck.claims import *
from proofs_numeric.adpml._training import Neighbours, weighted


class Federation(Neighbours):
    """Party i with two data sets that differ in one record; the others' records, and their sum of |D_j| ω_j."""

    elsewhere: int = integer(0, symbol="|D| − |D_i|")
    rest: Fraction = rational(symbol="Σ_{j≠i} |D_j| ω_j")


def as_printed(federation: Federation) -> Value:
    own = len(federation.common) + 1
    return 2 * federation.clip * (own / Fraction(own + federation.elsewhere)) / own


def corrected(federation: Federation) -> Value:
    own = len(federation.common) + 1
    return 2 * federation.clip * own / (own + federation.elsewhere)


def moved(federation: Federation) -> Value:
    """How far replacing the record moves the weighted average of all models."""
    return abs(average(federation, federation.one) - average(federation, federation.other))


def average(federation: Federation, last: Value) -> Value:
    """Line 15: all parties' models, each with its share of all records."""
    own = len(federation.common) + 1
    model = weighted(sum(federation.common) + last, own, federation.clip)
    return (federation.rest + model) / (own + federation.elsewhere)


CLAIM = Statement(
    "adpml/eq-18",
    place="Eq. 18",
    title="the sensitivity after aggregation is 2C p_i/|D_i|",
    domain=Federation,
    truth=definition(moved),
    asserts=at_most,
    printed=Form(as_printed, "Δω = 2C p_i / |D_i|"),
    corrected=Form(corrected, "Δω ≤ 2C p_i"),
    impact=Impact.SAFETY,
    falls=True,
    effort=Effort(instances=300, drawn=40),
    rests_on=("adpml/eq-12",),
)
