"""Theorem 5 as printed: the composed parameters of advanced composition.

Statement: m mechanisms with the same parameters (epsilon_i, delta_i) satisfy TPMDP with the set of parameters
((epsilon_i, m delta_i + delta'_i)), and epsilon'_i = sqrt(2 m ln(1/delta'_i)) epsilon_i + m epsilon_i
(e^epsilon_i - 1).

Reading: the printed set holds epsilon_i, the budget of a single mechanism, and the epsilon'_i defined in the next
line does not occur in it. Judged as printed: the composition would cost no epsilon at all. The scan shows the set
clearly; surely epsilon'_i was meant, and that is the correction (it is the theorem of Dwork and Roth that the
proof cites).

Model: m copies of the worst pair, composed exactly; the exact delta at the claimed exp(epsilon) must be at most
the claimed delta. exp(epsilon) is rational. For the correction exp(epsilon') is enclosed (arb) and its lower end
is used, which asks more. Relation: at most. Corners: m = 1, delta = 0, large delta' (for delta' > 1, which "for all
delta' > 0" would include, the root is of a negative number; such a delta promises nothing). Expected: corrected.
Smallest failure: two mechanisms with exp(epsilon) = 2, delta = 0, and delta' = 1/5: the exact delta at epsilon is
2/9.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb, ctx

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Relation, Strength
from optcheck.exact.numbers import Exact
from proofs_numeric.tpmdp._common import comparison
from proofs_numeric.tpmdp._composition import Budget, delta_expression, true_delta

BITS = 128


@dataclass(frozen=True, slots=True)
class Repeated:
    """How many mechanisms, exp(epsilon) and delta of each, and the extra delta'."""

    m: int
    ratio: Fraction
    delta: Fraction
    extra: Fraction


def as_printed(case: Repeated) -> tuple[Exact, Exact]:
    """exp of the printed epsilon, which is the single mechanism's, and m delta + delta'."""
    return case.ratio, case.m * case.delta + case.extra


def corrected(case: Repeated) -> tuple[Exact, Exact]:
    """exp(epsilon') from below, with the formula printed for epsilon', and m delta + delta'."""
    with ctx.workprec(BITS):
        epsilon = enclosed(case.ratio).log()
        spread = (2 * case.m * enclosed(1 / case.extra).log()).sqrt()
        composed = spread * epsilon + case.m * epsilon * (enclosed(case.ratio) - 1)
        return lower_end(composed.exp()), case.m * case.delta + case.extra


def enclosed(value: Fraction) -> arb:
    """An enclosure of a rational number."""
    return arb(value.numerator) / value.denominator


def lower_end(value: arb) -> Fraction:
    """A rational number that is at most the enclosed one."""
    mantissa, exponent = value.lower().man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def compare(form: Callable[[Repeated], tuple[Exact, Exact]], case: Repeated) -> Discrepancy | None:
    """The exact delta of the composition at the claimed epsilon is at most the claimed delta."""
    ratio, claimed = form(case)
    budgets = [Budget(case.ratio, case.delta)] * case.m
    true = true_delta(budgets, ratio)
    if true <= claimed:
        return None
    return Discrepancy(
        claimed=claimed,
        true=true,
        gap=true - claimed,
        impact=Impact.SAFETY,
        certificate=comparison(
            delta_expression(budgets), ">", "claimed", "exact delta of the composition", ratio=ratio, claimed=claimed
        ),
        explanation=f"{case.m} mechanisms with exp(epsilon) = {case.ratio} composed reach delta {true} at the "
        f"claimed epsilon, above the claimed {claimed}: an observer may learn more than promised.",
    )


def domain_grid() -> Iterator[Repeated]:
    """Up to five mechanisms."""
    for m in range(1, 6):
        for ratio in (Fraction(2), Fraction(3), Fraction(3, 2), Fraction(11, 10)):
            for delta in (Fraction(0), Fraction(1, 100)):
                yield from (Repeated(m, ratio, delta, Fraction(1, k)) for k in (*range(2, 11), 100, 10**6))


def order(case: Repeated) -> tuple[Any, ...]:
    """Mechanisms, then the size of the numbers: denominators before values."""
    numbers = (case.ratio, case.delta, case.extra)
    return case.m, *((value.denominator, value) for value in numbers)


CLAIM = Claim(
    id="tpmdp/thm-5",
    place="Theorem 5 as printed",
    title="advanced composition: the composed parameters",
    relation=Relation.AT_MOST,
    domain=Domain(
        description="m <= 5, exp(epsilon) in {11/10, 3/2, 2, 3}, delta in {0, 1/100}, delta' = 1/2..1/10, 1/100, 10^-6",
        grid=domain_grid,
        order=order,
    ),
    printed=Form("E^{1:m} = ((ε_i, mδ_i + δ_i^{1:m}))", as_printed),
    corrected=Form(
        "E^{1:m} = ((ε_i^{1:m}, mδ_i + δ_i^{1:m})), ε_i^{1:m} = √(2m ln(1/δ_i^{1:m}))·ε_i + mε_i(e^{ε_i} − 1)",
        corrected,
    ),
    compare=compare,
    expected=Expected.CORRECTED,
    strength=Strength.ENCLOSED,
)
