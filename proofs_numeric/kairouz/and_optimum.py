"""Section 3.2: the optimal worst-case accuracy of two-party AND.

Statement (attributed there to an earlier paper): when both parties are lambda-private, the best worst-case accuracy of
a central observer for x_1 AND x_2 is lambda (lambda^2 + lambda + 2) / (1 + lambda)^3.

Model: the oracle is the signature program of Eq. 19 on a grid of signatures, solved exactly. Corners: lambda = 1
(one half), large lambda. Expected: holds, proved for all lambda >= 1 by an explicit rule and an explicit prior.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from optcheck.audit import Claim, Discrepancy, Expected, Form, Impact, Proof, Relation
from optcheck.exact.numbers import Exact
from optcheck.randomized_response.polynomials import LAMBDA, evaluate, polynomial
from optcheck.randomized_response.problem import Problem
from proofs_numeric.kairouz._arguments import demand, extremal_suffices, nonnegative, vanishes
from proofs_numeric.kairouz._common import (
    RIGHT_OR_WRONG,
    Level,
    against_grid,
    level_domain,
)

AND = (0, 0, 0, 1)


def as_printed(instance: Level) -> Fraction:
    """The closed form."""
    level = instance.lambda_
    return Fraction(level) * (level**2 + level + 2) / (1 + level) ** 3


def and_problem(level: Exact) -> Problem:
    """Worst-case AND of two parties with one lambda."""
    return Problem((level, level), AND, RIGHT_OR_WRONG, "worst")


def compare(form: Any, instance: Level) -> Discrepancy | None:
    """The closed form against the signature program."""
    level = instance.lambda_
    problem = and_problem(level)
    why = "the closed form is not the optimum of the worst-case signature program"
    return against_grid(problem, form(instance), why, Impact.VALUE)


def proof() -> Proof:
    """A rule from below, a prior from above."""
    v, one = LAMBDA, polynomial([1])
    goal = v * (v**2 + v + 2) * (v + one)  # over (1 + l)^4, as everything below
    from_11 = (v**2 * (v + 1) + 2 * v) * (v + 1)  # decide 1 after 11, with chance 1/(1+l) after 01 and 10
    from_01 = (v + 1) ** 4 - (v * (v + 1) + v**2 + 1) * (v + 1)
    from_00 = (v + 1) ** 4 - ((v + 1) + 2 * v) * (v + 1)
    steps = vanishes(lambda u: (1 + u) ** 4 * as_printed(Level(u)) - evaluate(goal, u), 4)
    steps += demand(from_11 == goal and from_01 == goal, "the rule has the stated accuracy on 01, 10 and 11")
    steps += nonnegative(from_00 - goal)
    mixed, both = v, v**2 + 1  # the prior: l, l and l^2 + 1 over (1 + l)^2 on 01, 10, 11, nothing on 00
    steps += demand(2 * mixed + both == (v + 1) ** 2, "the prior has total 1")
    steps += demand(mixed * (v**2 + 1) == both * v, "after 01 and 10 both decisions are worth the same")
    after_00, after_11 = 2 * v * mixed, v**2 * both
    steps += nonnegative(after_00 - both) + nonnegative(after_11 - 2 * v * mixed)
    steps += demand(after_00 + after_11 + 2 * v * both == goal, "the Bayes accuracy of the prior is the goal")
    base = extremal_suffices()
    return Proof(
        "Rule: decide 1 after 11, 0 after 00, and 1 with chance 1/(1+l) otherwise; its accuracy is the closed form on "
        "01, 10, 11 and not less on 00. Prior: l, l, l^2+1 over (1+l)^2 on 01, 10, 11; its Bayes accuracy is the "
        "closed form too. All as polynomial identities and signs for l >= 1. No other protocol does better: "
        + base.argument,
        steps + base.steps,
    )


CLAIM = Claim(
    id="kairouz/and-optimum",
    place="Section 3.2",
    title="optimal worst-case accuracy of two-party AND",
    relation=Relation.EQUALS,
    domain=level_domain(30),
    printed=Form("l (l^2 + l + 2) / (1 + l)^3", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
)
