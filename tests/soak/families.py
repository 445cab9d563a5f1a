"""The families of random small programs: anything at all, and what makes the exhibits of benchmarks/museum.py hard.

``draw(number)`` gives the name of a family and a program of it; ``classes`` says what else a program is counted as.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction

from optcheck import Model
from optcheck.exact.numbers import Exact
from optcheck.lp.program import RELATION_CODES, LinearProgram, Optimal, Outcome, Relation

Draw = Callable[[random.Random], Exact]
RELATIONS: tuple[Relation, ...] = ("<=", "=", ">=")


def draw(number: random.Random) -> tuple[str, LinearProgram]:
    """Half of the programs are anything, the others come from the harder families."""
    name = "anything" if number.random() < 0.5 else number.choice(sorted(FAMILIES))
    return name, FAMILIES[name](number)


def classes(program: LinearProgram, truth: Outcome) -> Iterator[str]:
    """The outcome, and the corners that the program has."""
    bounds = list(zip(program.lower, program.upper, strict=True))
    yield type(truth).__name__.lower()
    if any(not list(program.rows.row(i)) for i in range(program.rows.count)):
        yield "with an empty row"
    if any(low is not None and low == high for low, high in bounds):
        yield "with a fixed column"
    if (None, None) in bounds:
        yield "with a free column"
    if isinstance(truth, Optimal) and _tight(program, truth) > len(bounds):
        yield "degenerate"


def _tight(program: LinearProgram, truth: Optimal) -> int:
    """How many rows and bounds the proved point meets with equality."""
    point = truth.primal
    sums = [sum((a * point[j] for j, a in program.rows.row(i)), Fraction(0)) for i in range(program.rows.count)]
    rows = sum(bool(total == side) for total, side in zip(sums, program.rhs, strict=True))
    return rows + sum(x in pair for x, *pair in zip(point, program.lower, program.upper, strict=True))


def _rational(number: random.Random, largest: int = 4) -> Fraction:
    return Fraction(number.randint(-largest, largest), number.randint(1, 3))


def _hair(number: random.Random) -> Fraction:
    """Less than any tolerance, of either sign, or nothing."""
    return number.randint(-1, 1) * Fraction(1, 10 ** number.choice([8, 10, 13, 25]))


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
    return _anything(number, lambda n: n.randint(-2, 2) + _hair(n))


def _degenerate_cover(number: random.Random) -> LinearProgram:
    model = Model("minimise")
    names = [model.variable(f"x{j}", number.randint(0, 2), 0, number.choice([None, 1])) for j in range(5)]
    for i in range(number.randint(3, 9)):
        row = dict.fromkeys(number.sample(names, number.randint(1, 4)), 1)
        model.row(f"r{i}", row, number.choice([">=", ">=", "="]), number.randint(0, 2))
    return model.build()


def _thin(number: random.Random) -> LinearProgram:
    """One sum from both sides, with a hair's breadth between them or missing."""
    model = Model("minimise")
    row = {model.variable(f"x{j}", cost=_rational(number)): number.randint(1, 3) for j in range(number.randint(1, 4))}
    side = number.randint(0, 3)
    model.row("at most", row, "<=", side)
    model.row("at least", row, ">=", side + _hair(number))
    return model.build()


def _near_ties(number: random.Random) -> LinearProgram:
    """Covering rows, costs and right sides that differ by a hair: the float basis often belongs to the wrong one."""
    model = Model("minimise")
    names = [model.variable(f"x{j}", cost=1 + _hair(number)) for j in range(5)]
    for i in range(number.randint(4, 9)):
        model.row(f"r{i}", dict.fromkeys(number.sample(names, 3), 1), ">=", 1 + _hair(number))
    return model.build()


def _hilbert(number: random.Random) -> LinearProgram:
    """Nearly singular rows through a point that is known."""
    model, size, start = Model("minimise"), number.randint(3, 7), number.randint(1, 4)
    names = [model.variable(f"x{j}", number.randint(0, 2), number.choice([None, 0])) for j in range(size)]
    for i in range(size):
        row = {name: Fraction(1, i + j + start) for j, name in enumerate(names)}
        shift = _hair(number) if number.random() < 0.3 else Fraction(0)
        model.row(f"r{i}", row, number.choice(["=", "=", ">="]), sum(row.values(), shift))
    return model.build()


def _klee_minty(number: random.Random) -> LinearProgram:
    model, size, base = Model("maximise"), number.randint(2, 6), number.choice([3, 10, 100])
    names = [model.variable(f"x{j}", cost=base ** (size - 1 - j)) for j in range(size)]
    for i in range(size):
        row = {names[j]: 2 * base ** (i - j) for j in range(i)}
        model.row(f"r{i}", {**row, names[i]: 1}, "<=", base ** (2 * i))
    return model.build()


def _cone(number: random.Random) -> LinearProgram:
    """Every row meets the origin, as in the examples of Beale and Kuhn: textbook rules cycle there."""
    model = Model("minimise")
    names = [model.variable(f"x{j}", cost=_rational(number, 12)) for j in range(4)]
    for i in range(number.randint(2, 5)):
        model.row(f"r{i}", {name: _rational(number, 90) for name in names}, "<=", 0)
    model.row("end", {names[number.randrange(4)]: 1}, "<=", 1)
    return model.build()


def _dependent_rows(number: random.Random) -> LinearProgram:
    """Equations of deficient rank; the last is the sum of the others, or in conflict with them by a hair."""
    model, count = Model("minimise"), number.randint(2, 4)
    names = [model.variable(f"x{j}", _rational(number), number.choice([None, 0])) for j in range(number.randint(2, 4))]
    rows = [{name: number.randint(-2, 2) for name in names} for _ in range(count)]
    for i, row in enumerate(rows):
        model.row(f"r{i}", row, "=", 1)
    total = {name: sum(row[name] for row in rows) for name in names}
    model.row("sum", total, "=", count + number.choice([Fraction(0), _hair(number)]))
    return model.build()


FAMILIES: dict[str, Callable[[random.Random], LinearProgram]] = {
    "anything": _anything,
    "cone": _cone,
    "degenerate cover": _degenerate_cover,
    "dependent rows": _dependent_rows,
    "hilbert": _hilbert,
    "klee-minty": _klee_minty,
    "near ties": _near_ties,
    "thin": _thin,
    "tiny gaps": _tiny_gaps,
    "wild scales": _wild_scales,
}
