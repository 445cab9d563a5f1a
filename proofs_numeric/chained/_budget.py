"""Is a claimed privacy budget large enough for a Gaussian release? Decided by enclosures, never by floats.

A release with sensitivity s and noise of variance V is (epsilon, delta)-private if and only if (Balle and Wang, 2018)
Phi(h - c) - exp(epsilon) Phi(-h - c) <= delta with h = s/(2 sqrt(V)) and c = epsilon/(2h). The left side falls in
epsilon, so a claimed epsilon is too small as soon as some rational above it is.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from typing import Any

from optcheck.audit import Discrepancy, Impact
from optcheck.errors import CertificateRejected, OptcheckError
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import to_text
from optcheck.gaussian import epsilon_of_variance
from optcheck.gaussian.balls import Ball, ball, delta_ball, settle

BITS = (4, 10, 20, 40, 80)

HALF_RATIO = ["/", ["sqrt", ["/", "sensitivity_squared", "variance"]], 2]
SHIFT = ["/", "epsilon", ["*", 2, HALF_RATIO]]
FAILURE = [
    "/",
    [
        "-",
        ["erfc", ["/", ["-", SHIFT, HALF_RATIO], ["sqrt", 2]]],
        ["*", ["exp", "epsilon"], ["erfc", ["/", ["+", SHIFT, HALF_RATIO], ["sqrt", 2]]]],
    ],
    2,
]


def judge_budget(
    claimed: Callable[[], Ball], sensitivity_squared: Fraction, variance: Fraction, delta: Fraction
) -> Discrepancy | None:
    """None if the release is private with the claimed budget, which is evaluated at growing precision."""

    def excess() -> Ball:
        h = (ball(sensitivity_squared) / ball(variance)).sqrt() / 2
        return delta_ball(h, claimed()) - ball(delta)

    if settle(excess, _sign) < 0:
        return None
    ratio = variance / sensitivity_squared
    needed, budget = epsilon_of_variance(ratio, delta, exact=True), claimed()
    return Discrepancy(
        claimed=_text(budget),
        true=_text(needed),
        gap=_text(needed - budget),
        impact=Impact.SAFETY,
        certificate=_certificate(budget, sensitivity_squared, variance, delta),
        explanation=f"The noise allows no budget below {_text(needed)}: the printed one promises too much privacy.",
    )


def _sign(excess: Ball, last: bool) -> int | None:
    if excess > 0:
        return 1
    return -1 if excess < 0 else None


def _text(number: Any) -> str:
    return str(number.str(12, radius=False))


def _certificate(budget: Ball, sensitivity_squared: Fraction, variance: Fraction, delta: Fraction) -> Certificate:
    """Evidence that even a rational just above the claimed budget is too small."""
    for bits in BITS:
        epsilon = Fraction(int((budget.upper() * (1 << bits)).ceil().fmpz()), 1 << bits)
        values = {
            "epsilon": to_text(epsilon),
            "sensitivity_squared": to_text(sensitivity_squared),
            "variance": to_text(variance),
            "delta": to_text(delta),
        }
        certificate = Certificate(
            "comparison",
            {"values": values, "left": FAILURE, "right": "delta"},
            {},
            f"left: failure probability at epsilon = {epsilon}, not below the claimed one; right: delta",
        )
        with suppress(CertificateRejected):
            if certificate.verify().fact("left - right").relation == ">":
                return certificate
    raise OptcheckError("no rational above the claimed budget is refuted")
