"""The noise game: K users in a row, each may add Gaussian noise to the sum that passes through its hands.

Symbols, fixed once from Eq. 14 and Remark 2 of the paper (which writes beta where it means alpha in several places):

===============  =============================================================================================
alpha_k          weight of user k's privacy cost
beta_k           preference of user k: alpha_k = beta_k^(3/2)
m                2^(-2/3)
sigma_k^2        variance that user k adds; the strategy, any number >= 0
U_k              noise that user k's data carry when sent out: sigma_1^2 + ... + sigma_k^2
C_k              cost of user k: U_K + alpha_k / sqrt(U_k)
===============  =============================================================================================

Because m^(-1/2) = 2m, the game scales: with every variance written as a multiple u of m,

    C_k / m = u_1 + ... + u_K + 2 beta_k^(3/2) / sqrt(u_1 + ... + u_k).

So variances are rational multiples of m when preferences are rational, and costs are too when preferences are squares
of rationals. "In units of m" below means the multiple. A user with preference 0 does not mind exposure: its privacy
cost is 0, also where no noise is added.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt

import numpy as np
from numpy.typing import NDArray

from optcheck.errors import InvalidInput, shown
from optcheck.exact.inputs import exact_row, float_array
from optcheck.exact.numbers import exact

__all__ = ["Floats", "M", "best_response", "cost", "exact_preferences", "float_preferences", "square_root"]

M = 2.0 ** (-2.0 / 3.0)
SMALLEST, LARGEST = 1e-300, 1e300  # of a preference as a double, so that sums and ratios of costs stay meaningful

Floats = NDArray[np.float64]


def exact_preferences(preferences: Sequence[object] | Floats) -> tuple[Fraction, ...]:
    """Preferences as exact numbers, none negative, at least one.

    >>> exact_preferences([1, "9/4"])
    (Fraction(1, 1), Fraction(9, 4))
    """
    values = tuple(Fraction(beta) for beta in exact_row(preferences, "preference"))
    _require_some(len(values))
    for beta in values:
        if beta < 0:
            raise InvalidInput(f"preferences must be at least 0, got {shown(beta)}")
    return values


def float_preferences(preferences: object) -> Floats:
    """Preferences as a float array, each 0 or from 1e-300 to 1e300, at least one."""
    values = float_array(preferences, "preference")
    if values.ndim != 1:
        raise InvalidInput(f"preferences must be one row of numbers, got shape {shown(values.shape)}")
    _require_some(len(values))
    allowed = (values == 0) | ((values >= SMALLEST) & (values <= LARGEST))  # False for NaN
    if not allowed.all():
        wrong = values[~allowed][0]
        raise InvalidInput(f"preferences must be 0 or between {SMALLEST:g} and {LARGEST:g}, got {wrong}")
    return values


def _require_some(count: int) -> None:
    if count == 0:
        raise InvalidInput("there must be at least one user, got no preference")


def square_root(value: Fraction) -> Fraction:
    """The root of a square of a rational.

    >>> square_root(Fraction(9, 4))
    Fraction(3, 2)
    """
    if value < 0:
        raise InvalidInput(f"exact costs need numbers of at least 0, got {shown(value)}")
    root = Fraction(isqrt(value.numerator), isqrt(value.denominator))
    if root * root != value:
        raise InvalidInput(f"exact costs need squares of rationals, got {shown(value)}")
    return root


def cost(preference: Fraction, total: Fraction, seen: Fraction) -> Fraction | None:
    """A user's cost (Eq. 14) in units of m; None stands for infinity.

    ``total`` is all noise in the end, ``seen`` the noise its data carry when sent out, both in units of m.

    >>> cost(Fraction(4), Fraction(4), Fraction(4))
    Fraction(12, 1)
    """
    wanted, all_noise, before = (
        Fraction(exact(value, name))
        for value, name in ((preference, "preference"), (total, "total"), (seen, "the noise seen"))
    )
    if wanted == 0:
        return all_noise
    if before == 0:
        return None
    return all_noise + 2 * square_root(wanted) ** 3 / square_root(before)


def best_response(preference: object, before: object) -> Fraction:
    """The variance that minimises a user's cost, the others' choices fixed, in units of m (Lemma 1).

    ``before`` is the noise that the data carry when they arrive. Later users' noise only adds a constant.

    >>> best_response(4, 1)
    Fraction(3, 1)
    """
    wanted, there = exact(preference, "preference"), exact(before, "the noise before")
    if wanted < 0 or there < 0:
        raise InvalidInput(f"preference and noise must be at least 0, got {shown(wanted)} and {shown(there)}")
    return Fraction(max(wanted - there, 0))
