"""Statement: with one lambda for all parties the average accuracy of any private protocol is at most the sum over even
j of C(k, j) lambda^(k-j), over (1 + lambda)^k, and randomised response reaches it.

Model: the signature program of Eq. 16 for XOR; its dual is checked for the whole box.

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
    "kairouz/cor-3-10-average",
    place="Corollary 3.10",
    title="optimal average accuracy of k-party XOR",
    domain=Parties,
    truth=best_accuracy(lambda at: xor_problem(at.k, at.lambda_)),
    asserts=equals,
    printed=Form(as_printed, "Σ_{i=0..⌊k/2⌋} C(k, 2i) λ^(k−2i) / (1+λ)^k"),
    argument=(
        "One party more keeps its bit with weight l and flips it with weight 1, so the even sum E becomes l E + O and "
        "the odd one l O + E: E - O = (l-1)^k >= 0 for all k by induction. So after every response its XOR is a best "
        "decision, with accuracy E/(1+l)^k on every input."
    ),
    effort=Effort(instances=60, drawn=15, largest={"k": 4}),
    rests_on=("kairouz/thm-3-2",),
)
