"""Statement: the variance of the noise in the sum that a user receives is estimated by mean(S' - S), the mean over the
coordinates of received minus true sum.

Model: every noise is plus or minus its deviation with equal chance, which has the same mean and variance as the
normal one. The expectation of the estimate over all signs must be the sum of the variances. One coordinate is enough:
the mean over equal coordinates has the same expectation.

Corners: one noise; a noise of 0.

Readings: none; the mean of the noise itself is 0, whatever its variance.
"""

from itertools import product

from optcheck.claims import *


class Found(Instance):
    """The deviations of the noises in the received sum."""

    deviations: tuple[Fraction, ...] = row(rational(at_least=0), least=1, symbol="σ")


def as_printed(found: Found) -> Value:
    return expected(found, 1)


def corrected(found: Found) -> Value:
    return expected(found, 2)


def expected(found: Found, power: int) -> Value:
    """The expectation of a power of the noise, over all signs."""
    patterns = list(product((1, -1), repeat=len(found.deviations)))
    sums = [sum(sign * size for sign, size in zip(signs, found.deviations, strict=True)) for signs in patterns]
    return sum(one**power for one in sums) / Fraction(len(patterns))


def total_variance(found: Found) -> Value:
    return sum(size**2 for size in found.deviations)


CLAIM = Statement(
    "chained/sec-8-variance",
    place="Section VIII",
    title="the estimate of the total noise",
    domain=Found,
    truth=definition(total_variance),
    asserts=equals,
    printed=Form(as_printed, "Σ σ_i² = mean(Ŝ − S)"),
    corrected=Form(corrected, "Σ σ_i² = E mean((Ŝ − S)²)"),
    impact=Impact.TEXT,
    argument="The mean square of a sum grows by σ² with one more noise of plus or minus σ, whose sign is independent.",
    effort=Effort(instances=80, drawn=30, largest={"deviations": 6}),
)
