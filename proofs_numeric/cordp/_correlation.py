"""What the four printed correlations (Eqs. 13 and 44, c = 1 and c != 1) have in common.

For t < n the correlation is judged at the optimal variance. For t = n that variance is infinite, so the instance gives
a finite one on the way to the limit; the correlation is then judged as the least private one at that variance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from optcheck.audit import Discrepancy, Domain, Proof
from optcheck.checker.families.cordp import is_private, kept_variance
from optcheck.cordp.closed_form import exact_noise, least_covariance
from optcheck.exact.quadratic import Quadratic
from proofs_numeric.cordp import _theorem as theorem
from proofs_numeric.cordp._algebra import Argument
from proofs_numeric.cordp._common import FLOORS, pair_discrepancy, size_order, triples, truth

FINITE = (Fraction(2), Fraction(7, 2), Fraction(100))


@dataclass(frozen=True, slots=True)
class Point:
    """A case; for t = n a finite variance, in units of s, that stands in for the infinite one (0 for t < n)."""

    n: int
    t: int
    c: int
    sigma2_min: Fraction
    variance_over_s: Fraction


def points(largest: int, wanted: Callable[[int], bool]) -> Iterator[Point]:
    """All triples up to n = largest whose c is wanted."""
    for n, t, c in triples(largest):
        if wanted(c):
            for floor in FLOORS:
                yield from (Point(n, t, c, floor, value) for value in (FINITE if t == n else (Fraction(0),)))


def variance_of(point: Point) -> Quadratic:
    """The variance at which the correlation is judged."""
    if point.t == point.n:
        return Quadratic(point.variance_over_s * point.sigma2_min)
    return exact_noise(point.n, point.t, point.c, point.sigma2_min).variance


def compare(form: Callable[[Point], Quadratic], point: Point) -> Discrepancy | None:
    """The printed correlation must give the least private covariance, which for t < n the checker calls optimal."""
    variance = variance_of(point)
    true = least_covariance(point.n, point.c, variance, point.sigma2_min)
    _confirm(point, variance, true)
    claimed = form(point) * variance
    return None if claimed == true else pair_discrepancy(point, (variance, claimed), (variance, true))


def _confirm(point: Point, variance: Quadratic, covariance: Quadratic) -> None:
    """The true covariance sits on the boundary of privacy; for t < n it is the one of the certified optimum."""
    least = Quadratic(point.sigma2_min)
    assert kept_variance(point.n, point.c, (variance, covariance)) == least
    assert is_private(point.n, point.c, (variance, covariance), least)
    assert point.t == point.n or truth(point).covariance == covariance


DISCRIMINANT = (
    ((theorem.n - 2) * (theorem.v - theorem.s) - theorem.c * theorem.v) ** 2
    + 4 * (theorem.n - theorem.c - 1) * theorem.v * (theorem.v - theorem.s)
) / theorem.v**2


def prove_one_colluder() -> Proof:
    """-(v-s)/(v(n-1)-s(n-2)) is the least private correlation for c = 1."""
    argument, v, s, n = Argument(), theorem.v, theorem.s, theorem.n
    theorem.prove_optimum(argument)
    correlation = -(v - s) / (v * (n - 1) - s * (n - 2))
    argument.identical("c = 1", theorem.boundary(v, correlation * v).subs(theorem.c, 1), 0)
    argument.identical("F at r = 0", theorem.boundary(v, 0), v * (v - s))
    argument.identical("F where b = 0", theorem.boundary(v, -v / (n - 1)), -s * v / (n - 1))
    return argument.proof(theorem.OPTIMUM + " For c = 1 the boundary is linear in r with this root.")


def prove_otherwise() -> Proof:
    """(-(n-2)(1-s/v) - c + root)/(2(n-1)(c-1)) is the least private correlation for c != 1."""
    argument, v, s, n, c = Argument(), theorem.v, theorem.s, theorem.n, theorem.c
    theorem.prove_optimum(argument)
    linear = (n - 2) * (1 - s / v) + c
    argument.identical("discriminant", linear**2 - 4 * (n - 1) * (c - 1) * (1 - s / v), DISCRIMINANT)
    correlation = (theorem.w - linear) / (2 * (n - 1) * (c - 1))
    theorem.prove_least_covariance(argument, correlation, (theorem.w, DISCRIMINANT))
    return argument.proof(
        theorem.OPTIMUM + " The boundary is quadratic in r; this is its only root with -v/(n-1) < r <= 0."
    )


ONE_COLLUDER = Domain(
    description="2 <= n <= 9, c = 1, every t, s in {1, 3/2}; for t = n variances 2s, 7s/2, 100s",
    grid=lambda: points(9, lambda c: c == 1),
    order=size_order,
)
OTHERWISE = Domain(
    description="2 <= n <= 7, c != 1, every t, s in {1, 3/2}; for t = n variances 2s, 7s/2, 100s",
    grid=lambda: points(7, lambda c: c != 1),
    order=size_order,
)
