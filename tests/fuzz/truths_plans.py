"""True values for ranges and subsystems of linear programs, noise plans, points of Eq. 6."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from itertools import combinations
from typing import Any

import numpy as np

from tests.fuzz.oracle import WORDS, Truth, ball, need, rational, rationals, truths, whole
from tests.fuzz.simplex import Row, solved
from tests.fuzz.truths_papers import delta_of
from tests.fuzz.truths_programs import least_total, linear_data

FAR = 10**4  # stands for infinity


@truths("linear-program-ranging")
def _ranging(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    costs, lower, upper, rows = linear_data(instance)
    sense, goal = instance["sense"], {"minimise": "minimum", "maximise": "maximum"}[instance["sense"]]
    status, value, _ = solved(costs, lower, upper, rows, sense)
    need(status == "optimal" and value is not None, "an optimum")
    least = value or Fraction(0)
    truth: Truth = {"program": status, goal: value}
    point, dual = rationals(evidence["primal"]), rationals(evidence["dual"])

    def keeps_point(column: int, cost: Fraction) -> bool:
        moved = [*costs[:column], cost, *costs[column + 1 :]]
        at_point = sum((a * b for a, b in zip(moved, point, strict=True)), Fraction())
        return solved(moved, lower, upper, rows, sense)[:2] == ("optimal", at_point)

    def keeps_dual(place: int, side: Fraction) -> bool:
        form, relation, old = rows[place]
        moved = [*rows[:place], (form, relation, side), *rows[place + 1 :]]
        return solved(costs, lower, upper, moved, sense)[:2] == ("optimal", least + dual[place] * (side - old))

    for kind, own, other in (("cost_ranges", len(costs), len(rows)), ("side_ranges", len(rows), len(costs))):
        _check_indices(evidence[kind], own)
        for _, low, high, direction in evidence[kind]:
            _check_indices(direction, other)
            need(low is None or high is None or rational(low) <= rational(high), "ends in order")
    for names in (instance["columns"], instance["rows"]):
        need(len(set(names)) == len(names), "distinct names")
    for column, cost in enumerate(costs):
        words = f'cost of column "{instance["columns"][column]}" at which the point is optimal'
        truth |= _ends(words, cost, partial(keeps_point, column))
    for place, (_, _, side) in enumerate(rows):
        words = f'right side of row "{instance["rows"][place]}" at which the multipliers are optimal'
        truth |= _ends(words, side, partial(keeps_dual, place))
    return truth


def _check_indices(entries: Any, count: int) -> None:
    places = [whole(entry[0]) for entry in entries]
    need(len(set(places)) == len(places) and all(place < count for place in places), "distinct indices")


def _ends(words: str, now: Fraction, keeps: Callable[[Fraction], bool]) -> Truth:
    def test(fact: Any) -> bool:
        if fact.relation == "is":
            return keeps(now + FAR if fact.value == "infinity" else now - FAR)
        return keeps(Fraction(fact.value))

    return {f"least {words}": test, f"greatest {words}": test}


@truths("irreducible-infeasible-subsystem")
def _subsystem(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    costs, lower, upper, rows = linear_data(instance)
    members = [(kind, whole(place)) for kind, place, _ in evidence["members"]]
    need(len(evidence["points"]) == len(members), "a point for each member")
    for point in evidence["points"]:
        _check_indices(point, len(costs))

    def is_feasible(chosen: list[tuple[str, int]]) -> bool:
        low = [bound if ("lower", j) in chosen else None for j, bound in enumerate(lower)]
        high = [bound if ("upper", j) in chosen else None for j, bound in enumerate(upper)]
        kept: list[Row] = [row for i, row in enumerate(rows) if ("row", i) in chosen]
        return solved([Fraction(0)] * len(costs), low, high, kept, "minimise")[0] == "optimal"

    irreducible = not is_feasible(members) and all(is_feasible([m for m in members if m != one]) for one in members)
    need(irreducible and len(set(members)) == len(members), "an irreducible infeasible subsystem")
    count = sum(kind == "row" for kind, _ in members)
    name = "of an irreducible infeasible subsystem"
    return {"program": "infeasible", f"rows {name}": count, f"bounds {name}": len(members) - count}


@truths("noise-plan")
def _plan(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    """The least total for real Gaussian noise bounds every plan; and no coalition may leave less than a party needs."""
    epsilon, delta, size = (rationals(instance[name]) for name in ("epsilon", "delta", "sensitivity"))
    n, ends, grid = len(epsilon), instance["active"], rational(evidence["grid"])
    need(n == len(delta) == len(size) == len(instance["names"]), "lengths")
    need(min(epsilon) >= 0 and min(delta) > 0 and max(delta) < 1 and min(size) >= 0 and grid > 0, "budgets")
    variances = [value * grid**2 for value in rationals(evidence["variances"], 0)]
    active = [j for start, stop in zip(ends[::2], ends[1::2], strict=True) for j in range(start, stop)]
    need(len(set(active)) == len(active) and all(0 <= j < n for j in active), "parties")
    releases = whole(instance["releases"], 1)
    dimension = whole(instance["dimension"], 1)
    budgets = list(zip(epsilon, delta, size, strict=True))
    steps = [math.ceil(one / grid) + (math.isqrt(dimension - 1) + 1 if dimension > 1 else 0) for one in size]
    rounded = [(e, d, move * grid if one else Fraction(0)) for (e, d, one), move in zip(budgets, steps, strict=True)]
    needs, moved = ([required_variance(*one) * releases for one in cases] for cases in (budgets, rounded))
    missing = whole(instance["threshold"]) + whole(instance["dropouts"])
    watched = bool(active) and instance["threshold"] > 0
    for gone in combinations(range(n), min(missing, n)) if watched else ():
        rest = [j for j in range(n) if j not in gone]
        if set(gone) & set(active) and rest:
            enough = sum(variances[j] for j in rest) * (1 + Fraction(1, 10**9)) >= max(moved[j] for j in rest)
            need(enough, "noise against every coalition")
            if releases * dimension == 1:
                chances = _sum_of_draws([draw for j in rest for draw in _draws(evidence, j)])
                need(all(_is_private(chances, steps[j], *budgets[j]) for j in rest), "private sums of integers")
    least = least_total(needs, missing, active) if watched and missing < n else Fraction(0)
    most = least * (1 + Fraction(1, 10**9))  # required variances are rounded up
    before = sum(rationals(evidence.get("earlier") or [], 0)) * grid**2
    return {
        "total variance": sum(variances),
        "grid": grid,
        "variance drawn before": before,
        "parties without noise, from 0": tuple(j for j, variance in enumerate(variances) if not variance),
        "least total variance": lambda fact: fact.value <= most,
        "modulus": evidence.get("modulus"),
        "probability of a wrap-around": lambda fact: (
            fact.value >= Fraction(2) ** -math.floor(min(_wrap_bits(instance, evidence), 1000))
        ),
        WORDS: [grid, before, Fraction(evidence.get("modulus") or 0), Fraction(2), Fraction(-64)],
    }


@cache
def required_variance(epsilon: Fraction, delta: Fraction, size: Fraction) -> Fraction:
    """The least variance of a Gaussian that keeps the budget, by bisection, rounded up by a part of 2^-40."""
    if not size:
        return Fraction(0)
    low, high = Fraction(1), Fraction(1)
    while bool(delta_of(epsilon, high) > ball(delta)):
        high *= 4
    while not delta_of(epsilon, low) > ball(delta):
        low /= 4
    while (high - low) * (1 << 40) > high:
        middle = (low + high) / 2
        low, high = (middle, high) if bool(delta_of(epsilon, middle) > ball(delta)) else (low, middle)
    return high * size * size


def _wrap_bits(instance: dict[str, Any], evidence: dict[str, Any]) -> float:
    """-log2 of 2 exp(-x^2/(2 V)) for every release and coordinate, by doubles and a margin on the safe side for us."""
    grid, m = rational(evidence["grid"]), instance["dimension"]
    corner = math.isqrt(m - 1) + 1 if m > 1 else 0
    window = sum(math.ceil(size / grid) + corner for size in rationals(instance["sensitivity"]))
    room = Fraction(evidence["modulus"] - window, 2)
    noise = sum(evidence["variances"])
    if not noise:
        return math.inf
    return float(room * room / (2 * noise)) / math.log(2) - math.log2(2 * instance["releases"] * m) + 1e-6


def _draws(evidence: dict[str, Any], party: int) -> list[int]:
    """The variances of a party's draws."""
    before = evidence["earlier"][party] if evidence.get("earlier") else 0
    return [draw for draw in (before, evidence["variances"][party] - before) if draw]


