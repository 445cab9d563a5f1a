"""Statement: replacing one record of party i moves the weighted average of the parties' models by 2 C p_i/|D_i|, where
p_i = |D_i|/|D| is the party's weight.

Model: only party i's model changes, so the aggregate moves by p_i times the sensitivity of local training (the first
lines of Eq. 18, which are right); the other parties' models cancel.

Corners: parties with one record, where the printed value is right; a party that holds most of the data.

Readings: Algorithm 1 aggregates with weights p_i in line 15, Eq. 10 with 1/K (adpml/alg-1-weights); Eq. 18 has p_i.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, product

import sympy
from hypothesis import strategies as st

from optcheck.claims import Argument, Claim, Domain, Form, Formula, Impact, Value
from optcheck.claims.claim import amounts, fractions, simplicity
from optcheck.claims.functions import row, total
from optcheck.claims.relations import equals
from proofs_numeric.adpml._training import sensitivity


@dataclass(frozen=True, slots=True)
class Federation:
    """Numbers of records of all parties, the party whose record changes, and the clipping threshold."""

    sizes: tuple[int, ...]
    party: int
    clip: Fraction


def as_printed(federation: Federation) -> Value:
    own = federation.sizes[federation.party]
    return 2 * federation.clip * (own / total(federation.sizes)) / own


def corrected(federation: Federation) -> Value:
    return 2 * federation.clip * federation.sizes[federation.party] / total(federation.sizes)


def proof(argument: Argument, form: Formula[Federation]) -> None:
    i = sympy.Symbol("i", integer=True)
    own, everything, clip = sympy.symbols("n_i n C", positive=True)
    moved = form(Federation(row("n", entries={i: own}, total=everything), i, clip))
    argument.identity("the weight n_i/n times the sensitivity 2C of local training", moved, own / everything * 2 * clip)


def grid() -> Iterator[Federation]:
    for n in (2, 3):
        for sizes, clip in product(combinations_with_replacement((1, 2, 3), n), amounts("1 4")):
            yield from (Federation(sizes, party, clip) for party in range(n))


def strategy() -> st.SearchStrategy[Federation]:
    clip = fractions(Fraction(1, 50), 50, 50)
    sizes = st.lists(st.integers(1, 50), min_size=2, max_size=6).map(tuple)
    return sizes.flatmap(lambda s: st.builds(Federation, st.just(s), st.integers(0, len(s) - 1), clip))


def weighted(federation: Federation) -> tuple[int, Fraction, Fraction]:
    """Records of the party, threshold, and the party's weight."""
    own = federation.sizes[federation.party]
    return own, federation.clip, Fraction(own, sum(federation.sizes))


CLAIM = Claim(
    id="adpml/eq-18",
    place="Eq. 18",
    title="the sensitivity after aggregation is 2C p_i/|D_i|",
    domain=Domain(
        description="two or three parties with one to three records each, two clipping thresholds",
        grid=grid,
        order=lambda one: (len(one.sizes), sum(one.sizes), *simplicity((one.clip,)), one.party),
        strategy=strategy,
        examples=60,
    ),
    truth=sensitivity(weighted),
    asserts=equals,
    printed=Form(as_printed, "Δω = 2C p_i / |D_i|"),
    corrected=Form(corrected, "Δω = 2C p_i"),
    impact=Impact.SAFETY,
    proof=proof,
    rests_on=("adpml/eq-12",),
)
