"""Facts about Chained-DP's noise game: equilibria, deviations, costs. Standard library only.

Users stand in a row; documents number them from 0, sentences from 1. All variances and costs are in units of m =
2^(-2/3). By Eq. 14 the cost of user k with preference beta_k is then

    (all noise) + 2 beta_k^(3/2) / sqrt(noise added by users 0 to k);

a user with preference 0 has no privacy cost. With y^2 the noise that a user sees and r^2 its preference, the cost is a
constant plus y^2 + 2 r^3/y, and y^2 + 2 r^3/y - 3 r^2 = (y - r)^2 (y + 2r) / y: least at y = r, and growing beyond.

Facts about Chained-DP's protocols: exposure, splitting, error. Standard library only.

Facts about BAS, the mechanism of Chained-DP: total cost, reports, participation. Standard library only.

Users, units and costs are those of the noise game. BAS (Mechanism 1, line 10) lets the first user add the largest
report; with true reports the profile is (max beta, 0, ..., 0).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate, combinations, permutations
from math import factorial

from optcheck.checker import intervals, work
from optcheck.checker.core import Kind
from optcheck.checker.errors import CertificateRejected
from optcheck.checker.expressions import exact_or_enclosed, precision
from optcheck.checker.facts import Fact, Finding, counted, shown
from optcheck.checker.intervals import Interval
from optcheck.checker.numbers import Exact, number_text, whole
from optcheck.checker.quadratic import Quadratic, square_root
from optcheck.checker.reading import (
    Nothing,
    Record,
    choice,
    flag,
    integer,
    needed,
    nullable,
    number,
    optional,
    require,
    same_length,
    sequence,
)

BITS = 128
_AMOUNT = number(least=0)
_AMOUNTS = sequence(_AMOUNT, least=1)


class _Game(Record):
    preferences = profile = needed(_AMOUNTS)


class _Play(_Game):
    concept = needed(choice("Nash", "subgame-perfect"))


class _Deviation(Record):
    user = needed(integer(0))
    deviation = needed(_AMOUNT)


class _Cost(_Game):
    user = needed(integer(0))
    responding = needed(flag)


def plain(value: Quadratic) -> Exact | Quadratic:
    """A rational as an ordinary number."""
    return value if value.factor else whole(value.rational)


def cost(preference: Exact, total: Exact, seen: Exact) -> Quadratic | None:
    """A user's cost, exact: 2 beta^(3/2)/sqrt(x) = (2 beta/x) sqrt(beta x). None stands for infinity."""
    work.pay(preference, total, seen, times=20)
    if preference == 0:
        return Quadratic(total)
    if seen == 0:
        return None
    return square_root(Fraction(preference * seen)) * (2 * Fraction(preference) / seen) + total


def cost_at(preferences: list[Exact], profile: list[Exact], user: int) -> Quadratic | None:
    """A user's cost at a profile; None stands for infinity."""
    return cost(preferences[user], work.total(profile), work.total(profile[: user + 1]))


def _gain(before: Quadratic, after: Quadratic, bits: int) -> Exact | Quadratic | Interval:
    try:
        return plain(before - after)
    except ValueError:  # two different fields: no quadratic number
        left, right = enclosed(before, bits), enclosed(after, bits)
        return Interval(left.low - right.high, left.high - right.low)


def enclosed(value: Quadratic, bits: int) -> Interval:
    """An enclosure of a quadratic number; a rational stays a point."""
    root = intervals.root(intervals.point(value.root), 2, bits)
    part = intervals.multiply(intervals.point(value.factor), root)
    return Interval(value.rational + part.low, value.rational + part.high)


def _game(instance: _Game) -> tuple[list[Exact], list[Exact]]:
    same_length("profile", instance.profile, len(instance.preferences))
    return instance.preferences, instance.profile


def _shown_game(instance: _Game) -> str:
    profile, preferences = shown(tuple(instance.profile)), shown(tuple(instance.preferences))
    return f"the profile {profile} m of users with preferences {preferences}"


def check_equilibrium(instance: _Game, evidence: Nothing) -> Finding:
    """The profile is a Nash equilibrium: every user's variance is a best response to the others' variances."""
    preferences, profile = _game(instance)
    total = _check_responses(preferences, profile, 0)
    facts = (Fact("profile", "is", "a Nash equilibrium"), Fact("total noise", "=", total))
    return Finding(f"{_shown_game(instance)} is a Nash equilibrium with total noise {shown(total)} m", total, facts)


def _check_responses(preferences: list[Exact], profile: list[Exact], before: Exact) -> Exact:
    """Every variance is a best response to the noise before it; returns the noise in the end.

    A choice above zero is best only if it tops up to the preference, zero only if there is as much noise already.
    """
    seen = before
    for place, (target, added) in enumerate(zip(preferences, profile, strict=True)):
        seen += added
        work.pay(seen, target)
        fits = seen == target if added > 0 else seen >= target
        require(fits, f"best response {place}", number_text(target), number_text(seen))
    return whole(seen)


