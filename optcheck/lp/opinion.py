"""A second opinion on a problem that another package has solved: right, wrong by so much, with proof, in its own names.

The package's answer is judged as :mod:`optcheck.lp.judge` judges files: exact violations, exact distance from a proved
optimum. What the package says it has found decides what is wrong: a point that it calls feasible may be far from the
optimum, one that it calls optimal may not.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from html import escape
from math import inf
from typing import Literal, cast

from optcheck.checker.core import counted
from optcheck.errors import InvalidInput, NotCertified, SolverFailed, TooCostly
from optcheck.exact.files import Certificate
from optcheck.exact.numbers import Exact, both_forms, brief, exact, round_up
from optcheck.lp.adapters import Solved, as_solved, in_decimals
from optcheck.lp.answer import Answer, IntegerAnswer, Judgement, Verdict, Violation
from optcheck.lp.draft import CONSTANT
from optcheck.lp.limits import call_in_worker
from optcheck.lp.program import LinearProgram

Word = Verdict | Literal["no answer"]
DEFAULT_TOLERANCE = Fraction(1, 10**6)
_WORST = 5  # violations that an explanation lists
_LOADING = 60.0  # seconds that a process of its own may take beyond the limit: to load, and to check


@dataclass(frozen=True, slots=True)
class Opinion:
    """What is true of a problem that a package has solved, beside what the package says.

    ``certificate`` proves the truth (an optimum, or that there is none); ``decimal`` says how the data were read.
    """

    solved: Solved
    judgement: Judgement
    decimal: bool = False
    bound: Exact | None = None  # by the package's own multipliers
    _explained: list[str] = field(default_factory=list, repr=False, compare=False)

    @property
    def verdict(self) -> Word:
        """One of right, right within, infeasible, not optimal, wrong status, undecided, no answer."""
        return self.judgement.verdict if self.solved.claim != "none" or self.solved.values else "no answer"

    @property
    def wrong(self) -> bool:
        """Whether what the package claims is refuted: beyond the tolerance, with proof."""
        refuting: dict[str, tuple[str, ...]] = {
            "none": (),
            "feasible": ("infeasible", "wrong status"),
        }
        return self.verdict in refuting.get(self.solved.claim, ("infeasible", "not optimal", "wrong status"))

    @property
    def answer(self) -> Answer | IntegerAnswer | None:
        """The exact answer, None where it was out of reach."""
        return self.judgement.answer

    @property
    def certificate(self) -> Certificate | None:
        """The proof of the truth, None where it was out of reach."""
        return None if self.answer is None else self.answer.certificate

    @property
    def violations(self) -> tuple[Violation, ...]:
        """What the package's point breaks, the worst first, by the package's own names."""
        return self.judgement.violations

    @property
    def distance(self) -> Exact | None:
        """How much worse than the optimum the package's objective is, exactly."""
        return self.judgement.distance

    @property
    def sentence(self) -> str:
        """The opinion in one line."""
        says = f"{self.solved.package} says {self.solved.status!r}"
        if self.verdict == "no answer":
            return f"{says}, and gives no values: {self._truth()}"
        if self.solved.claim == "feasible" and self.verdict == "not optimal":
            return f"{says}: its point is feasible, and {self.judgement.sentence.removesuffix('.')}"
        worst = self.violations[0] if self.verdict == "infeasible" and self.violations else None
        return f"{says}: {self.judgement.sentence}{'' if worst is None else f'; worst at {_broken(worst)}'}"

    def _truth(self) -> str:
        answer = self.answer
        if answer is None:
            return "nothing was proved within the limit"
        if answer.status == "optimal" and answer.value is not None:
            return f"the program has the optimum {both_forms(answer.value)}"
        return f"the program is {answer.status}" if answer.status in ("infeasible", "unbounded") else "not closed"

    def explain(self, limit: float = 60.0) -> str:
        """The opinion at length: the truth, what is broken, what the multipliers prove, and why, where infeasible."""
        if not self._explained:
            self._explained.append("\n".join(f"{name:<10} {text}" for name, text in self._lines(limit)))
        return self._explained[0]

    def _lines(self, limit: float) -> list[tuple[str, str]]:
        program, judgement = self.solved.program, self.judgement
        size = f"{counted(program.rows.count, 'row')}, {counted(len(program.costs), 'column')}"
        size += f", {counted(len(program.integers), 'integer column')}" if program.integers else ""
        numbers = "decimals: 0.1 is 1/10" if self.decimal else "the doubles that the package holds, exactly"
        lines = [("opinion", self.sentence), ("program", size), ("numbers", numbers), ("truth", self._truth())]
        if judgement.objective is not None:
            lines.append(("objective", f"{both_forms(judgement.objective)} at the package's point"))
        if self.solved.objective is not None and judgement.objective is not None:
            off = abs(Fraction(self.solved.objective) - judgement.objective)
            lines.append(
                (
                    "reported",
                    f"{self.solved.objective!r}, {'exactly that' if not off else f'off by {round_up(off, 3)}'}",
                )
            )
        lines += [("broken", _broken(violation)) for violation in judgement.violations[:_WORST]]
        if self.bound is not None:
            lines.append(("bound", f"{both_forms(self.bound)} by the package's own multipliers, rigorously"))
        if self.certificate is not None:
            lines.append(("proof", f"a certificate of kind {self.certificate.kind}, which the checker accepted"))
        return lines + self._reasons(limit)

    def _reasons(self, limit: float) -> list[tuple[str, str]]:
        """Why a program is infeasible; or a point, where one was called infeasible."""
        answer = self.answer
        if answer is not None and answer.status == "infeasible":
            job = ("optcheck.lp.opinion:reasons", (self.solved.program, limit))
            try:
                lines = _called(job, limit) if _is_crowded() else reasons(self.solved.program, limit)
                return [("because", line) for line in cast("list[str]", lines)]
            except (NotCertified, TooCostly, SolverFailed) as error:
                return [("because", f"no smallest set of rows was found: {error}")]
        if answer is not None and self.verdict == "wrong status" and answer.point:
            shown = [f"{name} = {brief(x)}" for name, x in answer.point.items() if name != CONSTANT][:8]
            return [("point", f"{', '.join(shown)}{' ...' if len(answer.point) > 8 else ''} is feasible")]
        return []

    def __str__(self) -> str:
        """The opinion in one line."""
        return self.sentence

    def _repr_html_(self) -> str:
        """A table for notebooks."""
        colour = "#b00020" if self.wrong else "#8a6d00" if self.verdict in ("undecided", "no answer") else "#1b5e20"
        cells = "".join(
            f"<tr><th style='text-align:left;vertical-align:top'>{escape(name)}</th>"
            f"<td style='text-align:left'>{escape(text)}</td></tr>"
            for name, text in self._lines(10.0)
        )
        return f"<p><strong style='color:{colour}'>{escape(self.verdict)}</strong></p><table>{cells}</table>"


