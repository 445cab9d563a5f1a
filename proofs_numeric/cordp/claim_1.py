"""Statement: given the other honest reports and everything the colluders know, an honest report is Gaussian with the
printed mean weights and the printed variance, both through the inverse of the (n-c-1)-square matrix with sigma^2 + rc
on the diagonal and r elsewhere.

Model: the joint covariance of all honest noises and of every single source known to a colluder, conditioned exactly
by solving; nothing is struck out beforehand. -sigma^2/(n-1) < r < 0, so that no source is constant.

Corners: c = 0, c = n-1 (nothing left to condition on), n = 2.
"""

from optcheck.claims import *
from optcheck.cordp.sources import Source, signed_sources, source_variance
from proofs_numeric.cordp._enumeration import conditional_variance, regression, solve


class Seeded(Instance):
    """n users, c colluders, and noise from seeds and of each user's own."""

    n: int = integer(2)
    c: int = integer(0, "n - 1")
    variance: Fraction = rational(above=0, symbol="σ²")
    covariance: Fraction = rational(above="-variance / (n - 1)", below=0, symbol="r")


def as_printed(case: Seeded) -> Value:
    variance, r, c, others = case.variance, case.covariance, case.c, case.n - case.c - 1
    matrix = [[variance + r * c if i == j else r for j in range(others)] for i in range(others)]
    inverse_ones = solve(matrix, [Fraction(1)] * others)
    return tuple(r * entry for entry in inverse_ones), variance + r * c - r**2 * sum(inverse_ones)


def conditioned(case: Seeded) -> Value:
    """Condition the first user's noise on the other honest users' noise and on every source of the colluders."""
    honest = range(case.n - case.c)
    known = sorted({source for user in range(case.n - case.c, case.n) for source in signed_sources(case.n, user)})
    matrix = joint([signed_sources(case.n, user) for user in honest] + [{source: 1} for source in known], case)
    return tuple(regression(matrix, 0)[: len(honest) - 1]), conditional_variance(matrix, 0)


def joint(variables: list[dict[Source, int]], case: Seeded) -> list[list[Fraction]]:
    """The covariances of sums of sources."""

    def covariance(left: dict[Source, int], right: dict[Source, int]) -> Fraction:
        shared = left.keys() & right.keys()
        terms = (left[x] * right[x] * source_variance(x, case.n, case.variance, case.covariance) for x in shared)
        return sum(terms, start=Fraction(0))

    return [[covariance(left, right) for right in variables] for left in variables]


CLAIM = Statement(
    "cordp/claim-1",
    place="Claim 1",
    title="the conditional distribution of one report given the others",
    domain=Seeded,
    truth=definition(conditioned),
    asserts=equals,
    printed=Form(
        as_printed, "mean x₁ + r1ᵀM⁻¹(y − x), variance σ² + rc − r²1ᵀM⁻¹1, M = (σ² + rc − r)I + r11ᵀ of size n−c−1"
    ),
    argument=(
        "The colluders' sources are independent of the rest, so conditioning removes them and leaves each honest noise "
        "the variance σ² + rc; the rest is exchangeable, and equal weights r/(row sum of M) solve the normal equations."
    ),
    effort=Effort(instances=80, drawn=10, largest={"n": 5}),
)
