"""Check statements about total cost, reports and participation in Chained-DP. Standard library only.

Kinds: noise-game-optimum, noise-game-anarchy, noise-game-report, noise-game-participation. In units of m.
"""

from __future__ import annotations

from optcheck.checker._noise_game import (
    Expression,
    cost,
    cost_at,
    decide,
    read_preferences,
    read_profile,
    read_user,
    total_cost,
    weight,
)
from optcheck.checker.core import Document, Finding, field, parse_number, require


def check_optimum(instance: Document, evidence: Document) -> Finding:
    """A profile costs all users together less than the claimed optimum."""
    preferences = read_preferences(instance)
    claimed = read_profile(instance, "claimed", len(preferences))
    better = read_profile(evidence, "better", len(preferences))
    left, right = total_cost(preferences, better), total_cost(preferences, claimed)
    return decide(left, "<", right, "total cost against that of the claimed optimum")


def _enforced(preferences: list[str]) -> list[Expression]:
    """The profile that BAS enforces (Mechanism 1, line 10): the first user adds the largest preference."""
    return [["max", *preferences], *("0" for _ in preferences[1:])]


def check_anarchy(instance: Document, evidence: Document) -> Finding:
    """The price of anarchy of BAS is not below the claimed upper bound, or not above the claimed lower bound.

    Upper: some profile's total cost times the bound is at most that of BAS. Lower: with noise T = x^2 in all, nobody
    sees more than T, and 1/x >= 3/(2y) - T/(2 y^3) for every y > 0. So with A the sum of the beta^(3/2), the total is
    at least K T + A (3/y - T/y^3), which is at least 3 A/y as soon as K y^3 >= A.
    """
    preferences = read_preferences(instance)
    paid, bound = total_cost(preferences, _enforced(preferences)), instance["bound"]
    if field(instance, "side", str) == "upper":
        other = total_cost(preferences, read_profile(evidence, "profile", len(preferences)))
        words = "total cost of BAS against the upper bound times another profile's total cost"
        return decide(paid, ">=", ["*", bound, other], words)
    tangent = parse_number(evidence["tangent"], "tangent")
    require(tangent > 0, "tangent", "> 0", tangent)
    twice_sum = ["+", *(weight(preference) for preference in preferences)]
    slope = ["*", 2 * len(preferences), ["^", evidence["tangent"], 3]]
    decide(slope, ">=", twice_sum, "slope of the tangent")
    least = ["/", ["*", "3/2", twice_sum], evidence["tangent"]]
    return decide(paid, "<=", ["*", bound, least], "total cost of BAS against the lower bound times the least")


def check_report(instance: Document, evidence: Document) -> Finding:
    """In BAS another report costs a user less, whatever the order: the noise is the largest report."""
    preferences, others = read_preferences(instance, "preference"), read_preferences(instance, "others")
    reports = [["max", report, *others] for report in (evidence["better"], instance["report"])]
    require(parse_number(evidence["better"]) >= 0, "report", ">= 0", evidence["better"])
    better, reported = (cost(preferences[0], noise, noise) for noise in reports)
    require(better is not None, "report", "a finite cost", "no noise at all")
    words = "cost with another report"
    if reported is None:
        return Finding(f"{words} is finite, with this one it is infinite")
    return decide(better, "<", reported, words)


def check_participation(instance: Document, evidence: Document) -> Finding:
    """The cost of a user who leaves BAS stands in the stated relation to its cost inside.

    Alone, the user minimises x + 2 beta^(3/2)/sqrt(x). That is 3 beta at x = beta, and never less: it is the sum of
    three terms with product beta^3. The others either stay at their noise, or regroup: then they add their largest
    preference.
    """
    preferences = read_preferences(instance)
    user, others = read_user(instance, len(preferences)), field(instance, "others", str)
    require(len(preferences) > 1, "preferences", "at least two users", len(preferences))
    require(others in ("stay", "regroup"), "others", "stay or regroup", others)
    profile = _enforced(preferences)
    inside = cost_at(preferences, profile, user)
    require(inside is not None, "preferences", "a finite cost", preferences)
    staying, regrouped = ["+", *_without(profile, user)], ["max", *_without(preferences, user)]
    alone = ["+", ["*", 3, preferences[user]], staying if others == "stay" else regrouped]
    words = f"cost of user {user} outside against inside"
    return decide(alone, field(instance, "relation", str), inside, words)


def _without(row: list[Expression], user: int) -> list[Expression]:
    return [*row[:user], *row[user + 1 :]]


CHECKS = {
    "noise-game-anarchy": check_anarchy,
    "noise-game-optimum": check_optimum,
    "noise-game-participation": check_participation,
    "noise-game-report": check_report,
}
