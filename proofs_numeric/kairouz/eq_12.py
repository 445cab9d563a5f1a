"""Eq. 12: the two-party XOR protocol with its decision rule, and its optimality.

Statement: with one lambda for both parties, the printed 4 x 4 matrix P and the rule Q "decide the XOR of the
responses" form an optimal solution.

Model: P and Q as printed (rows of P are inputs 00, 01, 10, 11, columns responses in the same order; columns of Q are
decisions 0, 1). The oracle compares P with Eq. 9 and the accuracy of (P, Q) with the exact optimum, for the average
and for the worst case. Corners: lambda = 1, where every rule is as good. Expected: holds, proved for all lambda: after
each response the XOR leads by (lambda - 1)^2 / (1 + lambda)^2, and Theorem 3.2 does the rest.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from optcheck.audit import Claim, Discrepancy, Expected, Form, Impact, Proof, Relation
from optcheck.randomized_response.polynomials import LAMBDA
from optcheck.randomized_response.problem import Criterion, Problem
from proofs_numeric.kairouz._arguments import extremal_suffices, nonnegative, vanishes
from proofs_numeric.kairouz._common import (
    RIGHT_OR_WRONG,
    Level,
    against_grid,
    differ,
    level_domain,
    response_chance,
)

XOR = (0, 1, 1, 0)
Matrix = list[list[Fraction]]


def as_printed(instance: Level) -> tuple[Matrix, list[list[int]]]:
    """P over (1 + l)^2, and Q."""
    level = instance.lambda_
    a, b, c = Fraction(level * level), Fraction(level), Fraction(1)
    numerators = [[a, b, b, c], [b, a, c, b], [b, c, a, b], [c, b, b, a]]
    return [[entry / (1 + level) ** 2 for entry in row] for row in numerators], [[1, 0], [0, 1], [0, 1], [1, 0]]


def compare(form: Any, instance: Level) -> Discrepancy | None:
    """The matrix against Eq. 9, and its accuracy against the optimum."""
    level = instance.lambda_
    matrix, rule = form(instance)
    for x, row in enumerate(matrix):
        for r, entry in enumerate(row):
            wrong = differ(entry, response_chance((level, level), x, r), Impact.VALUE, "the matrix is not Eq. 9")
            if wrong:
                return wrong
    reached = [sum(p * rule[r][XOR[x]] for r, p in enumerate(row)) for x, row in enumerate(matrix)]
    for criterion in CRITERIA:
        problem = Problem((level, level), XOR, RIGHT_OR_WRONG, criterion)
        claimed = Fraction(sum(reached)) / 4 if criterion == "average" else min(reached)
        why = f"another protocol or rule has a larger {criterion} accuracy"
        wrong = against_grid(problem, claimed, why)
        if wrong:
            return wrong
    return differ(sum(map(sum, rule)), 4, Impact.TEXT, "the rule is not row-stochastic")


CRITERIA: tuple[Criterion, ...] = ("average", "worst")


def proof() -> Proof:
    """The printed matrix is Eq. 9, and the lead of XOR is a square."""
    steps = sum(
        vanishes(lambda v, x=x, r=r: (1 + v) ** 2 * (as_printed(Level(v))[0][x][r] - response_chance((v, v), x, r)), 2)
        for x, r in product(range(4), repeat=2)
    )
    steps += vanishes(lambda v: (v * v + 1) - 2 * v - (v - 1) ** 2, 2) + nonnegative((LAMBDA - 1) ** 2)
    base = extremal_suffices()
    return Proof(
        "The printed matrix is Eq. 9 (checked). "
        "After each response the inputs with its XOR have total l^2 + 1 and the others 2 l, a difference of "
        "(l - 1)^2 >= 0 (checked): XOR is a best decision everywhere, and it has the same accuracy on every input, so "
        "it is also best in the worst case. " + base.argument,
        steps + base.steps,
    )


CLAIM = Claim(
    id="kairouz/eq-12",
    place="Eq. 12",
    title="the two-party XOR protocol and decision rule, and its optimality",
    relation=Relation.OPTIMAL,
    domain=level_domain(25),
    printed=Form("P = [[l^2,l,l,1],[l,l^2,1,l],[l,1,l^2,l],[1,l,l,l^2]] / (1+l)^2, decide the XOR", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
)
