"""The two solutions of the noise game, kept apart.

Nash (Definition 3: the others' choices are fixed). Noise added later only shifts a user's cost by a constant, so every
user tops the noise up to m beta_k. The equilibrium is unique, and only users whose preference exceeds all earlier ones
add noise: sigma_k^2 = m (max_{i<=k} beta_i - max_{i<k} beta_i).

Subgame-perfect (later users respond). Whatever user k does, the noise will end at m max beta at least; so every user
lets its own data profit from it. The first user adds m max beta, nobody else adds any. With positive preferences
this outcome is unique.

The paper prints the second profile and calls it a Nash equilibrium; by its own Definition 3 it is one only if the first
user has the largest preference.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, pairwise

import numpy as np

from optcheck.chained_dp.game import Floats, M, exact_preferences, float_preferences
from optcheck.chained_dp.optimum import centralised_total_cost, centralised_variance
from optcheck.errors import InvalidInput, shown
from optcheck.exact.certificate import Certificate
from optcheck.exact.inputs import float_array
from optcheck.exact.numbers import to_text

__all__ = ["Equilibrium", "equilibrium", "nash_multiples", "profile_costs", "subgame_perfect_multiples"]


def nash_multiples(preferences: Sequence[object] | Floats) -> tuple[Fraction, ...]:
    """The Nash profile in units of m, exactly.

    >>> nash_multiples([1, "4/3", 1])
    (Fraction(1, 1), Fraction(1, 3), Fraction(0, 1))
    """
    running = accumulate(exact_preferences(preferences), max, initial=Fraction(0))
    return tuple(after - before for before, after in pairwise(running))


def subgame_perfect_multiples(preferences: Sequence[object] | Floats) -> tuple[Fraction, ...]:
    """The subgame-perfect outcome in units of m, exactly.

    >>> subgame_perfect_multiples([1, "4/3", 1])
    (Fraction(4, 3), Fraction(0, 1), Fraction(0, 1))
    """
    beta = exact_preferences(preferences)
    return (max(beta), *(Fraction(0) for _ in beta[1:]))


def profile_costs(preferences: object, variances: object) -> Floats:
    """Every user's cost (Eq. 14) at a profile of variances, as floats.

    >>> profile_costs([1.0, 4.0], [4 * M, 0.0]) / M
    array([ 5., 12.])
    """
    beta, added = float_preferences(preferences), float_array(variances, "variance")
    if added.shape != beta.shape or not (added >= 0).all():
        raise InvalidInput(f"there must be one variance >= 0 per user, got {shown(variances)} for {len(beta)} users")
    seen = np.cumsum(added)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):  # no noise: an infinite cost
        privacy = np.where(beta > 0, beta * np.sqrt(beta / seen), 0.0)
    return np.asarray(seen[-1] + privacy)


@dataclass(frozen=True, slots=True, eq=False)
class Equilibrium:
    """Both solutions of one game, in the order of the users.

    m is irrational, so variances and costs are float arrays. What is rational is kept exactly: ``preferences`` (as
    handed over; an array stays one), and the variances in units of m, ``nash_multiples`` and
    ``subgame_perfect_multiples``. Costs at such multiples are enclosed by :func:`optcheck.chained_dp.enclosed_costs`.

    ``price_of_anarchy`` is the total cost of the subgame-perfect outcome (which the BAS mechanism enforces) over the
    least possible total cost; ``nash_price_of_anarchy`` the same for the Nash profile.
    """

    preferences: tuple[Fraction, ...] | Floats
    nash: Floats
    subgame_perfect: Floats
    nash_costs: Floats
    subgame_perfect_costs: Floats
    optimum: float
    price_of_anarchy: float
    nash_price_of_anarchy: float

    @property
    def nash_multiples(self) -> tuple[Fraction, ...]:
        """The Nash variances in units of m, exactly."""
        return nash_multiples(self.preferences)

    @property
    def subgame_perfect_multiples(self) -> tuple[Fraction, ...]:
        """The subgame-perfect variances in units of m, exactly."""
        return subgame_perfect_multiples(self.preferences)

    def certify(self) -> Certificate:
        """A proof that ``nash_multiples`` is an equilibrium for these preferences (doubles as what they are)."""
        return Certificate(
            "noise-game-equilibrium",
            {
                "preferences": [to_text(value) for value in exact_preferences(self.preferences)],
                "profile": [to_text(value) for value in self.nash_multiples],
            },
            {},
        )


def equilibrium(preferences: Sequence[object] | Floats) -> Equilibrium:
    """Solve the noise game for users with these preferences beta_k, in this order.

    Linear time. Arrays are taken as doubles, fast for millions of users; lists and tuples may also hold ints,
    Fractions and texts, and stay exact.

    >>> solved = equilibrium([1, "4/3", 1])
    >>> solved.nash.round(3), solved.subgame_perfect.round(3)
    (array([0.63, 0.21, 0.  ]), array([0.84, 0.  , 0.  ]))
    >>> [str(multiple) for multiple in solved.nash_multiples]
    ['1', '1/3', '0']
    """
    given = preferences if isinstance(preferences, np.ndarray) else exact_preferences(preferences)
    beta = float_preferences(given)
    running = np.maximum.accumulate(beta)
    nash = M * np.diff(running, prepend=0.0)
    subgame_perfect = np.zeros_like(beta)
    subgame_perfect[0] = M * running[-1]
    nash_costs, outcome_costs = profile_costs(beta, nash), profile_costs(beta, subgame_perfect)
    least = centralised_total_cost(beta)
    return Equilibrium(
        preferences=beta if isinstance(given, np.ndarray) else given,
        nash=nash,
        subgame_perfect=subgame_perfect,
        nash_costs=nash_costs,
        subgame_perfect_costs=outcome_costs,
        optimum=centralised_variance(beta),
        price_of_anarchy=_ratio(outcome_costs, least),
        nash_price_of_anarchy=_ratio(nash_costs, least),
    )


def _ratio(costs: Floats, least: float) -> float:
    return float(costs.sum()) / least if least > 0 else 1.0
