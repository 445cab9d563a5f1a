"""Statement: with the least private covariance r*(sigma^2) the error has its critical point at sigma_cr^2, t < n.

Model: the point on the boundary of privacy, Eq. 83 with equality, at which the derivative of sigma^2 + (t-1) r*
vanishes; infinite stands for "none", where that derivative is the constant 1.

Corners: c = 0, 1; c = t-1; t = n-1; t = 1, where the error does not depend on r and only grows: there is no critical
point, the printed number is the left end sigma^2 = s of the range.

Readings: as Lemma 3 uses it, sigma_cr^2 is the minimiser; so read it holds for t = 1 too.
"""

from optcheck.claims import *
from proofs_numeric.cordp._declared import Users
from proofs_numeric.cordp._optimum import OPTIMAL_VARIANCE


def as_printed(case: Users) -> Value:
    n, t, c, s = case.n, case.t, case.c, case.sigma2_min
    lam = (n + c) * (t + 1) - 2 * (n * c + t)
    root = surd((n - c - 1) * (n - t) * (t - c))
    return s * (n**2 - 2 * n - c * n + 2) / (n - c) ** 2 + s * lam * root / ((n - c) ** 2 * (n - t) * (t - c))


def corrected(case: Users) -> Value:
    return as_printed(case) if case.t != 1 else INFINITE  # none


def critical(case: Users) -> Value:
    """The variance at which a b = s (v + (n-2) r) and d(v + (t-1) r) = 0, a = v + (c-1) r, b = v + (n-1) r; or none.

    With m = n-c and k = t-c the first is 1/b + (m-1)/a = m/s and v + (t-1) r is ((m-k) a + k b)/m: along the curve
    da/a^2 (m-1) = -db/b^2, so that the second is (m-k) a^2 = k (m-1) b^2. For t = 1 it is v itself, whose derivative is
    1.
    """
    m, k, g = case.n - case.c, case.t - case.c, case.n - case.t
    if case.t == 1:
        return INFINITE
    root = surd(k * (m - 1) * g)  # g a = root b
    a, b = case.sigma2_min * (m - 1 + root / g) / m, case.sigma2_min * (1 + root / k) / m
    return a - (case.c - 1) * (b - a) / m


CLAIM = Statement(
    "cordp/claim-8",
    place="Claim 8, Eq. 143",
    title="the critical point of the error as a function of σ²",
    domain=Users.where("t < n"),
    truth=definition(critical),
    asserts=equals,
    printed=Form(
        as_printed, "σ²_cr = s(n²−2n−cn+2)/(n−c)² + sλ√((n−c−1)(n−t)(t−c))/((n−c)²(n−t)(t−c)), λ = (n+c)(t+1) − 2(nc+t)"
    ),
    corrected=Form(corrected, "the same for t ≥ 2; for t = 1 there is none: the error grows from σ² = s on"),
    impact=Impact.TEXT,
    corner="t == 1",
    effort=Effort(instances=100, drawn=20, largest={"n": 12}),
    readings=(
        Reading(
            name="the minimiser, as Lemma 3 uses it",
            truth=OPTIMAL_VARIANCE,
            argument="It is the number of Eq. 141 written in another way (cordp/eq-141).",
            mark=Mark.AS_ITS_PROOF_USES_IT,
        ),
    ),
)
