"""Several releases: what each way of accounting asks for, so that the choice can be seen.

``gaussian`` is what plans use: k releases with variance k v are together exactly as revealing as one with variance v
(the Gaussian mechanism's privacy depends on the sum of D^2/variance only, also when later queries depend on earlier
results). The others are upper bounds on the same thing and can only ask for more.
"""

from __future__ import annotations

from fractions import Fraction

from optcheck import gaussian, tpmdp
from optcheck.errors import InvalidInput
from optcheck.exact.inputs import whole_number
from optcheck.exact.numbers import Exact
from optcheck.exact.rounding import at_least
from optcheck.noise.question import Question

__all__ = ["variance_per_release"]

_HALVINGS = 50


def variance_per_release(epsilon: object, delta: object, releases: int, sensitivity: object = 1) -> dict[str, float]:
    """The variance that each of so many releases needs to stay within (epsilon, delta), by four ways of accounting.

    >>> {name: round(variance) for name, variance in variance_per_release(1, Fraction(1, 10**6), 10).items()}
    {'gaussian': 178, 'zcdp': 286, 'advanced': 5359, 'basic': 1708}
    """
    k = whole_number(releases, "releases", least=1, most=10**9)
    question = Question.of(epsilon, delta, sensitivity, threshold=0)
    return _variances(*question.budgets[0], k)


def _variances(epsilon: Exact, delta: Exact, sensitivity: Exact, k: int) -> dict[str, float]:
    square = Fraction(sensitivity) ** 2
    if epsilon <= 0:
        raise InvalidInput("epsilon must be above 0 for ways of accounting to be compared, got 0")
    rho = Fraction(gaussian.rho_for(epsilon, delta))
    per_release = {
        "gaussian": k * Fraction(gaussian.required_variance(epsilon, delta)),
        "zcdp": Fraction(gaussian.variance_of_rho(rho / k)),
        "advanced": _advanced(epsilon, delta, k),
        "basic": Fraction(gaussian.required_variance(Fraction(epsilon) / k, Fraction(delta) / k)),
    }
    return {name: at_least(variance * square) for name, variance in per_release.items()}


def _advanced(epsilon: Exact, delta: Exact, k: int) -> Fraction:
    """Half of delta is the slack; the largest epsilon per release is found by halving, and proved at each step."""
    slack = Fraction(delta) / 2
    low, high = Fraction(0), Fraction(epsilon)
    for _ in range(_HALVINGS):
        middle = Fraction(at_least((low + high) / 2))
        total = tpmdp.compose_advanced([(middle, slack / k)], k, [slack])[0][0]
        low, high = (middle, high) if total <= epsilon else (low, middle)
    return Fraction(gaussian.required_variance(low, slack / k))
