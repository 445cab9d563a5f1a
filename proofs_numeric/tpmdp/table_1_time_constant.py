"""Statement: with the cited bound (nnz + rank^2) sqrt(rank) log(1/eps), up to logarithms, a generic solver takes
O(n^(C+2.5)) log(1/eps) time for t = C.

Model: the statement follows from nnz and rank; the cited solver is taken as it is, and so are its hidden logarithms.
The square of (nnz + rank^2) sqrt(rank) is between n^(2C+5) / (2^(C+1) C^C)^2 and 4 n^(2C+5) for n >= 2C. The rank
is n, which a reading compares with that of the program as it is built, by exact elimination.

Corners: t = 1, n = 2t, large n.

Readings: that the rank is n is judged on its own.
"""

from optcheck.claims import *
from proofs_numeric.tpmdp._sizes import Sizes, built_rank, nonzeros


def as_printed(sizes: Sizes) -> Value:
    n, t = sizes.n, sizes.t
    return Fraction(n ** (2 * t + 5), (2 ** (t + 1) * t**t) ** 2), 4 * n ** (2 * t + 5)


def cited_work(sizes: Sizes) -> Value:
    """The square of (nnz + rank^2) sqrt(rank), the solver's cited time without logarithms; the rank is n."""
    return (nonzeros(sizes) + sizes.n**2) ** 2 * sizes.n


def rank(sizes: Sizes) -> Value:
    return sizes.n


CLAIM = Statement(
    "tpmdp/table-1-time-constant",
    place="Table I, row 1",
    title="the cited time bound is of the order of n^(C+2.5) for a constant threshold C",
    domain=Sizes.where("n >= 2 * t"),
    truth=definition(cited_work),
    asserts=between(),
    printed=Form(
        as_printed,
        "time = Õ(n^(C+2.5))·log(1/ε); squared, (nnz + rank²)²·rank between n^(2C+5)/(2^(C+1)·C^C)² and 4n^(2C+5)",
    ),
    argument="nnz <= n^(t+2) and rank^2 = n^2 <= n^(t+2) give the upper side, nnz alone the lower one.",
    rests_on=("tpmdp/table-1-space-constant",),
    readings=(
        Reading(
            name="the rank is n",
            domain=Sizes,
            truth=definition(built_rank),
            asserts=equals,
            printed=Form(rank, "rank = n"),
            argument="For t <= n - 2 a row of j with i outside and one with k instead differ by e_i - e_k, and these "
            "with one row span everything; for t = n - 1 the row of j is e_j itself.",
            effort=Effort(instances=21, drawn=5, largest={"n": 7}),
        ),
    ),
)
