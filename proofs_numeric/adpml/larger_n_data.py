"""Statement: more parties provide more training data.

Model: Section 4.1 splits one training set (60,000 images of MNIST, 50,000 of CIFAR-10) according to the number of
parties. Each gets an equal share, up to one record; the shares are added up.

Corners: one party; numbers of records that the number of parties does not divide (50,000 by 30).

Readings: if every party brings a data set of its own, more parties do provide more; the experiments do not do that.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import sympy
from hypothesis import strategies as st

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Reading, Value
from optcheck.claims.relations import equals, greater


@dataclass(frozen=True, slots=True)
class Growth:
    """Records that few parties have together, and how many few and many are."""

    records: int
    few: int
    many: int


def as_printed(growth: Growth) -> Value:
    return growth.records


def shares(records: int, parties: int) -> list[int]:
    """Equal up to one record."""
    share, left = divmod(records, parties)
    return [share + 1] * left + [share] * (parties - left)


def with_many(growth: Growth) -> Value:
    """What many parties have together after the split."""
    return sum(shares(growth.records, growth.many))


def brought_along(growth: Growth) -> Value:
    """What they have if the added parties bring as much as the least of the first ones, or one record."""
    added = max(1, shares(growth.records, growth.few)[-1])
    return growth.records + (growth.many - growth.few) * added


def proof(argument: Argument, form: Formula[Growth]) -> None:
    share, left, parties, few = sympy.symbols("q r M N", integer=True, nonnegative=True)
    together = left * (share + 1) + (parties - left) * share
    argument.identity("the shares add up to all records", together, form(Growth(parties * share + left, few, parties)))


def grid() -> Iterator[Growth]:
    yield from (Growth(records, *pair) for records in (3, 4) for pair in combinations((1, 2, 3), 2))
    yield from (Growth(records, *pair) for records in (60000, 50000) for pair in combinations((30, 60, 90), 2))


def strategy() -> st.SearchStrategy[Growth]:
    some = st.integers(1, 100)
    return st.builds(lambda records, few, more: Growth(records, few, few + more), st.integers(1, 10**5), some, some)


CLAIM = Claim(
    id="adpml/larger-n-data",
    place="Section 4.3",
    title="more parties provide more training data",
    domain=Domain(
        description="3 and 4 records for up to 3 parties; MNIST and CIFAR-10 for 30, 60 and 90",
        grid=grid,
        order=lambda growth: (growth.records, growth.many, growth.few),
        strategy=strategy,
        examples=40,
    ),
    truth=Definition(with_many),
    asserts=greater,
    printed=Form(as_printed, "Σ_{i ≤ M} |D_i| > Σ_{i ≤ N} |D_i| for M > N"),
    corrected=Form(as_printed, "Σ_{i ≤ M} |D_i| = Σ_{i ≤ N} |D_i| = |D|", asserts=equals),
    proof=proof,
    readings=(Reading(name="every party brings its own data", truth=Definition(brought_along)),),
)
