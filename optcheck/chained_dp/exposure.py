"""Exposure: how likely colluding neighbours learn a user's slice, how much collusion is tolerable; and shorter chains.

Every other user is an attacker with probability p, independently. In a chain, the weak attacker needs the victim's two
neighbours (Definition 4), the strong one any user before and any user after the victim (Definition 5). With a uniform
order, K users and q = 1 - p,

    weak    (K-2)/K p^2
    strong  (1/K) sum over i < K of (1 - q^i)(1 - q^(K-1-i))  =  1 + q^(K-1) - 2 (1 - q^K) / (K p).

The BAS mechanism does not draw a uniform order: the user with the largest preference never comes first. A user in the
first position is never exposed, so both probabilities are multiplied by K/(K-1) for that user, and by K (K-2) / (K-1)^2
for the others.

A long chain can be split into shorter ones that work in parallel. Each part q ends with the noise m max_q beta. The
server combines the parts' means. Weighted by the parts' sizes the result is the mean of all users plus noise of
variance (sum over q of m max_q beta) / K^2 per coordinate; never more than the (sum over k of m beta_k) / K^2 of purely
local noise. Averaged without weights, as the paper's text says, parts of different sizes give a biased mean, and the
noise can exceed local noise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Literal

import numpy as np
from flint import arb, ctx

from optcheck.chained_dp.game import Floats, exact_preferences
from optcheck.errors import InvalidInput, shown
from optcheck.exact.inputs import exact_row, flag, float_array, items, one_of, whole_number
from optcheck.exact.numbers import exact
from optcheck.gaussian.calibration import ball

Attacker = Literal["weak", "strong"]
Order = Literal["uniform", "shuffled, largest", "shuffled, other"]
_BITS = 53  # of a double
SMALLEST_TARGET = Fraction(1, 2**1074)  # the smallest double above 0
LONGEST_CHAIN = 10**15
_MOST_USERS = 10**5  # for exact powers, whose digits grow with it
_PRECISIONS = (192, 768)  # tried before exact powers
Split = tuple[tuple[int, ...], ...]


def exposure(users: int, probability: object, attacker: Attacker = "strong", order: Order = "uniform") -> Fraction:
    """Probability that a slice of one user is exposed, exactly.

    ``order`` is "uniform" (the paper's simplification), or the order that BAS draws: "shuffled, largest" for the
    user with the largest preference (the worst case), "shuffled, other" for the others.

    >>> exposure(3, "1/2", "weak"), exposure(3, "1/2", "weak", order="shuffled, largest")
    (Fraction(1, 12), Fraction(1, 8))
    """
    p, factor = _probability(probability), _order_factor(users, order)
    if require_attacker(attacker) == "weak":
        return factor * _weak(users, p)
    whole_number(users, "users of an exact exposure", most=_MOST_USERS)
    return factor * _strong(users, p)


def _probability(probability: object) -> Fraction:
    p = Fraction(exact(probability, "probability"))
    if not 0 <= p <= 1:
        raise InvalidInput(f"probability must lie between 0 and 1, got {shown(p)}")
    return p


def _order_factor(users: int, order: Order) -> Fraction:
    one_of(order, ("uniform", "shuffled, largest", "shuffled, other"), "order")
    whole_number(users, f"users of a row in {order} order", least=1 if order == "uniform" else 2)
    match order:
        case "uniform":
            return Fraction(1)
        case "shuffled, largest":
            return Fraction(users, users - 1)
        case "shuffled, other":
            return Fraction(users * (users - 2), (users - 1) ** 2)


def require_attacker(attacker: Attacker) -> Attacker:
    """The attacker, if it is weak or strong."""
    return one_of(attacker, ("weak", "strong"), "attacker")


def _weak(users: int, p: Fraction) -> Fraction:
    return Fraction(max(users - 2, 0), users) * p**2


def _strong(users: int, p: Fraction) -> Fraction:
    if p == 0:
        return Fraction(0)
    q = 1 - p
    return 1 + q ** (users - 1) - 2 * (1 - q**users) / (users * p)


def release_exposure(
    users: int, probability: object, slices: int, attacker: Attacker = "strong", order: Order = "uniform"
) -> Fraction:
    """Probability that at least one of a user's slices is exposed: one set of attackers, an order drawn for each slice.

    This is how often a whole SAR release fails by exposure; the paper takes that of one slice instead. Orders are as in
    :func:`exposure`: those of SAR are "shuffled, largest" for the user with the largest preference, the worst case.

    >>> release_exposure(3, "1/2", 1, "weak"), release_exposure(3, "1/2", 2, "weak")
    (Fraction(1, 12), Fraction(5, 36))
    """
    p = _probability(probability)
    _order_factor(users, order)
    whole_number(users, "users", least=1, most=_MOST_USERS)
    whole_number(slices, "slices", least=1, most=_MOST_USERS)
    require_attacker(attacker)
    total = Fraction(0)
    for count in range(users):
        chance = comb(users - 1, count) * p**count * (1 - p) ** (users - 1 - count)
        for share, exposed in _given_count(users, count, attacker, order):
            total += chance * share * (1 - (1 - exposed) ** slices)
    return total


def _given_count(users: int, count: int, attacker: Attacker, order: Order) -> list[tuple[Fraction, Fraction]]:
    """Exposure of one slice when the number of attackers is known, in cases with their shares.

    In BAS orders another user's exposure depends on whether the largest user, who never comes first, is an attacker.
    """
    uniform = _uniform_given_count(users, count, attacker)
    if order != "shuffled, other":
        return [(Fraction(1), uniform * _order_factor(users, order))]
    inside = Fraction(count, users - 1)
    return [
        (share, (uniform * users - _largest_first(users, count, attacker, attacks)) / (users - 1))
        for share, attacks in ((inside, True), (1 - inside, False))
        if share
    ]


def _uniform_given_count(users: int, count: int, attacker: Attacker) -> Fraction:
    if attacker == "weak":
        return Fraction(count * (count - 1), users * (users - 1)) if users > 1 else Fraction(0)
    return Fraction(max(count - 1, 0), count + 1)


def _largest_first(users: int, count: int, attacker: Attacker, attacks: bool) -> Fraction:
    """Another user's exposure in the orders that BAS rejects: the largest user, an attacker or not, comes first."""
    if attacker == "weak":
        pairs = (count - 1) ** 2 if attacks else count * (count - 1)
        return Fraction(pairs, (users - 1) * (users - 2)) if users > 2 else Fraction(0)
    return Fraction(count - 1, count) if attacks else Fraction(max(count - 1, 0), count + 1)


@dataclass(frozen=True, slots=True)
class Threshold:
    """Encloses the largest tolerable collusion probability: ``low`` is tolerable, ``high`` is not (or is 1)."""

    low: Fraction
    high: Fraction

    def __float__(self) -> float:
        """The lower end, which is a double: the safe side."""
        return float(self.low)


def threshold(
    users: int, attacker: Attacker = "strong", order: Order = "uniform", target: object | None = None
) -> Threshold:
    """Enclose the largest collusion probability that keeps the exposure at or below a target (1/K^2 if not given).

    Exposure grows with the probability, so bisection is enough; its comparisons are decided by enclosures, and
    exactly where those are too wide. The lower end is a double with 53 bits.

    >>> float(threshold(4, "weak")) <= (1 / 8) ** 0.5
    True
    """
    certain = _order_factor(users, order) * Fraction(max(users - 2, 0), users)
    whole_number(users, "users of a threshold", most=LONGEST_CHAIN)
    bound = Fraction(1, users**2) if target is None else Fraction(exact(target, "target"))
    if bound < 0:
        raise InvalidInput(f"target must be at least 0, got {shown(bound)}")
    if 0 < bound < SMALLEST_TARGET:
        raise InvalidInput(f"a target above 0 must be at least 5e-324, got {shown(bound)}")
    if certain <= bound:
        return Threshold(Fraction(1), Fraction(1))
    low, high = Fraction(0), Fraction(1)
    while low == 0 or (high - low) * 2 ** (_BITS - 1) > low:
        middle = (low + high) / 2
        if _is_tolerable(users, middle, attacker, order, bound):
            low = middle
        elif bound == 0:
            return Threshold(Fraction(0), high)
        else:
            high = middle
    return Threshold(low, high)


def _is_tolerable(users: int, p: Fraction, attacker: Attacker, order: Order, bound: Fraction) -> bool:
    """Whether the exposure is at most the bound."""
    share = bound / _order_factor(users, order)
    if require_attacker(attacker) == "weak":
        return _weak(users, p) <= share
    for bits in _PRECISIONS:
        with ctx.workprec(bits):
            exposed, most = _strong_ball(users, p), ball(share)
            if exposed <= most or exposed > most:
                return bool(exposed <= most)
    return _strong(users, p) <= share


def _strong_ball(users: int, p: Fraction) -> arb:
    q = ball(1 - p)
    return 1 + q ** (users - 1) - 2 * (1 - q**users) / (users * ball(p))


def exposure_floats(users: int, probabilities: object, attacker: Attacker = "strong") -> Floats:
    """Exposure in uniform order for an array of probabilities, in floats without cancellation.

    >>> exposure_floats(3, [0.0, 0.5, 1.0]).round(4)
    array([0.    , 0.0833, 0.3333])
    """
    p = float_array(probabilities, "probability")
    whole_number(users, "users", least=1, most=100 * _MOST_USERS)
    if not ((p >= 0) & (p <= 1)).all():
        raise InvalidInput(f"probabilities must lie between 0 and 1, got {shown(probabilities)}")
    if require_attacker(attacker) == "weak":
        return np.asarray(max(users - 2, 0) / users * p**2)
    positions = np.arange(users)
    with np.errstate(divide="ignore", invalid="ignore"):  # p = 1 has an infinite logarithm
        powers = np.where(positions == 0, 0.0, positions * np.log1p(-p)[..., None])
    before = -np.expm1(powers)
    return np.asarray((before * before[..., ::-1]).mean(axis=-1))


def sorted_split(preferences: Sequence[object], parts: int) -> Split:
    """The users' indices in parts of equal size with the least noise: sort by preference, then cut.

    >>> sorted_split([1, 4, 2, 3], 2)
    ((1, 3), (2, 0))
    """
    beta = exact_preferences(preferences)
    if whole_number(parts, "parts") < 1 or len(beta) % parts:
        raise InvalidInput(f"the number of parts must divide the number of users, {len(beta)}; got {shown(parts)}")
    order = sorted(range(len(beta)), key=lambda user: (-beta[user], user))
    size = len(beta) // parts
    return tuple(tuple(order[start : start + size]) for start in range(0, len(beta), size))


def split_noise(preferences: Sequence[object], split: Sequence[Sequence[int]], weighted: bool = True) -> Fraction:
    """Variance per coordinate of the combined mean, in units of m, exactly.

    >>> split_noise([1, 4, 2, 3], ((1, 3), (2, 0)))
    Fraction(3, 8)
    """
    beta = exact_preferences(preferences)
    parts = [exact_row(part, "user") for part in items(split, "a part")]
    if sorted(user for part in parts for user in part) != list(range(len(beta))) or not all(parts):
        raise InvalidInput(f"every user must be in exactly one part, and no part empty; got {shown(split)}")
    tops = [(max(beta[int(user)] for user in part), len(part)) for part in parts]
    if flag(weighted, "weighted"):
        return Fraction(sum(top for top, _ in tops)) / len(beta) ** 2
    return sum((top / (len(parts) * size) ** 2 for top, size in tops), Fraction(0))


def local_noise(preferences: Sequence[object]) -> Fraction:
    """Variance per coordinate of the mean when every user adds noise alone, in units of m.

    >>> local_noise([1, 4, 2, 3])
    Fraction(5, 8)
    """
    beta = exact_preferences(preferences)
    return Fraction(sum(beta)) / len(beta) ** 2
