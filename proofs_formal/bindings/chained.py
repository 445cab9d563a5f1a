"""Chained-DP: best responses, the Nash profile and the subgame-perfect outcome, in units of m."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random

from optcheck.chained_dp import best_response, nash_multiples, subgame_perfect_multiples
from proofs_formal.binding import Binding, listed, rational

CASES = 1500
_SMALL = [Fraction(0), Fraction(1, 2), Fraction(1), Fraction(4)]


def _rows(random: Random) -> Iterator[list[Fraction]]:
    for users in range(1, 5):
        yield from map(list, product(_SMALL, repeat=users))
    for _ in range(CASES):
        yield [Fraction(random.randint(0, 40), random.randint(1, 6)) for _ in range(random.randint(1, 12))]


def _profiles(random: Random) -> Iterator[tuple[str, ...]]:
    for row in _rows(random):
        profiles = (row, nash_multiples(row), subgame_perfect_multiples(row))
        yield tuple(listed(map(rational, profile)) for profile in profiles)


def _responses(random: Random) -> Iterator[tuple[str, ...]]:
    for _ in range(CASES):
        wanted, found = (Fraction(random.randint(0, 40), random.randint(1, 6)) for _ in range(2))
        yield rational(wanted), rational(found), rational(best_response(wanted, found))


BINDINGS = (
    Binding(
        "chained_dp.nash_multiples",
        "chained.SubgamePerfect",
        "fun '(preferences, nash, perfect) => same_list (Nash.nash_multiples preferences) nash\n"
        "  && same_list (subgame_perfect_multiples preferences) perfect",
        _profiles,
    ),
    Binding(
        "chained_dp.best_response",
        "chained.Nash",
        "fun '(wanted, found, best) => Qeq_bool (best_response_multiple wanted found) best",
        _responses,
    ),
)
