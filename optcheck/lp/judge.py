"""Judge another solver's answer: exact violations, exact objective, exact distance from the optimum."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from optcheck.errors import InvalidInput, NotCertified, SolverFailed, TooCostly, shown
from optcheck.exact.files import Certificate
from optcheck.exact.inputs import instance_of
from optcheck.exact.numbers import Exact, between, exact, round_down, round_up, whole
from optcheck.lp.answer import (
    Answer,
    IntegerAnswer,
    IntegerOutcome,
    Judgement,
    Step,
    Verdict,
    Violation,
    bound_by,
    multipliers_of,
)
from optcheck.lp.backends import solve_floats
from optcheck.lp.draft import CONSTANT
from optcheck.lp.integer import solve, solve_integer
from optcheck.lp.linear_algebra import transposed
from optcheck.lp.program import RELATIONS, LinearProgram, Model
from optcheck.lp.solutions import claimed_statuses

# --- Rigorous bounds from rough multipliers: a float solver's dual, or a first-order method's, proves what it proves.
#
# Any row multipliers of the right signs give a bound on the objective, whatever their rounding: what they leave of a
# column's cost is taken at the column's bound. Where a column has no such bound, one that the rows imply will do; where
# they imply none, the multipliers are moved a little, exactly, until nothing is left of that column's cost.


_DENOMINATOR = 10**12  # of a multiplier that is moved


@dataclass(frozen=True, slots=True)
class Bound:
    """A proved bound: no feasible point is better. ``moved`` is the most that a multiplier was moved, in all rows."""

    value: Exact
    certificate: Certificate
    moved: Exact = 0


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
    instance_of(program, LinearProgram, "program")
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
    from optcheck.lp.branch_and_bound import Search
    from optcheck.lp.limits import Run

    search = Search(program, Run(limit))
    certified = search.system.exact_bound(multipliers, search.box)
    if certified is None:
        search.tighten()
        if search.bounds.contradiction is not None:
            raise NotCertified("the program is infeasible: every number is a bound; optcheck.solve proves it")
        certified = search.system.exact_bound(multipliers, search.box)
    if certified is None:
        return None
    leaf, value = certified
    proof: list[Step] = [*search.bounds.opening, leaf, *reversed(search.bounds.closing)]
    outcome = IntegerOutcome("bounds", bound=whole(program.sign * value), proof=proof)
    certificate = outcome.certificate(program)
    certificate.accept(max(10 * limit, 600.0))
    return whole(program.sign * value), certificate


def _moved(program: LinearProgram, multipliers: Mapping[int, Exact], limit: float) -> tuple[dict[int, Exact], Exact]:
    """The nearest multipliers, by the sum of the moves, that leave nothing to a column without the bound it needs."""
    from optcheck.lp.solve import solve

    start = {i: Fraction(y).limit_denominator(_DENOMINATOR) for i, y in multipliers.items()}
    rows = [program.rows.summed(i) for i in range(program.rows.count)]
    model, columns = Model("minimise"), transposed(rows, range(len(program.costs)))
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
    moved = {i: whole(start.get(i, 0) + step) for i, step in steps.items()}
    return {i: y for i, y in moved.items() if y}, max((max(step, -step) for step in steps.values()), default=0)


# --- Judge another solver's answer: exact violations, exact objective, exact distance from the optimum ---


__all__ = ["Judgement", "Verdict", "Violation", "judge", "point_of", "safe_bound", "violations"]

DEFAULT_TOLERANCE = Fraction(1, 10**6)


def judge(
    program: LinearProgram,
    values: Mapping[str, object],
    status: str = "",
    tolerance: object = DEFAULT_TOLERANCE,
    limit: float = 60.0,
) -> Judgement:
    """Judge values by name (columns that are not named are 0), or a status such as "infeasible".

    An answer is "right within" x if no row or bound is broken by more than ``tolerance``, and the objective is off by
    no more than ``tolerance`` times the optimum (times 1, where that is smaller than 1). All figures are exact.
    """
    instance_of(program, LinearProgram, "program")
    if not isinstance(values, Mapping):
        raise InvalidInput(f"values must be by name, as {{'x': 1}}, got {shown(values)}")
    allowed = exact(tolerance, "tolerance")
    if allowed < 0:
        raise InvalidInput(f"tolerance must not be negative, got {tolerance!r}")
    claimed = claimed_statuses(status)
    point = () if claimed else point_of(program, values)
    try:
        answer = solve(program, limit=limit) if program.continuous else _solved_near(program, point, limit)
    except (NotCertified, TooCostly) as error:
        return _judged_by_ends(program, point, claimed, allowed, None, str(error), limit)
    if isinstance(answer, IntegerAnswer) and answer.status in ("bounds", "feasible"):
        return _judged_by_ends(program, point, claimed, allowed, answer, "the limit is reached", limit)
    return _judged_status(claimed, answer) if claimed else _judged_point(program, point, allowed, answer)


def _solved_near(program: LinearProgram, point: Sequence[Exact], limit: float) -> IntegerAnswer:
    """The integer program's answer; the point in question is where the search begins, if doubles can hold it."""
    try:
        return solve_integer(program, limit, hint=[float(x) for x in point] or None)
    except OverflowError:
        return solve_integer(program, limit)


