"""What the claims of this paper share: Eq. 9, small problems in a declared order, and discrepancies with evidence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from lp_models.signatures import signature_grid, signature_program
from optcheck.audit import Discrepancy, Domain, Impact
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import Exact, to_text, whole
from optcheck.randomized_response.optimum import solve_problem
from optcheck.randomized_response.problem import Criterion, Problem
from optcheck.solvers import solve

RIGHT_OR_WRONG = ((1, 0), (0, 1))
LAMBDAS: tuple[Exact, ...] = (1, 2, 3, Fraction(3, 2), Fraction(7, 5), 10)


@dataclass(frozen=True, slots=True)
class Level:
    """The one lambda of a statement."""

    lambda_: Exact


@dataclass(frozen=True, slots=True)
class Lambdas:
    """A lambda for each party."""

    lambdas: tuple[Exact, ...]


@dataclass(frozen=True, slots=True)
class Parties:
    """How many parties there are, all with one lambda."""

    k: int
    lambda_: Exact


def response_chance(lambdas: Sequence[Exact], x: int, response: int) -> Fraction:
    """Eq. 9: the chance of a response on input x."""
    chance = Fraction(1)
    for party, value in enumerate(reversed(lambdas)):
        same = x >> party & 1 == response >> party & 1
        chance *= Fraction(value if same else 1) / (1 + value)
    return chance


def number_order(value: Exact) -> tuple[int, int, bool]:
    """Smaller denominators first, then smaller sizes."""
    return value.denominator, abs(value.numerator), value < 0


def numbers_order(values: Iterable[Exact]) -> tuple[tuple[int, int, bool], ...]:
    """The order of number lists of one length: largest part first, so that simple ones come first."""
    keys = [number_order(value) for value in values]
    return (max(keys, default=(0, 0, False)), *keys)


def problem_order(problem: Problem) -> Any:
    """k, then the lambdas, then the weights, then who reads, then the function."""
    weights = [entry for row in problem.weights for entry in row]
    reader = -1 if problem.observer is None else problem.observer
    shape = (len(problem.weights), problem.decisions)
    return problem.k, numbers_order(problem.lambdas), shape, numbers_order(weights), reader, problem.table


def parties_order(instance: Parties) -> Any:
    """k, then lambda."""
    return instance.k, number_order(instance.lambda_)


def level_order(instance: Level) -> Any:
    """The size of lambda."""
    return number_order(instance.lambda_)


WEIGHTS: tuple[tuple[tuple[Exact, ...], ...], ...] = (
    RIGHT_OR_WRONG,
    ((1, 0), (0, 2)),
    ((0, -1), (Fraction(-1, 2), 0)),
    ((1, 0, Fraction(1, 2)), (0, 1, Fraction(1, 2))),
)


def small_problems(criterion: Criterion, with_parties: bool, with_observer: bool = True) -> Iterator[Problem]:
    """One party with every function, and two parties with every function up to the names of its values."""
    for level, table, weights in product(LAMBDAS[:4], product((0, 1), repeat=2), WEIGHTS):
        for observer in _readers(1, with_parties, with_observer):
            yield Problem((level,), table, weights, criterion, observer)
    pairs: tuple[tuple[Exact, Exact], ...] = ((1, 1), (1, 2), (2, 2), (3, Fraction(3, 2)))
    for pair, table in product(pairs, product((0, 1), repeat=4)):
        if table[0] == 0:
            for observer in _readers(2, with_parties, with_observer):
                yield Problem(pair, table, RIGHT_OR_WRONG, criterion, observer)


def _readers(k: int, with_parties: bool, with_observer: bool) -> list[int | None]:
    return [*([None] if with_observer else []), *(range(k) if with_parties else [])]


def levels() -> SearchStrategy[Exact]:
    """Rational lambdas from 1 to 13, simple ones first."""
    return st.builds(lambda extra, part: whole(1 + Fraction(extra, part)), st.integers(0, 12), st.integers(1, 5))


@st.composite
def problems(
    draw: st.DrawFn, criterion: Criterion, with_parties: bool, largest: int = 3, with_observer: bool = True
) -> Problem:
    """Problems with different lambdas, two or three values, and weights of any sign."""
    k = draw(st.integers(1, largest))
    lambdas = tuple(draw(levels()) for _ in range(k))
    truths, decisions = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    entry = st.builds(lambda top, bottom: whole(Fraction(top, bottom)), st.integers(-4, 4), st.integers(1, 3))
    weights = tuple(tuple(draw(entry) for _ in range(decisions)) for _ in range(truths))
    table = tuple(draw(st.integers(0, truths - 1)) for _ in range(1 << k))
    readers = st.sampled_from(_readers(k, with_parties, with_observer))
    return Problem(lambdas, table, weights, criterion, draw(readers))


def problem_domain(
    criterion: Criterion, readers: str, examples: int, largest: int = 3, more: str = "four weight tables"
) -> Domain:
    """All small problems of a central observer ("observer") or of every party ("parties"), then random larger ones."""
    with_parties, with_observer = readers == "parties", readers == "observer"
    return Domain(
        description=f"k <= 2, every Boolean function, {more}; random: k <= {largest}, three values, any weights",
        grid=lambda: small_problems(criterion, with_parties, with_observer),
        order=problem_order,
        strategy=lambda: problems(criterion, with_parties, largest, with_observer),
        examples=examples,
    )


def level_domain(examples: int) -> Domain:
    """One lambda for all parties."""
    return Domain(
        description="lambda in {1, 2, 3, 3/2, 7/5, 10}; random rational lambdas up to 13",
        grid=lambda: (Level(value) for value in LAMBDAS),
        order=level_order,
        strategy=lambda: levels().map(Level),
        examples=examples,
    )


def lambdas_domain(choices: int, largest: int, examples: int) -> Domain:
    """A lambda for each party: all lists of up to three simple ones, then random lists."""
    return Domain(
        description=f"k <= 3 with {choices} values of lambda, 1 among them; random: k <= {largest}, rational lambdas",
        grid=lambda: (Lambdas(values) for k in (1, 2, 3) for values in product(LAMBDAS[:choices], repeat=k)),
        order=lambda instance: (len(instance.lambdas), numbers_order(instance.lambdas)),
        strategy=lambda: st.lists(levels(), min_size=1, max_size=largest).map(lambda v: Lambdas(tuple(v))),
        examples=examples,
    )


def parties_domain(numbers: Sequence[int], largest: int, examples: int) -> Domain:
    """Numbers of parties with one lambda."""
    shown = ", ".join(map(str, numbers))
    return Domain(
        description=f"k in {{{shown}}}, lambda in {{1, 2, 3, 3/2, 7/5, 10}}; random: k <= {largest}",
        grid=lambda: (Parties(k, value) for k, value in product(numbers, LAMBDAS)),
        order=parties_order,
        strategy=lambda: st.builds(Parties, st.integers(1, largest), levels()),
        examples=examples,
    )


def optimum_by_grid(problem: Problem, points: int = 3) -> Exact:
    """The optimum over protocols whose signatures lie on a grid, the extremal ones among them: an explicit program."""
    value = solve(signature_program(problem, signature_grid(problem.lambdas, points))).value
    assert value is not None
    return value


def against_optimum(problem: Problem, claimed: Exact, true: Exact, impact: Impact, why: str) -> Discrepancy | None:
    """Compare a claimed accuracy with the optimum, which the certificate proves."""
    if claimed == true:
        return None
    return Discrepancy(claimed, true, abs(claimed - true), impact, solve_problem(problem).certify(), why)


def against_grid(problem: Problem, claimed: Exact, why: str, impact: Impact = Impact.OPTIMALITY) -> Discrepancy | None:
    """Compare a claimed accuracy with the explicit program on a grid of signatures."""
    return against_optimum(problem, claimed, optimum_by_grid(problem), impact, why)


def against_dual(problem: Problem, claimed: Exact | None) -> Discrepancy | None:
    """Compare the optimum of a printed dual (None: it has none) with the optimum of the primal."""
    why = "the optimum of the printed dual is not the optimal accuracy"
    if claimed is not None:
        return against_grid(problem, claimed, why, Impact.VALUE)
    best = solve_problem(problem)
    return Discrepancy("no optimum", best.value, 1, Impact.VALUE, best.certify(), "the printed dual has no optimum")


def compared(values: dict[str, Exact], left: object, relation: str, right: object, note: str) -> Certificate:
    """Evidence that two expressions stand in the relation at the given values."""
    document = {name: to_text(value) for name, value in values.items()}
    instance = {"values": document, "left": left, "right": right}
    return Certificate("comparison", instance, {}, f"{note} (left {relation} right)")


def differ(claimed: Exact, true: Exact, impact: Impact, why: str) -> Discrepancy | None:
    """Two numbers that should be equal."""
    if claimed == true:
        return None
    evidence = compared({}, to_text(claimed), "!=", to_text(true), "claimed against recomputed")
    return Discrepancy(claimed, true, abs(claimed - true), impact, evidence, why)
