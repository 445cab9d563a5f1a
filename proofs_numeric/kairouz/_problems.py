"""Private computation on bits: problems in a declared order, protocols, and truths that the checker knows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, TypeVar

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from lp_models.kairouz import signature_grid, signature_program
from optcheck.claims import Domain, Holds, Property, Quantity, Value
from optcheck.claims.claim import amounts, number_order, numbers_order
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import Exact, to_text
from optcheck.lp.solve import solve
from optcheck.randomized_response.optimum import solve_problem
from optcheck.randomized_response.problem import Criterion, Problem

__all__ = [
    "BEST_ACCURACY",
    "CRITERIA",
    "LAMBDAS",
    "PAIRS",
    "REWARDS",
    "RIGHT_OR_WRONG",
    "WEIGHTS",
    "Full",
    "Level",
    "Rule",
    "and_problem",
    "best_accuracy",
    "best_on_grid",
    "level_domain",
    "levels",
    "optimal_protocol",
    "problem_domain",
    "problem_order",
    "problems",
    "protocol",
    "protocol_certificate",
    "protocol_document",
    "readers_of",
    "response_chance",
    "response_matrix",
    "small_problems",
    "xor_problem",
]


Matrix = Sequence[Sequence[Exact]]
Number = Any  # an exact number, or an expression of sympy: proofs read the same formulas in symbols
RIGHT_OR_WRONG = ((1, 0), (0, 1))
LEVELS = (Fraction(1), Fraction(2), Fraction(3), Fraction(3, 2))
WEIGHTS: tuple[tuple[tuple[Exact, ...], ...], ...] = (
    RIGHT_OR_WRONG,
    ((1, 0), (0, 2)),
    ((0, -1), (Fraction(-1, 2), 0)),
    ((1, 0, Fraction(1, 2)), (0, 1, Fraction(1, 2))),
)
REWARDS: tuple[tuple[tuple[Exact, ...], ...], ...] = (RIGHT_OR_WRONG, ((1, 0), (0, 2)), ((4, 0, 3), (0, 4, 3)))
PAIRS: tuple[tuple[Exact, Exact], ...] = ((1, 1), (1, 2), (2, 2), (3, Fraction(3, 2)))
LAMBDAS = amounts("1 2 3 3/2 7/5 10")
CRITERIA: tuple[Criterion, ...] = ("average", "worst")
Table = tuple[tuple[Fraction, ...], ...]
Rule = tuple[Table, ...]
I = TypeVar("I")  # noqa: E741 - the instance
Full = Callable[[I, Value], tuple[Table, Rule]]


def small_problems(criterion: Criterion, readers: str) -> Iterator[Problem]:
    """One party with every function, and two parties with every function up to the names of its values."""
    for level, table, weights in product(LEVELS, product((0, 1), repeat=2), WEIGHTS):
        for observer in readers_of(1, readers):
            yield Problem((level,), table, weights, criterion, observer)
    for pair, table in product(PAIRS, product((0, 1), repeat=4)):
        if table[0] == 0:
            for observer in readers_of(2, readers):
                yield Problem(pair, table, RIGHT_OR_WRONG, criterion, observer)


def xor_problem(k: int, level: Exact, criterion: Criterion = "average") -> Problem:
    """A central observer wants the XOR of k bits, all with one lambda."""
    return Problem((level,) * k, tuple(x.bit_count() & 1 for x in range(1 << k)), RIGHT_OR_WRONG, criterion)


def and_problem(level: Exact) -> Problem:
    """A central observer wants the AND of two bits with one lambda, in the worst case."""
    return Problem((level, level), (0, 0, 0, 1), RIGHT_OR_WRONG, "worst")


def readers_of(k: int, readers: str) -> list[int | None]:
    """A central observer ("observer"), or each party ("parties")."""
    return [None] if readers == "observer" else list(range(k))


def response_chance(lambdas: Sequence[Number], x: int, response: int) -> Number:
    """The chance of a response on input x, both numbered with the first party's bit first.

    >>> response_chance([2, 3], x=0b01, response=0b11)
    Fraction(1, 4)
    """
    chance: Number = Fraction(1)
    for party, value in enumerate(reversed(lambdas)):
        same = x >> party & 1 == response >> party & 1
        chance = chance * (value if same else 1) * (Fraction(1) / (1 + value))
    return chance


def response_matrix(lambdas: Sequence[Number]) -> tuple[tuple[Number, ...], ...]:
    """The chances for all inputs and responses."""
    every = range(1 << len(lambdas))
    return tuple(tuple(response_chance(lambdas, x, r) for r in every) for x in every)


def protocol_document(problem: Problem, matrix: Matrix, rule: Sequence[Matrix]) -> dict[str, object]:
    """A problem with a protocol and a decision rule for each view, both given in full, as the checker reads them."""
    chances, *decisions = ([[to_text(entry) for entry in row] for row in part] for part in (matrix, *rule))
    return {**problem.document(), "matrix": chances, "rule": decisions}


def protocol_certificate(problem: Problem, matrix: Matrix, rule: Sequence[Matrix]) -> Certificate:
    """Whether the protocol with its rule is private and as accurate as any: an optimum to compare it with."""
    evidence = solve_problem(problem).certify().evidence
    return Certificate("protocol-optimum", protocol_document(problem, matrix, rule), dict(evidence))


@dataclass(frozen=True, slots=True)
class Level:
    """The one lambda of a statement."""

    lambda_: Fraction


def levels() -> SearchStrategy[Fraction]:
    """Rational lambdas from 1 to 13, simple ones first."""
    return st.builds(lambda extra, part: 1 + Fraction(extra, part), st.integers(0, 12), st.integers(1, 5))


@st.composite
def problems(draw: st.DrawFn, criterion: Criterion, readers: str, largest: int = 3) -> Problem:
    """Problems with different lambdas, two or three values, and weights of any sign."""
    k = draw(st.integers(1, largest))
    lambdas = tuple(draw(levels()) for _ in range(k))
    truths, decisions = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    entry = st.builds(Fraction, st.integers(-4, 4), st.integers(1, 3))
    weights = tuple(tuple(draw(entry) for _ in range(decisions)) for _ in range(truths))
    table = tuple(draw(st.integers(0, truths - 1)) for _ in range(1 << k))
    return Problem(lambdas, table, weights, criterion, draw(st.sampled_from(readers_of(k, readers))))


def problem_order(problem: Problem) -> tuple[object, ...]:
    """k, then the lambdas, then the weights, then who reads, then the function."""
    weights = [entry for row in problem.weights for entry in row]
    reader = -1 if problem.observer is None else problem.observer
    shape = (len(problem.weights), problem.decisions)
    return problem.k, numbers_order(problem.lambdas), shape, numbers_order(weights), reader, problem.table


def problem_domain(criterion: Criterion, readers: str, examples: int, largest: int = 3) -> Domain[Problem]:
    """All small problems of a central observer ("observer") or of every party ("parties"), then random larger ones."""
    return Domain(
        description=f"k <= 2, every Boolean function, four weight tables; random: k <= {largest}, up to three values",
        grid=lambda: small_problems(criterion, readers),
        order=problem_order,
        strategy=lambda: problems(criterion, readers, largest),
        examples=examples,
    )


def level_domain(examples: int = 40) -> Domain[Level]:
    """One lambda for all parties."""
    return Domain(
        description="lambda in {1, 2, 3, 3/2, 7/5, 10}; random rational lambdas up to 13",
        grid=lambda: map(Level, LAMBDAS),
        order=lambda instance: number_order(instance.lambda_),
        strategy=lambda: levels().map(Level),
        examples=examples,
    )


def best_accuracy(problem: Callable[[I], Problem]) -> Quantity[I]:
    """The best accuracy among all private interactive protocols, which randomised response is shown to reach."""
    return Quantity(
        kind="randomized-response-optimum",
        name="optimal accuracy",
        describe=lambda instance: problem(instance).document(),
        certify=lambda instance: solve_problem(problem(instance)).certify(),
    )


BEST_ACCURACY: Quantity[Problem] = best_accuracy(lambda problem: problem)


def best_on_grid() -> Quantity[Problem]:
    """The same, from the signature program on a grid of signatures, the extremal ones and others."""
    return Quantity(
        kind="signature-protocol",
        name="optimal accuracy",
        describe=lambda problem: problem.document(),
        certify=lambda problem: solve(signature_program(problem, signature_grid(problem.lambdas, 3))).certificate,
    )


def protocol(name: str, holds: Holds[I], problem: Callable[[I], Problem], full: Full[I]) -> Property[I]:
    """A fact about a protocol with a decision rule, both given in full."""
    return Property(
        name=name,
        holds=holds,
        describe=lambda instance, claimed: {
            "protocol-optimum": protocol_document(problem(instance), *full(instance, claimed))
        },
        certify=lambda instance, claimed: protocol_certificate(problem(instance), *full(instance, claimed)),
    )


def optimal_protocol(problem: Callable[[I], Problem], full: Full[I]) -> Property[I]:
    """Whether a protocol is private, compatible with interaction, and as accurate as any."""
    return protocol("optimal", lambda _, fact: fact.value is True, problem, full)
