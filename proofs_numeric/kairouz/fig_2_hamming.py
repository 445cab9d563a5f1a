"""Section 4, Fig. 2 right: the Hamming-distance scheme is private and beats randomised response.

Statement: both parties have two bits and an observer wants their Hamming distance, with accuracy 2 - |distance -
decision|. The first party responds with both bits; the second publishes 0, 1 or 2 with printed chances that depend on
the distance of its bits from the response. The scheme keeps every bit lambda-private and is at least as accurate as
randomised response.

Model: three rows of chances, by distance 0, 1, 2, for epsilon > 0. The oracle checks totals, then privacy for
neighbouring bits, then the accuracy with best decisions against randomised response of all four bits.

As printed the row for distance 2 has four entries, 1 for answer 0, l-1 for answer 2, l-1 and l^2 both for answer 1,
over l(1+l): total (l^2+2l-1)/(l^2+l), more than 1 for every l > 1 (at l = 1 it is a distribution, but answer 2 then has
chance 0 where the neighbours have 1/2). No choice of labels for these four entries has total 1, and scaling the row
to total 1 breaks privacy for every l > 1: answer 0 then has the ratio (l^2+2l-1)/(l+1) > l to the row for distance 1.
OCR doubt, a strong one: the other rows have three entries, and the scan repeats a whole passage beside this formula, so
the fourth entry may be the scan's. Correction, by symmetry with the first row, which is what one would then read: 1,
l-1, l^2 for the answers 0, 1, 2. The rows are printed for the response (0, 0) only; others are meant by symmetry.

Finding: the corrected scheme and randomised response are EQUAL (3/2, the constant guess 1) up to the largest root of
l^4 - 4 l^3 - 2 l^2 - 4 l + 1, near 4.6116 (epsilon near 1.53), and the scheme is strictly better beyond. Expected:
corrected, proved for all lambda >= 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from hypothesis.strategies import SearchStrategy

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.randomized_response.multibit import (
    accuracy_curve,
    hamming_distance,
    hamming_scheme,
    response_scheme,
)
from optcheck.randomized_response.piecewise import PiecewiseRational
from optcheck.randomized_response.piecewise import compare as compare_curves
from proofs_numeric.kairouz._arguments import demand
from proofs_numeric.kairouz._common import LAMBDAS, Level, compared, differ, level_order, levels

Rows = list[list[Fraction]]


def as_printed(instance: Level) -> Rows:
    """Chances of the answers 0, 1, 2 by distance; the two entries for answer 1 in the last row are added."""
    v = Fraction(instance.lambda_)
    scale = v * (1 + v)
    first = [v**2 / scale, (v - 1) / scale, 1 / scale]
    second = [v / scale, (v**2 - v) / scale, v / scale]
    third = [1 / scale, (v - 1) / scale + v**2 / scale, (v - 1) / scale]
    return [first, second, third]


def corrected(instance: Level) -> Rows:
    """The last row mirrors the first."""
    v = Fraction(instance.lambda_)
    scale = v * (1 + v)
    first = [v**2 / scale, (v - 1) / scale, 1 / scale]
    second = [v / scale, (v**2 - v) / scale, v / scale]
    third = [1 / scale, (v - 1) / scale, v**2 / scale]
    return [first, second, third]


def accuracy_of(bits: tuple[int, ...], decision: int) -> int:
    """2 - |distance - decision|."""
    return 2 - abs(hamming_distance(bits) - decision)


def curves() -> tuple[PiecewiseRational, PiecewiseRational]:
    """The corrected scheme and randomised response, as functions of lambda."""
    answers = (0, 1, 2)
    return accuracy_curve(hamming_scheme(), accuracy_of, answers), accuracy_curve(
        response_scheme(4), accuracy_of, answers
    )


def compare(form: Any, instance: Level) -> Discrepancy | None:
    """Totals, privacy, then accuracy."""
    rows, level = form(instance), instance.lambda_
    for distance, row in enumerate(rows):
        if sum(row) != 1:
            return _wrong_total(instance, distance, sum(row))
    for here, there in ((0, 1), (1, 2)):
        for p, q in zip(rows[here], rows[there], strict=True):
            if p > level * q or q > level * p:
                return differ(p, q, Impact.SAFETY, "a neighbouring bit changes a chance by more than the factor lambda")
    reached, plain = _accuracy(rows, Fraction(level)), curves()[1](level)
    wrong = differ(reached, curves()[0](level), Impact.VALUE, "not the accuracy of the symmetric scheme")
    if wrong or reached >= plain:
        return wrong
    evidence = compared({}, str(reached), "<", str(plain), "the scheme against randomised response")
    return Discrepancy(reached, plain, plain - reached, Impact.OPTIMALITY, evidence, "randomised response is better")


def _scale(instance: Level) -> Fraction:
    return Fraction(instance.lambda_) * (1 + instance.lambda_)


def _wrong_total(instance: Level, distance: int, total: Fraction) -> Discrepancy | None:
    """The certificate spells the printed entries of the last row out; other rows only fail for broken forms."""
    if (distance, total) != (2, (instance.lambda_**2 + 2 * instance.lambda_ - 1) / _scale(instance)):
        return differ(total, Fraction(1), Impact.TEXT, f"the row for distance {distance} has total {total}")
    entries = ["+", 1, ["-", "l", 1], ["-", "l", 1], ["^", "l", 2]]
    left = ["/", entries, ["*", "l", ["+", 1, "l"]]]
    evidence = compared({"l": instance.lambda_}, left, "!=", 1, "total of the printed row for y = (1, 1)")
    why = "the printed chances for y = (1, 1) have a total above 1: they are no distribution"
    return Discrepancy(total, Fraction(1), abs(total - 1), Impact.TEXT, evidence, why)


def _accuracy(rows: Rows, level: Fraction) -> Fraction:
    """Average accuracy with best decisions, by enumeration; responses other than (0, 0) by symmetry."""
    keep, flip = level / (1 + level), 1 / (1 + level)
    words = list(product((0, 1), repeat=2))
    total = Fraction(0)
    for answer in range(3):
        worth = [Fraction(0)] * 3
        for x, y in product(words, repeat=2):
            chance = (flip if x[0] else keep) * (flip if x[1] else keep) * rows[sum(y)][answer] / 16
            for decision in range(3):
                worth[decision] += chance * accuracy_of((*x, *y), decision)
        total += 4 * max(worth)
    return total


def proof() -> Proof:
    """All signs on [1, infinity)."""
    scheme = hamming_scheme()
    steps = demand(scheme.is_stochastic() and scheme.is_private(), "the scheme is a private protocol for all lambda")
    interactive, plain = curves()
    lead = compare_curves(interactive, plain)
    steps += demand(lead.never_below and lead.signs == (0, 1), "equal up to a threshold, better beyond it")
    steps += demand(lead.cuts[0].minimal == (1, -4, -2, -4, 1), "the threshold is the stated root")
    return Proof(
        "The corrected rows have total 1 and each bit of either party changes a transcript's chance by a factor of at "
        "most lambda, for all lambda >= 1. Both accuracies are piecewise rational functions of lambda found by exact "
        f"root isolation; their difference is 0 up to the {lead.cuts[0]} and positive beyond.",
        steps + len(interactive.pieces) + len(plain.pieces),
    )


def grid() -> Iterator[Level]:
    """Lambdas above 1, on both sides of the threshold."""
    return (Level(value) for value in (*LAMBDAS[1:], 5, 7))


def strategy() -> SearchStrategy[Level]:
    """Lambdas above 1."""
    return levels().filter(lambda value: value > 1).map(Level)


CLAIM = Claim(
    id="kairouz/fig-2-hamming",
    place="Section 4, Fig. 2 right",
    title="the Hamming-distance scheme is private and beats randomised response",
    relation=Relation.AT_LEAST,
    domain=Domain(
        description="lambda in {2, 3, 3/2, 7/5, 10, 5, 7}; random rational lambdas above 1",
        grid=grid,
        order=level_order,
        strategy=strategy,
        examples=40,
    ),
    printed=Form("for y = (1,1): answers 0, 2, 1, 1 with chances 1, l-1, l-1, l^2 over l(1+l)", as_printed),
    corrected=Form("for y = (1,1): answers 0, 1, 2 with chances 1, l-1, l^2 over l(1+l)", corrected),
    compare=compare,
    expected=Expected.CORRECTED,
    proof=proof,
)
