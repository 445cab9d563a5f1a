"""The privacy of a sum of discrete Gaussians by brute force: probabilities convolved in arb, tails bounded."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from flint import arb, arb_poly, ctx, fmpq

BITS = 300


def ball(value: Fraction | int) -> Any:
    value = Fraction(value)
    return arb(fmpq(value.numerator, value.denominator))


def discrete_gaussian(variance: Fraction | int, reach: int) -> list[Any]:
    """Enclosures of P(-reach), ..., P(reach); what is cut off is below 2^-BITS if reach is 20 standard deviations."""
    weights = [(-(ball(z) ** 2) / (2 * ball(variance))).exp() for z in range(-reach, reach + 1)]
    total = sum(weights, start=arb(0))
    return [weight / total for weight in weights]


def sum_of(variances: Sequence[Fraction | int]) -> tuple[list[Any], int]:
    """Probabilities of the sum of independent discrete Gaussians, and the index of zero."""
    with ctx.workprec(BITS):
        polynomial = arb_poly([1])
        offset = 0
        for variance in variances:
            reach = int(20 * float(variance) ** 0.5) + 20
            polynomial *= arb_poly(discrete_gaussian(variance, reach))
            offset += reach
        return list(polynomial), offset


def delta(probabilities: Sequence[Any], shift: int, epsilon: Fraction) -> Any:
    """Enclose the sum of the positive parts of P(z) - exp(epsilon) P(z - shift): the delta that this shift needs."""
    with ctx.workprec(BITS):
        growth = ball(epsilon).exp()
        padded = [arb(0)] * shift + list(probabilities)
        gaps = (p - growth * q for p, q in zip([*probabilities, *[arb(0)] * shift], padded, strict=True))
        return sum((gap.max(arb(0)) for gap in gaps), start=arb(0))
