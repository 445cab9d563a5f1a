"""Table I, row 1, space: the explicit program for a constant threshold.

Statement: written out for a generic solver, Eq. 6 with t = C takes O(n^(C+2)) space.

Reading: space is the number of nonzeros of the constraint matrix as Eq. 6 prints it, a row for each party and
each coalition without it (listing a coalition once would save a factor n). With the constant named, the order is
an inequality: nonzeros <= n^(C+2). The order is also exact: for n >= 2C, n^(C+2) <= 2^(C+1) C^C nonzeros; the
comparison demands both sides.

Model: up to seven parties the program is built and its nonzeros are counted, beyond that they are n C(n-1, t) (n
- t). Relation: order, with explicit constants. Corners: t = 1, n = 2t, n up to 10^6. Expected: holds, for all n.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from optcheck.audit import Claim, Discrepancy, Expected, Form, Proof, Relation
from proofs_numeric.tpmdp._algebra import Argument, a, b, n, t
from proofs_numeric.tpmdp._sizes import CONSTANT_THRESHOLD, Sizes, nonzeros
from proofs_numeric.tpmdp._windows import inside


def as_printed(sizes: Sizes) -> int:
    """n to the power C + 2."""
    return int(sizes.n ** (sizes.t + 2))


def compare(form: Callable[[Sizes], int], sizes: Sizes) -> Discrepancy | None:
    """The count lies between the bound divided by the named constant, and the bound."""
    widest = 2 ** (sizes.t + 1) * sizes.t**sizes.t
    return inside(form(sizes), nonzeros(sizes), least=Fraction(1, widest), most=1)


def proof() -> Proof:
    """Factor by factor."""
    argument = Argument()
    argument.at_least_zero("each of the t factors n-1-i of C(n-1,t) is at most n", n - (n - 1 - b), {})
    argument.at_least_zero("n - t <= n", n - (n - t), {})
    argument.at_least_zero("n >= 2t: n - t >= n/2", (n - t) - n / 2, {n: 2 * t + a})
    argument.at_least_zero("n >= 2: n - 1 >= n/2", (n - 1) - n / 2, {n: 2 + a})
    return argument.proof(
        "n C(n-1,t) (n-t) <= n n^t n = n^(t+2); and C(n-1,t) >= ((n-1)/t)^t gives at least n^(t+2) / (2^(t+1) t^t) "
        "for n >= 2t"
    )


CLAIM = Claim(
    id="tpmdp/table-1-space-constant",
    place="Table I, row 1",
    title="the explicit program for a constant threshold C has of the order of n^(C+2) nonzeros",
    relation=Relation.ORDER,
    domain=CONSTANT_THRESHOLD,
    printed=Form("space = O(n^(C+2)); with constants n^(C+2)/(2^(C+1)·C^C) ≤ nnz ≤ n^(C+2)", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
)
