"""Certificates about CorDP-DME's noise: the least error, also with the whole noise counted, and private covariances."""

from __future__ import annotations

from fractions import Fraction

from optcheck.cordp.closed_form import dual_matrix, exact_noise, least_covariance
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import Exact, Quadratic, to_text

__all__ = [
    "covariance_certificate",
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
    if c == 0:  # there are no colluders' terms to subtract
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
