"""Statement: with the cited bound (nnz + rank^2) sqrt(rank) log(1/eps), up to logarithms, a generic solver takes
O(n^(C+2.5)) log(1/eps) time for t = C.

Model: the statement follows from nnz and rank; the cited solver is taken as it is, and so are its hidden logarithms.
The square of (nnz + rank^2) sqrt(rank) is between n^(2C+5) / (2^(C+1) C^C)^2 and 4 n^(2C+5) for n >= 2C. Nonzeros are
counted and the rank computed by exact elimination up to seven parties; beyond, n C(n-1, t) (n - t) and n.

Corners: t = 1, n = 2t, n up to 10^6.
"""

from fractions import Fraction

import sympy

from optcheck.claims import Argument, Claim, Definition, Form, Formula, Value
from optcheck.claims.relations import between
from proofs_numeric.tpmdp._sizes import LARGEST_EXPLICIT, Sizes, cited_work, rank
from proofs_numeric.tpmdp.table_1_space_constant import CONSTANT_THRESHOLD


def as_printed(sizes: Sizes) -> Value:
    bound = sizes.n ** (2 * sizes.t + 5)
    return bound * (Fraction(1, 2) ** (sizes.t + 1) / sizes.t**sizes.t) ** 2, 4 * bound


def proof(argument: Argument, form: Formula[Sizes]) -> None:
    full_rank(argument)
    n = sympy.Symbol("n", positive=True)
    for t in range(1, 5):
        low, high = form(Sizes(n, t))
        nonzeros = n ** (t + 2), n ** (t + 2) / (2 ** (t + 1) * t**t)
        argument.identity(f"t = {t}: twice the most nonzeros, squared, times n", high, (2 * nonzeros[0]) ** 2 * n)
        argument.identity(f"t = {t}: the fewest nonzeros, squared, times n", low, nonzeros[1] ** 2 * n)
    argument.words("nnz <= n^(t+2) and rank^2 = n^2 <= n^(t+2); nnz alone gives the lower side.")


def full_rank(argument: Argument) -> None:
    """The rank is n: exact elimination up to seven parties, unit vectors beyond."""
    every = [Sizes(n, t) for n in range(2, LARGEST_EXPLICIT + 1) for t in range(1, n)]
    argument.cases("the rank is n, up to seven parties", [rank(sizes) == sizes.n for sizes in every])
    argument.words(
        "Beyond: for t <= n - 2 a row of j with i outside and one with k instead differ by e_i - e_k, and these with "
        "one row span everything; for t = n - 1 the row of j is e_j itself."
    )


CLAIM = Claim(
    id="tpmdp/table-1-time-constant",
    place="Table I, row 1",
    title="the cited time bound is of the order of n^(C+2.5) for a constant threshold C",
    domain=CONSTANT_THRESHOLD,
    truth=Definition(cited_work),
    asserts=between(),
    printed=Form(
        as_printed,
        "time = Õ(n^(C+2.5))·log(1/ε); squared, (nnz + rank²)²·rank between n^(2C+5)/(2^(C+1)·C^C)² and 4n^(2C+5)",
    ),
    proof=proof,
    rests_on=("tpmdp/table-1-space-constant",),
)
