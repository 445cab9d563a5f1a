"""Somebody has left after the noise was drawn: what the others have to add to it, at least.

The parties that remain keep what they drew and add a second, independent draw. The least extra variance is a linear
program: the heaviest coalition against party j is a linear program itself, and its dual, with one pair of multipliers
for all parties, needs 2n rows instead of one for each coalition (``lp_models.tpmdp`` has the argument).
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

from optcheck.errors import InvalidInput, shown
from optcheck.exact.numbers import Exact
from optcheck.lp.program import LinearProgram, Model
from optcheck.noise.plan import Plan, Question, check_plan, least_bound, needs_on_the_reals, unit_variances, whole_share
from optcheck.tpmdp import allocate


def top_up(plan: Plan, left: Iterable[str], dropouts: int = 0) -> Plan:
    """The plan of the parties that remain when ``left`` have gone: ``earlier`` is drawn already, the rest is added.

    Safe against as many colluders as before (or all others, if fewer remain), and ``dropouts`` more who leave.
    """
    question = check_plan(plan).question
    if plan.earlier is not None:
        raise InvalidInput(
            "the plan tops up shares already, and the proof covers one top-up only: replan from the first plan, "
            "and name everybody who has left since"
        )
    if isinstance(left, str | bytes) or not isinstance(left, Iterable) or getattr(left, "ndim", 1) != 1:
        raise InvalidInput(f"there must be a list of the names of those who left, got {shown(left)}")
    gone = {question.party(name) for name in left}
    stay = [j for j in range(question.n) if j not in gone]
    if not stay:
        raise InvalidInput("somebody must remain, got everybody in the list of those who left")
    question = _remaining(question, stay, dropouts)
    required, earlier = ([column[j] for j in stay] for column in (plan.required, plan.variances))
    needs = [math.ceil(need + plan.smoothing) if need else 0 for need in required]
    extra = [whole_share(share) for share in _extra(question, needs, earlier)]
    variances = tuple(had + more for had, more in zip(earlier, extra, strict=True))
    unit = unit_variances(question.budgets)
    real = allocate(
        needs_on_the_reals(question.budgets, unit, question.releases),
        question.threshold,
        question.active,
        question.dropouts,
    )
    return replace(
        plan,
        question=question,
        required=tuple(required),
        variances=variances,
        bound=least_bound(real),
        earlier=tuple(earlier),
        on_the_reals=real,
    )


def _remaining(question: Question, stay: list[int], dropouts: int) -> Question:
    index = {j: i for i, j in enumerate(stay)}
    return Question.of(
        [question.epsilons[j] for j in stay],
        [question.deltas[j] for j in stay],
        [question.sensitivities[j] for j in stay],
        threshold=min(question.threshold, len(stay) - 1),
        dropouts=dropouts,
        active=[index[j] for j in question.active if j in index],
        releases=question.releases,
        dimension=question.dimension,
        names=[question.names[j] for j in stay],
    )


def _extra(question: Question, needs: list[int], earlier: list[int]) -> list[Exact]:
    """The least variances to add such that outside every coalition earlier and new noise reach the needs."""
    from optcheck.lp.solve import solve  # a solver is needed for this alone

    if not question.threshold or not question.active:
        return [0] * question.n
    answer = solve(_program(question, needs, earlier))
    primal = getattr(answer.outcome, "primal", None)
    if primal is None:
        raise InvalidInput(f"the program for the noise to add has no optimum: {answer.status}")
    return list(primal[: question.n])


def _program(question: Question, needs: list[int], earlier: list[int]) -> LinearProgram:
    n, missing, active = question.n, question.threshold + question.dropouts, set(question.active)
    model = Model("minimise")
    added = [model.variable(f"added[{j}]", cost=1) for j in range(n)]
    excess = [model.variable(f"excess[{j}]") for j in range(n)]
    level, relief = model.variable("level", lower=None), model.variable("relief")
    for j in range(n):
        terms = {excess[j]: 1, added[j]: -1, level: 1} | ({relief: -1} if j in active else {})
        model.row(f"excess[{j}]", terms, ">=", earlier[j])
    for j in range(n):
        others = [excess[i] for i in range(n) if i != j]
        row = {**dict.fromkeys(added, 1), **dict.fromkeys(others, -1), level: -missing, relief: 1}
        model.row(f"party[{j}]", row, ">=", needs[j] - sum(earlier))
    return model.build()
