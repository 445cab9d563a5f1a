"""Rigorous bounds from rough multipliers: a float solver's dual, or a first-order method's, proves what it proves.

Any row multipliers of the right signs give a bound on the objective, whatever their rounding: what they leave of a
column's cost is taken at the column's bound. Where a column has no such bound, one that the rows imply will do; where
they imply none, the multipliers are moved a little, exactly, until nothing is left of that column's cost.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite

from optcheck.errors import InvalidInput, NotCertified, shown
from optcheck.exact.files import Certificate
from optcheck.exact.numbers import Exact, exact, whole
from optcheck.lp.draft import RANGE_MARK
from optcheck.lp.program import LinearProgram, Model
from optcheck.lp.solve import IntegerOutcome, Step

_MEMORY = 4.0  # gigabytes
_DENOMINATOR = 10**12  # of a multiplier that is moved


@dataclass(frozen=True, slots=True)
class Bound:
    """A proved bound: no feasible point is better. ``moved`` is the most that a multiplier was moved, in all rows."""

    value: Exact
    certificate: Certificate
    moved: Exact = 0


def bound_by(program: LinearProgram, dual: Mapping[str, object] | Sequence[object]) -> Exact | None:
    """The bound that multipliers prove as they are; those of a wrong sign count as 0. None where they prove nothing."""
    reduced: list[Exact] = list(program.costs)
    total: Exact = 0
    for i, y in multipliers_of(program, dual).items():
        total += y * program.rhs[i]
        for j, a in program.rows.row(i):
            reduced[j] -= y * a
    for j, rest in enumerate(reduced):
        side = program.lower[j] if program.sign * rest > 0 else program.upper[j]
        if rest and side is None:
            return None
        total += rest * (side or 0)
    return whole(total)


def multipliers_of(program: LinearProgram, dual: Mapping[str, object] | Sequence[object]) -> dict[int, Exact]:
    """Multipliers by row number, without those that are 0, not finite, or of a sign that does not fit the row.

    They come by name or in the order of the rows. A range is two rows: its multiplier goes to the one whose sign fits.
    """
    if isinstance(dual, Mapping):
        index = {name: i for i, name in enumerate(program.row_labels)}
        unknown = next((name for name in dual if name not in index), None)
        if unknown is not None:
            raise InvalidInput(f"multipliers must name rows of the program; {shown(unknown)} is none")
        pairs = [(index[name], y) for name, y in dual.items()]
        pairs += [(index[name + RANGE_MARK], y) for name, y in dual.items() if name + RANGE_MARK in index]
    else:
        pairs = list(enumerate(dual))
        if len(pairs) != program.rows.count:
            raise InvalidInput(f"there must be {program.rows.count} multipliers, one for each row, got {len(pairs)}")
    finite = {i: _exact(y) for i, y in pairs}
    return {i: y for i, y in finite.items() if y and program.sign * y * int(program.relations[i]) >= 0}


def _exact(number: object) -> Exact:
    return 0 if isinstance(number, float) and not isfinite(number) else exact(number, "multiplier")


def bound(program: LinearProgram, dual: Mapping[str, object] | Sequence[object], limit: float = 60.0) -> Bound:
    """A rigorous bound on the optimum from rough multipliers, with a certificate that the checker has accepted.

    ``dual`` is by name or in the order of the rows: what the optimum gains for each unit of a right side, as HiGHS,
    scipy, Gurobi and PDLP give it. Multipliers of a wrong sign count as 0. Integer columns help where rounding does.

    >>> model = Model("minimise")
    >>> x = model.variable("x", cost=3, upper=9)
    >>> model.row("floor", {x: 7}, ">=", 1)
    >>> bound(model.build(), [0.375]).value
    Fraction(3, 8)
    """
    if not isinstance(program, LinearProgram):
        raise InvalidInput(f"program must be a LinearProgram, got {type(program).__name__}")
    multipliers = multipliers_of(program, dual)
    moved: Exact = 0
    proved = _certified(program, multipliers, limit)
    if proved is None:
        multipliers, moved = _moved(program, multipliers, limit)
        proved = _certified(program, multipliers, limit)
    if proved is None:
        raise NotCertified("these multipliers prove nothing, nor do any near them: a column has no bound")
    return Bound(*proved, whole(moved))


def _certified(
    program: LinearProgram, multipliers: Mapping[int, Exact], limit: float
) -> tuple[Exact, Certificate] | None:
    """The bound and its certificate; the column bounds that rows imply are part of the proof."""
    from optcheck.lp.integer import Search
    from optcheck.lp.limits import Run

    search = Search(program, Run(limit, _MEMORY))
    found = search.system.exact_bound(multipliers, search.box)
    if found is None:
        search.tighten()
        if search.bounds.contradiction is not None:
            raise NotCertified("the program is infeasible: every number is a bound; optcheck.solve proves it")
        found = search.system.exact_bound(multipliers, search.box)
    if found is None:
        return None
    leaf, value = found
    proof: list[Step] = [*search.bounds.opening, leaf.step(), *reversed(search.bounds.closing)]
    outcome = IntegerOutcome("bounds", bound=whole(program.sign * value), proof=proof)
    certificate = outcome.certificate(program)
    certificate.accept(max(10 * limit, 600.0))
    return whole(program.sign * value), certificate


def _moved(program: LinearProgram, multipliers: Mapping[int, Exact], limit: float) -> tuple[dict[int, Exact], Exact]:
    """The nearest multipliers, by the sum of the moves, that leave nothing to a column without the bound it needs."""
    from optcheck.lp.solve import solve

    start = {i: Fraction(y).limit_denominator(_DENOMINATOR) for i, y in multipliers.items()}
    model, columns = Model("minimise"), _transposed(program)
    for i in range(program.rows.count):
        relation = program.sign * int(program.relations[i])
        rise, fall = model.variable(f"+{i}", cost=1), model.variable(f"-{i}", cost=1)
        if relation:
            model.row(f"sign {i}", {rise: relation, fall: -relation}, ">=", -relation * start.get(i, 0))
    for j, cost in enumerate(program.costs):
        if program.lower[j] is not None and program.upper[j] is not None:
            continue
        rest = cost - sum((a * start.get(i, 0) for i, a in columns[j].items()), start=Fraction(0))
        terms = {f"{mark}{i}": (a if mark == "+" else -a) for i, a in columns[j].items() for mark in "+-"}
        if program.lower[j] is None and program.upper[j] is None:
            model.row(f"column {j}", terms, "=", rest)
        elif (program.upper[j] is None) == (program.sign == 1):
            model.row(f"column {j}", terms, "<=", rest)
        else:
            model.row(f"column {j}", terms, ">=", rest)
    answer = solve(model.build(), limit=limit)
    if not answer.point:
        raise NotCertified(f"no multipliers prove a bound: the program that would move them is {answer.status}")
    steps = {i: answer.point[f"+{i}"] - answer.point[f"-{i}"] for i in range(program.rows.count)}
    found = {i: whole(start.get(i, 0) + step) for i, step in steps.items()}
    return {i: y for i, y in found.items() if y}, max((max(step, -step) for step in steps.values()), default=0)


def _transposed(program: LinearProgram) -> list[dict[int, Exact]]:
    columns: list[dict[int, Exact]] = [{} for _ in program.costs]
    for i in range(program.rows.count):
        for j, a in program.rows.summed(i).items():
            columns[j][i] = a
    return columns
