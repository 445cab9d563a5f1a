"""Statement: Agarwal, Kairouz and Liu (2021), Corollary 3.6: Skellam noise of variance mu has, when an integer moves by
1, a Renyi divergence of integer order alpha of at most alpha/(2 mu) + min((2 alpha + 5)/(4 mu^2), 3/(2 mu)).

Model: the divergence is ln(M)/(alpha - 1) with M = exp(-mu) sum over k of I_k^alpha I_(k-1)^(1-alpha), I_k the modified
Bessel function of order |k| at mu: a series of rational numbers. So exp((alpha - 1) r) is compared with M. The ends of
the sums are bounded by geometric ones: I_(k+1)/I_k is at most mu/(2k + 2), and I_k/I_(k+1) at most 1 + 2(k + 1)/mu.

Corners: small mu, where the second bound of the minimum counts; large mu, where both are next to nothing.

Readings: both sensitivities are 1. Sums of Skellam noise are Skellam noise, so this is also the noise of many parties.
"""

from math import ceil, floor

from optcheck.claims import *
from proofs_numeric.libraries._discrete import between_ends

DIGITS = 10**60  # terms of the sum are rounded to so many parts


class Noise(Instance):
    """The variance of the noise, and the order of the divergence."""

    mu: Fraction = rational(above=0, symbol="μ")
    order: int = integer(2, symbol="α")


def as_printed(at: Noise) -> Value:
    second = smallest((2 * at.order + 5) / (4 * at.mu**2), 3 / (2 * at.mu))
    return at.order / (2 * at.mu) + second


def moment(at: Noise, divergence: Value) -> Value:
    """What a divergence of this order is the logarithm of."""
    return exp((at.order - 1) * divergence)


def true_moment(at: Noise) -> Value:
    last = 4 * ceil(at.mu) + at.order + 24
    chances = [bessel(k, at.mu) for k in range(last + 3)]
    low = high = Fraction(0)
    for k in range(-last, last + 1):
        (least, most), (least_before, most_before) = chances[abs(k)], chances[abs(k - 1)]
        low += Fraction(floor(DIGITS * least * (least / most_before) ** (at.order - 1)), DIGITS)
        high += Fraction(ceil(DIGITS * most * (most / least_before) ** (at.order - 1)), DIGITS)
    return between_ends(exp(-at.mu) * low, exp(-at.mu) * (high + rest(at, chances[last + 1][1], last + 1)))


def bessel(k: int, mu: Fraction) -> tuple[Fraction, Fraction]:
    """The function of order k lies between these: each term is at most half of the one before, from the last one on."""
    term = Fraction(1)
    for i in range(1, k + 1):
        term *= mu / (2 * i)
    summed, last = term, 2 * ceil(mu) + 40
    for j in range(1, last + 1):
        term *= mu**2 / (4 * j * (j + k))
        summed += term
    return summed, summed + term


def rest(at: Noise, first: Fraction, index: int) -> Fraction:
    """More than all terms beyond both ends: each is at most half of the one before."""
    return 2 * first * (1 + (1 + 2 * (index + 1) / at.mu) ** (at.order - 1))


CLAIM = Statement(
    "libraries/skellam-renyi",
    place="Agarwal, Kairouz and Liu, Corollary 3.6",
    title="the Renyi divergence of Skellam noise",
    domain=Noise,
    truth=definition(true_moment),
    means=moment,
    asserts=at_most,
    printed=Form(as_printed, "r(α) = α/(2μ) + min((2α + 5)/(4μ²), 3/(2μ))"),
    impact=Impact.SAFETY,
    effort=Effort(instances=40, drawn=10, largest={"mu": 9, "order": 8}),
)
