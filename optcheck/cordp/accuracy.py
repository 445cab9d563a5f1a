"""Decoders and their mean squared errors, for any variance and covariance and for the usual alternatives.

With r <= 0 the pairwise terms of users who respond cancel in the sum; those shared with dropped users stay. A server
that adds up the responders' reports and takes out what responding colluders told it is left with the variance
``responders' honest number * (variance + covariance * (responders - 1))``. All functions take scalars or arrays.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from optcheck.errors import InvalidInput


def effective_variance(variance: Any, covariance: Any, responders: Any) -> Any:
    """Variance of the sum of the honest responders' reports over their number.

    >>> effective_variance(2.0, -0.5, 4)
    0.5
    """
    return variance + covariance * (responders - 1)


def decoder_weight(effective: Any, honest: Any, d: Any) -> Any:
    """The weight of every report in the decoder with the least worst-case error (Proposition 1).

    >>> decoder_weight(1.0, 4, 4)
    0.5
    """
    return 1 / (1 + unbiased_error(effective, honest, d))


def unbiased_error(effective: Any, honest: Any, d: Any) -> Any:
    """Mean squared error of the plain mean of the honest responders' reports.

    >>> unbiased_error(0.5, 4, 2)
    0.25
    """
    for name, value, least in (("d", d, 1), ("the number of honest users", honest, 1), ("the variance", effective, 0)):
        _require_at_least(name, value, least)
    return d * effective / honest


def _require_at_least(name: str, value: Any, least: int) -> None:
    try:
        fits = bool(np.all(np.asarray(value) >= least))
    except TypeError:
        fits = False
    if not fits:
        raise InvalidInput(f"{name} must be a number that is at least {least}, got {value!r}")


def biased_error(effective: Any, honest: Any, d: Any) -> Any:
    """Worst-case mean squared error over vectors of the unit ball with the best weight; below 1.

    >>> biased_error(1.0, 4, 4)
    0.5
    """
    plain = unbiased_error(effective, honest, d)
    return plain / (1 + plain)


def local_error(sigma2_min: Any, honest: Any, d: Any) -> Any:
    """Unbiased error with independent noise (local privacy).

    >>> local_error(2.0, 4, 1)
    0.5
    """
    return unbiased_error(sigma2_min, honest, d)


def central_error(sigma2_min: Any, honest: Any, d: Any) -> Any:
    """Unbiased error of a trusted server that adds noise once to the sum (central privacy).

    >>> central_error(2.0, 4, 1)
    0.125
    """
    return unbiased_error(sigma2_min, honest, d) / honest