def check_outcome(instance: _Game, evidence: Nothing) -> Finding:
    """The profile is what subgame-perfect play leads to: every user's variance is best when all later users respond.

    A user who leaves x with the largest later preference M pays max(x, M) + 2 beta^(3/2)/sqrt(x): falling up to M,
    least at beta beyond. So it leaves the largest of what it finds, M and beta; with beta = 0 less will do as well.
    """
    preferences, profile = _game(instance)
    seen: Exact = 0
    tops = list(accumulate(reversed(preferences), max))[::-1]
    for place, (own, added) in enumerate(zip(preferences, profile, strict=True)):
        best = max(seen, tops[place])
        seen += added
        work.pay(seen, best)
        fits = seen == best if own > 0 else seen <= best
        require(fits, f"noise left by user {place + 1}", number_text(best), number_text(seen))
    facts = (
        Fact("profile", "is", "the outcome of a subgame-perfect equilibrium"),
        Fact("total noise", "=", whole(seen)),
    )
    text = f"{_shown_game(instance)} is the outcome of a subgame-perfect equilibrium, with total noise {shown(seen)} m"
    return Finding(text, whole(seen), facts)


def check_deviation(instance: _Play, evidence: _Deviation) -> Finding:
    """A user gains by adding another variance. Nash: the others' variances stay. Subgame-perfect: later users respond.

    Responding users top up to their preferences, whatever they foresee, so the noise ends at the largest of them.
    """
    preferences, profile = _game(instance)
    user, deviation = evidence.user, evidence.deviation
    require(user < len(preferences), "user", f"0..{len(preferences) - 1}", user)
    seen = work.total(profile[:user]) + deviation
    later = max((seen, *preferences[user + 1 :])) if instance.concept == "subgame-perfect" else None
    total = seen + work.total(profile[user + 1 :]) if later is None else later
    before, after = cost_at(preferences, profile, user), cost(preferences[user], total, seen)
    if after is None:
        raise CertificateRejected("deviation", "a finite cost", "no noise at all")
    rule = "a Nash equilibrium" if later is None else "the outcome of a subgame-perfect equilibrium"
    return _deviated(instance, evidence, f"not {rule}", before, after)


def _deviated(
    instance: _Play, evidence: _Deviation, verdict: str, before: Quadratic | None, after: Quadratic
) -> Finding:
    facts = [
        Fact("profile", "is", verdict),
        Fact("user", "=", evidence.user),
        Fact("deviation", "=", evidence.deviation),
        Fact("cost after deviating", "=", plain(after)),
    ]
    text = (
        f"{_shown_game(instance)} is {verdict}: user {evidence.user + 1} gains by adding {shown(evidence.deviation)} m"
    )
    if before is None:
        return Finding(f"{text}, where its cost was infinite", facts=(*facts, Fact("cost before", "is", "infinite")))
    require(after < before, f"cost of user {evidence.user + 1} after deviating", f"below {before}", after)
    gain = _gain(before, after, BITS)
    facts += [Fact("cost before", "=", plain(before)), Fact("gain", "=", gain)]
    return Finding(f"{text}: its cost falls by {shown(gain)} m from {shown(plain(before))} m", facts=tuple(facts))


def check_cost(instance: _Cost, evidence: Nothing) -> Finding:
    """A user's cost at the profile. With ``responding``, users from the second on must play best responses there."""
    preferences, profile = _game(instance)
    require(instance.user < len(preferences), "user", f"0..{len(preferences) - 1}", instance.user)
    if instance.responding:
        _check_responses(preferences[1:], profile[1:], profile[0])
    paid = cost_at(preferences, profile, instance.user)
    where = _shown_game(instance) + (", in which all but the first respond best," if instance.responding else "")
    if paid is None:
        facts = (Fact("cost", "is", "infinite"),)
        return Finding(f"at {where} user {instance.user + 1} pays infinitely much", facts=facts)
    value = plain(paid)
    rational = None if isinstance(value, Quadratic) else value
    text = f"at {where} user {instance.user + 1} pays {shown(value)} m"
    return Finding(text, rational, (Fact("cost", "=", value),))


_NOISE_GAME_KINDS = {
    "noise-game-equilibrium": Kind(_Game, Nothing, check_equilibrium),
    "noise-game-outcome": Kind(_Game, Nothing, check_outcome),
    "noise-game-deviation": Kind(_Play, _Deviation, check_deviation),
    "noise-game-cost": Kind(_Cost, Nothing, check_cost),
}


MOST_USERS = 7  # for the enumeration of all orders and attackers
MOST_SPLIT = 12  # for the enumeration of all equal splits
_Sides = tuple[frozenset[int], frozenset[int]]
_CHAIN_AMOUNTS = sequence(number(least=0), least=1)
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
    preferences = needed(_CHAIN_AMOUNTS)
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
    variances = needed(_CHAIN_AMOUNTS)
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


_CHAIN_KINDS = {
    "chain-error": Kind(_Mean, Nothing, check_error),
    "chain-exposure": Kind(_Exposure, Nothing, check_exposure),
    "chain-split": Kind(_Split, Nothing, check_split),
    "chain-split-error": Kind(_SplitError, Nothing, check_split_error),
}


class _Users(Record):
    preferences = needed(_AMOUNTS)