def point_of(program: LinearProgram, values: Mapping[str, object]) -> tuple[Exact, ...]:
    """The point in the program's order. Names of rows are ignored; a name that is neither row nor column is refused.

    Gurobi makes a column Rg... or MPS_Rg... of every range: it says nothing that the others do not.
    """
    rows = {prefix + name for name in program.row_labels for prefix in ("", "Rg", "MPS_Rg")}
    point: dict[str, object] = {name: int(name == CONSTANT) for name in program.column_labels}
    written = Counter(name.replace(" ", "_") for name in program.column_labels)  # as HiGHS writes names with spaces
    aliases = {name.replace(" ", "_"): name for name in program.column_labels if written[name.replace(" ", "_")] == 1}
    for name, value in values.items():
        if name in point or name in aliases:
            point[name if name in point else aliases[name]] = value
        elif name not in rows:
            raise InvalidInput(f"the solution must name columns of the program; {name!r} is none")
    return tuple(exact(point[name], f"value of {name}") for name in program.column_labels)


def _judged_status(claimed: Sequence[str], answer: Answer | IntegerAnswer) -> Judgement:
    if answer.status in claimed:
        return Judgement("right", f"right: the program is {answer.status}", answer=answer)
    claim = " or ".join(claimed)
    truth = f"has the optimum {between(answer.value)}" if answer.value is not None else f"is {answer.status}"
    return Judgement("wrong status", f"wrong: the answer says {claim}, but the program {truth}", answer=answer)


def _judged_point(
    program: LinearProgram, point: Sequence[Exact], allowed: Exact, answer: Answer | IntegerAnswer
) -> Judgement:
    broken, objective = violations(program, point), _objective(program, point)
    worst = broken[0].amount if broken else 0
    if answer.value is None:
        verdict: Verdict = "infeasible" if answer.status == "infeasible" or worst > allowed else "not optimal"
        by = f" by {round_up(worst, 3)}" if worst and verdict == "infeasible" else ""
        return Judgement(verdict, f"{verdict}{by}: the program is {answer.status}", broken, objective, answer=answer)
    distance = whole(program.sign * (objective - answer.value))
    verdict = _verdict(worst, distance, allowed, answer.value)
    return Judgement(verdict, _sentence(verdict, worst, distance), broken, objective, distance, answer=answer)


def _verdict(worst: Exact, distance: Exact, allowed: Exact, optimum: Exact) -> Verdict:
    if worst > allowed:
        return "infeasible"
    if _magnitude(distance) > allowed * max(1, _magnitude(optimum)):
        return "not optimal"
    return "right within" if worst or distance else "right"


def _magnitude(value: Exact) -> Exact:
    return max(value, -value)


def _sentence(verdict: Verdict, worst: Exact, distance: Exact) -> str:
    if verdict == "right":
        return "right: every row and bound holds and the objective is the optimum, exactly"
    parts = f"rows and bounds are broken by at most {round_up(worst, 3)}" if worst else "every row and bound holds"
    side = "worse" if distance > 0 else "better"
    far = f"{round_up(_magnitude(distance), 3)} {side} than the optimum" if distance else "the optimum"
    by = {"infeasible": worst, "not optimal": _magnitude(distance)}.get(verdict, max(worst, _magnitude(distance)))
    return (
        f"{verdict}{'' if verdict == 'right within' else ' by'} {round_up(by, 3)}: {parts}, and the objective is {far}"
    )


