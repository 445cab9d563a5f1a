"""Check statements about Chained-DP's protocols: exposure, splitting, error. Standard library only.

Kinds: chain-exposure, chain-split, chain-split-error, chain-error.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations

from optcheck.checker._noise_game import decide
from optcheck.checker.core import Document, Exact, Finding, field, number_text, numbers, parse_number, require

UNIT = ["root", "1/4", 3]  # m = 2^(-2/3)
MOST_USERS = 7  # for the enumeration of all orders and attackers
MOST_SPLIT = 12  # for the enumeration of all equal splits


def check_exposure(instance: Document, evidence: Document) -> Finding:
    """The probability that a slice is exposed stands in the stated relation to the claimed number.

    Enumerates all orders of the users (user 0 is the victim; with ``kept_back`` only those in which that user does
    not come first) and all sets of attackers among the others, each a member with the given probability.
    """
    users, p = field(instance, "users", int), parse_number(instance["probability"])
    require(1 <= users <= MOST_USERS and 0 <= p <= 1, "instance", f"1 to {MOST_USERS} users, 0 <= p <= 1", (users, p))
    kept_back = instance.get("kept_back")
    orders = [order for order in permutations(range(users)) if kept_back is None or order[0] != kept_back]
    require(len(orders) > 0, "orders", "at least one", 0)
    strong = field(instance, "attacker", str) == "strong"
    chance = sum((_given(attackers, orders, p, strong) for attackers in _subsets(users)), Fraction(0))
    relation = field(instance, "relation", str)
    words = f"exposure in {len(orders)} orders against the claimed number"
    result = decide(number_text(chance), relation, evidence["claimed"], words)
    return Finding(result.statement, chance)


def _subsets(users: int) -> Iterator[frozenset[int]]:
    for size in range(users):
        yield from map(frozenset, combinations(range(1, users), size))


def _given(attackers: frozenset[int], orders: Sequence[tuple[int, ...]], p: Exact, strong: bool) -> Fraction:
    exposed = sum(_is_exposed(order, attackers, strong) for order in orders)
    others = len(orders[0]) - 1 - len(attackers)
    return Fraction(exposed, len(orders)) * Fraction(p) ** len(attackers) * (1 - Fraction(p)) ** others


def _is_exposed(order: tuple[int, ...], attackers: frozenset[int], strong: bool) -> bool:
    place = order.index(0)
    before, after = order[:place], order[place + 1 :]
    if not strong:
        before, after = before[-1:], after[:1]
    return not attackers.isdisjoint(before) and not attackers.isdisjoint(after)


def check_split(instance: Document, evidence: Document) -> Finding:
    """A split into parts of equal size has the least noise of all such splits, or (``optimal`` false) has not."""
    preferences, split = numbers(instance, "preferences"), field(instance, "split", list)
    size = len(split[0])
    everyone = sorted(user for part in split for user in part)
    fits = everyone == list(range(len(preferences))) and all(len(part) == size for part in split)
    require(fits and len(preferences) <= MOST_SPLIT, "split", f"equal parts of at most {MOST_SPLIT} users", split)
    noise = _noise(preferences, split)
    least = min(_noise(preferences, other) for other in _equal_splits(frozenset(everyone), size))
    optimal = field(instance, "optimal", bool)
    require(
        (noise == least) == optimal, "noise of the split", f"{'the' if optimal else 'not the'} least, {least}", noise
    )
    words = f"the split has noise {number_text(noise)} m, the least is {number_text(least)} m"
    return Finding(words, least)


def _noise(preferences: Sequence[Exact], split: Sequence[Sequence[int]]) -> Exact:
    return sum(max(preferences[user] for user in part) for part in split)


def _equal_splits(users: frozenset[int], size: int) -> Iterator[list[tuple[int, ...]]]:
    if not users:
        yield []
        return
    first = min(users)
    for rest in combinations(sorted(users - {first}), size - 1):
        part = (first, *rest)
        for others in _equal_splits(users.difference(part), size):
            yield [part, *others]


def check_split_error(instance: Document, evidence: Document) -> Finding:
    """In one coordinate, the parts' combined mean has a larger expected squared error than users who act alone.

    Part q sends the sum of its users' data with noise of variance m max_q; the server divides it by ``divisors[q]``
    and adds up. Alone, user k sends noise m beta_k, and the sum is divided by the number of users, without bias.
    """
    preferences, data = numbers(instance, "preferences"), numbers(instance, "data")
    split, divisors = field(instance, "split", list), numbers(instance, "divisors")
    users = len(preferences)
    require(sorted(user for part in split for user in part) == list(range(users)), "split", "everybody once")
    noise, shift = Fraction(0), Fraction(-sum(data), users)
    for part, divisor in zip(split, divisors, strict=True):
        noise += Fraction(max(preferences[user] for user in part)) / divisor**2
        shift += Fraction(sum(data[user] for user in part)) / divisor
    error = ["+", ["*", UNIT, number_text(noise)], number_text(shift**2)]
    alone = ["*", UNIT, number_text(Fraction(sum(preferences)) / users**2)]
    return decide(error, ">", alone, "expected squared error of the split against users alone")


def check_error(instance: Document, evidence: Document) -> Finding:
    """The expected squared error of the mean stands in the stated relation to the claimed number.

    Each of ``coordinates`` coordinates of the sum carries independent noises with the given variances; the mean
    divides by the number of users, so each noise contributes its variance over the square of that number.
    """
    variances, coordinates = numbers(instance, "variances"), field(instance, "coordinates", int)
    require(len(variances) > 0 and coordinates > 0, "instance", "a user and a coordinate", (variances, coordinates))
    error = coordinates * sum((Fraction(v, len(variances) ** 2) for v in variances), Fraction(0))
    words, relation = "expected squared error against the claimed number", field(instance, "relation", str)
    return decide(number_text(error), relation, evidence["claimed"], words)


CHECKS = {
    "chain-error": check_error,
    "chain-exposure": check_exposure,
    "chain-split": check_split,
    "chain-split-error": check_split_error,
}
