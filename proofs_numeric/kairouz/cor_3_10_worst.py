"""Corollary 3.10: the optimal worst-case accuracy of k-party XOR.

Statement: the same sum as for the average bounds the worst-case accuracy of any private protocol, and randomised
response reaches it.

Model: the oracle solves the worst-case problem itself: the signature program of Eq. 19 for k <= 2, the least
favourable prior over all inputs for k <= 4, and over Hamming weights beyond (an optimal rule may be taken symmetric).
Corners: k = 1, lambda = 1. Expected: holds, proved for all k.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

from optcheck.audit import Claim, Discrepancy, Expected, Form, Impact, Relation
from optcheck.randomized_response.optimum import solve_problem
from optcheck.randomized_response.symmetric import symmetric_accuracy
from proofs_numeric.kairouz import cor_3_10_average
from proofs_numeric.kairouz._common import (
    Parties,
    against_optimum,
    differ,
    optimum_by_grid,
    parties_domain,
)

EXPLICIT, TABLE = 2, 4


def as_printed(instance: Parties) -> Fraction:
    """The sum over even numbers of flips."""
    k, level = instance.k, Fraction(instance.lambda_)
    total = sum(comb(k, 2 * i) * level ** (k - 2 * i) for i in range(k // 2 + 1))
    return total / (1 + level) ** k


def compare(form: Any, instance: Parties) -> Discrepancy | None:
    """The formula against the optimum of the worst-case problem."""
    why = "the formula is not the optimal worst-case accuracy of XOR"
    if instance.k > TABLE:
        by_weight = symmetric_accuracy([j & 1 for j in range(instance.k + 1)], instance.lambda_, "worst")
        return differ(form(instance), by_weight, Impact.VALUE, why)
    problem = cor_3_10_average.xor_problem(instance, "worst")
    true = optimum_by_grid(problem) if instance.k <= EXPLICIT else solve_problem(problem).value
    return against_optimum(problem, form(instance), true, Impact.VALUE, why)


CLAIM = Claim(
    id="kairouz/cor-3-10-worst",
    place="Corollary 3.10",
    title="optimal worst-case accuracy of k-party XOR",
    relation=Relation.EQUALS,
    domain=parties_domain((1, 2, 3, 4, 7, 12), 10, 40),
    printed=Form("sum over i = 0..floor(k/2) of C(k, 2i) l^(k-2i) / (1+l)^k", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=cor_3_10_average.proof,
)