def _sum_of_draws(variances: list[int]) -> Any:
    """The chances of a sum of discrete Gaussians, in doubles."""
    chances = np.ones(1)
    for variance in variances:
        reach = math.ceil(12 * math.sqrt(variance)) + 1
        weights = np.exp(-(np.arange(-reach, reach + 1.0) ** 2) / (2 * variance))
        chances = np.convolve(chances, weights / weights.sum())
    return chances


def _is_private(chances: Any, steps: int, epsilon: Fraction, delta: Fraction, size: Fraction) -> bool:
    """Whether no set tells a value from one that is so many steps away better than the budget allows."""
    if not size or epsilon > 700:
        return True
    pad = np.zeros(steps)
    lost = np.concatenate([chances, pad]) - math.exp(epsilon) * np.concatenate([pad, chances])
    return bool(lost[lost > 0].sum() <= float(delta) * (1 + 1e-6) + 1e-12)


@truths("cordp-integers")
def _correlated_integers(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    """The covariance of the honest reports is inverted as a matrix; what the budget needs is computed in doubles."""
    n, t, c = whole(instance["n"], 1), whole(instance["t"], 1), whole(instance["c"])
    epsilon, delta, size = rational(instance["epsilon"]), rational(instance["delta"]), whole(instance["dimension"], 1)
    need(c < t <= n and epsilon >= 0 and 0 < delta < 1, "sizes")
    steps, pair, own = (whole(evidence[name]) for name in ("steps", "pair_variance", "own_variance"))
    honest, alone = n - c, own - rational(evidence["smoothing"])
    need(alone > 0 and steps > 0 and honest <= 60, "variances")
    matrix = [[float(alone + honest * pair if i == j else 0) - pair for j in range(honest)] for i in range(honest)]
    kept = 1 / np.linalg.inv(np.array(matrix))[0, 0]
    moved = 2 * steps + math.sqrt(size)
    need(kept * (1 + 1e-9) >= float(required_variance(epsilon, delta, Fraction(1))) * moved**2, "enough noise")
    unit = Fraction(1, steps**2)
    return {
        "kept variance": lambda fact: math.isclose(fact.value, kept / steps**2, rel_tol=1e-9),
        "effective variance": (own + (n - t) * pair) * unit,
        "step of the reports": Fraction(1, steps),
        WORDS: [Fraction(1)],  # reports have at most this length
    }


@truths("tpmdp-point")
def _point(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    """Every coalition is listed."""
    scale, ends, t = whole(instance["denominator"], 1), instance["active"], whole(instance["threshold"])
    needs = [value / scale for value in rationals(instance["required"], 0)]
    point, n = rationals(instance["point"]), len(needs)
    active = [j for start, stop in zip(ends[::2], ends[1::2], strict=True) for j in range(start, stop)]
    need(len(point) == n and t < n and len(set(active)) == len(active) and all(0 <= j < n for j in active), "sizes")
    outsides = [set(range(n)) - set(gone) for gone in combinations(range(n), t) if set(gone) & set(active)]
    lacks = [max(needs[j] for j in rest) - sum(point[j] for j in rest) for rest in outsides]
    missing = max([-value for value in point] + lacks)
    least = least_total(needs, t, active)
    feasible = missing <= 0
    return {
        "feasibility": "feasible" if feasible else "infeasible",
        "optimality": "optimal" if feasible and sum(point) == least else "not optimal",
        "gap": sum(point) - least if feasible else missing,
    }