def second_opinion(
    problem: object,
    *arguments: object,
    decimal: bool = False,
    tolerance: object = DEFAULT_TOLERANCE,
    limit: float = 60.0,
    **keywords: object,
) -> Opinion:
    """Judge a problem as another package has solved it; exact, with proof, in the package's own names.

    Takes problems of PuLP, cvxpy, highspy, linopy, gurobipy and pyscipopt as they are after solving; Pyomo's model and
    its results; a result of scipy's ``linprog`` or ``milp`` and the arguments of that call; OR-Tools' model and its
    result (MathOpt), its solver (model builder), or a pywraplp solver and its status. With ``decimal`` numbers are read
    as people write them, 0.1 as 1/10; otherwise as the doubles that they are. What counts as right is ``tolerance``, as
    in :func:`optcheck.judge`; ``limit`` are seconds.
    """
    solved = as_solved(problem, *arguments, **keywords)
    if decimal:
        values = {name: exact(repr(x)) for name, x in solved.values.items()}
        solved = replace(solved, program=in_decimals(solved.program))
    else:
        values = {name: exact(x, f"value of {name}") for name, x in solved.values.items()}
    allowed = exact(tolerance, "tolerance")
    if allowed < 0:
        raise InvalidInput(f"tolerance must not be negative, got {tolerance!r}")
    task = (solved, values, allowed, limit)
    judgement = _called(("optcheck.lp.opinion:judged", task), limit) if _is_crowded() else judged(*task)
    return Opinion(solved, cast("Judgement", judgement), decimal, _proved(solved))


