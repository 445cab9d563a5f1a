"""Table I, row 1, time: a generic solver for a constant threshold.

Statement: with the cited bound (nnz + rank^2) sqrt(rank) log(1/eps), up to logarithms, a generic solver takes
O(n^(C+2.5)) log(1/eps) time for t = C.

Reading: the statement follows from nnz and rank; the cited solver is taken as it is, and so are its hidden
logarithms. The square of (nnz + rank^2) sqrt(rank) is then at most 4 n^(2C+5), and at least n^(2C+5)/(2^(C+1)
C^C)^2 for n >= 2C; the comparison demands both.

Model: nonzeros counted and rank computed by exact elimination up to seven parties; beyond, n C(n-1, t) (n - t)
and n. Relation: order, with explicit constants. Corners: t = 1, n = 2t, n up to 10^6. Expected: holds, for all n.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from optcheck.audit import Claim, Discrepancy, Expected, Form, Proof, Relation
from proofs_numeric.tpmdp._algebra import Argument, b, n, t
from proofs_numeric.tpmdp._sizes import (
    CONSTANT_THRESHOLD,
    Sizes,
    cited_work,
    rows_have_full_rank,
)
from proofs_numeric.tpmdp._windows import inside


def as_printed(sizes: Sizes) -> int:
    """The square of n^(C+2.5)."""
    return int(sizes.n ** (2 * sizes.t + 5))


def compare(form: Callable[[Sizes], int], sizes: Sizes) -> Discrepancy | None:
    """The square of the cited bound lies between two constant multiples of the square of the printed one."""
    widest = (2 ** (sizes.t + 1) * sizes.t**sizes.t) ** 2
    return inside(form(sizes), cited_work(sizes), least=Fraction(1, widest), most=4)


def proof() -> Proof:
    """nnz <= n^(t+2), rank = n, and n^2 <= n^(t+2)."""
    argument = Argument()
    rows_have_full_rank(argument)
    argument.at_least_zero("each of the t factors n-1-i of C(n-1,t) is at most n", n - (n - 1 - b), {})
    argument.identity("exponents: (2 n^(t+2))^2 n = 4 n^(2t+5)", 2 * (t + 2) + 1, 2 * t + 5)
    return argument.proof(
        "two rows of one party differ by any e_i - e_k, so the rank is n; (nnz + n^2) sqrt(n) <= 2 n^(t+2.5), and "
        "nnz alone gives the lower side as in tpmdp/table-1-space-constant"
    )


CLAIM = Claim(
    id="tpmdp/table-1-time-constant",
    place="Table I, row 1",
    title="the cited time bound is of the order of n^(C+2.5) for a constant threshold C",
    relation=Relation.ORDER,
    domain=CONSTANT_THRESHOLD,
    printed=Form(
        "time = Õ(n^(C+2.5))·log(1/ε); squared, (nnz + rank²)²·rank between n^(2C+5)/(2^(C+1)·C^C)² and 4n^(2C+5)",
        as_printed,
    ),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
)
