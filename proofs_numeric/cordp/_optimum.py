"""The optimum of CorDP-DME as the checker establishes it: a pair, and a semidefinite bound that it reaches.

The errors are those of the paper's proofs, with the responding colluders' terms removed; ``whole`` ones leave these
terms in, as Eq. 10 does.
"""

from __future__ import annotations

from typing import Any

from optcheck.claims import INFINITE, Combination, Document, Quantity
from optcheck.cordp.accuracy import dual_matrix, exact_noise
from optcheck.exact.files import Certificate
from optcheck.exact.numbers import Exact, Quadratic, to_text

__all__ = [
    "LARGEST_OPTIMAL_VARIANCE",
    "LEAST_DECODED_ERROR",
    "LEAST_ERROR",
    "LEAST_WHOLE_ERROR",
    "OPTIMAL_CORRELATION",
    "OPTIMAL_VARIANCE",
    "optimum",
    "optimum_certificate",
    "whole_optimum_certificate",
]


def optimum_certificate(n: int, t: int, c: int, sigma2_min: Exact, d: int | None = None) -> Certificate:
    """The optimal pair with the dual bound that it reaches; for t = n the bound alone, as the optimum is a limit.

    >>> optimum_certificate(3, 3, 1, 1).verify().fact("infimum of the error").value
    Fraction(1, 4)
    """
    evidence = {"dual": [str(entry) for entry in dual_matrix(n, t, c)]}
    if t < n or n - c == 1:
        noise = exact_noise(n, t, c, sigma2_min)
        evidence["pair"] = [str(noise.variance), str(noise.covariance)]
    return Certificate("cordp-optimum", _document(n, t, c, sigma2_min, d), evidence)


def whole_optimum_certificate(n: int, t: int, c: int, sigma2_min: Exact) -> Certificate:
    """The pair with the least error of Eq. 10, which leaves colluders' terms in, and the dual bound that it reaches.

    >>> whole_optimum_certificate(4, 2, 1, 1).verify().fact("infimum of the error").value
    1
    """
    instance = {**_document(n, t, c, sigma2_min, None), "whole": True}
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


def _document(n: int, t: int, c: int, sigma2_min: Exact, d: int | None) -> dict[str, object]:
    sizes = {"n": n, "t": t, "c": c, "sigma2_min": to_text(sigma2_min)}
    return sizes if d is None else {**sizes, "d": d}


def _parts(case: Any) -> tuple[int, int, int, Exact, int | None]:
    """Of a case that says them; without t nobody drops out."""
    return case.n, getattr(case, "t", case.n), case.c, case.sigma2_min, getattr(case, "d", None)


def optimum(name: str) -> Quantity[Any]:
    """A fact about the optimum, in d dimensions where the case has them."""
    return Quantity(
        kind="cordp-optimum",
        name=name,
        describe=lambda case: _document(*_parts(case)),
        certify=lambda case: optimum_certificate(*_parts(case)),
    )


def _whole(case: Any) -> Document:
    return {**_document(*_parts(case)[:4], None), "whole": True}


LEAST_ERROR = optimum("infimum of the error")
LEAST_DECODED_ERROR = optimum("infimum of the decoded error")
OPTIMAL_VARIANCE = optimum("optimal variance")
OPTIMAL_CORRELATION = optimum("correlation at the largest optimal variance")
LARGEST_OPTIMAL_VARIANCE: Combination[Any] = Combination(
    parts=(optimum("largest optimal variance"),), value=lambda fact: INFINITE if fact == "infinite" else fact
)
LEAST_WHOLE_ERROR: Quantity[Any] = Quantity(
    kind="cordp-optimum",
    name="infimum of the error",
    describe=_whole,
    certify=lambda case: whole_optimum_certificate(*_parts(case)[:4]),
)
