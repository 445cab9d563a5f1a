"""Facts about BAS, the mechanism of Chained-DP: total cost, reports, participation. Standard library only.

Users, units and costs are those of the noise game. BAS (Mechanism 1, line 10) lets the first user add the largest
report; with true reports the profile is (max beta, 0, ..., 0).
"""

from __future__ import annotations

from fractions import Fraction

from optcheck.checker import intervals, work
from optcheck.checker.comparison import exact_or_enclosed, precision
from optcheck.checker.core import Exact, Fact, Finding, Kind, require, shown, whole
from optcheck.checker.families.noise_game import cost, cost_at, plain
from optcheck.checker.intervals import Interval
from optcheck.checker.reading import Nothing, Record, choice, integer, needed, number, optional, sequence

BITS = 128
_AMOUNT = number(least=0)
_AMOUNTS = sequence(_AMOUNT, least=1)


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


KINDS = {
    "noise-game-least-total": Kind(_Users, _Precision, check_least_total),
    "noise-game-report": Kind(_Report, Nothing, check_report),
    "noise-game-participation": Kind(_Participation, Nothing, check_participation),
}
