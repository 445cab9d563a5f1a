"""The centralised optimum, and how much selfishness costs.

Noise is worth most at the start, where it covers everybody; so the optimum has one variance T, added by the first user,
that minimises K T + (alpha_1 + ... + alpha_K) T^(-1/2). Hence

    T = m (mean of alpha)^(2/3) = m (mean of beta^(3/2))^(2/3),    least total cost = 3 K T.

With a = (mean of beta^(3/2)) / (max beta)^(3/2), which lies in (0, 1], the subgame-perfect outcome costs
(1 + 2a) / (3 a^(2/3)) times as much. This decreases in a, which gives the bounds below.
"""

from __future__ import annotations

import numpy as np

from optcheck.chained_dp.game import M, float_preferences
from optcheck.errors import InvalidInput, shown
from optcheck.exact.inputs import float_array, whole_number

__all__ = ["anarchy_bound", "centralised_total_cost", "centralised_variance"]


def centralised_variance(preferences: object) -> float:
    """The first user's variance in the profile with the least total cost; the others add none.

    >>> round(centralised_variance([4.0, 4.0]) / M, 12)
    4.0
    """
    beta = float_preferences(preferences)
    top = float(beta.max())
    return M * top * float(np.mean((beta / top) ** 1.5) ** (2.0 / 3.0)) if top > 0 else 0.0


def centralised_total_cost(preferences: object) -> float:
    """The least possible sum of all users' costs.

    >>> round(centralised_total_cost([4.0, 4.0]) / M, 12)
    24.0
    """
    beta = float_preferences(preferences)
    return 3.0 * len(beta) * centralised_variance(beta)


def anarchy_bound(users: int, spread: float = np.inf) -> float:
    """The largest price of anarchy of the subgame-perfect outcome, over all preferences with max/min <= spread.

    Attained by one user at the maximum and all others at the minimum; without a bound on the spread it is
    (K + 2) / (3 K^(1/3)), approached but not attained by positive preferences.

    >>> round(anarchy_bound(8), 12)
    1.666666666667
    """
    count, ratio = whole_number(users, "users", least=1, most=2**53), float_array(spread, "spread")
    if ratio.ndim or not ratio >= 1:
        raise InvalidInput(f"spread must be a number of at least 1, got {shown(spread)}")
    a = (1.0 + (count - 1) * float(ratio) ** -1.5) / count
    return float((1.0 + 2.0 * a) / (3.0 * a ** (2.0 / 3.0)))
