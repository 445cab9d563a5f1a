"""Section 4, Fig. 2 left: an interactive scheme beats randomised response for XOR-or-AND.

Statement: the first party has a bit x, the second y1 and y2; an observer wants y1 XOR y2 if x = 0 and y1 AND y2 if
x = 1. In the interactive scheme the second party answers with a randomised version of the XOR or the AND, as the first
party's response asks. Its average accuracy beats that of randomised response of all three bits; at epsilon = 0 both
have 5/8, for large epsilon both tend to 1; every bit is lambda-private.

Model: the printed form is the accuracy of the interactive scheme from its transcript probabilities and best
decisions. The oracle compares it with the library's exact function of lambda, and with randomised response.
"Beats" is read as the figure's caption has it (can improve): never worse, and better for some lambda.

Finding: the two are EQUAL for 1 <= lambda <= 2 (the constant guess is best in both) and the interactive scheme is
strictly better exactly for lambda > 2. Corners: lambda = 1, 2. Expected: holds, proved for all lambda >= 1 by
isolating every root of every difference of pieces.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from optcheck.audit import Claim, Discrepancy, Expected, Form, Impact, Proof, Relation
from optcheck.randomized_response.average import average_accuracy
from optcheck.randomized_response.multibit import accuracy_curve, response_scheme, xor_or_and, xor_or_and_scheme
from optcheck.randomized_response.piecewise import PiecewiseRational
from optcheck.randomized_response.piecewise import compare as compare_curves
from optcheck.randomized_response.polynomials import coefficients
from optcheck.randomized_response.problem import Problem
from proofs_numeric.kairouz._arguments import demand
from proofs_numeric.kairouz._common import (
    RIGHT_OR_WRONG,
    Level,
    compared,
    differ,
    level_domain,
)


def as_printed(instance: Level) -> Fraction:
    """Average accuracy of the interactive scheme with the best decision after each transcript."""
    level = Fraction(instance.lambda_)
    keep, flip = level / (1 + level), 1 / (1 + level)
    total = Fraction(0)
    for asked, answer in product((0, 1), repeat=2):
        mass = {0: Fraction(0), 1: Fraction(0)}
        for x, first, second in product((0, 1), repeat=3):
            published = first & second if asked else first ^ second
            wanted = first & second if x else first ^ second
            chance = (keep if asked == x else flip) * (keep if answer == published else flip)
            mass[wanted] += chance / 8
        total += max(mass.values())
    return total


def right_or_wrong(bits: tuple[int, ...], decision: int) -> int:
    """One for the right value."""
    return int(xor_or_and(bits) == decision)


def curves() -> tuple[PiecewiseRational, PiecewiseRational]:
    """The interactive scheme and randomised response, as functions of lambda."""
    return accuracy_curve(xor_or_and_scheme(), right_or_wrong, (0, 1)), accuracy_curve(
        response_scheme(3), right_or_wrong, (0, 1)
    )


def compare(form: Any, instance: Level) -> Discrepancy | None:
    """The accuracy itself, its lead over randomised response, and the value at lambda = 1."""
    claimed, level = form(instance), instance.lambda_
    wrong = differ(claimed, curves()[0](level), Impact.VALUE, "not the accuracy of the interactive scheme")
    if wrong:
        return wrong
    table = tuple(xor_or_and(bits) for bits in product((0, 1), repeat=3))
    plain = average_accuracy(Problem((level,) * 3, table, RIGHT_OR_WRONG))
    if claimed < plain:
        evidence = compared({}, str(claimed), "<", str(plain), "interactive scheme against randomised response")
        return Discrepancy(
            claimed, plain, plain - claimed, Impact.OPTIMALITY, evidence, "randomised response is better"
        )
    return differ(claimed, Fraction(5, 8), Impact.VALUE, "not 5/8 at epsilon = 0") if level == 1 else None


def proof() -> Proof:
    """All signs on [1, infinity)."""
    scheme = xor_or_and_scheme()
    steps = demand(scheme.is_stochastic() and scheme.is_private(), "the scheme is a private protocol for all lambda")
    interactive, plain = curves()
    lead = compare_curves(interactive, plain)
    steps += demand(lead.never_below, "the interactive scheme is never worse")
    steps += demand(lead.signs == (0, 1) and str(lead.cuts[0]) == "2", "equal up to 2, better from 2 on")
    for curve in (interactive, plain):
        top, bottom = coefficients(curve.pieces[-1].numerator), coefficients(curve.denominator)
        steps += demand(len(top) == len(bottom) and top[-1] == bottom[-1], "the accuracy tends to 1")
        steps += demand(curve(1) == Fraction(5, 8), "the accuracy at epsilon = 0 is 5/8")
    cells = len(interactive.pieces) + len(plain.pieces)
    return Proof(
        "Both accuracies are piecewise rational functions of lambda found by exact root isolation. Their difference is "
        "0 on [1, 2] and positive beyond; both are 5/8 at 1 and tend to 1. The scheme's rows have total 1 and every "
        "single bit changes a transcript's chance by a factor of at most lambda, for all lambda >= 1.",
        steps + cells,
    )


CLAIM = Claim(
    id="kairouz/fig-2-xor-or-and",
    place="Section 4, Fig. 2 left",
    title="the interactive scheme beats randomised response for XOR-or-AND; 5/8 at epsilon = 0",
    relation=Relation.AT_LEAST,
    domain=level_domain(40),
    printed=Form(
        "accuracy of the interactive scheme >= accuracy of randomised response, 5/8 at epsilon = 0", as_printed
    ),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
)
