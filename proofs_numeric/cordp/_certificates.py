"""Certificates about CorDP-DME's noise: the least error, also with the whole noise counted, and private covariances.

The Gaussian mechanism's privacy loss at sensitivity 2 from its definition, in rigorous enclosures (arb).

The loss is the supremum over sets A of P(A) - e^eps Q(A): the integral of p - e^eps q over x < 1 - eps sigma^2/2,
where it is positive, with p centred at 0 and q at 2. Nothing here uses the closed form for the integral.
"""

from __future__ import annotations

from fractions import Fraction

from flint import acb, arb, arb_series, ctx

from optcheck.checker.intervals import Interval
from optcheck.cordp.closed_form import dual_matrix, exact_noise, least_covariance
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import Exact, Quadratic, to_text
from optcheck.gaussian.balls import ball

__all__ = [
    "covariance_certificate",
    "integrated_loss",
    "loss_slope",
    "optimum_certificate",
    "whole_optimum_certificate",
]


def optimum_certificate(n: int, t: int, c: int, sigma2_min: Exact, d: int | None = None) -> Certificate:
    """The optimal pair with the dual bound that it reaches; for t = n the bound alone, as the optimum is a limit.

    >>> optimum_certificate(3, 3, 1, 1).verify().fact("infimum of the error").value
    Fraction(1, 4)
    """
    instance = {"n": n, "t": t, "c": c, "sigma2_min": to_text(sigma2_min), **({} if d is None else {"d": d})}
    evidence = {"dual": [str(entry) for entry in dual_matrix(n, t, c)]}
    if t < n or n - c == 1:
        noise = exact_noise(n, t, c, sigma2_min)
        evidence["pair"] = [str(noise.variance), str(noise.covariance)]
    return Certificate("cordp-optimum", instance, evidence)


def whole_optimum_certificate(n: int, t: int, c: int, sigma2_min: Exact) -> Certificate:
    """The pair with the least error of Eq. 10, which leaves colluders' terms in, and the dual bound that it reaches.

    >>> whole_optimum_certificate(4, 2, 1, 1).verify().fact("infimum of the error").value
    1
    """
    instance = {"n": n, "t": t, "c": c, "sigma2_min": to_text(sigma2_min), "whole": True}
    if c == 0:  # nobody's terms could be taken out
        return Certificate("cordp-optimum", instance, optimum_certificate(n, t, 0, sigma2_min).evidence)
    m, weight = n - c, t - 2 * c
    variance, covariance = Quadratic(sigma2_min), Quadratic(0)
    if weight > 1:  # the pair of m users of whom so many respond has the right eigenvalues
        noise = exact_noise(m, weight, 0, sigma2_min)
        covariance = noise.covariance
        variance = noise.variance - c * covariance
    dual = [str(entry) for entry in dual_matrix(m, max(weight, 1), 0)]
    return Certificate("cordp-optimum", instance, {"pair": [str(variance), str(covariance)], "dual": dual})


def covariance_certificate(
    n: int, c: int, variance: Quadratic | Exact, sigma2_min: Exact, largest: bool = False
) -> Certificate:
    """The least private covariance at a variance; for c = 0 on request the largest one too.

    >>> str(covariance_certificate(2, 0, 2, 1, largest=True).verify().fact("largest private covariance").value)
    '1*sqrt(2)'
    """
    instance = {"n": n, "c": c, "sigma2_min": to_text(sigma2_min), "variance": str(variance)}
    low = least_covariance(n, c, variance, sigma2_min)
    evidence = {"least": str(low)}
    if largest:
        evidence["most"] = str((n - 2) * (variance - sigma2_min) / Fraction(n - 1) - low)
    return Certificate("cordp-covariance", instance, evidence)


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
