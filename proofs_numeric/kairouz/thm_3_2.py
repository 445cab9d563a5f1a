"""Theorem 3.2: randomised response maximises a central observer's average accuracy.

Statement: with the decision rule of Eq. 5, randomised response has the largest average accuracy among all private
interactive protocols and all decision rules, for every function and every accuracy measure.

Model: a transcript of a private interactive protocol is a rank-one column with signature in the box, so the best
protocol is the signature program of Eq. 16. The printed value is computed from Eq. 9 and Eq. 5; the oracle solves the
program exactly on a grid of signatures that contains the extremal ones and others.

Corners: lambda_i = 1, k = 1, constant functions, three decisions, weights of any sign, unequal lambdas. Expected:
holds, proved for every k: each signature is a mixture of extremal ones.
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
    """Average accuracy of randomised response with the best decision after each response (Eqs. 1, 5, 9)."""
    inputs = range(1 << problem.k)
    total = Fraction(0)
    for response in inputs:
        chances = [response_chance(problem.lambdas, x, response) for x in inputs]
        total += max(sum(p * w[x] for x, p in enumerate(chances)) for w in problem.payoffs)
    return total / (1 << problem.k)


def compare(form: Any, problem: Problem) -> Discrepancy | None:
    """The printed value against the optimum over all signatures of a grid."""
    why = "the accuracy of randomised response is not the optimum of the signature program"
    return against_grid(problem, form(problem), why)


CLAIM = Claim(
    id="kairouz/thm-3-2",
    place="Theorem 3.2",
    title="randomised response maximises a central observer's average accuracy",
    relation=Relation.OPTIMAL,
    domain=problem_domain("average", "observer", 60),
    printed=Form("2^-k sum over responses r of the max over y of the sum over x of P(r | x) W_x(y)", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=extremal_suffices,
)
