"""Facts about Chained-DP's protocols: exposure, splitting, error. Standard library only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from math import factorial

from optcheck.checker import intervals, work
from optcheck.checker.comparison import exact_or_enclosed
from optcheck.checker.core import Exact, Fact, Finding, Kind, require, shown, whole
from optcheck.checker.intervals import Interval
from optcheck.checker.reading import Nothing, Record, choice, integer, needed, nullable, number, same_length, sequence
from optcheck.checker.wording import counted

BITS = 128
MOST_USERS = 7  # for the enumeration of all orders and attackers
MOST_SPLIT = 12  # for the enumeration of all equal splits
_Sides = tuple[frozenset[int], frozenset[int]]
_AMOUNTS = sequence(number(least=0), least=1)
_SPLIT = sequence(sequence(integer(0), least=1), least=1)


class _Exposure(Record):
    users = needed(integer(1, MOST_USERS))
    probability = needed(number(least=0, most=1))
    attacker = needed(choice("weak", "strong"))
    kept_back = needed(nullable(integer(0)))


def check_exposure(instance: _Exposure, evidence: Nothing) -> Finding:
    """The probability that user 0's slice is exposed.

    Enumerates all orders of the users (with ``kept_back`` only those in which that user does not come first) and all
    sets of attackers among the others, each a member with the given probability.
    """
    users, p, kept_back = instance.users, instance.probability, instance.kept_back
    require(kept_back is None or kept_back < users, "kept_back", f"null or 0..{users - 1}", kept_back)
    work.spend(factorial(users) * 2**users * 50)
    work.pay(p, times=2**users)
    orders = [order for order in permutations(range(users)) if kept_back is None or order[0] != kept_back]
    require(len(orders) > 0, "orders", "at least one", 0)
    sides = Counter(_sides(order, instance.attacker == "strong") for order in orders)
    chance = whole(work.total(_given(attackers, sides, p, users) for attackers in _subsets(users)))
    order = "every order alike" + ("" if kept_back is None else f" in which user {kept_back + 1} is not first")
    text = (
        f"a {instance.attacker} attacker exposes a slice of user 1 among {users} users, each of the others an attacker "
        f"with probability {shown(p)} and {order}, with probability {shown(chance)}"
    )
    return Finding(text, chance, (Fact("exposure", "=", chance),))


def _subsets(users: int) -> Iterator[frozenset[int]]:
    for size in range(users):
        yield from map(frozenset, combinations(range(1, users), size))


def _given(attackers: frozenset[int], sides: Counter[_Sides], p: Exact, users: int) -> Fraction:
    """The probability that exactly these attack and that one of them is on either side of user 0."""
    exposed = sum(times for both, times in sides.items() if not any(map(attackers.isdisjoint, both)))
    others = users - 1 - len(attackers)
    return Fraction(exposed, sides.total()) * Fraction(p) ** len(attackers) * (1 - Fraction(p)) ** others


def _sides(order: tuple[int, ...], strong: bool) -> _Sides:
    """Who can help to expose user 0: the neighbours, or for the strong attacker all before and all behind."""
    place = order.index(0)
    before, after = order[:place], order[place + 1 :]
    return (frozenset(before), frozenset(after)) if strong else (frozenset(before[-1:]), frozenset(after[:1]))


def _check_parts(split: list[list[int]], users: int) -> None:
    everyone = sorted(user for part in split for user in part)
    require(everyone == list(range(users)), "split", f"each of {users} users in one part", shown(str(split)))


class _Split(Record):
    preferences = needed(sequence(number(least=0), 1, MOST_SPLIT))
    split = needed(_SPLIT)


def check_split(instance: _Split, evidence: Nothing) -> Finding:
    """The noise of a split into parts of equal size, and the least noise of all such splits."""
    preferences, split = instance.preferences, instance.split
    _check_parts(split, len(preferences))
    size = len(split[0])
    require(all(len(part) == size for part in split), "split", "parts of equal size", shown(str(split)))
    work.pay(*preferences, times=10**5)
    noise = _noise(preferences, split)
    least = min(_noise(preferences, other) for other in _equal_splits(frozenset(range(len(preferences))), size))
    verdict = "a best split" if noise == least else "not a best split"
    facts = (Fact("noise", "=", noise), Fact("least noise", "=", least), Fact("split", "is", verdict))
    text = (
        f"the split {_numbered(split)} of users with preferences {shown(tuple(preferences))} has noise {shown(noise)} m"
        f"; the least of all splits into parts of {size} is {shown(least)} m"
    )
    return Finding(text, least, facts)


def _numbered(split: Sequence[Sequence[int]]) -> str:
    """The parts for people, who count users from 1."""
    return ", ".join("{" + ", ".join(str(user + 1) for user in part) + "}" for part in split)


def _noise(preferences: Sequence[Exact], split: Sequence[Sequence[int]]) -> Exact:
    return whole(sum(max(preferences[user] for user in part) for part in split))


def _equal_splits(users: frozenset[int], size: int) -> Iterator[list[tuple[int, ...]]]:
    if not users:
        yield []
        return
    first = min(users)
    for rest in combinations(sorted(users - {first}), size - 1):
        part = (first, *rest)
        for others in _equal_splits(users.difference(part), size):
            yield [part, *others]


class _SplitError(Record):
    preferences = needed(_AMOUNTS)
    data = needed(sequence(number()))
    split = needed(_SPLIT)
    divisors = needed(sequence(number(above=0)))


def check_split_error(instance: _SplitError, evidence: Nothing) -> Finding:
    """In one coordinate, the expected squared error of the parts' combined mean and of users who act alone.

    Part q sends the sum of its users' data with noise of variance m max_q, m = 2^(-2/3); the server divides it by
    ``divisors[q]`` and adds up. Alone, user k sends noise m beta_k, and the sum is divided by the number of users,
    without bias. The errors a m + b and a' m with rational a, a', b compare as rationals do after cubing: m^3 = 1/4.
    """
    preferences, data, split, divisors = instance.preferences, instance.data, instance.split, instance.divisors
    users = len(preferences)
    _check_parts(split, users)
    same_length("data", data, users)
    same_length("divisors", divisors, len(split))
    tops = [max(preferences[user] for user in part) for part in split]
    noise = work.total(Fraction(top) / divisor**2 for top, divisor in zip(tops, divisors, strict=True))
    means = (Fraction(work.total(data[user] for user in part)) / d for part, d in zip(split, divisors, strict=True))
    bias = work.total(means) - Fraction(work.total(data)) / users
    alone = Fraction(work.total(preferences)) / users**2
    relation = _compared(noise - alone, bias**2)
    facts = (
        Fact("error of the split - error alone", relation, 0),
        Fact("noise of the split", "=", noise),
        Fact("squared bias of the split", "=", whole(bias**2)),
        Fact("noise alone", "=", whole(alone)),
        Fact("error of the split", "=", _error(noise, bias**2)),
        Fact("error alone", "=", _error(alone, 0)),
    )
    text = (
        f"the split {_numbered(split)} with divisors {shown(tuple(divisors))} of users with preferences "
        f"{shown(tuple(preferences))} and data {shown(tuple(data))} has the expected squared error "
        f"{shown(noise)} m + {shown(whole(bias**2))} {relation} {shown(whole(alone))} m, the error of users alone"
    )
    return Finding(text, facts=facts)


def _compared(multiple: Fraction | int, rest: Exact) -> str:
    """How multiple * m + rest compares with 0."""
    left, right = Fraction(multiple) ** 3 / 4, Fraction(-rest) ** 3
    return "<" if left < right else ">" if left > right else "="


def _error(noise: Exact, rest: Exact) -> Exact | Interval:
    unit = intervals.root(intervals.point(Fraction(1, 4)), 3, BITS)
    product = intervals.multiply(unit, intervals.point(noise))
    return exact_or_enclosed(Interval(product.low + rest, product.high + rest))


class _Mean(Record):
    variances = needed(_AMOUNTS)
    coordinates = needed(integer(1))


def check_error(instance: _Mean, evidence: Nothing) -> Finding:
    """The expected squared error of the mean.

    Each of ``coordinates`` coordinates of the sum carries independent noises with the given variances; the mean
    divides by the number of users, so each noise contributes its variance over the square of that number.
    """
    users = len(instance.variances)
    error = whole(instance.coordinates * Fraction(work.total(instance.variances)) / users**2)
    text = (
        f"the mean of {counted(users, 'user')} with noise variances {shown(tuple(instance.variances))} in "
        f"{counted(instance.coordinates, 'coordinate')} has the expected squared error {shown(error)}"
    )
    return Finding(text, error, (Fact("expected squared error", "=", error),))


KINDS = {
    "chain-error": Kind(_Mean, Nothing, check_error),
    "chain-exposure": Kind(_Exposure, Nothing, check_exposure),
    "chain-split": Kind(_Split, Nothing, check_split),
    "chain-split-error": Kind(_SplitError, Nothing, check_split_error),
}
