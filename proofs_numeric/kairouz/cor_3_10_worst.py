"""Statement: the same sum as for the average bounds the worst-case accuracy of any private protocol, and randomised
response reaches it.

Model: the signature program of Eq. 19 for XOR; its dual is checked for the whole box.

Corners: k = 1, lambda = 1.

Readings: "protocol" means an interactive one, as in Theorem 3.1; parties that collaborate reach lambda/(1 + lambda).
"""

from math import comb

from optcheck.claims import *
from proofs_numeric.kairouz._accuracy import best_accuracy, xor_problem
from proofs_numeric.kairouz._levels import Parties


def as_printed(instance: Parties) -> Value:
    k, l = instance.k, instance.lambda_  # noqa: E741 - the paper's symbol
    return sum(comb(k, 2 * i) * l ** (k - 2 * i) for i in range(k // 2 + 1)) / (1 + l) ** k


CLAIM = Statement(
    "kairouz/cor-3-10-worst",
    place="Corollary 3.10",
    title="optimal worst-case accuracy of k-party XOR",
    domain=Parties,
    truth=best_accuracy(lambda at: xor_problem(at.k, at.lambda_, "worst")),
    asserts=equals,
    printed=Form(as_printed, "Σ_{i=0..⌊k/2⌋} C(k, 2i) λ^(k−2i) / (1+λ)^k"),
    argument=(
        "Deciding the XOR of the responses is best for the average (E - O = (l-1)^k >= 0) and has the accuracy "
        "E/(1+l)^k on every input, so its worst case is its average, which no worst case exceeds."
    ),
    effort=Effort(instances=60, drawn=15, largest={"k": 3}),
    rests_on=("kairouz/thm-3-6",),
)
