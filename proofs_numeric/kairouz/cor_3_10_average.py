"""Corollary 3.10: the optimal average accuracy of k-party XOR.

Statement: with one lambda for all parties the average accuracy of any private protocol is at most the sum over even j
of C(k, j) lambda^(k-j), over (1 + lambda)^k, and randomised response reaches it.

Model: the oracle computes the optimum from Eq. 9 without the formula: by transforms for k <= 8, by Hamming weight
beyond, and as the explicit signature program for k <= 2. Corners: k = 1, lambda = 1. Expected: holds, proved for all k.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

from optcheck.audit import Claim, Discrepancy, Expected, Form, Impact, Proof, Relation
from optcheck.randomized_response.average import average_accuracy
from optcheck.randomized_response.polynomials import LAMBDA
from optcheck.randomized_response.problem import Criterion, Problem
from optcheck.randomized_response.symmetric import symmetric_accuracy
from proofs_numeric.kairouz._arguments import extremal_suffices, nonnegative, vanishes
from proofs_numeric.kairouz._common import (
    RIGHT_OR_WRONG,
    Parties,
    against_optimum,
    differ,
    optimum_by_grid,
    parties_domain,
)

EXPLICIT, TABLE = 2, 8


def as_printed(instance: Parties) -> Fraction:
    """The sum over even numbers of flips."""
    k, level = instance.k, Fraction(instance.lambda_)
    total = sum(comb(k, 2 * i) * level ** (k - 2 * i) for i in range(k // 2 + 1))
    return total / (1 + level) ** k


def xor_problem(instance: Parties, criterion: Criterion) -> Problem:
    """The XOR of all bits."""
    table = tuple(x.bit_count() & 1 for x in range(1 << instance.k))
    return Problem((instance.lambda_,) * instance.k, table, RIGHT_OR_WRONG, criterion)


def compare(form: Any, instance: Parties) -> Discrepancy | None:
    """The formula against the optimum computed from the protocol."""
    why = "the formula is not the optimal average accuracy of XOR"
    if instance.k > TABLE:
        by_weight = symmetric_accuracy([j & 1 for j in range(instance.k + 1)], instance.lambda_)
        return differ(form(instance), by_weight, Impact.VALUE, why)
    problem = xor_problem(instance, "average")
    true = optimum_by_grid(problem) if instance.k <= EXPLICIT else average_accuracy(problem)
    return against_optimum(problem, form(instance), true, Impact.VALUE, why)


def proof() -> Proof:
    """Induction over the parties, and the sign of the lead."""
    # with u = l + 1, v = l - 1 and U = u^k, V = v^k: even part (U + V)/2, odd part (U - V)/2
    steps = vanishes(lambda v, a, b: v * (a + b) / 2 + (a - b) / 2 - ((v + 1) * a + (v - 1) * b) / 2, 1, 1, 1)
    steps += vanishes(lambda v, a, b: v * (a - b) / 2 + (a + b) / 2 - ((v + 1) * a - (v - 1) * b) / 2, 1, 1, 1)
    steps += vanishes(lambda v: ((v + 1) + (v - 1)) / 2 - v, 1) + vanishes(lambda v: ((v + 1) - (v - 1)) / 2 - 1, 1)
    steps += nonnegative(LAMBDA - 1)
    base = extremal_suffices()
    return Proof(
        "Let E and O be the sums of C(k, j) l^(k-j) over even and odd j. One party more gives l E + O and l O + E, "
        "which keeps E = ((l+1)^k + (l-1)^k)/2 and O = ((l+1)^k - (l-1)^k)/2 (checked as identities; k = 1: E = l, O "
        "= 1). So E - O = (l-1)^k >= 0: after every response its XOR is a best decision, with accuracy E/(1+l)^k on "
        "every input. So its worst case is its average, and no worst case exceeds an average. " + base.argument,
        steps + base.steps,
    )


CLAIM = Claim(
    id="kairouz/cor-3-10-average",
    place="Corollary 3.10",
    title="optimal average accuracy of k-party XOR",
    relation=Relation.EQUALS,
    domain=parties_domain((1, 2, 3, 4, 5, 6, 11, 24), 30, 60),
    printed=Form("sum over i = 0..floor(k/2) of C(k, 2i) l^(k-2i) / (1+l)^k", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
)