class _Precision(Record):
    bits = optional(precision)


def check_least_total(instance: _Users, evidence: _Precision) -> Finding:
    """The least sum of all users' costs, and what BAS costs against it.

    With T the noise in all nobody sees more than T, so K users with A the sum of the beta^(3/2) pay at least
    K T + 2 A/sqrt(T), and exactly that when the first user adds everything. K T + A/sqrt(T) + A/sqrt(T) is at least
    3 (K A^2)^(1/3), and equal where the three terms are. BAS (Mechanism 1, line 10) lets the first user add max beta.
    """
    preferences, bits = instance.preferences, evidence.bits or BITS
    users, top = len(preferences), max(preferences)
    require(top > 0, "preferences", "one above 0", "all 0: no cost at all")
    weights = [_weight(preference, bits) for preference in preferences]
    weight = Interval(Fraction(work.total(a.low for a in weights)), Fraction(work.total(a.high for a in weights)))
    cubed = intervals.multiply(intervals.point(27 * users), intervals.power(weight, 2))
    least = intervals.root(cubed, 3, bits)
    privacy = intervals.divide(
        intervals.multiply(intervals.point(2), weight), intervals.root(intervals.point(top), 2, bits)
    )
    enforced = Interval(users * top + privacy.low, users * top + privacy.high)
    price = intervals.divide(enforced, least)
    quantities = {
        "least total cost": least,
        "least total cost cubed": cubed,
        "total cost of BAS": enforced,
        "price of anarchy": price,
        "price of anarchy cubed": intervals.divide(intervals.power(enforced, 3), cubed),
    }
    facts = tuple(Fact(name, "=", exact_or_enclosed(value)) for name, value in quantities.items())
    shares = ", ".join(f"the {fact.quantity} is {shown(fact.value)}" for fact in (facts[1], facts[4]))
    return Finding(f"for users with preferences {shown(tuple(preferences))}, in units of m: {shares}", facts=facts)


def _weight(preference: Exact, bits: int) -> Interval:
    """beta^(3/2)."""
    work.pay(preference, 1 << bits, times=20)
    return intervals.root(intervals.point(preference**3), 2, bits)


class _Report(Record):
    preference = needed(_AMOUNT)
    others = needed(_AMOUNTS)
    report = needed(_AMOUNT)


def check_report(instance: _Report, evidence: Nothing) -> Finding:
    """What a report to BAS costs a user, and the least that any report costs: the noise is the largest report."""
    rival = max(instance.others)
    paid = cost(instance.preference, *[max(instance.report, rival)] * 2)
    best = cost(instance.preference, *[max(instance.preference, rival)] * 2)
    assert best is not None  # a positive preference makes positive noise
    is_best = paid is not None and paid == best
    paid_fact = Fact("cost", "is", "infinite") if paid is None else Fact("cost", "=", plain(paid))
    verdict = "a best report" if is_best else "not a best report"
    facts = (Fact("report", "is", verdict), paid_fact, Fact("least cost", "=", plain(best)))
    text = (
        f"against reports {shown(tuple(instance.others))} the report {shown(instance.report)} of a user with "
        f"preference {shown(instance.preference)} is {verdict}: it costs {shown(paid_fact.value)} m, the best "
        f"{shown(plain(best))} m"
    )
    return Finding(text, facts=facts)


class _Participation(Record):
    preferences = needed(sequence(_AMOUNT, least=2))
    user = needed(integer(0))
    others = needed(choice("stay", "regroup"))


def check_participation(instance: _Participation, evidence: Nothing) -> Finding:
    """What a user pays inside BAS and outside, where it adds noise for itself and the others stay or regroup.

    Alone the user pays 3 beta at best. The others either keep their part of BAS's profile (max beta, 0, ..., 0), or
    regroup and add their largest preference.
    """
    preferences, user = instance.preferences, instance.user
    require(user < len(preferences), "user", f"0..{len(preferences) - 1}", user)
    profile = [max(preferences), *[0] * (len(preferences) - 1)]
    inside = cost_at(preferences, profile, user)
    assert inside is not None  # a positive preference makes positive noise
    remaining = preferences[:user] + preferences[user + 1 :]
    staying = 0 if user == 0 else profile[0]
    outside = whole(3 * preferences[user] + (staying if instance.others == "stay" else max(remaining)))
    facts = (
        Fact("cost outside", "=", outside),
        Fact("cost inside", "=", plain(inside)),
        Fact("outside - inside", "<=>"[-inside.compared(outside) + 1], 0),
    )
    text = (
        f"user {user + 1} of users with preferences {shown(tuple(preferences))} pays {shown(plain(inside))} m inside "
        f"BAS and {shown(outside)} m outside, where the others {instance.others}"
    )
    return Finding(text, facts=facts)


_BAS_KINDS = {
    "noise-game-least-total": Kind(_Users, _Precision, check_least_total),
    "noise-game-report": Kind(_Report, Nothing, check_report),
    "noise-game-participation": Kind(_Participation, Nothing, check_participation),
}


KINDS = _NOISE_GAME_KINDS | _CHAIN_KINDS | _BAS_KINDS
