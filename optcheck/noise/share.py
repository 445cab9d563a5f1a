"""What one party does with a plan: clip its value, bring it to the grid, and draw its noise."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from optcheck.checker.core import read_file
from optcheck.checker.delivery import (
    QUESTION,
    STREAM,
    Row,
    StreamEvidence,
    StreamInstance,
    check_stream,
    files_of,
    read_rows,
)
from optcheck.errors import InvalidInput, shown
from optcheck.exact.inputs import exact_row, instance_of, whole_number
from optcheck.exact.numbers import Exact, escape_formula, exact, root_up
from optcheck.lp.program import LinearProgram, Model
from optcheck.noise.plan import (
    Plan,
    Question,
    allocate_needs,
    check_first_plan,
    check_plan,
    least_bound,
    likeness,
    needs_on_the_reals,
    whole_share,
)
from optcheck.sampling import discrete_gaussian
from optcheck.sampling.discrete import Source, operating_system

MOST_PRECISION = 10**5  # a plan has at most 10^9 releases, and a precision counts as its square
_CHECK_SECONDS = 1e9  # a party wants its own plan checked, however large it is


@dataclass(frozen=True, slots=True)
class OnGrid:
    """A party's value in steps of the grid, and whether it had to be clipped first."""

    steps: tuple[int, ...]
    clipped: bool


def draw(plan: Plan, name: str, *, source: Source = operating_system) -> list[int]:
    """A party's own noise for one release, in steps of the grid: one integer for each coordinate.

    It must stay secret, and a new one is drawn for every release. Where a plan tops up noise that was drawn earlier,
    this is the part to add to the share that was made then. Where the plan's variance for the party is 0 it is 0: the
    share is then the value itself, which nobody may see outside a secure sum.
    """
    party = check_plan(plan).question.party(name)
    variance = plan.variances[party] - (plan.earlier[party] if plan.earlier else 0)
    noise: list[int] = discrete_gaussian(variance, plan.question.dimension, source=source).tolist()
    return noise


def share_of(plan: Plan, name: str, value: OnGrid, *, inside_secure_sum: bool = False) -> list[int]:
    """What a party puts into the secure sum: its value on the grid with its noise.

    Where the plan gives the party no noise that is the value itself, and handed out only ``inside_secure_sum``.
    """
    check_noisy(check_first_plan(plan), name, inside_secure_sum=inside_secure_sum)
    return [step + drawn for step, drawn in zip(value.steps, draw(plan, name), strict=True)]


def check_noisy(plan: Plan, name: str, *, inside_secure_sum: bool) -> None:
    """Refuse to make a share without noise, unless it stays inside a secure sum."""
    if not plan.variances[plan.question.party(name)] and not inside_secure_sum:
        raise InvalidInput(
            f"the plan gives {name!r} no noise: its share would be its raw value, "
            "which is safe only inside a secure sum where nobody sees it (say so with --inside-secure-sum)"
        )


def clip_to_range(plan: Plan, name: str, value: object, low: object, high: object) -> OnGrid:
    """A number, moved into [low, high] if it is outside, in steps of the grid.

    The range must be no wider than the sensitivity that the plan assumes for the party.
    """
    number, least, most = exact(value, "value"), exact(low, "low"), exact(high, "high")
    sensitivity = check_first_plan(plan).question.sensitivities[plan.question.party(name)]
    if least > most:
        raise InvalidInput(f"low must be at most high, got {shown(low)} to {shown(high)}")
    if most - least > sensitivity:
        raise InvalidInput(
            f"the range of {name!r} must be no wider than its sensitivity {sensitivity}, got {shown(low)} to "
            f"{shown(high)}; where one of many records is protected, take --count, --histogram, --sum or --mean"
        )
    if plan.question.dimension != 1:
        raise InvalidInput(f"the plan is for vectors of {plan.question.dimension} coordinates, got a number")
    inside = min(max(number, least), most)
    return OnGrid((nearest_step(inside, plan.grid),), inside != number)


def clip_to_ball(plan: Plan, name: str, vector: Sequence[object], radius: object) -> OnGrid:
    """A vector, scaled down to the given Euclidean length if it is longer, in steps of the grid.

    Two vectors in the ball differ by up to twice its radius, which must not exceed the party's sensitivity.
    """
    numbers, reach = exact_row(vector, "coordinate"), exact(radius, "radius")
    sensitivity = check_first_plan(plan).question.sensitivities[plan.question.party(name)]
    if not 0 <= 2 * reach <= sensitivity:
        raise InvalidInput(
            f"twice the radius of {name!r} must be at most its sensitivity {sensitivity}, got radius {shown(radius)}"
        )
    if len(numbers) != plan.question.dimension:
        raise InvalidInput(f"the plan is for vectors of {plan.question.dimension} coordinates, got {len(numbers)}")
    squares = sum((Fraction(x) ** 2 for x in numbers), start=Fraction(0))
    clipped = squares > Fraction(reach) ** 2
    factor = reach / root_up(squares) if clipped else Fraction(1)
    return OnGrid(tuple(nearest_step(x * factor, plan.grid) for x in numbers), clipped)