def _is_crowded() -> bool:
    """Whether OR-Tools is loaded: its copy of HiGHS and highspy's cannot be in one process."""
    return "ortools" in sys.modules and "highspy" not in sys.modules


def _called(job: tuple[str, tuple[object, ...]], limit: float) -> object:
    """A function of this module in a process of its own."""
    return call_in_worker(*job, 2 * limit + _LOADING)


def reasons(program: LinearProgram, seconds: float, limit: float = inf) -> list[str]:
    """Why a program is infeasible, line by line; ``limit`` is that of a process of its own."""
    from optcheck.lp.infeasibility import why_infeasible

    return why_infeasible(program, limit=min(seconds, limit)).sentences()


def judged(
    solved: Solved, values: Mapping[str, Exact], allowed: Exact, seconds: float, limit: float = inf
) -> Judgement:
    """The package's point, or its status where that says that there is none; without either, the truth alone."""
    from optcheck.lp.judge import judge

    limit = min(seconds, limit)
    if solved.claim in ("infeasible", "unbounded", "infeasible or unbounded"):
        return judge(solved.program, {}, solved.claim, allowed, limit)
    if not values:
        judgement = judge(solved.program, {}, "infeasible", allowed, limit)
        return Judgement("undecided", "undecided: there is nothing to judge", answer=judgement.answer)
    return judge(solved.program, completed(solved.program, values, limit), "", allowed, limit)


def completed(program: LinearProgram, values: Mapping[str, Exact], limit: float) -> dict[str, Exact]:
    """The point with the best values for columns that the package has added and gives none for.

    The others are fixed; where no values fit them exactly, those that break the rows least.
    """
    from optcheck.lp.solve import solve

    hidden = [j for j, name in enumerate(program.column_labels) if name not in values and name != CONSTANT]
    if not hidden:
        return dict(values)
    free = set(hidden)
    point = [values.get(name, int(name == CONSTANT)) for name in program.column_labels]
    lower = tuple(low if j in free else point[j] for j, low in enumerate(program.lower))
    upper = tuple(high if j in free else point[j] for j, high in enumerate(program.upper))
    fixed = _with_rows_of(replace(program, lower=lower, upper=upper, certifier=None), free).relaxed()
    answer = solve(fixed, limit=limit)
    if not answer.point:
        answer = _least_broken(fixed, limit)
    return {**values, **{program.column_labels[j]: answer.point[program.column_labels[j]] for j in hidden}}


def _least_broken(program: LinearProgram, limit: float) -> Answer:
    """The best point among those that break the rows least."""
    from optcheck.lp.recovery import elastic
    from optcheck.lp.solve import solve

    least = elastic(program)
    broken = solve(least, limit=limit).value
    assert broken is not None, "a sum of violations has a minimum"
    violations = [(j, 1) for j, cost in enumerate(least.costs) if cost]
    costs = program.costs + (0,) * len(violations)
    bounded = least.extended([("violations", violations, -1, broken)], sense=program.sense, costs=costs)
    return solve(bounded, limit=limit)


def _with_rows_of(program: LinearProgram, columns: set[int]) -> LinearProgram:
    """The program with the rows in which one of these columns occurs."""
    from optcheck.lp.infeasibility import with_rows

    return with_rows(program, [i for i in range(program.rows.count) if columns & program.rows.summed(i).keys()])


def _proved(solved: Solved) -> Exact | None:
    """The bound that the package's multipliers prove, with either sign: packages disagree about signs."""
    from optcheck.lp.answer import bound_by

    if not solved.dual:
        return None
    program = solved.program
    proved = [bound_by(program, {name: sign * y for name, y in solved.dual.items()}) for sign in (1, -1)]
    better = [bound for bound in proved if bound is not None]
    return max(better, key=lambda bound: program.sign * bound, default=None)


def _broken(violation: Violation) -> str:
    return f"{violation.what} {violation.name} ({violation.rule}), broken by {round_up(violation.amount, 3)}"
