"""First bullet under Remark 3.4: average accuracy needs no randomised decision.

Statement: the average-accuracy program has an optimum in which every transcript gets one decision for sure.

Model: all deterministic rules for randomised response are tried (there are |Y|^(2^k)); the oracle is the signature
program with randomised decisions on a grid of signatures. Relation: the best deterministic rule reaches the optimum.

Corners: ties between decisions, constant functions, lambda = 1, weights of any sign. Expected: holds, proved (the
accuracy is linear in the rule, and a linear function on a product of simplices has a maximum at a vertex).
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from optcheck.audit import Claim, Discrepancy, Expected, Form, Proof, Relation
from optcheck.randomized_response.problem import Problem
from proofs_numeric.kairouz._arguments import best_decision_steps, extremal_suffices
from proofs_numeric.kairouz._common import (
    against_grid,
    problem_domain,
    response_chance,
)


def as_printed(problem: Problem) -> Fraction:
    """The best average accuracy of a deterministic rule for randomised response."""
    inputs = range(1 << problem.k)
    chances = [[response_chance(problem.lambdas, x, r) for r in inputs] for x in inputs]
    totals = [[sum(chances[x][r] * w[x] for x in inputs) for w in problem.payoffs] for r in inputs]
    rules = product(range(problem.decisions), repeat=len(totals))
    best = max(sum(totals[r][d] for r, d in enumerate(rule)) for rule in rules)
    return Fraction(best) / len(totals)


def compare(form: Any, problem: Problem) -> Discrepancy | None:
    """The best deterministic rule against the optimum with randomised decisions."""
    why = "randomised decisions change the optimal average accuracy"
    return against_grid(problem, form(problem), why)


def proof() -> Proof:
    """Move the mass of every transcript to its best decision."""
    base = extremal_suffices()
    return Proof(
        "Put the whole mass theta_s of a transcript on a decision with the largest <S_s, W(y)>: S theta = 1 still "
        "holds, and the accuracy does not fall, since m - sum q c = sum q (m - c) >= 0 (checked). So every protocol "
        "has a best rule without chance, randomised response included. It is optimal: " + base.argument,
        best_decision_steps() + base.steps,
    )


CLAIM = Claim(
    id="kairouz/rem-3-4-deterministic",
    place="first bullet under Remark 3.4",
    title="average accuracy needs no randomised decision",
    relation=Relation.OPTIMAL,
    domain=problem_domain("average", "observer", 60, largest=2),
    printed=Form(
        "max over deterministic rules of 2^-k sum over x, r of P(r | x) W_x(rule(r)) is the optimum", as_printed
    ),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
)
