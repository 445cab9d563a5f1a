"""Statement: publishing a randomised version of the XOR itself has accuracy lambda/(1+lambda), which is always better
than the bound of Corollary 3.10 for k separate parties.

Model: the printed accuracy against the optimum of k-party XOR over all private protocols.

Corners: k = 1, where there is nobody to collaborate with, and lambda = 1, where nothing may be said: both are equal.

Readings: "better" is strict by the letter, which fails in those corners only.
"""

from optcheck.claims import *
from proofs_numeric.kairouz._accuracy import best_accuracy, xor_problem
from proofs_numeric.kairouz._levels import Parties


def as_printed(instance: Parties) -> Value:
    return instance.lambda_ / (1 + instance.lambda_)


CLAIM = Statement(
    "kairouz/collaboration-better",
    place="end of Section 3.3",
    title="collaborating is always better",
    domain=Parties,
    truth=best_accuracy(lambda at: xor_problem(at.k, at.lambda_)),
    asserts=less,
    printed=Form(as_printed, "λ/(1+λ) > optimal accuracy of k-party XOR"),
    corrected=Form(as_printed, "λ/(1+λ) ≥ optimal accuracy of k-party XOR, with equality for k = 1 or λ = 1", at_most),
    impact=Impact.TEXT,
    argument=(
        "With b = (l-1)/(l+1), 0 <= b < 1, the accuracy is (1 + b)/2; k parties apart reach (1 + b^k)/2 by Corollary "
        "3.10, and b^k <= b, with equality only for k = 1 or b = 0, which is lambda = 1."
    ),
    corner="k == 1 or lambda_ == 1",
    effort=Effort(instances=60, drawn=15, largest={"k": 3}),
    rests_on=("kairouz/cor-3-10-average",),
)
