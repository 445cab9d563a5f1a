"""Section 3.2: the three-letter mechanism for AND is private, and its decision rule reaches the optimum.

Statement: M publishes 0, 1, 2 with chances l/(1+l), l/(1+l)^2, 1/(1+l)^2 for bit 0 and 1/(1+l), l^2/(1+l)^2,
l/(1+l)^2 for bit 1. It is lambda-private. Deciding 1 if either letter is 2 and the AND of the letters otherwise has
the optimal worst-case accuracy.

Model: the printed rows and rule; the oracle checks totals and ratios, computes the accuracy on the four inputs, and
compares the least with the exact optimum of Eq. 19. Corners: lambda = 1. Expected: holds, proved for all lambda.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from optcheck.audit import Claim, Discrepancy, Expected, Form, Impact, Proof, Relation
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import to_text
from optcheck.randomized_response.polynomials import LAMBDA, evaluate, polynomial
from proofs_numeric.kairouz import and_optimum
from proofs_numeric.kairouz._arguments import demand, nonnegative, vanishes
from proofs_numeric.kairouz._common import (
    Level,
    against_grid,
    differ,
    level_domain,
)

Rows = tuple[list[Fraction], list[Fraction]]
Rule = dict[tuple[int, int], int]


def as_printed(instance: Level) -> tuple[Rows, Rule]:
    """The rows of M, and the decision for each pair of letters."""
    level = instance.lambda_
    v = Fraction(level)
    zero = [v / (1 + v), v / (1 + v) ** 2, 1 / (1 + v) ** 2]
    one = [1 / (1 + v), v**2 / (1 + v) ** 2, v / (1 + v) ** 2]
    rule = {(a, b): 1 if a == 2 or b == 2 else a & b for a, b in product(range(3), repeat=2)}
    return (zero, one), rule


def compare(form: Any, instance: Level) -> Discrepancy | None:
    """Totals, privacy, and the worst-case accuracy."""
    level = instance.lambda_
    rows, rule = form(instance)
    for row in rows:
        wrong = differ(sum(row), Fraction(1), Impact.SAFETY, "the chances of the letters do not have total 1")
        if wrong:
            return wrong
    if not all(p <= level * q and q <= level * p for p, q in zip(*rows, strict=True)):
        document = {"mechanism": [[to_text(p) for p in row] for row in rows]}
        evidence = Certificate("bit-privacy", document, {})
        return Discrepancy(True, False, 1, Impact.SAFETY, evidence, "a letter's ratio exceeds lambda")
    reached = [
        sum(rows[x][a] * rows[y][b] for (a, b), decision in rule.items() if decision == x & y)
        for x, y in product((0, 1), repeat=2)
    ]
    problem = and_optimum.and_problem(level)
    why = "the rule does not reach the optimal worst-case accuracy"
    return against_grid(problem, min(reached), why)


def proof() -> Proof:
    """Everything over powers of 1 + l."""
    v, one = LAMBDA, polynomial([1])
    zero_row, one_row = (v * (v + 1), v, one), (v + 1, v**2, v)
    steps = sum(
        vanishes(lambda u, b=b, a=a, entry=entry: (1 + u) ** 2 * as_printed(Level(u))[0][b][a] - evaluate(entry, u), 2)
        for b, row in enumerate((zero_row, one_row))
        for a, entry in enumerate(row)
    )
    steps += demand(sum(zero_row, start=0 * v) == (v + 1) ** 2 == sum(one_row, start=0 * v), "totals are 1")
    for p, q in zip(zero_row, one_row, strict=True):
        steps += nonnegative(v * q - p) + nonnegative(v * p - q)
    goal = v * (v**2 + v + 2) * (v + 1)
    says_one = {}
    for x, y in product((zero_row, one_row), repeat=2):
        twos = x[2] * (y[0] + y[1] + y[2]) + (x[0] + x[1]) * y[2]
        says_one[x == one_row, y == one_row] = twos + x[1] * y[1]
    steps += demand(says_one[True, True] == goal, "on 11 the accuracy is the optimum")
    steps += nonnegative((v + 1) ** 4 - says_one[False, False] - goal)
    steps += demand((v + 1) ** 4 - says_one[False, True] == goal, "on 01 the accuracy is the optimum")
    base = and_optimum.proof()
    return Proof(
        "Rows have total 1 and all ratios are at most l for l >= 1; the rule's accuracy is the closed form on 01, 10, "
        "11 and not less on 00 (polynomial identities and signs). The closed form is the optimum: " + base.argument,
        steps + base.steps,
    )


CLAIM = Claim(
    id="kairouz/and-mechanism",
    place="Section 3.2",
    title="the three-letter mechanism for AND is private, and its decision rule reaches the optimum",
    relation=Relation.OPTIMAL,
    domain=level_domain(30),
    printed=Form(
        "M(0) = (l(1+l), l, 1)/(1+l)^2, M(1) = (1+l, l^2, l)/(1+l)^2; 1 if a letter is 2, else AND", as_printed
    ),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
)
