"""Orders of the error, with constants: what O(...) hides is named and proved.

Every corollary is the product of an exact factor in (n, t, c, d) and the order of s = sigma²_{eps,delta} in (eps,
delta). The first is bounded on both sides, the second by s <= 16 ln(1/delta)/min(eps, eps²) for delta <= 1/20 (the
paper takes delta = 1e-5; near delta = 1 no constant exists, because ln(1/delta) vanishes faster than s).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp
from flint import arb

from optcheck.audit import Discrepancy, Impact, Proof
from optcheck.gaussian.balls import ball
from proofs_numeric.cordp import _theorem as theorem
from proofs_numeric.cordp._algebra import Argument
from proofs_numeric.cordp._enclosures import BUDGETS, Ball, differing, least_variance, nearby, working_precision

CONSTANT = 16


@dataclass(frozen=True, slots=True)
class Scale:
    """Sizes, dimension and budget."""

    n: int
    t: int
    c: int
    d: int
    epsilon: Fraction
    delta: Fraction


def scales(sizes: list[tuple[int, int, int]]) -> Iterator[Scale]:
    """The sizes with two dimensions and all budgets."""
    return (Scale(*item, d, b.epsilon, b.delta) for item in sizes for d in (1, 50) for b in BUDGETS)


def scale_order(scale: Scale) -> tuple[object, ...]:
    """n, t, c, d, then the size of the budget's numbers."""
    numbers = [(q.numerator + q.denominator, q) for q in (scale.epsilon, scale.delta)]
    return scale.n, scale.t, scale.c, scale.d, *numbers


def budget_rate(scale: Scale) -> Ball:
    """ln(1/delta)/min(eps, eps²)."""
    epsilon = ball(scale.epsilon)
    return -ball(scale.delta).log() / (epsilon if scale.epsilon >= 1 else epsilon**2)


def exact_factor(scale: Scale) -> Ball:
    """The unbiased error over s: d (sqrt((n-t)(n-c-1)) + sqrt(t-c))²/((t-c)(n-c)²)."""
    m, k = scale.n - scale.c, scale.t - scale.c
    root = (arb((scale.n - scale.t) * (m - 1))).sqrt() + arb(k).sqrt()
    return scale.d * root**2 / (k * m**2)


def compare_order(form: Callable[[Scale], Ball], scale: Scale, low: Fraction, high: Fraction) -> Discrepancy | None:
    """The error over s against the printed rate over the budget's part, within [low, high]; and s against its order."""
    with working_precision():
        claimed, least = form(scale), least_variance(scale.epsilon, scale.delta)
        ratio = exact_factor(scale) * budget_rate(scale) / claimed
        order = least / budget_rate(scale)
        if ball(low) <= ratio and ratio <= ball(high) and order <= CONSTANT:
            return None
        true = exact_factor(scale) * least
        note = f"error over rate {ratio.str(6, radius=False)} outside [{low}, {high}], or s above {CONSTANT} orders"
        certificate = differing(claimed, str(nearby(true)), {}, note)
        gap = (claimed - true).str(12, radius=False)
        return Discrepancy(
            claimed.str(12, radius=False), true.str(12, radius=False), gap, Impact.VALUE, certificate, note
        )


def prove_budget_order(argument: Argument) -> None:
    """From Proposition 2: s <= 16 ln(1/delta)/min(eps, eps²) for delta <= 1/20."""
    with working_precision():
        few = ball(Fraction(20)).log()  # ln(1/delta) is at least this
        argument.truth("8 ln(5/4) <= 8 ln(1/delta)", 8 * ball(Fraction(5, 4)).log() <= 8 * few)
        argument.truth("2 (1 + y)² <= 4 + 4 y², y² = 4 ln(1/(2 delta)): 4 <= 16 ln 2", 16 * arb(2).log() >= 4)
        close = Fraction(999_999, 1_000_000)
        above = least_variance(Fraction(1), close) / -ball(close).log()
        argument.truth("at eps = 1, delta = 0.999999 even the constant 10000 is too small", above > 10_000)


BUDGET_ORDER = (
    "By Proposition 2 (proved there) s <= 8 ln(1.25/delta)/eps² <= 16 ln(1/delta)/eps² for eps < 1, "
    "and s <= 2 eta²/eps <= (4 + 16 ln(1/(2 delta)))/eps <= "
    "16 ln(1/delta)/eps for eps >= 1, delta <= 1/20; near delta = 1 no such constant serves. "
)


def prove_no_dropouts(honest: str) -> Proof:
    """Corollaries 1 and 3: for t = n the unbiased error is exactly d s/m², m honest users."""
    argument, m, k, s, w = Argument(), theorem.m, theorem.k, theorem.s, theorem.w
    theorem.prove_optimum(argument)
    d, error = sp.symbols("d error", positive=True)
    decoded = error / (1 + error)
    argument.identical("unbiased error", d * theorem.LEAST.subs({k: m, w: 0}) / m, d * s / m**2)
    argument.identical("decoder, at most E", error - decoded, error**2 / (1 + error))
    argument.identical("decoder, at least E/2 for E <= 1", decoded - error / 2, error * (1 - error) / (2 * (1 + error)))
    prove_budget_order(argument)
    return argument.proof(
        f"{BUDGET_ORDER}The unbiased error is exactly E = d s/{honest}², the optimum decoder's E/(1+E) lies between "
        "E/2 (for E <= 1) and min(E, 1)."
    )
