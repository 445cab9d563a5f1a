"""Decision rules for a given protocol, private or not, and for randomised response: what they earn, which are best.

The programs are those of ``lp_models.kairouz``, the dual one over priors, and Eqs. 4 and 6 of the paper on
randomised response with coefficients given one by one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from optcheck.errors import InvalidInput
from optcheck.exact.numbers import Exact
from optcheck.lp.program import LinearProgram, Model
from optcheck.lp.solve import solve
from optcheck.randomized_response.optimum import prior_program, solve_problem
from optcheck.randomized_response.problem import Problem
from proofs_numeric.kairouz._problems import RIGHT_OR_WRONG, WEIGHTS, response_chance

__all__ = [
    "Given",
    "best_decisions",
    "best_total",
    "common_chance",
    "earned",
    "given_grid",
    "given_prior_program",
    "least_favourable",
    "maximin",
]


Coefficients = Sequence[Sequence[Sequence[Exact]]]


@dataclass(frozen=True, slots=True)
class Given:
    """A problem, and the chance of each transcript on each input: any protocol, private or not."""

    problem: Problem
    matrix: tuple[tuple[Exact, ...], ...]


def given_grid(readers: str) -> Iterator[Given]:
    """One and two parties, two transcripts, chances in halves."""
    reader = None if readers == "observer" else 0
    half = Fraction(1, 2)
    chances: tuple[tuple[Exact, Exact], ...] = ((1, 0), (half, half), (0, 1))
    for table, rows, weights in product(((0, 0), (0, 1)), product(chances, repeat=2), WEIGHTS[:3]):
        yield Given(Problem((1,), table, weights, "average", reader), rows)
    for function, matrix in product(((0, 0, 0, 1), (0, 1, 1, 0)), product(chances[:2], repeat=4)):
        yield Given(Problem((1, 1), function, RIGHT_OR_WRONG, "average", reader), matrix)


def earned(given: Given, rule: Sequence[Sequence[int]]) -> Fraction:
    """The sum of the accuracies over all inputs with a decision for each view and transcript."""
    problem, views = given.problem, given.problem.views
    if len(rule) != len(views) or any(len(row) != len(given.matrix[0]) for row in rule):
        raise InvalidInput(f"one decision for each view and transcript is needed, got {rule}")
    if not all(0 <= decision < problem.decisions for row in rule for decision in row):
        raise InvalidInput(f"decisions are 0..{problem.decisions - 1}, got {rule}")
    total = Fraction(0)
    for x, chances in enumerate(given.matrix):
        decided = rule[views.index(problem.own_bit(x))]
        total += sum(p * problem.payoffs[d][x] for p, d in zip(chances, decided, strict=True))
    return total


def best_total(given: Given) -> Fraction:
    """The best sum of the accuracies over all inputs, decision by decision."""
    problem, total = given.problem, Fraction(0)
    for view, t in product(problem.views, range(len(given.matrix[0]))):
        inputs = [x for x in range(1 << problem.k) if problem.own_bit(x) == view]
        total += max(sum(given.matrix[x][t] * row[x] for x in inputs) for row in problem.payoffs)
    return total


def maximin(coefficients: Coefficients) -> Fraction:
    """The largest minimum, over inputs, of the sums with these coefficients over stochastic Q(transcript, decision)."""
    model = Model("maximise")
    xi = model.variable("xi", cost=1, lower=None)
    transcripts, decisions = range(len(coefficients[0])), range(len(coefficients[0][0]))
    names = {(t, y): model.variable(f"Q[{t},{y}]") for t in transcripts for y in decisions}
    for t in transcripts:
        model.row(f"decide[{t}]", {names[t, y]: 1 for y in decisions}, "=", 1)
    for i, row in enumerate(coefficients):
        terms: dict[str, object] = {names[t, y]: row[t][y] for t in transcripts for y in decisions}
        model.row(f"accuracy[{i}]", {xi: -1, **terms}, ">=", 0)
    value = solve(model.build()).value
    if value is None:
        raise InvalidInput("the program over rules has no optimum")
    return Fraction(value)


def given_prior_program(given: Given) -> LinearProgram:
    """Minimise the Bayes accuracy over priors on the inputs: the least favourable one shows the best worst case."""
    seen: list[list[Exact]] = []
    for x, row in enumerate(given.matrix):
        blank: list[Exact] = [0] * len(row)
        parts = [row if given.problem.own_bit(x) == view else blank for view in given.problem.views]
        seen.append([entry for part in parts for entry in part])
    return prior_program(seen, given.problem.payoffs)


def least_favourable(given: Given) -> Exact:
    """The optimum of the program over priors."""
    return solve(given_prior_program(given)).value or 0


def best_decisions(problem: Problem, response: int, bit: int | None = None) -> set[int]:
    """The decisions with the largest average accuracy after a response (of a party: with its own bit).

    >>> from optcheck.randomized_response import make_problem
    >>> best_decisions(make_problem([0, 1, 1, 0], [2, 2])[0], 0b01)
    {1}
    """
    inputs = [x for x in range(1 << problem.k) if problem.own_bit(x) == bit]
    chances = {x: response_chance(problem.lambdas, x, response) for x in inputs}
    totals = [sum(p * w[x] for x, p in chances.items()) for w in problem.payoffs]
    return {decision for decision, total in enumerate(totals) if total == max(totals)}


def common_chance(problem: Problem, responses: Sequence[int], decision: int, bit: int | None = None) -> Exact:
    """The largest chance that a rule with the optimal worst case can give a decision after all these responses."""
    optimum, every = solve_problem(problem).value, range(1 << problem.k)
    model = Model("maximise")
    common = model.variable("common", cost=1)
    names = {(r, d): model.variable(f"Q[{r},{d}]") for r in every for d in range(problem.decisions)}
    for r in every:
        model.row(f"decide[{r}]", {names[r, d]: 1 for d in range(problem.decisions)}, "=", 1)
    for r in responses:
        model.row(f"common[{r}]", {common: -1, names[r, decision]: 1}, ">=", 0)
    for x in (x for x in every if problem.own_bit(x) == bit):
        chances = {r: response_chance(problem.lambdas, x, r) for r in every}
        terms: dict[str, object] = {name: chances[r] * problem.payoffs[d][x] for (r, d), name in names.items()}
        model.row(f"accuracy[{x}]", terms, ">=", optimum)
    return solve(model.build()).value or 0
