"""The Mills ratio R(x) = Phi(-x)/phi(x) in bulk, in doubles, good to a few units in the last place.

For x >= 0 the product (x + 1) R(x) is smooth in u = (x - 4)/(x + 4), up to u = 1 (x infinite): a Chebyshev series in u,
whose coefficients are computed from arb when this module is loaded. For x < 0: R(x) = 1/phi(x) - R(-x).
"""

from __future__ import annotations

import numpy as np
from flint import arb, ctx
from numpy.polynomial import chebyshev

from optcheck.gaussian.inputs import Doubles

__all__ = ["mills"]

_TERMS = 28  # the last coefficients are below 1e-17
_MIDDLE = 4


def _scaled_ratio(u: arb) -> arb:
    x = _MIDDLE * (1 + u) / (1 - u)
    return (x + 1) * (arb.pi() / 2).sqrt() * (x * x / 2).exp() * (x / arb(2).sqrt()).erfc()


def _series() -> Doubles:
    """The coefficients of the polynomial through the values at the Chebyshev points."""
    with ctx.workprec(128):
        cosines = [(arb.pi() * m / (2 * _TERMS)).cos() for m in range(4 * _TERMS)]
        values = [_scaled_ratio(cosines[2 * k + 1]) for k in range(_TERMS)]
        sums = [sum(values[k] * cosines[j * (2 * k + 1) % (4 * _TERMS)] for k in range(_TERMS)) for j in range(_TERMS)]
        return np.array([float(total) * (2 if j else 1) / _TERMS for j, total in enumerate(sums)])


_SERIES = _series()


def mills(x: Doubles) -> Doubles:
    """The Mills ratio Phi(-x)/phi(x); infinity below -37."""
    size = np.abs(x)
    u = 1 - 2 * _MIDDLE / (size + _MIDDLE)
    ratio: Doubles = chebyshev.chebval(u, _SERIES) / (size + 1)
    with np.errstate(over="ignore"):
        return np.where(x < 0, np.sqrt(2 * np.pi) * np.exp(size * size / 2) - ratio, ratio)
