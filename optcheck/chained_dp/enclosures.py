"""Costs, optimum and price of anarchy of the noise game for any rational preferences, as arb enclosures.

Floats serve most users; these functions give balls that contain the real number, at a chosen precision in bits, and a
rational cube where preferences are squares. Everything is in units of m = 2^(-2/3).
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from fractions import Fraction
from itertools import accumulate
from typing import TypeAlias

from flint import arb, ctx, fmpq

from optcheck.chained_dp.game import exact_preferences, square_root
from optcheck.errors import InvalidInput
from optcheck.exact.inputs import whole_number

__all__ = ["enclosed_costs", "enclosed_optimum", "enclosed_price_of_anarchy", "price_of_anarchy_cubed"]

Ball: TypeAlias = arb


def _precision(bits: int) -> AbstractContextManager[object]:
    context: AbstractContextManager[object] = ctx.workprec(whole_number(bits, "bits", least=2, most=2**24))
    return context


def _ball(value: Fraction) -> Ball:
    return arb(fmpq(value.numerator, value.denominator))


def _power_three_halves(value: Fraction) -> Ball:
    return _ball(value) * _ball(value).sqrt()


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
        return _ball(total)
    return _ball(total) + 2 * _power_three_halves(preference) / _ball(seen).sqrt() if seen else arb("inf")


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
