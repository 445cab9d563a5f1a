"""End of Section 3.3: collaborating is never worse than not collaborating.

Statement: publishing a randomised version of the XOR itself has accuracy lambda/(1+lambda), which is always better
than the bound of Corollary 3.10 for k separate parties.

Model: the printed accuracy must be the optimum for a single bit (the XOR) and at least the optimum of k-party XOR.
"Better" is read as "at least as good": for k = 1 and for lambda = 1 the two are equal, everywhere else collaboration is
strictly better, and the oracle checks exactly that.

Expected: holds, proved for all k and lambda: with b = (l-1)/(l+1) in [0, 1), b^k <= b, equal only if k = 1 or b = 0.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from optcheck.audit import Claim, Discrepancy, Expected, Form, Impact, Proof, Relation
from optcheck.randomized_response.average import average_accuracy
from optcheck.randomized_response.polynomials import LAMBDA
from optcheck.randomized_response.symmetric import symmetric_accuracy
from proofs_numeric.kairouz._arguments import nonnegative, vanishes
from proofs_numeric.kairouz._common import (
    Parties,
    against_optimum,
    differ,
    parties_domain,
)
from proofs_numeric.kairouz.cor_3_10_average import xor_problem


def as_printed(instance: Parties) -> Fraction:
    """The accuracy of the randomised XOR."""
    return Fraction(instance.lambda_) / (1 + instance.lambda_)


def compare(form: Any, instance: Parties) -> Discrepancy | None:
    """The accuracy of one bit, and its lead over k parties."""
    single = xor_problem(Parties(1, instance.lambda_), "average")
    claimed = form(instance)
    why = "not the optimal accuracy for a single published bit"
    wrong = against_optimum(single, claimed, average_accuracy(single), Impact.VALUE, why)
    if wrong:
        return wrong
    apart = symmetric_accuracy([j & 1 for j in range(instance.k + 1)], instance.lambda_)
    as_expected = claimed == apart if instance.k == 1 or instance.lambda_ == 1 else claimed > apart
    return None if as_expected else differ(claimed, claimed - apart, Impact.VALUE, "not better than apart")


def proof() -> Proof:
    """b lies in [0, 1)."""
    steps = vanishes(lambda v: 2 * v - (1 + v) - (v - 1), 1)
    steps += nonnegative(LAMBDA - 1) + nonnegative((LAMBDA + 1) - (LAMBDA - 1) - 1)
    return Proof(
        "l/(1+l) = (1 + b)/2 with b = (l-1)/(l+1) (checked), and k parties apart reach (1 + b^k)/2. For l >= 1, b >= 0 "
        "and 1 - b = 2/(l+1) > 0 (checked), so b^k <= b, with equality only for k = 1 or b = 0.",
        steps,
    )


CLAIM = Claim(
    id="kairouz/collaboration-better",
    place="end of Section 3.3",
    title="collaborating is always at least as accurate",
    relation=Relation.AT_LEAST,
    domain=parties_domain((1, 2, 3, 4, 5, 6), 30, 80),
    printed=Form("l/(1+l) >= optimal accuracy of k-party XOR", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
)
