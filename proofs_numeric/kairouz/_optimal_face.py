"""What optimal protocols can use: the problems that "unique" and "only" are about, and the programs that decide them.

An optimum that uses a signature inside a face of the box can use every corner of that face, hence also the middle of
each of its edges: so signatures with one entry 1 and the others at an end are enough to see whether an optimum can
leave the extremal ones.
"""

from itertools import product

from lp_models.kairouz import Signature, face_program
from optcheck.claims import *
from optcheck.lp.program import LinearProgram, Model
from optcheck.lp.solve import solve
from optcheck.randomized_response.optimum import solve_problem
from optcheck.randomized_response.problem import Criterion, Problem
from proofs_numeric.kairouz._accuracy import RIGHT_OR_WRONG, response_chance
from proofs_numeric.kairouz._levels import Observed

__all__ = [
    "AnyUse",
    "Guess",
    "Use",
    "best_decisions",
    "common_chance",
    "corners_of",
    "edge_middles",
    "largest_middle",
    "used",
]

INSIDE = "all(1 <= signature[i] * lambdas[i] and signature[i] <= lambdas[i] for i in range(k))"
NOT_EXTREMAL = "any(1 < signature[i] * lambdas[i] and signature[i] < lambdas[i] for i in range(k))"


class Guess(Instance):
    """A function of k bits that is not constant; a central observer is to guess its value, right or wrong."""

    k: int = integer(1)
    ones: tuple[int, ...] = subset("2**k", least=1, most="2**k - 1", symbol="inputs with f = 1 (from 0)")
    lambdas: tuple[Fraction, ...] = row(rational(at_least=1), "k", symbol="λ")

    def problem(self, criterion: Criterion) -> Problem:
        """As the library states it."""
        table = tuple(int(x in self.ones) for x in range(2**self.k))
        return Problem(self.lambdas, table, RIGHT_OR_WRONG, criterion)


class Use(Guess):
    """Such a problem, and a signature in the box that is not extremal."""

    signature: tuple[Fraction, ...] = row(rational(above=0), "k", symbol="s")

    conditions = (INSIDE, NOT_EXTREMAL)


class AnyUse(Observed):
    """A problem with any accuracies, but not the same ones for all decisions, and a signature that is not extremal."""

    signature: tuple[Fraction, ...] = row(rational(above=0), "k", symbol="s")

    conditions = (
        "any(any(weights[x][y] != weights[x][0] for y in range(decisions)) for x in range(2**k))",
        INSIDE,
        NOT_EXTREMAL,
    )


def used(criterion: Criterion) -> Combination[Use | AnyUse]:
    """Whether some optimum uses the signature: the largest mass that one gives it is positive."""

    def program(at: Use | AnyUse) -> LinearProgram:
        return face_program(at.problem(criterion), [at.signature])

    return Combination(parts=(maximum(program),), value=lambda mass: mass > 0)


def edge_middles(lambdas: tuple[Fraction, ...], flat: bool = False) -> list[Signature]:
    """Signatures with one entry 1 and the others at an end; ``flat``: also for parties with lambda = 1."""
    ends = [(1 / level, level) for level in lambdas]
    middles = [
        signature
        for party, level in enumerate(lambdas)
        if level > 1 or flat
        for signature in product(*(ends[:party]), (Fraction(1),), *(ends[party + 1 :]))
    ]
    return list(dict.fromkeys(middles))


def largest_middle(problem: Problem, flat: bool = False) -> LinearProgram:
    """The largest mass that an optimum gives to the middles of edges."""
    return face_program(problem, edge_middles(tuple(map(Fraction, problem.lambdas)), flat))


def corners_of(at: Use | AnyUse) -> list[int]:
    """The responses of the smallest face of the box that holds the signature; bit 1 for the upper end."""
    ends = [
        (0,) if s * level == 1 else (1,) if s == level else (0, 1)
        for s, level in zip(at.signature, at.lambdas, strict=True)
    ]
    return [int("".join(map(str, word)), 2) for word in product(*ends)]


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


def common_chance(problem: Problem, responses: list[int], decision: int, bit: int | None = None) -> Value:
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
        chances = [response_chance(problem.lambdas, x, r) for r in every]
        terms = {name: chances[r] * problem.payoffs[d][x] for (r, d), name in names.items()}
        model.row(f"accuracy[{x}]", terms, ">=", optimum)
    return solve(model.build()).value
