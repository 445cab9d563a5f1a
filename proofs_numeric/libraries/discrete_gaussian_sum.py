"""Statement: Kairouz, Liu and Steinke (2021), Theorem 11, for two: the sum of two discrete Gaussians of variance
parameter sigma^2 >= 1/4 is as likely to be s as a discrete Gaussian of parameter 2 sigma^2, up to a factor of exp(+-10
exp(-pi^2 sigma^2)).

Model: the quotient of both chances depends on the parity of s alone: exp(-s^2/(4 sigma^2)) cancels, and what is left is
a sum over integers, or over integers plus one half. Infinite sums, whose ends are bounded.

Corners: sigma^2 = 1/4; large sigma, where hardly anything is left.
"""

from optcheck.claims import *
from proofs_numeric.libraries._discrete import between_ends, last_term, normaliser, rest, weight


class Sum(Instance):
    """The variance parameter of each, and whether the sum is odd."""

    variance: Fraction = rational(at_least="1/4", symbol="σ²")
    odd: bool = flag()


def as_printed(at: Sum) -> Value:
    distance = 10 * exp(-(pi() ** 2) * at.variance)
    return exp(-distance), exp(distance)


def quotient(at: Sum) -> Value:
    """The chance of s as a sum, over that as a discrete Gaussian of twice the parameter."""
    low, high = splits(at)
    (one_low, one_high), (two_low, two_high) = normaliser(at.variance), normaliser(2 * at.variance)
    return between_ends(low * two_low / one_high**2, high * two_high / one_low**2)


def splits(at: Sum) -> tuple[Value, Value]:
    """The sum of exp(-(k - s/2)^2/sigma^2) over all integers k, for s = 0 or 1, between two numbers."""
    half, last = Fraction(at.odd, 2), last_term(at.variance)
    summed = sum(weight(at.variance / 2, k - half) for k in range(-last, last + 1))
    return summed, summed + 2 * rest(at.variance / 2, last - 1)


CLAIM = Statement(
    "libraries/discrete-gaussian-sum",
    place="Kairouz, Liu and Steinke, Theorem 11",
    title="the sum of two discrete Gaussians is all but a discrete Gaussian",
    domain=Sum,
    truth=definition(quotient),
    asserts=between(),
    printed=Form(as_printed, "exp(±10 exp(-π²σ²))"),
    impact=Impact.SAFETY,
    effort=Effort(instances=30, drawn=10, largest={"variance": 9}),
)
