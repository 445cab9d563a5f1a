"""The noise game: K users in a chain, each may add Gaussian noise to the sum that passes through its hands.

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

Nash equilibrium (Definition 3: the others' choices are fixed). Noise added later only shifts a user's cost by a
constant, so every user tops the noise up to m beta_k. The equilibrium is unique, and only users whose preference
exceeds all earlier ones add noise: sigma_k^2 = m (max_{i<=k} beta_i - max_{i<k} beta_i).

Subgame-perfect outcome (later users respond). Whatever user k does, the noise will end at m max beta at least; so every
user lets its own data profit from it. The first user adds m max beta, the others none. With positive preferences this
outcome is unique. The paper prints this profile and calls it a Nash equilibrium; by its own Definition 3 it is one only
if the first user has the largest preference.

Centralised optimum. Noise is worth most at the start, where it covers every user; so the optimum has one variance T,
added by the first user, that minimises K T + (alpha_1 + ... + alpha_K) T^(-1/2). Hence

    T = m (mean of alpha)^(2/3) = m (mean of beta^(3/2))^(2/3),    least total cost = 3 K T.

With a = (mean of beta^(3/2)) / (max beta)^(3/2), which lies in (0, 1], the subgame-perfect outcome costs
(1 + 2a) / (3 a^(2/3)) times as much. This decreases in a, which gives the bounds on the price of anarchy.

Floats serve most users; the functions whose names start with ``enclosed`` give arb balls that contain the real number,
at a chosen precision in bits, and ``price_of_anarchy_cubed`` a rational where preferences are squares.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, pairwise
from math import isqrt
from typing import TypeAlias

import numpy as np
from flint import arb, ctx
from numpy.typing import NDArray

from optcheck.errors import InvalidInput, shown
from optcheck.exact.files import Certificate
from optcheck.exact.inputs import exact_row, float_array, whole_number
from optcheck.exact.numbers import exact, to_text
from optcheck.gaussian.calibration import ball

M = 2.0 ** (-2.0 / 3.0)
SMALLEST, LARGEST = 1e-300, 1e300  # of a preference as a double, so that sums and ratios of costs stay meaningful
Floats = NDArray[np.float64]
Ball: TypeAlias = arb


def exact_preferences(preferences: Sequence[object] | Floats) -> tuple[Fraction, ...]:
    """Preferences as exact numbers, none negative, at least one.

    >>> exact_preferences([1, "9/4"])
    (Fraction(1, 1), Fraction(9, 4))
    """
    values = tuple(Fraction(beta) for beta in exact_row(preferences, "preference"))
    _require_users(len(values))
    for beta in values:
        if beta < 0:
            raise InvalidInput(f"preferences must be at least 0, got {shown(beta)}")
    return values


def float_preferences(preferences: object) -> Floats:
    """Preferences as a float array, each 0 or from 1e-300 to 1e300, at least one."""
    values = float_array(preferences, "preference")
    if values.ndim != 1:
        raise InvalidInput(f"preferences must be one row of numbers, got shape {shown(values.shape)}")
    _require_users(len(values))
    allowed = (values == 0) | ((values >= SMALLEST) & (values <= LARGEST))  # False for NaN
    if not allowed.all():
        invalid = values[~allowed][0]
        raise InvalidInput(f"preferences must be 0 or between {SMALLEST:g} and {LARGEST:g}, got {invalid}")
    return values


def _require_users(count: int) -> None:
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
    own, final, carried = (
        Fraction(exact(value, name))
        for value, name in ((preference, "preference"), (total, "total"), (seen, "the noise seen"))
    )
    if own == 0:
        return final
    if carried == 0:
        return None
    return final + 2 * square_root(own) ** 3 / square_root(carried)


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


def best_response(preference: object, before: object) -> Fraction:
    """The variance that minimises a user's cost, the others' choices fixed, in units of m (Lemma 1).

    ``before`` is the noise that the data carry when they arrive. Later users' noise only adds a constant.

    >>> best_response(4, 1)
    Fraction(3, 1)
    """
    own, arriving = exact(preference, "preference"), exact(before, "the noise before")
    if own < 0 or arriving < 0:
        raise InvalidInput(f"preference and noise must be at least 0, got {shown(own)} and {shown(arriving)}")
    return Fraction(max(own - arriving, 0))


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


@dataclass(frozen=True, slots=True, eq=False)
class Equilibrium:
    """Both solutions of one game, in the order of the users.

    m is irrational, so variances and costs are float arrays. What is rational stays exact: ``preferences`` (as
    given; an array stays one), and the variances in units of m, ``nash_multiples`` and
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
    values = preferences if isinstance(preferences, np.ndarray) else exact_preferences(preferences)
    beta = float_preferences(values)
    running = np.maximum.accumulate(beta)
    nash = M * np.diff(running, prepend=0.0)
    subgame_perfect = np.zeros_like(beta)
    subgame_perfect[0] = M * running[-1]
    nash_costs, outcome_costs = profile_costs(beta, nash), profile_costs(beta, subgame_perfect)
    least = centralised_total_cost(beta)
    return Equilibrium(
        preferences=beta if isinstance(values, np.ndarray) else values,
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


def enclosed_costs(preferences: Sequence[object], multiples: Sequence[object], bits: int = 128) -> list[Ball]:
    """Every user's cost (Eq. 14) at a profile, both in units of m; infinite where a user who cares has no noise.

    >>> [str(cost) for cost in enclosed_costs([1, 4], [4, 0])]
    ['5.00000000000000', '12.0000000000000']
    """
    beta, added = exact_preferences(preferences), exact_preferences(multiples)
    if len(beta) != len(added):
        raise InvalidInput(f"there must be one variance per user, got {len(added)} for {len(beta)} users")
    seen = list(accumulate(added))
    with _precision(bits):
        return [_cost(own, seen[-1], carried) for own, carried in zip(beta, seen, strict=True)]


def _cost(preference: Fraction, total: Fraction, seen: Fraction) -> Ball:
    if preference == 0:
        return ball(total)
    return ball(total) + 2 * _power_three_halves(preference) / ball(seen).sqrt() if seen else arb("inf")


def enclosed_optimum(preferences: Sequence[object], bits: int = 128) -> Ball:
    """The first user's variance in the centralised optimum, (mean of beta^(3/2))^(2/3), in units of m.

    >>> str(enclosed_optimum([4, 4]))[:6]
    '[4.000'
    """
    beta = exact_preferences(preferences)
    with _precision(bits):
        mean = sum((_power_three_halves(own) for own in beta), arb(0)) / len(beta)
        return arb(0) if max(beta) == 0 else (mean * mean).root(3)


def enclosed_price_of_anarchy(preferences: Sequence[object], bits: int = 128) -> Ball:
    """Total cost of the subgame-perfect outcome over the least total cost; at least one preference above 0.

    >>> enclosed_price_of_anarchy([1, 4]) > 1
    True
    """
    beta = exact_preferences(preferences)
    if max(beta) == 0:
        raise InvalidInput("the price of anarchy needs a preference above 0, got only zeros")
    outcome = [max(beta), *(Fraction(0) for _ in beta[1:])]
    with _precision(bits):
        paid = sum(enclosed_costs(beta, outcome, bits), arb(0))
        return paid / (3 * len(beta) * enclosed_optimum(beta, bits))


def _precision(bits: int) -> AbstractContextManager[object]:
    context: AbstractContextManager[object] = ctx.workprec(whole_number(bits, "bits", least=2, most=2**24))
    return context


def _power_three_halves(value: Fraction) -> Ball:
    return ball(value) * ball(value).sqrt()


def price_of_anarchy_cubed(preferences: Sequence[object]) -> Fraction:
    """The cube of the price of anarchy, exactly, for preferences that are squares of rationals.

    The outcome costs P = K M + 2A/sqrt(M), M the largest preference and A the sum of the beta^(3/2); the optimum
    3K (A/K)^(2/3). The cube of the ratio is P^3 / (27 K A^2).

    >>> price_of_anarchy_cubed([1, 4])
    Fraction(4913, 4374)
    """
    values = exact_preferences(preferences)
    top, weight = max(values), sum((square_root(beta) ** 3 for beta in values), Fraction(0))
    if top == 0:
        raise InvalidInput("the price of anarchy needs a preference above 0, got only zeros")
    paid = len(values) * top + 2 * weight / square_root(top)
    return paid**3 / (27 * len(values) * weight**2)
