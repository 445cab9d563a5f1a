"""Statement: with delta = 1e-2 (MNIST) and 1e-5 (CIFAR-10) the (epsilon, delta)-privacy of Definition 1 keeps each
individual's information from being inferred (Section 2.2): on average less than one record of a party is given away.

Model: a mechanism that publishes every record of a party with probability delta, independently, is (0, delta)-private:
replacing a record changes the output only if that record is drawn. So this is allowed at every epsilon. The truth is
the mean number of published records, summed over its exact distribution, for the party with most records.

Corners: one record; 1/delta records; the paper's data sets with 30, 60 and 90 parties.

Readings: none. On CIFAR-10 it is at most 1/59 of a record; on MNIST 20, 10 and 7 records of each party. The usual rule
is a delta well below 1/(number of records).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb

import sympy
from hypothesis import strategies as st

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Impact, Value
from optcheck.claims.claim import amounts, fractions
from optcheck.claims.relations import equals, less
from proofs_numeric.adpml._experiments import TABLES

SETTINGS = {"MNIST": (60000, Fraction(1, 100)), "CIFAR-10": (50000, Fraction(1, 10**5))}


@dataclass(frozen=True, slots=True)
class Party:
    """How many records it has, and delta."""

    records: int
    delta: Fraction


def as_printed(party: Party) -> Value:
    return 1


def corrected(party: Party) -> Value:
    return party.records * party.delta


def published(party: Party) -> Value:
    """The mean of the binomial distribution, term by term."""
    n, top, bottom = party.records, party.delta.numerator, party.delta.denominator
    return Fraction(sum(k * comb(n, k) * top**k * (bottom - top) ** (n - k) for k in range(n + 1)), bottom**n)


def proof(argument: Argument, form: Formula[Party]) -> None:
    delta, mean = sympy.symbols("delta mean", nonnegative=True)
    argument.identity(
        "a further record is published or not: the mean grows by delta",
        delta * (mean + 1) + (1 - delta) * mean,
        mean + delta,
    )
    argument.induction("so it is", lambda n: form(Party(n, delta)), 1, delta, lambda before, _: before + delta)
    laws = zip((delta, 0, 1 - delta), (0, delta, 1 - delta), strict=True)  # old record, new record, nothing
    excess = sum(sympy.Max(before - after, 0) for before, after in laws)
    argument.identity("a replaced record: no event's probability falls by more than delta", excess, delta)
    argument.words("the other records are drawn independently and alike, so the whole is (0, delta)-private")


def paper_parties() -> Iterator[Party]:
    """The parties of Section 4."""
    for dataset, parties in TABLES:
        records, delta = SETTINGS[dataset]
        yield Party(-(-records // parties), delta)


def grid() -> Iterator[Party]:
    yield from (Party(n, delta) for n in (1, 2, 3, 10) for delta in amounts("1/2 1/10 1/100"))
    yield from paper_parties()


def strategy() -> st.SearchStrategy[Party]:
    return st.builds(Party, st.integers(1, 60), fractions(Fraction(1, 1000), Fraction(1, 2), 1000))


CLAIM = Claim(
    id="adpml/delta",
    place="Section 4",
    title="the chosen delta lets less than one record of a party be given away",
    domain=Domain(
        description="the six parties of Section 4, and few records with three values of delta",
        grid=grid,
        order=lambda party: (party not in set(paper_parties()), party.delta.denominator, party.records),
        strategy=strategy,
        examples=30,
    ),
    truth=Definition(published),
    asserts=less,
    printed=Form(as_printed, "less than 1 record"),
    corrected=Form(corrected, "|D_i| δ records on average: 7 to 20 of each party on MNIST", asserts=equals),
    impact=Impact.SAFETY,
    proof=proof,
)
