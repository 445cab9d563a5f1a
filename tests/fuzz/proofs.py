"""Laws about VIPR files: proofs that go through all points of small programs, and the same words in any layout."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from optcheck.checker.vipr import Derived, Proof, check_vipr
from optcheck.errors import CertificateRejected
from tests.fuzz.laws import law
from tests.fuzz.models import Box, dot

_SENSES = {"<=": "L", ">=": "G", "=": "E"}
Bounds = tuple[tuple[int, Fraction], ...]  # of each column: the number of a constraint, and its side


class _Writer:
    """Writes a file that proves a bound, or that no point is feasible, by branching until every column is fixed."""

    def __init__(self, box: Box, random: Random, bound: Fraction | None) -> None:
        self.box, self.random, self.bound = box, random, bound
        self.steps: list[str] = []
        self.left_out: dict[int, list[tuple[int, Fraction]]] = {}
        self.given = [
            f"r {_SENSES[relation]} {side} {_terms(row)}"
            for row, relation, side in zip(box.rows, box.relations, box.sides, strict=True)
        ]
        third, lower, upper = Fraction(1, 3), list[tuple[int, Fraction]](), list[tuple[int, Fraction]]()
        for j, (low, high) in enumerate(zip(box.low, box.high, strict=True)):
            self.given += [f"l G {low - third} 1 {j} 1", f"u L {high + third} 1 {j} 1"]
        for j, (low, high) in enumerate(zip(box.low, box.high, strict=True)):
            place = len(box.rows) + 2 * j
            lower.append((self.derive(f"G {low} 1 {j} 1", f"rnd 1 {place} 1"), low))
            upper.append((self.derive(f"L {high} 1 {j} 1", f"rnd 1 {place + 1} 1"), high))
        self.close(tuple(lower), tuple(upper))

    @property
    def target(self) -> str:
        """What is to be proved."""
        return "G 1 0" if self.bound is None else f"{'G' if self.box.sign == 1 else 'L'} {self.bound} OBJ"

    def derive(self, what: str, reason: str) -> int:
        """The number of a new constraint."""
        self.steps.append(f"d {what} {{ {reason} }} -1")
        return len(self.given) + len(self.steps) - 1

    def close(self, lower: Bounds, upper: Bounds) -> int:
        """The number of a constraint that is the target, under the assumptions of these bounds."""
        for j, (low, high) in enumerate(zip(lower, upper, strict=True)):
            if low[1] < high[1]:
                below = self.derive(f"L {low[1]} 1 {j} 1", "asm")
                above = self.derive(f"G {low[1] + 1} 1 {j} 1", "asm")
                one = self.close(lower, (*upper[:j], (below, low[1]), *upper[j + 1 :]))
                other = self.close((*lower[:j], (above, low[1] + 1), *lower[j + 1 :]), upper)
                pairs = [f"{one} {below}", f"{other} {above}"]
                return self.derive(self.target, f"uns {' '.join(pairs[:: self.random.choice([1, -1])])}")
        return self.leaf(lower, upper)

    def leaf(self, lower: Bounds, upper: Bounds) -> int:
        """The only point breaks a row, or has an objective that is no better."""
        point = [bound for _, bound in lower]
        broken = self.box.violated(point)
        if broken:
            row, side = broken[0] - 1, self.box.sides[broken[0] - 1]
            factor = Fraction(1) if dot(self.box.rows[row], point) < side else Fraction(-1)
            rest, used = [-factor * a for a in self.box.rows[row]], [(row, factor)]
        else:
            rest, used = list(self.box.costs), []
        at_least = bool(broken) or self.box.sign == 1
        used += [((lower if (a > 0) == at_least else upper)[j][0], a) for j, a in enumerate(rest) if a]
        what = "G 1/1000 0" if broken else self.target
        if self.random.random() < 0.2:
            self.left_out[len(self.given) + len(self.steps)] = used
            return self.derive(
                what,
                self.random.choice(["lin incomplete 0 1", "lin weak { 1 L 0 7 2 } 1 0 1", "lin weak { 0 } 1 0 1 }"]),
            )
        return self.derive(what, f"lin {len(used)} {' '.join(f'{i} {a}' for i, a in used)}")

    def complete(self, proof: Proof, target: Derived, active: Any, given: Any) -> list[tuple[int, Fraction]]:
        """The multipliers that were left out, where the hints came through."""
        assert (list(active), list(given)) in (([0, 1], []), ([7], [(0, 1)]), ([], [(0, 1)]))
        return self.left_out[len(proof.constraints)]

    def words(self, points: list[Any], goal: str) -> list[str]:
        """The whole file."""
        n = len(self.box.costs)
        solutions = [f"s {_terms(point)}" for point in points]
        parts = [f"VER 1.0 VAR {n}", *(f"x{j}" for j in range(n)), f"INT {n}", *map(str, range(n)), "OBJ"]
        parts += ["min" if self.box.sign == 1 else "max", _terms(self.box.costs), f"CON {len(self.given)} 0"]
        parts += [*self.given, f"RTP {goal} SOL {len(points)}", *solutions, f"DER {len(self.steps)}", *self.steps]
        return " ".join(parts).split()


def _terms(row: Any) -> str:
    pairs = [f"{j} {a}" for j, a in enumerate(row) if a]
    return " ".join([str(len(pairs)), *pairs])


def _said(text: str, writer: _Writer) -> list[tuple[str, str, Any]] | None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "proof.vipr"
        path.write_text(text, encoding="utf-8")
        try:
            found = check_vipr(path, completer=writer.complete)
        except CertificateRejected:
            return None
    return [(fact.quantity, fact.relation, fact.value) for fact in found.facts]


@law("vipr")
def small_proofs() -> None:
    """A proof through all points is accepted exactly where none is better, and a solution is as good as it says."""
    random, accepted = Random(9), 0
    for _ in range(40):
        box = Box(random, gaps=False)
        feasible = [list(x) for x in box.points()]
        values = [box.sign * dot(box.costs, x) for x in feasible]
        best = box.sign * min(values) if values else Fraction(0)
        none = _Writer(box, random, None)
        found = _said(" ".join(none.words([], "infeas")), none)
        assert found == (None if feasible else [("program", "is", "infeasible")])
        for bound, end in ((best, best), (best - box.sign, best), (best + Fraction(box.sign, 2), None), (best, None)):
            writer = _Writer(box, random, bound)
            for points in (
                feasible[:2],
                [],
                [[low - 1 for low in box.low]],
                [[low + Fraction(1, 2) for low in box.low]],
            ):
                found = _said(" ".join(writer.words(points, _goal(box, bound, end))), writer)
                reached = [box.sign * dot(box.costs, x) for x in points]
                fits = all(x in feasible for x in points) and (end is None or any(v <= box.sign * end for v in reached))
                proved = all(v >= box.sign * bound for v in values)
                assert found == (_facts(box, bound, end) if fits and proved else None)
                accepted += found is not None
    assert accepted > 60, accepted


def _goal(box: Box, bound: Fraction, end: Fraction | None) -> str:
    ends = [str(bound), ("inf" if box.sign == 1 else "-inf") if end is None else str(end)]
    return "range " + " ".join(ends[:: box.sign])


def _facts(box: Box, bound: Fraction, end: Fraction | None) -> list[tuple[str, str, Any]]:
    goal = "minimum" if box.sign == 1 else "maximum"
    if bound == end:
        return [("program", "is", "optimal"), (goal, "=", bound)]
    proved = (goal, ">=" if box.sign == 1 else "<=", bound)
    known = [] if end is None else [(goal, "<=" if box.sign == 1 else ">=", end)]
    return [proved, *known] if box.sign == 1 else [*known, proved]


@law("vipr")
def layouts() -> None:
    """Spaces, lines of any length and comments change nothing; a word that is missing or too long is refused."""
    random, box = Random(4), Box(Random(4), gaps=False)
    points = [list(x) for x in box.points()]
    best = box.sign * min(box.sign * dot(box.costs, x) for x in points)
    writer = _Writer(box, random, best)
    words = writer.words(points, _goal(box, best, best))
    expected = _facts(box, best, best)
    for blanks in ([" ", "\n"], ["\n% { asm }\n", "\t", " \r\n"], [" %1 2\n"]):
        assert _said("".join(word + random.choice(blanks) for word in words), writer) == expected
    for wide in (f" %{'x ' * 70_000}\n", " " * 70_000, f" %{'x' * 65_533}\n", " " * 65_535):
        text = "".join(word + (" " if k % 29 else wide) for k, word in enumerate(words))
        assert _said(text, writer) == expected
    long = ["a" * 200_000 if word == "x0" else word for word in words]
    assert _said(" ".join(long), writer) == expected
    assert _said(" ".join(words) + "\n%" + "x" * 200_000, writer) == expected
    assert _said(" ".join("a" * 400_000 if word == "x0" else word for word in words), writer) is None
    assert _said(" ".join(words[:-1]), writer) is None
    assert _said(" ".join(words).replace(" RTP", "% RTP"), writer) is None
    for k in range(0, len(words), 7):
        assert _said(" ".join([*words[:k], "?", *words[k + 1 :]]), writer) in (None, expected)
