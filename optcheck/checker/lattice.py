"""How close sums of discrete Gaussians are to a Gaussian: bounds in rational numbers. Standard library only.

N_Z(v) is the discrete Gaussian on the integers, P(z) proportional to g_v(z) = exp(-z^2/(2v)); N(v) is the Gaussian on
the reals. By Poisson's summation formula the sum of exp(-(z - m)^2/(2 kappa)) over all integers z is, for every real m,

    sqrt(2 pi kappa) (1 + 2 sum over k >= 1 of exp(-2 pi^2 kappa k^2) cos(2 pi k m)),

that is, sqrt(2 pi kappa) times something in [1 - eta, 1 + eta], eta = ``ripple(kappa)``: nearly the same for every m.

1. *Sums.* For z in the integers, the convolution of g_a and g_b at z is g_(a+b)(z) times such a sum with
   kappa = ab/(a+b) >= min(a, b)/2. So if a function is within [l, h] times g_a, its convolution with g_b is within
   [l(1 - eta), h(1 + eta)] times a constant times g_(a+b). Adding s discrete Gaussians of variances at least w and
   total T gives probabilities within [(1 - eta)^(s-1), (1 + eta)^(s-1)] times a constant times g_T, eta = ripple(w/2).
2. *From the reals to the integers.* Take y from N(V) and then the integer z with probability proportional to
   exp(-(y - z)^2/(2c)). The normaliser is nearly the same for every y, so z has probabilities within [1/(1 + eta),
   1/(1 - eta)] times a constant times g_(V+c), eta = ripple(c). This is a function of y and fresh coins, and shifting
   y by an integer shifts z: x + z is as private as x + y.
3. *Together.* With T = V + c the sum Z of 1 and the z of 2 have probabilities whose ratio is within a constant times
   [e^-zeta', e^zeta']; both sum to 1, so the ratio lies in [e^-zeta, e^zeta] with zeta = (s - 1) L(w/2) + L(c),
   L(kappa) = log((1 + eta)/(1 - eta)) <= 2 eta/(1 - eta).

Hence, where x + y is (epsilon', delta')-private for integer changes of x up to D,

    P(x + Z in E) <= e^zeta (e^epsilon' P(x' + z in E) + delta') <= e^(epsilon' + 2 zeta) P(x' + Z in E) + e^zeta
    delta'.

m independent coordinates and releases multiply zeta by m; each release may depend on what was seen before.
"""

from __future__ import annotations

from fractions import Fraction

from optcheck.checker import intervals
from optcheck.checker.numerals import Exact

TWO_PI_SQUARED = Fraction(19739, 1000)  # below 2 pi^2 = 19.7392...
FAR = 32  # ripple(32) is below 10^-274: beyond it exp would be far too small to matter
SMALLEST = 128  # closer than 2^-128 is not asked for: it would only make long numbers
_BITS = 64

__all__ = ["closeness", "private_budget", "ripple"]


def ripple(kappa: Exact) -> Fraction:
    """An upper bound on 2 sum over k >= 1 of exp(-2 pi^2 kappa k^2), for kappa > 0: the squares are at least k."""
    q = intervals.exp(intervals.point(-TWO_PI_SQUARED * min(Fraction(kappa), Fraction(FAR))), _BITS).high
    return 2 * q / (1 - q)


def closeness(terms: int, least: Exact, smoothing: Exact) -> Fraction | None:
    """A power of two that is at least zeta for up to ``terms`` discrete Gaussians of variance at least ``least``.

    None where the variances are too small for the argument (a ripple of 1/4 or more, or zeta above 1/2).
    """
    ripples = [(max(0, terms - 1), ripple(Fraction(least) / 2)), (1, ripple(smoothing))]
    if any(count and eta >= Fraction(1, 4) for count, eta in ripples):
        return None
    zeta = sum((count * 2 * eta / (1 - eta) for count, eta in ripples if count), start=Fraction(0))
    exponent = (zeta.denominator // zeta.numerator).bit_length() - 1
    return Fraction(1, 1 << min(exponent, SMALLEST)) if exponent >= 1 else None


def private_budget(epsilon: Exact, delta: Exact, zeta: Exact) -> tuple[Exact, Exact] | None:
    """(epsilon', delta') that a ratio within e^zeta turns into (epsilon, delta) at worst; None if there is none.

    delta' = delta (1 - zeta) <= delta e^-zeta. For epsilon = 0 the factor e^(2 zeta) on a probability goes into delta:
    e^(2 zeta) - 1 <= 4 zeta for zeta <= 1/2.
    """
    if zeta > Fraction(1, 2):
        return None
    if epsilon == 0:
        rest = delta * (1 - zeta) - 4 * zeta
        return (0, rest) if rest > 0 else None
    return (epsilon - 2 * zeta, delta * (1 - zeta)) if epsilon >= 2 * zeta else None