def at_precision(plan: Plan, precision: int) -> Plan:
    """The plan as a release of higher precision uses it: a finer grid under the same noise, in steps.

    The result is so many times as precise. A party's value then moves the sum by up to that many times as many steps,
    which reveals as much as the square of that many releases: so many of the plan's releases it uses up
    (:func:`optcheck.noise.ledger.record` counts them).
    """
    if whole_number(precision, "precision", least=1, most=MOST_PRECISION) == 1:
        return plan
    if check_first_plan(plan).modulus is not None:
        raise InvalidInput("a plan with a modulus has room for releases of precision 1 only; plan with a finer grid")
    if precision**2 > plan.question.releases:
        raise InvalidInput(
            f"precision {precision} counts as {precision**2} releases, got a plan of {plan.question.releases}"
        )
    return replace(plan, grid=plan.grid / precision)


def to_data(plan: Plan, steps: int) -> Fraction:
    """A sum in steps of the grid, in the data's units."""
    return whole_number(steps, "steps") * check_plan(plan).grid


def nearest_step(value: Exact, grid: Fraction) -> int:
    """A value in whole steps of the grid."""
    return math.floor(value / grid + Fraction(1, 2))


def party_plan(plan: str | Path, noise: str | Path, name: str) -> Plan:
    """What drawing and clipping need of a plan made in bulk (:func:`optcheck.noise.plan_files`), for one party.

    The plan and all its files of noise are checked first, in one pass. The plan returned knows this party alone, and
    has no proof of its own.
    """
    for path in (plan, noise):
        if not isinstance(path, str | Path) or "\0" in str(path):
            raise InvalidInput(f"there must be the path of a plan and that of its noise, got {shown(path)}")
    instance_of(name, str, "name")
    try:
        document = read_file(plan)
        if not isinstance(document, dict) or document.get("kind") != STREAM:
            raise InvalidInput(f"{plan} must be a plan made in bulk where --noise is given (kind {STREAM})")
        files = files_of(noise)
        check_stream(document, files, _CHECK_SECONDS)
        return _single_party(document, _party_row(files, noise, name), name)
    except OSError as error:
        raise InvalidInput(f"{error.filename} cannot be read: {error.strerror}") from error


def _party_row(files: list[Path], noise: str | Path, name: str) -> Row:
    written = escape_formula(name)  # as in a file that spreadsheets open
    rows = (row for file in files for row in read_rows(file, "name", "grid_variance"))
    alike = [row for row in rows if likeness(row["name"]) == likeness(written)]
    if len(alike) > 1:
        raise InvalidInput(f"{noise} must have one row with the name {shown(name)} or one like it, got {len(alike)}")
    if not alike or alike[0]["name"] != written:
        raise InvalidInput(f"{noise} must have one row with the name {shown(name)}, got 0")
    return alike[0]


def _single_party(document: dict[str, object], row: Row, name: str) -> Plan:
    instance, evidence = (
        StreamInstance(document["instance"], "instance"),
        StreamEvidence(document["evidence"], "evidence"),
    )
    epsilon, delta, sensitivity = map(row.number, QUESTION[2:])
    question = Question((name,), (epsilon,), (delta,), (sensitivity,), (), 0, 0, instance.releases, instance.dimension)
    share = row.whole("grid_variance")
    return Plan(question, Fraction(evidence.grid), (0,), (share,))


# --- Somebody has left after the noise was drawn: what the others have to add to it, at least.
#
# The parties that remain keep what they drew and add a second, independent draw. The least extra variance is a linear
# program: the heaviest coalition against party j is a linear program itself, and its dual, with one pair of multipliers
# for all parties, needs 2n rows instead of one for each coalition (``lp_models.tpmdp`` has the argument).


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
    departed = {question.party(name) for name in left}
    present = [j for j in range(question.n) if j not in departed]
    if not present:
        raise InvalidInput("somebody must remain, got everybody in the list of those who left")
    question = _remaining(question, present, dropouts)
    required, earlier = ([column[j] for j in present] for column in (plan.required, plan.variances))
    needs = [math.ceil(need + plan.smoothing) if need else 0 for need in required]
    extra = [whole_share(share) for share in _extra(question, needs, earlier)]
    variances = tuple(had + more for had, more in zip(earlier, extra, strict=True))
    real = allocate_needs(question, needs_on_the_reals(question.budgets, question.releases))
    return replace(
        plan,
        question=question,
        required=tuple(required),
        variances=variances,
        bound=least_bound(real),
        earlier=tuple(earlier),
        on_the_reals=real,
    )


def _remaining(question: Question, present: list[int], dropouts: int) -> Question:
    index = {j: i for i, j in enumerate(present)}
    return Question.of(
        [question.epsilons[j] for j in present],
        [question.deltas[j] for j in present],
        [question.sensitivities[j] for j in present],
        threshold=min(question.threshold, len(present) - 1),
        dropouts=dropouts,
        active=[index[j] for j in question.active if j in index],
        releases=question.releases,
        dimension=question.dimension,
        names=[question.names[j] for j in present],
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
