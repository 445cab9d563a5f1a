"""End of Section 3.2: the printed decision rule on randomised response for worst-case AND.

Statement: decide 0 after 00 and 1 after 11; after 01 or 10 decide 0 with probability lambda/(1+lambda) and 1 with
probability lambda/(1+lambda). It is said to reach the same accuracy as the three-letter mechanism.

Model: the chances of the decisions after each pair of responses. The oracle checks that they are a distribution, and
compares the least accuracy over the four inputs with the exact optimum of Eq. 19.

As printed the two chances after 01 add up to 2 lambda/(1+lambda), more than 1 for every lambda > 1. OCR doubt: the scan
shows the same fraction twice. Readings tried: scaled to total 1 (one half each), and "1 with lambda/(1+lambda)", both
miss the optimum for lambda > 1; "0 with lambda/(1+lambda)" is the correction: 1 has probability 1/(1+lambda), which is
also what simulating the three-letter mechanism gives. (There T must be applied to M_RR, not to M.)

Expected: corrected, proved for all lambda.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from optcheck.audit import Claim, Discrepancy, Expected, Form, Impact, Proof, Relation
from optcheck.exact.numbers import Exact
from optcheck.randomized_response.polynomials import LAMBDA
from proofs_numeric.kairouz import and_optimum
from proofs_numeric.kairouz._arguments import nonnegative, vanishes
from proofs_numeric.kairouz._common import (
    Level,
    against_grid,
    compared,
    differ,
    level_domain,
    response_chance,
)

Chances = list[tuple[Fraction, Fraction]]


def as_printed(instance: Level) -> Chances:
    """The chances of deciding 0 and 1 after the responses 00, 01, 10, 11."""
    level = instance.lambda_
    sure, keep = Fraction(1), Fraction(level) / (1 + level)
    mixed = (keep, keep)
    return [(sure, 1 - sure), mixed, mixed, (1 - sure, sure)]


def corrected(instance: Level) -> Chances:
    """After 01 or 10 decide 1 with probability 1/(1 + l)."""
    level = instance.lambda_
    sure, keep = Fraction(1), Fraction(level) / (1 + level)
    mixed = (keep, Fraction(1) / (1 + level))
    return [(sure, 1 - sure), mixed, mixed, (1 - sure, sure)]


def wrong_total(level: Exact, total: Fraction, why: str) -> Discrepancy | None:
    """The evidence spells the printed chances out where they are what is wrong."""
    if total != 2 * Fraction(level) / (1 + level):
        return differ(total, Fraction(1), Impact.TEXT, why)
    keep = ["/", "l", ["+", 1, "l"]]
    evidence = compared({"l": level}, ["+", keep, keep], "!=", 1, "printed chances of 0 and 1 after 01")
    return Discrepancy(total, Fraction(1), abs(total - 1), Impact.TEXT, evidence, why)


def compare(form: Any, instance: Level) -> Discrepancy | None:
    """A distribution, and the optimal least accuracy."""
    level = instance.lambda_
    rule = form(instance)
    for response, chances in enumerate(rule):
        total = sum(chances)
        if min(chances) < 0:
            return differ(min(chances), abs(min(chances)), Impact.TEXT, "a chance is negative")
        if total != 1:
            why = f"after response {response:02b} the chances of the two decisions have total {total}"
            return wrong_total(level, total, why)
    why = "the rule does not reach the optimal worst-case accuracy"
    return against_grid(and_optimum.and_problem(level), min(accuracy(rule, level, x) for x in range(4)), why)


def accuracy(rule: Chances, level: Exact, x: int) -> Fraction:
    """The chance that the rule decides rightly on input x."""
    return sum((response_chance((level, level), x, r) * rule[r][x == 3] for r in range(4)), start=Fraction(0))


def proof() -> Proof:
    """The corrected rule is the one behind the optimum."""

    def lead(x: int, v: Fraction) -> Fraction:
        return (1 + v) ** 3 * (accuracy(corrected(Level(v)), v, x) - and_optimum.as_printed(Level(v)))

    steps = sum(vanishes(lambda v, x=x: lead(x, v), 3) for x in (1, 2, 3))
    steps += vanishes(lambda v: lead(0, v) - 2 * v * (v - 1), 3) + nonnegative(LAMBDA - 1)
    base = and_optimum.proof()
    return Proof(
        "The corrected rule has the closed form's accuracy on 01, 10, 11, and 2 l (l-1)/(1+l)^3 >= 0 more on 00 "
        "(checked). " + base.argument,
        steps + base.steps,
    )


CLAIM = Claim(
    id="kairouz/and-rr-rule",
    place="end of Section 3.2",
    title="the printed decision rule on randomised response reaches the optimal worst-case accuracy of AND",
    relation=Relation.OPTIMAL,
    domain=level_domain(30),
    printed=Form("after 01 or 10: 0 with probability l/(1+l), 1 with probability l/(1+l)", as_printed),
    corrected=Form("after 01 or 10: 0 with probability l/(1+l), 1 with probability 1/(1+l)", corrected),
    compare=compare,
    expected=Expected.CORRECTED,
    proof=proof,
)
