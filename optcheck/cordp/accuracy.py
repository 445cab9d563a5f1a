"""Decoders and their mean squared errors, for any variance and covariance and for the usual alternatives.

With r <= 0 the pairwise terms of users who respond cancel in the sum; those shared with dropped users stay. A server
that adds up the responders' reports and takes out what responding colluders told it is left with the variance
``responders' honest number * (variance + covariance * (responders - 1))``. All functions take scalars or arrays.
"""

from __future__ import annotations

from collections.abc import Callable
from numbers import Real

import numpy as np

from optcheck.cordp.sizes import Figures
from optcheck.errors import BeyondDoubles, InvalidInput, shown
from optcheck.exact.numbers import Quadratic


def effective_variance(variance: object, covariance: object, responders: object) -> Figures:
    """Variance of the sum of the honest responders' reports over their number.

    >>> effective_variance(2.0, -0.5, 4)
    0.5
    """
    total, shared, count = (
        _number(name, value)
        for name, value in (("variance", variance), ("covariance", covariance), ("responders", responders))
    )
    return _computed(lambda: total + shared * (count - 1))


def decoder_weight(effective: object, honest: object, d: object) -> Figures:
    """The weight of every report in the decoder with the least worst-case error (Proposition 1).

    >>> decoder_weight(1.0, 4, 4)
    0.5
    """
    error = unbiased_error(effective, honest, d)
    return _computed(lambda: 1 / (1 + error))


def unbiased_error(effective: object, honest: object, d: object) -> Figures:
    """Mean squared error of the plain mean of the honest responders' reports.

    >>> unbiased_error(0.5, 4, 2)
    0.25
    """
    size, users, spread = (
        _at_least(name, value, least)
        for name, value, least in (
            ("d", d, 1),
            ("the number of honest users", honest, 1),
            ("the variance", effective, 0),
        )
    )
    return _computed(lambda: size * spread / users)


def _number(name: str, value: object) -> Figures:
    """A scalar as it is, anything else as an array of numbers."""
    if isinstance(value, Real | Quadratic) and not isinstance(value, bool):
        return value
    array = np.asarray(value) if not isinstance(value, str) else None
    if array is None or array.dtype.kind not in "iuf" or not array.size:
        raise InvalidInput(f"{name} must be a number or an array of numbers, got {shown(value)}")
    return array


def _at_least(name: str, value: object, least: int) -> Figures:
    number = _number(name, value)
    if not np.all(number >= least):
        raise InvalidInput(f"{name} must be a number that is at least {least}, got {shown(value)}")
    return number


def _computed(formula: Callable[[], Figures]) -> Figures:
    try:
        return formula()
    except OverflowError:
        raise BeyondDoubles("the result exceeds the largest double, 1.8e308: give exact numbers") from None
    except ValueError as error:
        raise InvalidInput(f"the arguments must have shapes that fit together: {error}") from None


def biased_error(effective: object, honest: object, d: object) -> Figures:
    """Worst-case mean squared error over vectors of the unit ball with the best weight; below 1.

    >>> biased_error(1.0, 4, 4)
    0.5
    """
    plain = unbiased_error(effective, honest, d)
    return _computed(lambda: plain / (1 + plain))


def local_error(sigma2_min: object, honest: object, d: object) -> Figures:
    """Unbiased error with independent noise (local privacy).

    >>> local_error(2.0, 4, 1)
    0.5
    """
    return unbiased_error(sigma2_min, honest, d)


def central_error(sigma2_min: object, honest: object, d: object) -> Figures:
    """Unbiased error of a trusted server that adds noise once to the sum (central privacy).

    >>> central_error(2.0, 4, 1)
    0.125
    """
    error = unbiased_error(sigma2_min, honest, d)
    return _computed(lambda: error / _number("the number of honest users", honest))
