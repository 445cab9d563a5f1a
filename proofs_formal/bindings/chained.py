"""Chained-DP: the game in units of m, what attackers see, and splits and slices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from optcheck.chained_dp import best_response, nash_multiples, price_of_anarchy_cubed, subgame_perfect_multiples
from optcheck.claims import expr
from optcheck.errors import InvalidInput
from proofs_formal.binding import Binding, bind_claim, boolean, listed, rational

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


def _profile(users: Any, claimed: Any, _: Random) -> tuple[str, ...]:
    return listed(map(rational, users.preferences)), listed(map(rational, claimed))


def _situation(situation: Any, claimed: Any, _: Random) -> tuple[str, ...]:
    return rational(situation.preference), rational(sum(situation.before, Fraction(0))), rational(claimed)


def _optimum(users: Any, claimed: Any, _: Random) -> tuple[str, ...]:
    """The optimal level is a cube root."""
    return listed(map(rational, users.roots)), _cube(claimed)


def _bounds(users: Any, claimed: Any, _: Random) -> tuple[str, ...]:
    return listed(map(rational, users.roots)), *map(_cube, claimed)


def _cube(number: Any) -> str:
    cube = (expr(number) ** 3).fraction()
    if cube is None:
        raise InvalidInput(f"the cube of {number} is not known to be rational")
    return rational(cube)


def _prices(random: Random) -> Iterator[tuple[str, ...]]:
    for _ in range(CASES):
        roots = [Fraction(random.randint(1, 30), random.randint(1, 5)) for _ in range(random.randint(1, 8))]
        yield listed(map(rational, roots)), rational(price_of_anarchy_cubed([root * root for root in roots]))


def _stays(one: Any, claimed: Any, _: Random) -> tuple[str, ...]:
    return listed(map(rational, one.preferences)), f"{one.user}%nat", boolean(claimed)


def _proof_bounds(users: Any, claimed: Any, _: Random) -> tuple[str, ...]:
    return listed(map(rational, users.roots)), *(rational(Fraction(bound)) for bound in claimed)


def _delta(mechanism: Any, claimed: Any, _: Random) -> tuple[str, ...]:
    chances = (listed(map(rational, row)) for row in (mechanism.one, mechanism.other))
    return rational(mechanism.factor), *chances, rational(Fraction(claimed))


def _sensitivity(vectors: Any, claimed: Any, _: Random) -> tuple[str, ...]:
    return f"{vectors.coordinates}%Z", rational(vectors.bound), _square(claimed)


def _returned(users: Any, claimed: Any, _: Random) -> tuple[str, ...]:
    rows = (listed(map(rational, row)) for row in (users.bids, users.data))
    return *rows, *(rational(Fraction(number)) for number in claimed)


def _square(number: Any) -> str:
    square = (expr(number) ** 2).fraction()
    if square is None:
        raise InvalidInput(f"the square of {number} is not known to be rational")
    return rational(square)


def _numbers(values: Iterable[int]) -> str:
    return listed(f"{value}%nat" for value in values)


def _split(users: Any, claimed: Any, _: Random) -> tuple[str, ...]:
    rows = (listed(map(rational, row)) for row in (users.preferences, users.data))
    return _numbers(users.sizes), *rows, _numbers(claimed)


def _parallel(parts: Any, claimed: Any, _: Random) -> tuple[str, ...]:
    literals: list[str] = []
    for part in (parts.first, parts.second):
        literals += [rational(part.factor), *(listed(map(rational, row)) for row in (part.one, part.other))]
    return *literals, rational(Fraction(claimed))


_RESPONSE = "fun '(wanted, found, best) => Qeq_bool (best_response_multiple wanted found) best"

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
        _RESPONSE,
        _responses,
    ),
    Binding(
        "chained_dp.price_of_anarchy_cubed",
        "chained.Exact",
        "fun '(roots, price) => Qeq_bool (price_cubed roots) price",
        _prices,
    ),
    bind_claim(
        "chained/thm-5-optimum",
        "chained.Exact",
        "fun '(roots, level) => Qeq_bool (optimal_level_cubed roots) level",
        _optimum,
    ),
    bind_claim(
        "chained/thm-5-bound",
        "chained.Exact",
        "fun '(roots, lower, upper) => Qeq_bool 1 lower && Qeq_bool (bound_cubed roots) upper",
        _bounds,
    ),
    bind_claim("chained/lem-1", "chained.Nash", _RESPONSE, _situation),
    bind_claim(
        "chained/thm-1-nash",
        "chained.Nash",
        "fun '(preferences, profile) => same_list (nash_multiples preferences) profile",
        _profile,
    ),
    bind_claim(
        "chained/thm-1-subgame-perfect",
        "chained.SubgamePerfect",
        "fun '(preferences, profile) => same_list (subgame_perfect_multiples preferences) profile",
        _profile,
    ),
    bind_claim(
        "chained/thm-4",
        "chained.Participation",
        "fun '(preferences, user, stays) => Bool.eqb (pays_to_stay preferences user) stays",
        _stays,
    ),
    bind_claim(
        "chained/thm-5-proof-bound",
        "chained.Participation",
        "fun '(roots, lower, upper) => Qeq_bool 1 lower && Qeq_bool (proof_bound roots) upper",
        _proof_bounds,
    ),
    bind_claim(
        "chained/dp-probability",
        "chained.Finite",
        "fun '(factor, one, other, delta) => Qeq_bool (least_delta factor one other) delta",
        _delta,
    ),
    bind_claim(
        "chained/sensitivity",
        "chained.Finite",
        "fun '(d, bound, squared) => Qeq_bool (squared_sensitivity d bound) squared",
        _sensitivity,
    ),
    bind_claim(
        "chained/mechanism-1",
        "chained.Finite",
        "fun '(bids, data, mean, variance) =>\n"
        "  Qeq_bool (fst (mechanism1 bids data)) mean && Qeq_bool (snd (mechanism1 bids data)) variance",
        _returned,
    ),
    bind_claim(
        "chained/cor-3",
        "chained.Splits",
        "fun '(sizes, preferences, data, divisors) => let _ : list Q * list Q := (preferences, data) in\n"
        "  if list_eq_dec Nat.eq_dec (split_divisors sizes) divisors then true else false",
        _split,
    ),
    bind_claim(
        "chained/best-slicing",
        "chained.Splits",
        "fun '(users, p, coordinates, slices) => let _ : Z * Q := (users, p) in Z.eqb (best_slices coordinates) slices",
        lambda at, slices, _: (f"{at.users}%Z", rational(at.probability), f"{at.coordinates}%Z", f"{slices}%Z"),
    ),
    bind_claim(
        "chained/protocol-2",
        "chained.Splits",
        "fun '(d, slices, times) => if list_eq_dec Nat.eq_dec (released d slices) times then true else false",
        lambda cut, times, _: (f"{cut.coordinates}%nat", f"{cut.slices}%nat", _numbers(times)),
    ),
    bind_claim(
        "chained/thm-6",
        "chained.Parallel",
        "fun '(f, p, q, f', p', q', delta) => Qeq_bool (parallel_delta f p q f' p' q') delta",
        _parallel,
    ),
)
