"""Random small integer programs: each must come back, and with what enumeration says.

    python -m tests.soak.integers --minutes 5 --seed 7

Programs between finite bounds are enumerated: every value of the integer columns and every side of a gap, the rest
solved exactly. Of programs with unbounded integer columns a box is enumerated, whose points no answer may contradict.
HiGHS is asked about every program, and z3 where it is installed; HiGHS errs, and is counted, z3 is exact, and a
contradiction is a failure. Prints what was seen, writes each failure into the folder --out, and ends with status 1
after one.
"""

from __future__ import annotations

import importlib.util
import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import ceil, floor
from time import monotonic

from optcheck.errors import NotCertified
from optcheck.exact.numbers import Exact
from optcheck.lp.answer import IntegerAnswer
from optcheck.lp.branch_and_bound import feasible, objective
from optcheck.lp.integer import solve_integer
from optcheck.lp.program import LinearProgram, Model, Relation
from optcheck.lp.relaxation import mip_point
from tests.soak._arguments import read
from tests.strategies.integer_programs import optimum

LIMIT = 60.0  # seconds; a program of this size takes less than one, on a machine that is not busy
_BOX = 6  # what is enumerated of an unbounded column
_MOST = 3000  # points of a box
Z3 = importlib.util.find_spec("z3") is not None
_Z3_MILLISECONDS = 2000
_LOWER: list[Exact] = [0, 0, 0, -2, Fraction(-5, 2)]
_WIDTHS: list[Exact] = [1, 1, 2, 3, Fraction(7, 2)]
_FAR = 10**9  # an objective that only an unbounded program of this size reaches
Number = Callable[[random.Random], Exact]


def _plain(number: random.Random) -> Exact:
    return number.randint(-6, 6)


NUMBERS: dict[str, Number] = {
    "plain": _plain,
    "degenerate": lambda number: number.choice([-1, 0, 1]),
    "decimal": lambda number: Fraction(number.randint(-99, 99), 10),
    "big-M": lambda number: number.choice([_plain(number), _plain(number), 10**6, -(10**6), 10**9]),
    "tiny gaps": lambda number: _plain(number) + Fraction(number.randint(-1, 1), 10 ** number.choice([7, 9, 12])),
    "badly scaled": lambda number: _plain(number) * Fraction(10) ** number.randint(-6, 6),
    "knapsack": lambda number: number.randint(2, 40),
    "unbounded columns": _plain,
}


def draw(number: random.Random) -> tuple[str, LinearProgram]:
    """The name of a family, and a program of it: up to six columns and five rows."""
    family = number.choice(sorted(NUMBERS))
    model, coefficient = Model(number.choice(["minimise", "maximise"])), NUMBERS[family]
    count = number.randint(1, 6)
    lows = [number.choice(_LOWER) for _ in range(count)]
    highs = [low + number.choice(_WIDTHS) for low in lows]
    unbounded = 0.5 if family == "unbounded columns" else 0.0
    lower = [None if number.random() < unbounded else low for low in lows]
    upper = [None if number.random() < unbounded else high for high in highs]
    columns = [model.variable(f"x{j}", coefficient(number), lower[j], upper[j]) for j in range(count)]
    inside = [number.randint(ceil(low), floor(high)) for low, high in zip(lows, highs, strict=True)]
    hidden = inside if number.random() < 0.7 else None
    for i in range(number.randint(0, 5)):
        terms = {name: coefficient(number) for name in columns if number.random() < 0.75}
        relation: Relation = "=" if family == "knapsack" else number.choice(["<=", ">=", "="])
        side: Exact = number.randint(-8, 12)
        if hidden is not None:
            room = 0 if relation == "=" else number.randint(0, 3) * (1 if relation == "<=" else -1)
            side = sum((terms.get(name, 0) * x for name, x in zip(columns, hidden, strict=True)), Fraction(room))
        model.row(f"r{i}", terms, relation, side)
    integers = frozenset(j for j in range(count) if number.random() < 0.8)
    gaps = [(j, 0, Fraction(highs[j]) / 2) for j in range(count) if lower[j] == 0 and number.random() < 0.08]
    return family, replace(model.build(), integers=integers, gaps=tuple(gaps))


def fault(program: LinearProgram, answer: IntegerAnswer) -> str | None:
    """What is wrong with an answer, by enumeration."""
    if all(bound is not None for bound in (*program.lower, *program.upper)):
        truth = optimum(program)
        right = ("infeasible", None) if truth is None else ("optimal", truth)
        said = answer.status, answer.value
        return None if said == right else f"says {said}, in truth {right}"
    for point in _points(program):
        value = program.sign * objective(program, point)
        bound = None if answer.bound is None else program.sign * answer.bound
        if answer.status == "infeasible" or (bound is not None and value < bound):
            return f"says {answer.status} {answer.bound}, but {list(map(str, point))} is feasible"
    return None


