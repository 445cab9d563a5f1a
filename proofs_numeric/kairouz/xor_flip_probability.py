"""After Corollary 3.10: the flipping probability of the channels through which the XOR is seen.

Statement: the observer sees the XOR through k binary symmetric channels in a row, each with flipping probability
lambda / (1 + lambda).

Model: a channel is one factor of Eq. 9; its flipping probability is the chance that the published bit differs. The
oracle also sends a bit through k such channels and compares the chance of a right answer with Corollary 3.10.

Correction: 1 / (1 + lambda); the printed number is the probability of NOT flipping. With the printed one the cascade
has accuracy below 1/2 for odd k. Corners: lambda = 1 (both are 1/2). Expected: corrected, proved by Eq. 9.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from optcheck.audit import Claim, Discrepancy, Expected, Form, Impact, Proof, Relation
from optcheck.randomized_response.closed_forms import xor_accuracy
from optcheck.randomized_response.polynomials import LAMBDA
from optcheck.randomized_response.protocol import transcript_matrix
from proofs_numeric.kairouz._arguments import nonnegative, vanishes
from proofs_numeric.kairouz._common import Parties, compared, differ, parties_domain


def as_printed(instance: Parties) -> Fraction:
    """The flipping probability."""
    return Fraction(instance.lambda_) / (1 + instance.lambda_)


def corrected(instance: Parties) -> Fraction:
    """The chance of the wrong bit."""
    return Fraction(1) / (1 + instance.lambda_)


def compare(form: Any, instance: Parties) -> Discrepancy | None:
    """The chance that the published bit differs, then the cascade."""
    claimed, true = form(instance), transcript_matrix([instance.lambda_])[0][1]
    if claimed != true and claimed == 1 - true:
        left, right = ["/", "l", ["+", 1, "l"]], ["/", 1, ["+", 1, "l"]]
        evidence = compared({"l": instance.lambda_}, left, "!=", right, "printed flipping probability against Eq. 9")
        why = "the printed number is the probability that the bit is kept"
        return Discrepancy(claimed, true, abs(claimed - true), Impact.VALUE, evidence, why)
    wrong = differ(claimed, true, Impact.VALUE, "not the chance that the published bit differs")
    if wrong:
        return wrong
    right_way = Fraction(1)
    for _ in range(instance.k):
        right_way = right_way * (1 - claimed) + (1 - right_way) * claimed
    why = "the cascade does not have the accuracy of Corollary 3.10"
    return differ(right_way, Fraction(xor_accuracy([instance.lambda_] * instance.k)), Impact.VALUE, why)


def proof() -> Proof:
    """One channel is one factor of Eq. 9."""
    steps = vanishes(lambda v: (1 + v) * (corrected(Parties(1, v)) + v / (1 + v) - 1), 1) + nonnegative(LAMBDA - 1)
    return Proof(
        "A channel keeps its bit with l/(1+l), so it flips with 1 - l/(1+l) = 1/(1+l) (checked); l >= 1 makes this at "
        "most one half. A cascade has bias (1 - 2/(1+l))^k = ((l-1)/(l+1))^k, which is Corollary 3.10.",
        steps + vanishes(lambda v: (1 + v) * (1 - 2 * corrected(Parties(1, v))) - (v - 1), 1),
    )


CLAIM = Claim(
    id="kairouz/xor-flip-probability",
    place="after Corollary 3.10",
    title="the flipping probability of each channel through which the XOR is seen",
    relation=Relation.EQUALS,
    domain=parties_domain((1, 2, 3), 10, 60),
    printed=Form("l / (1 + l)", as_printed),
    corrected=Form("1 / (1 + l)", corrected),
    compare=compare,
    expected=Expected.CORRECTED,
    proof=proof,
)
