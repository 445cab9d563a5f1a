"""What the claims of this paper share: instances in a declared order, and truths that the checker knows."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from lp_models.kairouz import signature_grid, signature_program
from optcheck.claims import Domain, Holds, Property, Quantity, Value
from optcheck.claims.claim import amounts, number_order, numbers_order
from optcheck.lp.solve import solve
from optcheck.randomized_response.optimum import solve_problem
from optcheck.randomized_response.problem import Criterion, Problem
from proofs_numeric.kairouz._problems import protocol_certificate, protocol_document, readers_of, small_problems

LAMBDAS = amounts("1 2 3 3/2 7/5 10")
CRITERIA: tuple[Criterion, ...] = ("average", "worst")
Matrix = tuple[tuple[Fraction, ...], ...]
Rule = tuple[Matrix, ...]
I = TypeVar("I")  # noqa: E741 - the instance
Full = Callable[[I, Value], tuple[Matrix, Rule]]


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
    """The same, found by the signature program on a grid of signatures, the extremal ones and others."""
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
        describe=lambda instance, said: {
            "protocol-optimum": protocol_document(problem(instance), *full(instance, said))
        },
        certify=lambda instance, said: protocol_certificate(problem(instance), *full(instance, said)),
    )


def optimal_protocol(problem: Callable[[I], Problem], full: Full[I]) -> Property[I]:
    """Whether a protocol is private, compatible with interaction, and as accurate as any."""
    return protocol("optimal", lambda _, fact: fact.value is True, problem, full)
