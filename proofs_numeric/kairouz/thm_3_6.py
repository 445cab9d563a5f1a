"""Theorem 3.6: randomised response maximises a central observer's worst-case accuracy.

Statement: with the (randomised) rule of Eq. 6, randomised response has the largest worst-case accuracy among all
private interactive protocols and decision rules.

Model: the printed form gives, for randomised response, the coefficients of the inner sums of Eq. 6; the program over
rules is solved exactly. The oracle is the signature program of Eq. 19 on a grid of signatures.

Corners: lambda_i = 1, k = 1, constant functions, negative weights, rules that must be randomised (AND). Expected:
holds, proved for every k: replacing a transcript by its mixture of extremal ones keeps the accuracy on every input.
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


def as_printed(problem: Problem) -> Coefficients:
    """For every input the coefficient of each Q(response, y): P(response | x) w(f(x), y) (Eqs. 6, 9)."""
    inputs = range(1 << problem.k)
    return [[[response_chance(problem.lambdas, x, r) * w[x] for w in problem.payoffs] for r in inputs] for x in inputs]


def compare(form: Any, problem: Problem) -> Discrepancy | None:
    """The best rule for randomised response against the best protocol on a grid of signatures."""
    claimed = Fraction(maximin(form(problem)).value or 0)
    why = "the worst-case accuracy of randomised response is not the optimum of the signature program"
    return against_grid(problem, claimed, why)


CLAIM = Claim(
    id="kairouz/thm-3-6",
    place="Theorem 3.6",
    title="randomised response maximises a central observer's worst-case accuracy",
    relation=Relation.OPTIMAL,
    domain=problem_domain("worst", "observer", 40),
    printed=Form("max over Q of the min over x of the sum over r, y of P(r | x) W_x(y) Q(r, y)", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=extremal_suffices,
)
