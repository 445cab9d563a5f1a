"""Statement: for an arbitrary split into sub-sequences the estimation error of Chained-DP is less than that of LDP.

Model: part q (of L_q users, one of Q parts) ends with noise m max_q beta in its sum. The text before the corollary
averages the parts' means: the sum of part q is divided by Q L_q. LDP divides everybody's noise m beta_k by K. One
coordinate is enough, with data x_k: the expected squared error is the variance plus the square of the bias. Forms
give the server's divisors; the checker compares both errors.

Corners: one part, all parts single, equal and unequal sizes, data zero and not, preference 0.

Readings: read as "never worse" (errors may be equal): strictly less is impossible when every part is one user, for that
is LDP. Unequal parts weigh users unequally, and bias comes on top. (In terms of the sum of variances, Eq. 11, the
corollary holds for every split.)
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import sympy
from hypothesis import strategies as st

from optcheck.claims import Argument, Claim, Domain, Form, Formula, Impact, Property, compares
from optcheck.claims.claim import amounts, simplicity, texts
from optcheck.claims.relations import satisfies
from proofs_numeric.chained._game import Preferences
from proofs_numeric.chained._splits import splits

Split = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class SplitRow:
    """The users' preferences, their data in one coordinate, and the parts."""

    preferences: Preferences
    data: tuple[int, ...]
    split: Split


def as_printed(row: SplitRow) -> list[int]:
    return [len(row.split) * len(part) for part in row.split]


def corrected(row: SplitRow) -> list[int]:
    return [sum(len(other) for other in row.split) for _ in row.split]


def proof(argument: Argument, form: Formula[SplitRow]) -> None:
    top, more, users = sympy.symbols("top more K", positive=True)
    everybody = form(SplitRow((), (), ((0, 3), (1,), (2,))))
    argument.truth("all parts' sums are divided by the number of users", everybody == [4, 4, 4])
    argument.not_negative("a part's maximum is at most the sum of its preferences", top + more - top)
    argument.identity(
        "divided by K the noise of the parts adds up", top / users**2 + more / users**2, (top + more) / users**2
    )
    argument.words(
        "One more user raises a part's maximum by at most its own preference; no datum is weighed otherwise."
    )


def grid() -> Iterator[SplitRow]:
    for users in (1, 2, 3, 4):
        data = {(0,) * users, (1,) + (0,) * (users - 1), (1,) * users}
        preferences = amounts("0 1 4" if users < 4 else "1 4")
        rows = product(product(preferences, repeat=users), sorted(data), splits(users))
        yield from (SplitRow(*row) for row in rows)


@st.composite
def strategy(draw: st.DrawFn) -> SplitRow:
    labels = draw(st.lists(st.integers(0, 3), min_size=2, max_size=7))
    split = tuple(tuple(user for user, own in enumerate(labels) if own == label) for label in sorted(set(labels)))
    preferences = draw(st.tuples(*(st.fractions(0, 50, max_denominator=20) for _ in labels)))
    return SplitRow(preferences, draw(st.tuples(*(st.integers(-3, 3) for _ in labels))), split)


CLAIM = Claim(
    id="chained/cor-3",
    place="Corollary 3",
    title="splitting never does worse than LDP",
    domain=Domain(
        description="up to 3 users with preferences 0, 1, 4, and 4 with 1, 4; every split; data 0, one 1, all 1",
        grid=grid,
        order=lambda row: (
            len(row.data),
            sum(map(abs, row.data)),
            *simplicity(row.preferences),
            len(row.split),
            row.split,
        ),
        strategy=strategy,
    ),
    truth=Property(
        name="error of the split - error alone",
        holds=compares("<", "="),
        describe=lambda row, divisors: {
            "chain-split-error": {
                "preferences": texts(row.preferences),
                "data": list(row.data),
                "split": [list(part) for part in row.split],
                "divisors": texts(divisors),
            }
        },
        gap=("error of the split", "error alone"),
    ),
    asserts=satisfies("never worse"),
    printed=Form(as_printed, "the server averages the parts' means: the sum of part q over Q·L_q"),
    corrected=Form(corrected, "every part's sum over K: error m Σ_q max_q β / K² ≤ m Σ_k β_k / K²"),
    impact=Impact.OPTIMALITY,
    proof=proof,
)
