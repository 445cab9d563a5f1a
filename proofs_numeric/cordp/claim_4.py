"""Statement: the matrix with n-c rows, sigma^2 + rc on the diagonal and r elsewhere has the eigenvalues sigma^2 +
r(n-1) once and sigma^2 + r(c-1) for j = 1..n-1: n in all. (Eq. 84, the step before, is right for c = 0 only.)

Model: the characteristic polynomial det(xI - M) at a number x, by elimination, against the product of x less each of
the eigenvalues. Positive definiteness, the use made of it, stays true.

Corners: c = 0, where the list is right; c = n-1, where the matrix is one number; r > 0.
"""

from optcheck.claims import *


class Spectrum(Instance):
    """n users, c colluders, a variance with a covariance that Lemma 1 calls private, and where the polynomial is."""

    n: int = integer(2)
    c: int = integer(0, "n - 1")
    sigma2_min: Fraction = rational(above=0, symbol="s")
    variance: Fraction = rational(at_least="sigma2_min", symbol="σ²")
    covariance: Fraction = rational(above="-variance / (n - 1)", symbol="r")
    x: Fraction = rational()
    conditions = (
        "covariance**2 * (n - 1) * (c - 1) + covariance * (variance * (n + c - 2) - sigma2_min * (n - 2))"
        " + variance * (variance - sigma2_min) >= 0",
    )


def as_printed(case: Spectrum) -> Value:
    return product_of_roots(case, case.n - 1)


def corrected(case: Spectrum) -> Value:
    return product_of_roots(case, case.n - case.c - 1)


def product_of_roots(case: Spectrum, times: int) -> Value:
    """x less the first eigenvalue, times x less the second one for each of the further j."""
    n, c, v, r, x = case.n, case.c, case.variance, case.covariance, case.x
    return (x - (v + r * (n - 1))) * (x - (v + r * (c - 1))) ** times


def characteristic(case: Spectrum) -> Value:
    """det(xI - M)."""
    size, own, r = case.n - case.c, case.x - case.variance - case.covariance * case.c, case.covariance
    return determinant([[own if i == j else -r for j in range(size)] for i in range(size)])


def determinant(rows: list[list[Fraction]]) -> Value:
    """By expansion along the first row."""
    if not rows:
        return Fraction(1)
    parts = [[row[:j] + row[j + 1 :] for row in rows[1:]] for j in range(len(rows))]
    return sum([(-1) ** j * rows[0][j] * determinant(parts[j]) for j in range(len(rows))])


CLAIM = Statement(
    "cordp/claim-4",
    place="Claim 4, Eq. 85",
    title="the covariance of the honest users is positive definite; its eigenvalues",
    domain=Spectrum,
    truth=definition(characteristic),
    asserts=equals,
    printed=Form(as_printed, "det(xI − Σ) = ∏(x − λ), λ₁ = σ² + r(n−1), λ_j = σ² + r(c−1) for n−1 further j"),
    corrected=Form(corrected, "det(xI − Σ) = ∏(x − λ), λ₁ = σ² + r(n−1), λ_j = σ² + r(c−1) for n−c−1 further j"),
    impact=Impact.TEXT,
    argument=(
        "The vector of ones has the eigenvalue (σ² + rc) + (n-c-1)r, each of the n-c-1 independent vectors e₁ - e_j "
        "the eigenvalue (σ² + rc) - r; that is a basis."
    ),
    effort=Effort(instances=100, drawn=15, largest={"n": 5}),
)
