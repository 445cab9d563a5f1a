"""Theorem 3.1, average accuracy: randomised response is optimal for every party.

Statement: a party that knows its own bit reaches, from randomised response and the rule of Eq. 2, the largest average
accuracy among all private interactive protocols and decision rules. The same protocol serves all parties at once.

Model: a party decides for each own bit, so its signature program is the central one with pairs of decisions. The
printed value is computed from Eqs. 2 and 9; the oracle is that program on a grid of signatures, solved exactly.

Corners: k = 1 (the party knows everything), lambda_i = 1 for the party or for others, constant functions, weights of
any sign. Expected: holds, proved for every k; the protocol does not depend on function, weights or reader, which is
the simultaneity.
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


def as_printed(problem: Problem) -> Fraction:
    """Average accuracy of a party: the best decision after each response for each own bit (Eqs. 1, 2, 9)."""
    inputs = range(1 << problem.k)
    total = Fraction(0)
    for response in inputs:
        chances = [response_chance(problem.lambdas, x, response) for x in inputs]
        for bit in (0, 1):
            others = [x for x in inputs if problem.own_bit(x) == bit]
            total += max(sum(chances[x] * w[x] for x in others) for w in problem.payoffs)
    return total / (1 << problem.k)


def compare(form: Any, problem: Problem) -> Discrepancy | None:
    """The printed value against the optimum over all signatures of a grid."""
    why = "the party's accuracy from randomised response is not the optimum of its signature program"
    return against_grid(problem, form(problem), why)


CLAIM = Claim(
    id="kairouz/thm-3-1-average",
    place="Theorem 3.1",
    title="randomised response maximises every party's average accuracy",
    relation=Relation.OPTIMAL,
    domain=problem_domain("average", "parties", 40),
    printed=Form(
        "2^-k times the sum over responses and own bits of the max over y of sum over x_-i of P(response | x) W_x(y)",
        as_printed,
    ),
    compare=compare,
    expected=Expected.HOLDS,
    proof=extremal_suffices,
)
