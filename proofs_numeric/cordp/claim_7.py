"""Statement: for 0 <= c < n-1 the error tends to (1 + (n-c)^2/(d s))^-1.

Model: the infimum of the error with the optimum decoder, which the checker verifies from the semidefinite bound.

Corners: c = 0, 1, n-2; d large. For c = n-1, excluded, it is true as well.

Readings: the statement of Claim 7 leaves out d, Eq. 135 has it.
"""

from collections.abc import Iterator

import sympy as sp

from optcheck.claims import Argument, Claim, Domain, Form, Formula, Value
from optcheck.claims.relations import equals
from proofs_numeric.cordp import _steps as steps
from proofs_numeric.cordp._cases import FLOORS, LEAST_DECODED_ERROR, InDimension, size_order


def as_printed(case: InDimension) -> Value:
    return 1 / (1 + (case.n - case.c) ** 2 / (case.d * case.sigma2_min))


def proof(argument: Argument, form: Formula[InDimension]) -> None:
    steps.prove_optimum(argument)
    m, c, s, d, a = steps.m, steps.c, steps.s, steps.d, sp.Symbol("a", positive=True)
    along = 1 / (m / s - (m - 1) / a)
    argument.identity("sigma² + r(n-1) on the boundary as a grows", sp.limit(along, a, sp.oo), s / m)
    plain = d * (s / m) / m
    argument.identity("decoded", form(InDimension(m + c, m + c, c, s, d)), plain / (1 + plain))


def grid() -> Iterator[InDimension]:
    sizes = ((n, n, c) for n in range(2, 10) for c in range(n - 1))
    return (InDimension(*item, floor, d) for item in sizes for floor in FLOORS for d in (1, 20))


CLAIM = Claim(
    id="cordp/claim-7",
    place="Claim 7, Eq. 135",
    title="the limit of the error as σ² grows, without dropouts",
    domain=Domain(description="2 <= n <= 9, 0 <= c <= n-2, s in {1, 3/2}, d in {1, 20}", grid=grid, order=size_order),
    truth=LEAST_DECODED_ERROR,
    asserts=equals,
    printed=Form(as_printed, "lim MSE = (1 + (n−c)²/(d s))⁻¹"),
    proof=proof,
)
