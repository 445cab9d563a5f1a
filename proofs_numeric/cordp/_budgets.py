"""Privacy budgets, the privacy loss at sensitivity 2, and orders of the error with their constants named.

Every order is a factor in (n, t, c, d) times the order of s = sigma^2_{eps,delta}. An error of at most C times a
printed rate means s <= C rate/factor, true exactly if noise of this variance is (eps, delta)-private. So the privacy
loss at that variance is compared with delta.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy as sp

from optcheck.claims import Argument, Definition, Domain, Value
from optcheck.claims.claim import each, simplicity
from optcheck.claims.functions import gaussian_delta, log, sqrt
from optcheck.cordp.closed_form import least_effective_variance
from optcheck.errors import InvalidInput

CONSTANT = 16  # times the rate of (eps, delta)
EPSILONS, DELTAS = "1/100 1/2 99/100 1 2 10 1000", "1/100000 1/1000000000000 1/20 1/2 999999/1000000"
DELTA: Definition[Any] = Definition(lambda at: at.delta)


@dataclass(frozen=True, slots=True)
class Scale:
    """Sizes, dimension and budget."""

    n: int
    t: int
    c: int
    d: int
    epsilon: Fraction
    delta: Fraction


def loss(variance: Value, epsilon: Value) -> Value:
    """The least delta of noise with this variance at sensitivity 2."""
    if not variance > 0:
        raise InvalidInput(f"a variance must be positive, got {variance}")
    return gaussian_delta(2 / sqrt(variance), epsilon)


def rate(at: Scale) -> Value:
    """ln(1/delta)/min(eps, eps^2), as the corollaries print it."""
    return log(1 / at.delta) / min(at.epsilon, at.epsilon**2)


def safe_rate(at: Scale) -> Value:
    """The same with ln(5/(4 delta)), which does not vanish at delta = 1."""
    return log(Fraction(5, 4) / at.delta) / min(at.epsilon, at.epsilon**2)


def needs(constant: int) -> Callable[[Any, Value], Value]:
    """What an error of so many times the rate makes of delta; the factor is the infimum of the error for s = 1."""

    def failure(scale: Any, claimed: Value) -> Value:
        factor = scale.d * least_effective_variance(scale.n, scale.t, scale.c) / (scale.t - scale.c)
        return loss(constant * claimed / (factor.rational + factor.factor * sqrt(factor.root)), scale.epsilon)

    return failure


def scales(sizes: list[tuple[int, int, int]]) -> Domain[Scale]:
    """The sizes with two dimensions and all budgets."""
    return Domain(
        description=f"(n, t, c) in {sizes}, d in {{1, 50}}, 35 budgets",
        grid=each(lambda item, *rest: Scale(*item, *rest), sizes, (1, 50), EPSILONS, DELTAS),
        order=lambda scale: (scale.n, scale.t, scale.c, scale.d, *simplicity((scale.epsilon, scale.delta))),
        degenerate=lambda scale: scale.delta > Fraction(1, 20),
        corner="delta above 1/20; the paper takes 1e-5",
    )


def budget_order(argument: Argument) -> None:
    """s <= 16 ln(5/(4 delta))/min(eps, eps^2)."""
    argument.truth("8 <= 16: Proposition 2 for eps < 1", CONSTANT >= 8)
    enough = log(Fraction(5, 2)) >= Fraction(1, 4)
    argument.truth("2 (1 + y)² <= 4 + 4 y², y² = 4 ln(1/(2 delta)): 4 <= 16 ln(5/2)", enough)
    for delta in (Fraction(1, 20), Fraction(1, 2)):
        least = CONSTANT * log(Fraction(5, 4) / delta)
        argument.truth(f"eps = 1, delta = {delta}", loss(least, Fraction(1)) <= delta)
    argument.words(
        "By Proposition 2 s <= 8 ln(1.25/delta)/eps² for eps < 1 and s <= 2 eta²/eps <= (4 + 16 ln(1/(2 delta)))/eps "
        "<= 16 ln(1.25/delta)/eps for eps >= 1, delta <= 1/20; larger delta with eps >= 1 is checked on the grid only."
    )


def decoded(argument: Argument) -> None:
    """The optimum decoder's error E/(1+E) is below E and 1, and at least E/2 for E <= 1."""
    error = sp.Symbol("E", nonnegative=True)
    argument.not_negative("E - E/(1+E)", error - error / (1 + error))
    argument.not_negative("1 - E/(1+E)", 1 - error / (1 + error))
