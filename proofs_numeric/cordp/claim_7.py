"""Claim 7, Eq. 135: the limit of the error as the variance grows, without dropouts.

For 0 <= c < n-1 the error tends to (1 + (n-c)²/(d s))^-1, of order d s/(n-c)². (The statement of Claim 7 leaves out
d, Eq. 135 has it.) Truth: the infimum proved by the semidefinite bound together with private pairs that come near it.
Relation: equals. Corners: c = 0, 1, n-2; d large. For c = n-1, excluded, it is true as well. Expected: holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

import sympy as sp

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Proof, Relation
from proofs_numeric.cordp import _theorem as theorem
from proofs_numeric.cordp._algebra import Argument
from proofs_numeric.cordp._common import FLOORS, InDimension, error_discrepancy, least_error, size_order


def as_printed(case: InDimension) -> Fraction:
    return 1 / (1 + (case.n - case.c) ** 2 / (case.d * case.sigma2_min))


def compare(form: Callable[[InDimension], Fraction], case: InDimension) -> Discrepancy | None:
    claimed, true = form(case), least_error(case, case.d)
    return None if true == claimed else error_discrepancy(case, case.d, claimed, true)


def grid() -> Iterator[InDimension]:
    return (
        InDimension(n, n, c, floor, d) for n in range(2, 10) for c in range(n - 1) for floor in FLOORS for d in (1, 20)
    )


def prove() -> Proof:
    argument = Argument()
    theorem.prove_optimum(argument)
    m, s, a = theorem.m, theorem.s, sp.Symbol("a", positive=True)
    along = 1 / (m / s - (m - 1) / a)
    argument.identical("sigma² + r(n-1) on the boundary as a grows", sp.limit(along, a, sp.oo), s / m)
    argument.identical("Eq. 135", 1 / (1 + m / (theorem.v * s / m)), 1 / (1 + m**2 / (theorem.v * s)))
    return argument.proof(
        theorem.OPTIMUM
        + " On the boundary sigma² + r(n-1) = 1/(m/s - (m-1)/a) tends to s/m, m = n-c, which gives Eq. 135."
    )


CLAIM = Claim(
    id="cordp/claim-7",
    place="Claim 7, Eq. 135",
    title="the limit of the error as σ² grows, without dropouts",
    relation=Relation.EQUALS,
    domain=Domain(description="2 <= n <= 9, 0 <= c <= n-2, s in {1, 3/2}, d in {1, 20}", grid=grid, order=size_order),
    printed=Form("lim MSE = (1 + (n−c)²/(d s))⁻¹", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=prove,
)
