"""Table I, row 2, time: a generic solver for a threshold proportional to n.

Statement: with the cited bound (nnz + rank^2) sqrt(rank) log(1/eps), up to logarithms, a generic solver takes
O(n^2 2^(n H(p))) log(1/eps) time for t = p n.

Scan: the entry is printed as n with the exponent "2.2^{nH(p)}"; the product n^2 · 2^(nH(p)) is meant, as nnz
sqrt(rank) of the neighbouring entry shows. H is the entropy in bits, as in tpmdp/table-1-space-proportional.

Reading: as in the constant case; for p = t/n the square of (nnz + n^2) sqrt(n) is at most 2 ((1-p)^3/(6p) + 1)
times the square of n^2 2^(nH), and at least 6 (1-p)^3/(55p) times it; the comparison demands both.

Model: counted and eliminated up to seven parties, closed counts beyond. Relation: order, with explicit constants.
Corners: t = 1, t = n - 1, n up to 500. Expected: holds, for all n and t.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from optcheck.audit import Claim, Discrepancy, Expected, Form, Proof, Relation
from optcheck.exact.numbers import Exact
from proofs_numeric.tpmdp._algebra import Argument, n
from proofs_numeric.tpmdp._sizes import (
    PROPORTIONAL_THRESHOLD,
    STIRLING,
    Sizes,
    binomial_is_near_its_entropy,
    cited_work,
    entropy_power,
    rows_have_full_rank,
)
from proofs_numeric.tpmdp._windows import inside


def as_printed(sizes: Sizes) -> Exact:
    """The square of n^2 2^(n H(p))."""
    return sizes.n**4 * entropy_power(sizes) ** 2


def compare(form: Callable[[Sizes], Exact], sizes: Sizes) -> Discrepancy | None:
    """The square of the cited bound lies between two multiples of the printed one's that depend on p alone."""
    shape = (1 - sizes.p) ** 3 / sizes.p
    return inside(form(sizes), cited_work(sizes), least=Fraction(6, 55) * shape, most=2 * (shape / 6 + 1))


def proof() -> Proof:
    """The space bound, times sqrt(rank)."""
    argument = Argument()
    rows_have_full_rank(argument)
    binomial_is_near_its_entropy(argument)
    argument.identity("(n^2)^2 n = n^5 <= n^4 4^(nH), as 2^(nH) >= C(n,t) >= n", n**5 / n**4, n)
    argument.case("e^4 < 55", Fraction(2719, 1000) ** 4 < 55)
    return argument.proof(
        f"by {STIRLING}, nnz^2 n lies between 6/55 and 1/6 times (1-p)^3/p n^4 4^(nH); (nnz + n^2)^2 <= 2 nnz^2 + "
        f"2 n^4 adds the rank"
    )


CLAIM = Claim(
    id="tpmdp/table-1-time-proportional",
    place="Table I, row 2",
    title="the cited time bound is of the order of n^2 2^(nH(p)) for t = p n",
    relation=Relation.ORDER,
    domain=PROPORTIONAL_THRESHOLD,
    printed=Form(
        "time = Õ(n²·2^(nH(p)))·log(1/ε); squared, (nnz + rank²)²·rank against n⁴·4^(nH) with constants in p",
        as_printed,
    ),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
)
