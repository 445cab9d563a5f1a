"""Random small programs through every backend: each must come back, and with the true outcome.

    python -m tests.soak.programs --count 1000 --seed 7
    python -m tests.soak.programs --minutes 5

The exact simplex method, which shares nothing with the float solvers, is the oracle; the checker looks at both proofs.
Prints what was seen, writes each failure into the folder --out, and ends with status 1 after a failure. A failure
names its number: --only replays it.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from time import monotonic

from optcheck import Model, solve
from optcheck.errors import OptcheckError
from optcheck.exact.numbers import Exact
from optcheck.exact.program import RELATION_CODES, LinearProgram, Optimal, Outcome, Relation
from optcheck.solvers import BACKENDS, Answer
from optcheck.solvers.simplex import exact_outcome

Draw = Callable[[random.Random], Exact]
RELATIONS: tuple[Relation, ...] = ("<=", "=", ">=")
OUTCOMES = ("optimal", "infeasible", "unbounded")
LIMIT = 10.0  # seconds that a program of this size may take, many times what it needs


def random_program(number: random.Random) -> LinearProgram:
    """A program of one of the families: any data, tiny gaps, wild scales, degenerate covers."""
    return number.choice(FAMILIES)(number)


def _rational(number: random.Random, largest: int = 4) -> Fraction:
    return Fraction(number.randint(-largest, largest), number.randint(1, 3))


def _anything(number: random.Random, coefficient: Draw = _rational) -> LinearProgram:
    """Rows, bounds and costs at will: empty rows, fixed, free and crossed columns, redundant and contradicting rows."""
    model = Model(number.choice(["minimise", "maximise"]))
    for j in range(number.randint(0, 5)):
        low, high = _bounds(number)
        model.variable(f"x{j}", coefficient(number), low, high)
    inside = {name: _inside(number, low, high) for name, (_, low, high) in model._columns.items()}
    point = inside if number.random() < 0.6 else None
    for i in range(number.randint(0, 6)):
        terms = {name: coefficient(number) for name in model._columns if number.random() < 0.5}
        relation: Relation = number.choice(RELATIONS)
        model.row(f"r{i}", terms, relation, _side(number, terms, relation, point, coefficient))
    return model.build()


def _bounds(number: random.Random) -> tuple[Exact | None, Exact | None]:
    kind = number.random()
    if kind < 0.1:
        fixed = _rational(number)
        return fixed, fixed
    if kind < 0.12:
        return 1, Fraction(1, 2)
    return number.choice([None, 0, 0, 0, -1]), number.choice([None, None, None, 0, 2])


def _side(
    number: random.Random, terms: dict[str, Exact], relation: Relation, point: dict[str, Exact] | None, draw: Draw
) -> Exact:
    """Any right side, or one that the point satisfies."""
    if point is None:
        return draw(number)
    drawn = draw(number)
    slack = number.choice([Fraction(0), Fraction(max(drawn, -drawn))])
    return sum((a * point[name] for name, a in terms.items()), Fraction(0)) - RELATION_CODES[relation] * slack


def _inside(number: random.Random, low: Exact | None, high: Exact | None) -> Exact:
    """A value within the bounds, if there is one: rows through such a point make the program feasible."""
    return number.choice([bound for bound in (low, high) if bound is not None] or [_rational(number)])


def _wild_scales(number: random.Random) -> LinearProgram:
    return _anything(number, lambda n: _rational(n) * Fraction(10) ** n.randint(-9, 9))


def _tiny_gaps(number: random.Random) -> LinearProgram:
    """Whole numbers disturbed by less than any tolerance."""
    return _anything(
        number, lambda n: n.randint(-2, 2) + n.randint(-1, 1) * Fraction(1, 10 ** n.choice([8, 10, 13, 25]))
    )


def _degenerate_cover(number: random.Random) -> LinearProgram:
    model = Model("minimise")
    names = [model.variable(f"x{j}", number.randint(0, 2), 0, number.choice([None, 1])) for j in range(5)]
    for i in range(number.randint(3, 9)):
        row = dict.fromkeys(number.sample(names, number.randint(1, 4)), 1)
        model.row(f"r{i}", row, number.choice([">=", ">=", "="]), number.randint(0, 2))
    return model.build()


FAMILIES = (_anything, _anything, _wild_scales, _tiny_gaps, _degenerate_cover)


@dataclass(slots=True)
class Tally:
    """What was seen."""

    counts: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    examples: dict[str, str] = field(default_factory=dict)
    slowest: tuple[float, str] = (0.0, "")

    def add(self, case: str, backend: str, program: LinearProgram) -> str | None:
        """Solve one program and compare; returns what is wrong."""
        truth, start = exact_outcome(program), monotonic()
        program.certificate(truth).verify()
        try:
            answer = solve(program, backend, limit=LIMIT)
            fault = _difference(answer, truth)
            self._count(case, backend, answer, truth)
        except OptcheckError as error:
            fault = f"{type(error).__name__}: {error}"
        seconds = monotonic() - start
        self.slowest = max(self.slowest, (seconds, f"{case} {backend}"))
        if fault is None and seconds > 3 * LIMIT:
            fault = f"came back after {seconds:.0f} s"
        if fault is not None:
            self.failures.append(f"{case} {backend}: {fault}")
            print("FAILED", self.failures[-1], flush=True)
        return fault

    def _count(self, case: str, backend: str, answer: Answer, truth: Outcome) -> None:
        said = "no answer" if answer.solution is None else answer.solution.status.value
        true = type(truth).__name__.lower()
        self.counts[f"{true}"] += 1
        self.counts[f"by {answer.route}"] += 1
        if said != true:
            slip = f"{backend}: {said}, in truth {true}"
            self.counts[slip] += 1
            self.examples.setdefault(slip, case)


def _difference(answer: Answer, truth: Outcome) -> str | None:
    if type(answer.outcome) is not type(truth):
        return f"{answer.status}, in truth {type(truth).__name__.lower()}"
    if isinstance(truth, Optimal) and answer.value != truth.value:
        return f"value {answer.value}, in truth {truth.value}"
    return None


def soak(given: argparse.Namespace) -> Tally:
    """Run the programs, the backends taking turns; program k depends on the seed and k alone."""
    tally, end = Tally(), monotonic() + 60 * given.minutes
    backends = given.backend or sorted(BACKENDS)
    for k in range(given.count) if given.only is None else [given.only]:
        if monotonic() > end:
            break
        program = random_program(random.Random(f"{given.seed}/{k}"))
        fault = tally.add(f"seed {given.seed} program {k}", backends[k % len(backends)], program)
        if fault is not None:
            given.out.mkdir(parents=True, exist_ok=True)
            record = {"seed": given.seed, "program": k, "fault": fault, "instance": program.instance()}
            (given.out / f"program-{given.seed}-{k}.json").write_text(json.dumps(record, indent=1), encoding="utf-8")
    return tally


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10**9, help="how many programs at most")
    parser.add_argument("--minutes", type=float, default=10.0, help="how long at most")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6), help="drawn when not given")
    parser.add_argument("--out", type=Path, default=Path("out/soak/programs"), help="folder for failures")
    parser.add_argument("--backend", choices=sorted(BACKENDS), action="append", help="one or more; all when not given")
    parser.add_argument("--only", type=int, help="replay the program of this number")
    given = parser.parse_args()
    print(f"seed {given.seed}", flush=True)
    tally = soak(given)
    for name, times in sorted(tally.counts.items()):
        print(f"{times:8} {name}", f"(first: {tally.examples[name]})" if name in tally.examples else "")
    print(f"slowest: {tally.slowest[0]:.1f} s, {tally.slowest[1]}")
    print(f"{sum(tally.counts[name] for name in OUTCOMES)} programs, {len(tally.failures)} failures")
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())
