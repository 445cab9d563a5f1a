"""Claim 4, Eq. 85: the honest users' covariance matrix is positive definite; its eigenvalues.

The matrix has n-c rows, sigma² + rc on the diagonal and r elsewhere. Eq. 85 lists n eigenvalues: sigma² + r(n-1) once
and sigma² + r(c-1) for j = 1..n-1; the matrix has only n-c, so the second one belongs n-c-1 times. (Eq. 84, the step
before, is right for c = 0 only.) Truth: the characteristic polynomial, by exact determinants at as many points as its
degree needs. Positive definiteness, the use made of it, stays true. Relation: equals, as lists with multiplicity, all
positive. Corners: c = 0, where the list is right; c = n-1, where the matrix is one number. Expected: corrected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import prod

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.cordp.enumeration import covariance_matrix, least_conditional_variance
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import to_text
from proofs_numeric.cordp import _theorem as theorem
from proofs_numeric.cordp._algebra import Argument
from proofs_numeric.cordp._common import WithPair, anti_correlated, size_order


def as_printed(case: WithPair) -> list[Fraction]:
    n, c, variance, r = case.n, case.c, case.variance, case.covariance
    return [variance + r * (n - 1)] + [variance + r * (c - 1) for _ in range(1, n)]


def corrected(case: WithPair) -> list[Fraction]:
    n, c, variance, r = case.n, case.c, case.variance, case.covariance
    return [variance + r * (n - 1)] + [variance + r * (c - 1) for _ in range(1, n - c)]


def compare(form: Callable[[WithPair], list[Fraction]], case: WithPair) -> Discrepancy | None:
    claimed = form(case)
    matrix = covariance_matrix(
        case.n, range(case.n - case.c), range(case.n - case.c, case.n), case.variance, case.covariance
    )
    if len(claimed) == len(matrix) and min(claimed) > 0 and _is_spectrum(claimed, matrix):
        return None
    shown = [to_text(value) for value in claimed]
    pair = [to_text(case.variance), to_text(case.covariance)]
    instance = {"n": case.n, "t": case.t, "c": case.c, "pair": pair}
    return Discrepancy(
        claimed=shown,
        true=[to_text(value) for value in corrected(case)],
        gap=sum(claimed) - sum(matrix[i][i] for i in range(len(matrix))),
        impact=Impact.TEXT,
        certificate=Certificate("cordp-pair", instance, {}),
        explanation=f"{len(claimed)} eigenvalues are listed for a matrix with {len(matrix)} rows.",
    )


def _is_spectrum(values: list[Fraction], matrix: list[list[Fraction]]) -> bool:
    """det(xI - matrix) and the product of x - values are monic of one degree and agree at as many points: equal."""
    beyond = max(values) + sum(map(abs, matrix[0]))  # a bound on all eigenvalues: every pivot below is positive
    return all(
        _determinant([[(x if i == j else 0) - entry for j, entry in enumerate(row)] for i, row in enumerate(matrix)])
        == prod(x - value for value in values)
        for x in (beyond + step for step in range(1, len(matrix) + 1))
    )


def _determinant(matrix: list[list[Fraction]]) -> Fraction:
    """By elimination without pivoting, for a positive definite matrix."""
    if not matrix:
        return Fraction(1)
    (pivot, *rest), *below = matrix
    reduced = [[entry - row[0] * above / pivot for entry, above in zip(row[1:], rest, strict=True)] for row in below]
    return pivot * _determinant(reduced)


def grid() -> Iterator[WithPair]:
    for case in anti_correlated(5, positive_alone=True):
        sizes = case.n, case.n, case.c
        if case.t == case.n and least_conditional_variance(*sizes, case.variance, case.covariance) >= case.sigma2_min:
            yield case


def prove() -> Proof:
    argument = Argument()
    n, c, v, r = theorem.n, theorem.c, theorem.v, theorem.r
    argument.identical("on the vector of ones", (v + c * r) + (n - c - 1) * r, v + (n - 1) * r)
    argument.identical("on e1 - ej, of which n-c-1 are independent", (v + c * r) - r, v + (c - 1) * r)
    argument.identical("trace", (v + (n - 1) * r) + (n - c - 1) * (v + (c - 1) * r), (n - c) * (v + c * r))
    argument.different(
        "the printed multiplicity", (v + (n - 1) * r) + (n - 1) * (v + (c - 1) * r), (n - c) * (v + c * r)
    )
    theorem.prove_validity(argument)
    argument.identical(
        "c = 0: the boundary is negative at r = sigma²", theorem.boundary(v, v).subs(c, 0), -theorem.s * v * (n - 1)
    )
    return argument.proof(
        "The vector of ones and the n-c-1 differences e1 - ej are eigenvectors with the two values; "
        "both are positive for r <= 0 < sigma² + r(n-1), plainly for r > 0 and c >= 1, and for r > 0 and c = 0 because "
        "Eq. 48 ends below sigma², where the boundary of privacy is already negative."
    )


CLAIM = Claim(
    id="cordp/claim-4",
    place="Claim 4, Eq. 85",
    title="the covariance of the honest users is positive definite; its eigenvalues",
    relation=Relation.EQUALS,
    domain=Domain(
        description="2 <= n <= 5, every c, private pairs with (s, σ²) in {(1, 1), (1, 3/2), (2/3, 4)}",
        grid=grid,
        order=size_order,
    ),
    printed=Form("λ₀ = σ² + r(n−1), λ_j = σ² + r(c−1) for j = 1..n−1", as_printed),
    corrected=Form("λ₀ = σ² + r(n−1), λ_j = σ² + r(c−1) for j = 1..n−c−1", corrected),
    compare=compare,
    expected=Expected.CORRECTED,
    proof=prove,
)
