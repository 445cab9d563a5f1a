"""Facts about Chained-DP's noise game: equilibria, deviations, costs. Standard library only.

Users stand in a row; documents number them from 0, sentences from 1. All variances and costs are in units of m =
2^(-2/3). By Eq. 14 the cost of user k with preference beta_k is then

    (all noise) + 2 beta_k^(3/2) / sqrt(noise added by users 0 to k);

a user with preference 0 has no privacy cost. With y^2 the noise that a user sees and r^2 its preference, the cost is a
constant plus y^2 + 2 r^3/y, and y^2 + 2 r^3/y - 3 r^2 = (y - r)^2 (y + 2r) / y: least at y = r, and growing beyond.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate

from optcheck.checker import intervals, work
from optcheck.checker.core import Exact, Fact, Finding, Kind, number_text, require, shown, whole
from optcheck.checker.intervals import Interval
from optcheck.checker.quadratic import Quadratic, square_root
from optcheck.checker.reading import Nothing, Record, choice, flag, integer, needed, number, same_length, sequence
from optcheck.errors import CertificateRejected

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


KINDS = {
    "noise-game-equilibrium": Kind(_Game, Nothing, check_equilibrium),
    "noise-game-outcome": Kind(_Game, Nothing, check_outcome),
    "noise-game-deviation": Kind(_Play, _Deviation, check_deviation),
    "noise-game-cost": Kind(_Cost, Nothing, check_cost),
}