def _judged_by_ends(
    program: LinearProgram,
    point: Sequence[Exact],
    claimed: Sequence[str],
    allowed: Exact,
    answer: IntegerAnswer | None,
    reason: str,
    limit: float,
) -> Judgement:
    """The optimum is out of reach: violations are exact still, and a point and a bound may settle the objective."""
    value, end = (None, None) if answer is None else (answer.value, answer.bound)
    if claimed:
        refuted = {"infeasible": value is not None, "unbounded": end is not None}
        claim = " or ".join(claimed)
        if all(refuted.get(word, False) for word in claimed):
            truth = "has a feasible point" if "infeasible" in claimed else "is bounded"
            return Judgement("wrong status", f"wrong: the answer says {claim}, but the program {truth}", answer=answer)
        sentence = f"undecided: whether the program is {claim} was not proved; {reason}"
        return Judgement("undecided", sentence, answer=answer)
    broken, objective = violations(program, point), _objective(program, point)
    worst = broken[0].amount if broken else 0
    end = safe_bound(program, limit) if answer is None and worst <= allowed else end
    least, most = (None if x is None else whole(program.sign * (objective - x)) for x in (value, end))
    size = _magnitude(objective)
    near = size if end is None else min(size, _magnitude(end))
    verdict, sentence = _verdict_by_ends(worst, least, most, allowed, allowed * max(1, size), allowed * max(1, near))
    sentence += f"; {reason}" if verdict == "undecided" else ""
    return Judgement(verdict, sentence, broken, objective, None, None if verdict == "infeasible" else most, answer)


def _verdict_by_ends(
    worst: Exact, least: Exact | None, most: Exact | None, allowed: Exact, far_off: Exact, near: Exact
) -> tuple[Verdict, str]:
    """The verdict from what the objective is worse than the optimum by, at least and at most: far off, or near."""
    if worst > allowed:
        return "infeasible", f"infeasible by {round_up(worst, 3)}: the optimum is out of reach"
    if least is not None and least > far_off:
        words = f"not optimal by at least {round_down(least, 3)}: a point with a better objective is proved feasible"
        return "not optimal", words
    if not worst and most is not None and most <= near:
        words = f"right within {round_up(most, 3)}: every row and bound holds; by a proved bound, not by the optimum"
        return "right within", words
    far = "nothing is proved of the distance" if most is None else f"the objective is {_gap_words(most)}"
    return "undecided", f"undecided: broken by at most {round_up(worst, 3)}, and {far}"


def _gap_words(gap: Exact) -> str:
    """What a bound says. It bounds one side only: a point that breaks a row by a hair may look far too good."""
    if gap < 0:
        return f"at least {round_down(-gap, 3)} better than the optimum"
    return f"at most {round_up(gap, 3)} worse than the optimum"


def safe_bound(program: LinearProgram, limit: float = 60.0) -> Exact | None:
    """A rigorous bound on the optimum from HiGHS's multipliers, computed exactly; None where they prove nothing."""
    try:
        solution = solve_floats(program.to_floats(), "highs", limit)
    except (OverflowError, SolverFailed):
        return None
    if len(solution.dual) != program.rows.count or not np.isfinite(solution.dual).all():
        return None
    return bound_by(program, solution.dual.tolist())


def _objective(program: LinearProgram, point: Sequence[Exact]) -> Exact:
    return whole(sum((c * x for c, x in zip(program.costs, point, strict=True) if c and x), start=0))


def violations(program: LinearProgram, point: Sequence[Exact]) -> tuple[Violation, ...]:
    """Every row, bound, integer and gap that the point breaks, the worst first."""
    broken = [*_broken_bounds(program, point), *_broken_rows(program, point), *_broken_columns(program, point)]
    return tuple(sorted(broken, key=lambda violation: -violation.amount))


def _broken_bounds(program: LinearProgram, point: Sequence[Exact]) -> Iterator[Violation]:
    for name, low, x, high in zip(program.column_labels, program.lower, point, program.upper, strict=True):
        if low is not None and x < low:
            yield Violation("bound", name, f">= {low}", low - x)
        if high is not None and x > high:
            yield Violation("bound", name, f"<= {high}", x - high)


def _broken_columns(program: LinearProgram, point: Sequence[Exact]) -> Iterator[Violation]:
    """Integer columns that are none, by their distance from the nearest integer; columns inside their gaps."""
    for j in sorted(program.integers):
        if point[j].denominator != 1:
            distance = _magnitude(point[j] - round(point[j]))
            yield Violation("integer", program.column_labels[j], "an integer", distance)
    for j, low, high in program.gaps:
        if low < point[j] < high:
            rule = f"outside ({low}, {high})"
            yield Violation("gap", program.column_labels[j], rule, min(point[j] - low, high - point[j]))


def _broken_rows(program: LinearProgram, point: Sequence[Exact]) -> Iterator[Violation]:
    for i, (code, side) in enumerate(zip(program.relations.tolist(), program.rhs.tolist(), strict=True)):
        slack = sum((a * point[j] for j, a in program.rows.row(i) if point[j]), start=0) - side
        amount = -slack if code > 0 else slack if code < 0 else _magnitude(slack)
        if amount > 0:
            yield Violation("row", program.row_labels[i], f"{RELATIONS[code]} {side}", whole(amount))
