"""The Gaussian mechanism's privacy loss at sensitivity 2 from its definition, in rigorous enclosures (arb).

The loss is the supremum over sets A of P(A) - e^eps Q(A): the integral of p - e^eps q over x < 1 - eps sigma^2/2,
where it is positive, with p centred at 0 and q at 2. Nothing here uses the closed form for the integral.
"""

from __future__ import annotations

from fractions import Fraction

from flint import acb, arb, arb_series, ctx

from optcheck.checker.intervals import Interval
from optcheck.gaussian.balls import ball

__all__ = ["integrated_loss", "loss_slope"]

BITS = 160
TAIL = 24  # standard deviations beyond which the tail is bounded instead of integrated


def integrated_loss(epsilon: Fraction, variance: Fraction) -> Interval:
    """The integral of the positive part of p - e^eps q, by quadrature; the tail is bounded.

    >>> low, high = integrated_loss(Fraction(1), Fraction(4))
    >>> Fraction(12, 100) < low <= high < Fraction(13, 100)
    True
    """
    with ctx.workprec(BITS):
        return _enclosed(_integral(ball(epsilon), ball(variance).sqrt()))


def _integral(epsilon: arb, sigma: arb) -> arb:
    end = 1 - epsilon * sigma**2 / 2
    start = end - TAIL * sigma

    def integrand(x: acb, analytic: bool) -> acb:
        return (-(x**2) / (2 * sigma**2)).exp() - (epsilon - (x - 2) ** 2 / (2 * sigma**2)).exp()

    inside = acb.integral(integrand, start, end, rel_tol=arb(2) ** -80).real / (sigma * (2 * arb.pi()).sqrt())
    beyond = (-start / sigma / arb(2).sqrt()).erfc() / 2
    return inside + arb(0).union(beyond.abs_upper())


def loss_slope(epsilon: Fraction, sigma: Fraction) -> Interval:
    """The derivative of Phi(1/sigma - eps sigma/2) - e^eps Phi(-1/sigma - eps sigma/2) in sigma, from its power series.

    >>> loss_slope(Fraction(1), Fraction(1)).high < 0
    True
    """
    with ctx.workprec(BITS):
        half, at, root = ball(epsilon) / 2, arb_series([ball(sigma), 1], prec=2), arb(2).sqrt()
        upper, lower = ((half * at - 1 / at) / root).erfc() / 2, ((half * at + 1 / at) / root).erfc() / 2
        return _enclosed((upper - ball(epsilon).exp() * lower)[1])


def _enclosed(number: arb) -> Interval:
    """A ball as an interval with rational ends."""
    return Interval(*(_ratio(end) for end in (number.lower(), number.upper())))


def _ratio(exact: arb) -> Fraction:
    mantissa, exponent = exact.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
