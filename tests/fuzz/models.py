"""Laws about small instances: evidence from a grid is accepted exactly where the definition, written afresh, says so.

Nothing is drawn that a fault could choose: seeds are fixed. A law counts what was accepted, so that it cannot hold of
nothing.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

from optcheck.checker.core import check_document
from optcheck.errors import CertificateRejected, TooCostly
from tests.fuzz import oracle, truths_definitions, truths_papers
from tests.fuzz.laws import law
from tests.fuzz.programs import random_program
from tests.fuzz.truths_plans import required_variance
from tests.fuzz.truths_programs import least_total

Instance = dict[str, Any]
_FEW = [Fraction(n, d) for n, d in ((-3, 2), (-1, 1), (0, 1), (1, 2), (1, 1), (2, 1))]
assert {truths_definitions, truths_papers}  # which register themselves
_HOLDS = {"<=": "__le__", ">=": "__ge__", "=": "__eq__"}


def said(kind: str, instance: Instance, evidence: Instance) -> list[tuple[str, str, Any]] | None:
    """The facts that a certificate establishes; None where it is rejected."""
    try:
        found = check_document({"format": 1, "kind": kind, "instance": instance, "evidence": evidence})
    except CertificateRejected:
        return None
    return [(fact.quantity, fact.relation, fact.value) for fact in found.facts]


def _texts(values: Any) -> list[Any]:
    return [None if value is None else str(value) for value in values]


# --- linear programs ------------------------------------------------------------------------------------------------


def dot(a: Any, b: Any) -> Fraction:
    """The sum of the products."""
    return sum((Fraction(x) * y for x, y in zip(a, b, strict=True)), Fraction(0))


class _Program:
    """A linear program with one or two columns and up to two rows."""

    def __init__(self, random: Random) -> None:
        n, m = random.choice([1, 1, 2]), random.choice([0, 1, 1, 2])
        self.sign = random.choice([1, -1])
        self.costs = random.choices(_FEW, k=n)
        self.lower = random.choices([None, Fraction(0), Fraction(-1, 2), Fraction(1)], k=n)
        self.upper = random.choices([None, Fraction(0), Fraction(3, 2)], k=n)
        self.rows = [random.choices(_FEW, k=n) for _ in range(m)]
        self.relations = random.choices(["<=", ">=", "="], k=m)
        self.sides = random.choices(_FEW, k=m)

    def instance(self) -> Instance:
        """As a certificate has it; the first coefficient of a row is split in two."""
        terms: list[list[list[Any]]] = [
            [[0, str(row[0] - 1)], *([j, str(a)] for j, a in enumerate(row))] for row in self.rows
        ]
        for row, entries in zip(self.rows, terms, strict=True):
            entries[1][1] = str(row[0] - Fraction(entries[0][1]))
        return {
            "sense": "minimise" if self.sign == 1 else "maximise",
            "columns": [f"x{j}" for j in range(len(self.costs))],
            "costs": _texts(self.costs),
            "lower": _texts(self.lower),
            "upper": _texts(self.upper),
            "rows": [f"r{i}" for i in range(len(self.rows))],
            "relations": self.relations,
            "rhs": _texts(self.sides),
            "terms": terms,
        }

    def keeps(self, x: Any, sides: Any) -> bool:
        """Whether all rows hold at a point."""
        return all(
            getattr(dot(row, x), _HOLDS[relation])(side)
            for row, relation, side in zip(self.rows, self.relations, sides, strict=True)
        )

    def is_feasible(self, x: Any) -> bool:
        """Rows and bounds."""
        inside = all(
            (a is None or v >= a) and (b is None or v <= b) for v, a, b in zip(x, self.lower, self.upper, strict=True)
        )
        return inside and self.keeps(x, self.sides)

    def is_ray(self, ray: Any) -> bool:
        """From any feasible point on and on, and better and better."""
        inside = all(
            (step >= 0 or a is None) and (step <= 0 or b is None)
            for step, a, b in zip(ray, self.lower, self.upper, strict=True)
        )
        return inside and self.keeps(ray, [Fraction(0)] * len(self.rows)) and self.sign * dot(self.costs, ray) < 0

    def bound(self, costs: Any, sign: int, y: Any) -> Fraction | None:
        """What multipliers prove of the costs; None where signs do not fit or a bound is infinite."""
        for value, relation in zip(y, self.relations, strict=True):
            if (relation == ">=" and sign * value < 0) or (relation == "<=" and sign * value > 0):
                return None
        total = dot(y, self.sides)
        for j, cost in enumerate(costs):
            rest = cost - dot(y, [row[j] for row in self.rows])
            end = self.lower[j] if sign * rest > 0 else self.upper[j]
            if rest and end is None:
                return None
            total += rest * end if rest and end is not None else 0
        return total

    def points(self, random: Random) -> Iterator[list[Fraction]]:
        """Some points, among them corners."""
        for _ in range(6):
            yield [
                random.choice([v for v in (a, b, *_FEW) if v is not None])
                for a, b in zip(self.lower, self.upper, strict=True)
            ]
        if len(self.costs) == 1:
            yield from ([side / row[0]] for row, side in zip(self.rows, self.sides, strict=True) if row[0])

    def multipliers(self, random: Random) -> Iterator[list[Fraction]]:
        """Some multipliers, among them those that leave nothing of the first cost."""
        for _ in range(4):
            yield random.choices([*_FEW, Fraction(0)], k=len(self.rows))
        for i, row in enumerate(self.rows):
            for cost in (self.costs[0], Fraction(1), Fraction(-1)):
                if row[0]:
                    yield [cost / row[0] if k == i else Fraction(0) for k in range(len(self.rows))]


@law("linear")
def small_linear_programs() -> None:
    """Optimal, infeasible by multipliers or by a column, unbounded: accepted exactly where the conditions hold."""
    random, accepted = Random(3), Counter[str]()
    for _ in range(150):
        program = _Program(random)
        instance, goal = program.instance(), "minimum" if program.sign == 1 else "maximum"
        zero = [Fraction(0)] * len(program.costs)
        duals, points = list(program.multipliers(random)), list(program.points(random))
        for y in duals:
            bound = program.bound(zero, 1, y)
            found = said("linear-program", instance, {"status": "infeasible", "dual": _texts(y)})
            assert (found == [("program", "is", "infeasible")]) == (found is not None) == bool(bound and bound > 0)
            accepted["infeasible"] += found is not None
        for column in range(3):
            ends = [program.lower[column : column + 1], program.upper[column : column + 1]]
            crossed = all(end and end[0] is not None for end in ends) and ends[0][0] > ends[1][0]  # type: ignore[operator]
            found = said("linear-program", instance, {"status": "infeasible", "column": column})
            assert (found is not None) == crossed
        for x, y in zip(points, itertools.cycle(duals), strict=False):
            best, reached = program.bound(program.costs, program.sign, y), dot(program.costs, x)
            for value in {reached, best, reached + 1} - {None}:
                evidence = {"status": "optimal", "value": str(value), "primal": _texts(x), "dual": _texts(y)}
                found, proved = said("linear-program", instance, evidence), program.is_feasible(x) and value == best
                expected = [("program", "is", "optimal"), (goal, "=", value)] if proved and value == reached else None
                assert found == expected
                accepted["optimal"] += found is not None
            for ray in (random.choices(_FEW, k=len(x)), [Fraction(1)] * len(x), [Fraction(-1)] * len(x)):
                evidence = {"status": "unbounded", "primal": _texts(x), "ray": _texts(ray)}
                found = said("linear-program", instance, evidence)
                assert (found is not None) == (program.is_feasible(x) and program.is_ray(ray))
                accepted["unbounded"] += found is not None
    assert min(accepted[status] for status in ("optimal", "infeasible", "unbounded")) > 20, accepted


# --- integer programs -----------------------------------------------------------------------------------------------


class Box:
    """An integer program in a small box, whose points can be listed; its last column may have a gap instead."""

    def __init__(self, random: Random, gaps: bool = True) -> None:
        n = random.choice([1, 2, 2])
        self.sign, self.gap = random.choice([1, -1]), random.random() < 0.3 and gaps
        self.low = [Fraction(random.randint(-1, 1)) for _ in range(n)]
        if self.gap:
            self.low[-1] += Fraction(1, 2)
        self.high = [low + random.randint(0, 2) for low in self.low]
        self.costs = random.choices(_FEW, k=n)
        self.rows = [random.choices(_FEW, k=n) for _ in range(random.choice([1, 1, 2]))]
        self.relations = random.choices(["<=", ">=", ">=", "="], k=len(self.rows))
        self.sides = random.choices(_FEW, k=len(self.rows))
        self.integers = list(range(n - self.gap))

    def instance(self) -> Instance:
        """Bounds of integers may lie between integers, and the program is the same."""
        n, more = len(self.costs), Fraction(1, 3)
        loose = [more if j in self.integers else Fraction(0) for j in range(n)]
        gaps = [[n - 1, str(self.low[-1]), str(self.high[-1])]] if self.gap else []
        return {
            "sense": "minimise" if self.sign == 1 else "maximise",
            "columns": [f"x{j}" for j in range(n)],
            "costs": _texts(self.costs),
            "lower": _texts(a - b for a, b in zip(self.low, loose, strict=True)),
            "upper": _texts(a + b for a, b in zip(self.high, loose, strict=True)),
            "rows": [f"r{i}" for i in range(len(self.rows))],
            "relations": self.relations,
            "rhs": _texts(self.sides),
            "terms": [[[j, str(a)] for j, a in enumerate(row)] for row in self.rows],
            "integers": self.integers,
            "gaps": gaps,
        }

    def values(self, j: int) -> list[Fraction]:
        """The values of a column."""
        if j in self.integers:
            return [self.low[j] + k for k in range(int(self.high[j] - self.low[j]) + 1)]
        return sorted({self.low[j], self.high[j]})

    def violated(self, x: Any) -> tuple[int, int] | None:
        """The number of a row that does not hold at a point, and the sign of a multiplier that shows it."""
        for i, (row, relation, side) in enumerate(zip(self.rows, self.relations, self.sides, strict=True), 1):
            value = dot(row, x)
            if not getattr(value, _HOLDS[relation])(side):
                return i, -1 if relation == "=" and value > side else 1
        return None

    def points(self) -> Iterator[tuple[Fraction, ...]]:
        """All feasible ones."""
        every = itertools.product(*(self.values(j) for j in range(len(self.costs))))
        return (x for x in every if self.violated(x) is None)

    def walk(self, added: tuple[Any, ...] = (), chosen: tuple[Fraction, ...] = ()) -> Iterator[str]:
        """Every point is a leaf: closed by a row that it violates, or by the cutoff."""
        if len(chosen) == len(self.costs):
            broken = self.violated(chosen)
            more = next((k for k, holds in enumerate(added, 1) if not holds(chosen)), None)
            place = broken or ((len(self.rows) + more, 1) if more else (0, 1))
            yield f"leaf {place[0]} {place[1]}"
            return
        *rest, last = self.values(len(chosen))
        for value, after in itertools.pairwise([*rest, last]):
            yield f"column {len(chosen)} {value} {after}"
            yield from self.walk(added, (*chosen, value))
        yield from self.walk(added, (*chosen, last))

    def split(self, random: Random) -> list[str]:
        """The same on both sides of a split of a sum."""
        factors, low = [random.choice([1, -1, 2]) for _ in self.costs], random.randint(-2, 3)
        terms = " ".join(f"{j} {p}" for j, p in enumerate(factors))
        first = self.walk((lambda x: dot(factors, x) <= low,))
        second = self.walk((lambda x: dot(factors, x) >= low + 1,))
        return [f"row {low} {low + 1} {terms}", *first, *second]


@law("integer")
def small_integer_programs() -> None:
    """A walk through all points proves a bound exactly where no feasible point is better; a point is checked too."""
    random, accepted = Random(5), Counter[str]()
    for _ in range(120):
        box = Box(random)
        instance, feasible = box.instance(), list(box.points())
        walks = [list(box.walk())] + ([box.split(random)] if not box.gap else [])
        values = [box.sign * dot(box.costs, x) for x in feasible]
        best = box.sign * min(values) if values else None
        for steps in walks:
            found = said("integer-program", instance, {"status": "infeasible", "proof": steps})
            assert (found is not None) == (not feasible)
            near = (0, -1, Fraction(-1, 6), Fraction(1, 6), 1)
            for bound in () if best is None else [best + step for step in near]:
                evidence: Instance = {"status": "bounds", "bound": str(bound), "proof": steps}
                found = said("integer-program", instance, evidence)
                assert (found is not None) == (box.sign * bound <= box.sign * best)  # type: ignore[operator]
                accepted["bounds"] += found is not None
            for x in (*feasible[:3], random.choices(_FEW, k=len(box.costs)), [low + 1 for low in box.low]):
                value = dot(box.costs, x)
                fits = all(v in box.values(j) for j, v in enumerate(x)) and box.violated(x) is None
                evidence = {"status": "optimal", "value": str(value), "primal": _texts(x), "proof": steps}
                found = said("integer-program", instance, evidence)
                assert (found is not None) == (fits and value == best)
                accepted["optimal"] += found is not None
                evidence = {"status": "feasible", "value": str(value), "primal": _texts(x)}
                assert (said("integer-program", instance, evidence) is not None) == fits
            accepted["unbounded"] += _check_endless(box, random)
            for k in range(len(steps)):  # a proof without one of its steps is none
                other = said("integer-program", instance, {"status": "infeasible", "proof": steps[:k] + steps[k + 1 :]})
                assert other is None or not feasible
    assert min(accepted.values()) > 20, accepted


def _check_endless(box: Box, random: Random) -> int:
    """The same without upper ends and gaps: a feasible point and a ray show that there is no end."""
    instance = {**box.instance(), "upper": [None] * len(box.costs), "gaps": []}
    accepted = 0
    for x in ([low + random.randint(0, 1) for low in box.low], [low - 1 for low in box.low]):
        for ray in ([Fraction(1)] * len(x), random.choices(_FEW, k=len(x)), [Fraction(0)] * len(x)):
            evidence = {"status": "unbounded", "primal": _texts(x), "ray": _texts(ray)}
            inside = all(value >= low for value, low in zip(x, box.low, strict=True)) and box.violated(x) is None
            rows = zip(box.rows, box.relations, strict=True)
            onward = all(getattr(dot(row, ray), _HOLDS[relation])(0) for row, relation in rows) and min(ray) >= 0
            found = said("integer-program", instance, evidence)
            assert (found is not None) == (inside and onward and box.sign * dot(box.costs, ray) < 0)
            accepted += found is not None
    return accepted


# --- coalitions -----------------------------------------------------------------------------------------------------


@law("coalitions")
def small_packings() -> None:
    """Three parties, of which one may be missing: no schedule proves more than the least total, and some prove it."""
    best = Counter[bool]()
    orders = [row for size in (1, 2, 3) for row in itertools.permutations(range(3), size)]
    for required, ends in itertools.product(([1, 1, 1], [2, 1, 0]), ([0, 3], [0, 2], [1, 2])):
        least = least_total(list(map(Fraction, required)), 1, [j for j in range(3) if ends[0] <= j < ends[1]])
        instance = {"denominator": 1, "required": required, "threshold": 1, "active": ends}
        for unit, horizon, parties, leader in itertools.product((1, 2, 3), (1, 2, 3), orders, range(3)):
            for led in ([leader, horizon], [leader, 1, (leader + 1) % 3, horizon - 1]):
                proved = Fraction(sum(time * required[j] for j, time in zip(led[::2], led[1::2], strict=True)), unit)
                last = 2 * horizon - unit * (len(parties) - 1)
                evidence = {"variances": {"denominator": 1, "runs": [2, 3]}, "total": 6, "bound": str(proved)}
                evidence |= {"unit": unit, "horizon": horizon}
                evidence["tracks"] = [{"machines": 2, "runs": [e for j in parties for e in (j, j + 1)], "last": last}]
                durations = [part for time in led[1::2] for part in (time, 1)]
                evidence["leaders"] = {"start": 0, "parties": led[::2], "durations": durations}
                if said("tpmdp-allocation", instance, evidence) is not None:
                    assert proved <= least
                    best[proved == least] += 1
    assert best[True] > 5, best


# --- correlated noise -----------------------------------------------------------------------------------------------


@law("definitions.cordp")
def small_rounds() -> None:
    """Pairs and duals of all sizes up to n = 4: what is said of them is true, and private pairs are accepted."""
    accepted, sizes = 0, itertools.product(range(1, 5), range(1, 5), range(3), (None, False, True), (None, 1, 3))
    for n, t, c, whole, d in Random(2).sample(list(sizes), 80):
        instance = {"n": n, "t": t, "c": c, "sigma2_min": "3/2", "whole": whole, "d": d}
        instance = {name: value for name, value in instance.items() if value is not None}
        for evidence in _proposed(n, t, c, bool(whole)):
            document = {"format": 1, "kind": "cordp-optimum", "instance": instance, "evidence": evidence}
            try:
                found = check_document(document)
            except CertificateRejected:
                assert "dual" in evidence or not c < t <= n or not _is_private(n, c, evidence["pair"])
                continue
            accepted += 1
            assert oracle.faults(document, found) == []
    assert accepted > 60


def _is_private(n: int, c: int, pair: Any) -> bool:
    v, r = map(Fraction, pair)
    x, y = v + c * r, r
    if r > 0 or v + (n - 1) * r <= 0:
        return False
    for _ in range(n - c - 1):
        x, y = x - y * y / x, y - y * y / x
    return x >= Fraction(3, 2)


def _proposed(n: int, t: int, c: int, whole: bool) -> Iterator[Instance]:
    """Pairs from a grid, and the duals for some first entries; both at once where they may fit."""
    pairs = [["3/2", 0], [2, 0], [2, "-1/4"], [3, "-1/2"], ["5/2", "1/4"], [4, "-4/3"], ["3/2", "-1/2"]]
    yield from ({"pair": pair} for pair in pairs)
    others, total = n - c - 1, t - c - (c if whole else 0)
    for first in (Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(1)):
        rest = (1 - first) / others if others > 0 else Fraction(0)
        for sum_ in (total, total + 1, max(total, 1)):
            cross = (sum_ - first - others * others * rest) / (2 * others) if others > 0 else Fraction(0)
            dual = [str(first), str(cross), str(rest)]
            yield {"dual": dual}
            yield {"pair": pairs[0], "dual": dual}


@law("definitions.cordp")
def least_rounds() -> None:
    """The least variance of own draws that suffices is accepted, one less is not; with what the definitions say."""
    budget, smoothing = (Fraction(1), Fraction(1, 10**5)), 9  # which costs nothing that shows
    cases = itertools.product(((1, 1, 0), (3, 2, 1), (4, 3, 2)), (1, 2, 5), (1, 3), (0, 60))
    for (n, t, c), d, steps, pair in cases:
        m, move = n - c, 2 * steps + math.ceil(math.sqrt(d))
        needed = required_variance(*budget, Fraction(1)) * move**2
        kept = [Fraction(0)] + [m / (Fraction(m - 1, own + m * pair) + Fraction(1, own)) for own in range(1, 2500)]
        least = next(own for own, value in enumerate(kept) if value >= needed)
        instance = {"n": n, "t": t, "c": c, "epsilon": 1, "delta": str(budget[1]), "dimension": d}
        draws = {"steps": steps, "smoothing": smoothing, "pair_variance": pair}
        found = [said("cordp-integers", instance, {**draws, "own_variance": least + k + smoothing}) for k in (-1, 0)]
        unit = Fraction(1, steps**2)
        facts = [kept[least] * unit, (least + smoothing + (n - t) * pair) * unit, Fraction(1, steps)]
        assert found[0] is None
        assert found[1] is not None
        assert [value for _, _, value in found[1]] == facts


# --- definitions ----------------------------------------------------------------------------------------------------


@law("language")
@law("values")
@law("evaluation")
def random_definitions() -> None:
    """What Python gives for a text, fractions for quotients, the checker gives too; what fails there is refused."""
    random, accepted = Random(11), 0
    for _ in range(40):
        text = random_program(random)
        sides = {"claimed": text, "true": text.replace("claimed", "true")}
        instance = {"instance": {"n": random.choice([2, 3])}, **sides, "relation": "equals"}
        document = {"format": 1, "kind": "evaluation", "instance": instance, "evidence": {}}
        try:
            found = check_document(document, 0.1)
        except TooCostly:  # it may have no end
            continue
        except CertificateRejected:
            assert oracle.faults(document, _NOTHING) != ["no facts"], text
            continue
        accepted += 1
        assert oracle.faults(document, found) == [], text
    assert accepted > 20


class _Nothing:
    facts = ()
    statement, value = "", None


_NOTHING = _Nothing()
