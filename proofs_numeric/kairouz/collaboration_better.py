"""Statement: publishing a randomised version of the XOR itself has accuracy lambda/(1+lambda), which is always better
than the bound of Corollary 3.10 for k separate parties.

Model: the printed accuracy against the optimum of k-party XOR over all private protocols.

Corners: k = 1, where there is nobody to collaborate with, and lambda = 1, where nothing may be said: both are equal.

Readings: "better" is strict by the letter, which fails in those corners only.
"""

from dataclasses import replace

import sympy

from optcheck.claims import Argument, Claim, Form, Formula, Impact, Value
from optcheck.claims.relations import at_most, less
from proofs_numeric.kairouz._problems import best_accuracy, xor_problem
from proofs_numeric.kairouz._steps import L, more
from proofs_numeric.kairouz.cor_3_10_average import Parties, parties_domain


def as_printed(instance: Parties) -> Value:
    return instance.lambda_ / (1 + instance.lambda_)


def proof(argument: Argument, form: Formula[Parties]) -> None:
    k = sympy.Symbol("k", positive=True, integer=True)
    bias = more / (2 + more)
    argument.identity("the accuracy is (1 + b)/2 with b = (l-1)/(l+1)", form(Parties(k, L)), (1 + bias) / 2)
    argument.not_negative("b is not negative", bias)
    argument.positive("and below 1", 1 - bias)
    argument.words(
        "k parties apart reach (1 + b^k)/2 by Corollary 3.10, and b^k <= b for 0 <= b < 1, with equality only for k = "
        "1 or b = 0, which is lambda = 1."
    )


CLAIM = Claim(
    id="kairouz/collaboration-better",
    place="end of Section 3.3",
    title="collaborating is always better",
    domain=replace(
        parties_domain((1, 2, 3, 4), 6),
        degenerate=lambda at: at.k == 1 or at.lambda_ == 1,
        corner="k = 1 or lambda = 1",
    ),
    truth=best_accuracy(lambda at: xor_problem(at.k, at.lambda_)),
    asserts=less,
    printed=Form(as_printed, "λ/(1+λ) > optimal accuracy of k-party XOR"),
    corrected=Form(as_printed, "λ/(1+λ) ≥ optimal accuracy of k-party XOR, with equality for k = 1 or λ = 1", at_most),
    impact=Impact.TEXT,
    proof=proof,
    rests_on=("kairouz/cor-3-10-average",),
)