def _points(program: LinearProgram) -> list[tuple[Exact, ...]]:
    """Feasible integer points near 0."""
    bounds = zip(program.lower, program.upper, strict=True)
    lows = [(-_BOX if low is None else ceil(low), _BOX if high is None else floor(high)) for low, high in bounds]
    width = 2 * _BOX + 1
    while width ** len(lows) > _MOST:
        width -= 1
    ranges = [range(max(low, -(width // 2)), min(high, width // 2) + 1) for low, high in lows]
    return [point for point in product(*ranges) if feasible(program, point)]


def opinion_of_highs(program: LinearProgram, answer: IntegerAnswer) -> str:
    """Whether HiGHS's answer is the proved one, as far as floats can tell."""
    if program.gaps:
        return "not asked"
    floats = program.to_floats()
    said, point = mip_point(floats, sorted(program.integers), 1e-6)
    if answer.status == "optimal" and said == "optimal" and point is not None and answer.value is not None:
        near = abs(float(answer.value) - float(floats.costs @ point)) <= 1e-5 * max(1.0, abs(float(answer.value)))
        return "agrees" if near else "contradicts"
    return "agrees" if said == answer.status or "unbounded" in said else "contradicts"


def opinion_of_z3(program: LinearProgram, answer: IntegerAnswer) -> str:
    """Whether z3 agrees that there is no point (that is better), or that there are points as good as one likes."""
    import z3

    solver = z3.Solver()
    solver.set("timeout", _Z3_MILLISECONDS)
    columns = [(z3.Int if j in program.integers else z3.Real)(f"x{j}") for j in range(len(program.costs))]

    def total(terms: Sequence[tuple[int, Exact]]) -> z3.ArithRef:
        return z3.Sum([z3.RealVal(str(Fraction(a))) * columns[j] for j, a in terms] or [z3.RealVal(0)])

    for j, (low, high) in enumerate(zip(program.lower, program.upper, strict=True)):
        solver.add(*([] if low is None else [columns[j] >= z3.RealVal(str(Fraction(low)))]))
        solver.add(*([] if high is None else [columns[j] <= z3.RealVal(str(Fraction(high)))]))
    for j, gap_low, gap_high in program.gaps:
        solver.add(z3.Or(*(columns[j] <= z3.RealVal(str(gap_low)), columns[j] >= z3.RealVal(str(gap_high)))))
    for i, (code, side) in enumerate(zip(program.relations.tolist(), program.rhs.tolist(), strict=True)):
        left, right = total(list(program.rows.row(i))), z3.RealVal(str(Fraction(side)))
        solver.add(left == right if code == 0 else left >= right if code > 0 else left <= right)
    costs = program.sign * total([*enumerate(program.costs)])
    if answer.value is not None:
        solver.add(costs < z3.RealVal(str(Fraction(program.sign * answer.value))))
    elif answer.status == "unbounded":
        solver.add(costs < -_FAR)
    said = str(solver.check())
    if said == "unknown":
        return "no answer"
    return "agrees" if (said == "sat") == (answer.status == "unbounded") else "contradicts"


def main(argv: Sequence[str] | None = None) -> int:
    """Draw and solve until the time is up."""
    given = read(argv, __doc__ or "")
    counts: Counter[str] = Counter()
    failures, slowest, number = 0, 0.0, 0
    while not given.over:
        family, program = draw(random.Random(f"{given.seed}/{number}"))
        begun, wrong = monotonic(), None
        try:
            answer = solve_integer(program, limit=LIMIT, jobs=1)
        except NotCertified:
            counts.update([f"family {family}", "nothing proved within the limit"])
        except Exception as error:  # whatever it is, the program is kept
            wrong = f"{type(error).__name__}: {error}"
        else:
            wrong = fault(program, answer)
            counts.update([f"family {family}", answer.status, f"HiGHS {opinion_of_highs(program, answer)}"])
            if Z3 and answer.status in ("optimal", "infeasible", "unbounded"):
                said = opinion_of_z3(program, answer)
                counts[f"z3 {said}"] += 1
                wrong = wrong or ("z3 contradicts it" if said == "contradicts" else None)
        slowest = max(slowest, monotonic() - begun)
        if wrong is not None:
            failures += 1
            print("FAILED", number, family, wrong, flush=True)
            given.write(
                f"integer-program-{given.seed}-{number}.json", json.dumps(program.integer_instance(), default=str)
            )
        number += 1
    for name, times in sorted(counts.items()):
        print(f"{times:8} {name}")
    print(f"{number} programs, {failures} failures, slowest {slowest:.1f} s")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
