"""Theorem 3.1, worst-case accuracy: randomised response is optimal for every party.

Statement: a party that knows its own bit reaches, from randomised response and the rule of Eq. 4, the largest
worst-case accuracy among all private interactive protocols and decision rules.

Model: Eq. 4 is solved for both own bits with the chances of Eq. 9; the smaller optimum is the party's accuracy. The
oracle is the signature program of Eq. 19 with pairs of decisions on a grid of signatures, solved exactly.

Corners: k = 1, lambda_i = 1, constant functions, own bits with different optima, negative weights. Expected: holds,
proved for every k.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from optcheck.audit import Claim, Discrepancy, Expected, Form, Relation
from optcheck.randomized_response.problem import Problem
from proofs_numeric.kairouz._arguments import extremal_suffices
from proofs_numeric.kairouz._common import (
    against_grid,
    problem_domain,
    response_chance,
)
from proofs_numeric.kairouz.eq_4 import Coefficients, maximin


def as_printed(problem: Problem) -> tuple[Coefficients, Coefficients]:
    """For each own bit and each choice of the other bits the coefficient of every Q(response, y) (Eqs. 4, 9)."""
    inputs = range(1 << problem.k)
    chances = [[response_chance(problem.lambdas, x, r) for r in inputs] for x in inputs]
    zero: Coefficients = [
        [[p * w[x] for w in problem.payoffs] for p in chances[x]] for x in inputs if not own(problem, x)
    ]
    one: Coefficients = [[[p * w[x] for w in problem.payoffs] for p in chances[x]] for x in inputs if own(problem, x)]
    return zero, one


def own(problem: Problem, x: int) -> bool:
    """Whether the party's own bit is 1."""
    return problem.own_bit(x) == 1


def compare(form: Any, problem: Problem) -> Discrepancy | None:
    """The best rules for randomised response against the best protocol on a grid of signatures."""
    claimed = min(Fraction(maximin(part).value or 0) for part in form(problem))
    why = "the party's worst case from randomised response is not the optimum of its signature program"
    return against_grid(problem, claimed, why)


CLAIM = Claim(
    id="kairouz/thm-3-1-worst",
    place="Theorem 3.1",
    title="randomised response maximises every party's worst-case accuracy",
    relation=Relation.OPTIMAL,
    domain=problem_domain("worst", "parties", 40, largest=2),
    printed=Form(
        "min over own bits of the max over Q of the min over x_-i of the sum over r, y of P(r | x) W_x(y) Q(r, y)",
        as_printed,
    ),
    compare=compare,
    expected=Expected.HOLDS,
    proof=extremal_suffices,
)
