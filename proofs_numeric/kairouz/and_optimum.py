"""Statement: (attributed there to an earlier paper) when both parties are lambda-private, the best worst-case accuracy
of a central observer for x_1 AND x_2 is lambda (lambda^2 + lambda + 2) / (1 + lambda)^3.

Model: the signature program of Eq. 19; its dual is checked for the whole box.

Corners: lambda = 1 (one half), large lambda.
"""

from optcheck.claims import *
from optcheck.randomized_response.problem import Problem
from proofs_numeric.kairouz._accuracy import RIGHT_OR_WRONG, best_accuracy
from proofs_numeric.kairouz._levels import Level


def and_problem(at: Level) -> Problem:
    """A central observer wants the AND of two bits, in the worst case."""
    return Problem((at.lambda_, at.lambda_), (0, 0, 0, 1), RIGHT_OR_WRONG, "worst")


def as_printed(instance: Level) -> Value:
    l = instance.lambda_  # noqa: E741 - the paper's symbol
    return l * (l**2 + l + 2) / (1 + l) ** 3


CLAIM = Statement(
    "kairouz/and-optimum",
    place="Section 3.2",
    title="optimal worst-case accuracy of two-party AND",
    domain=Level,
    truth=best_accuracy(and_problem),
    asserts=equals,
    printed=Form(as_printed, "λ (λ² + λ + 2) / (1 + λ)³"),
    argument=(
        "Deciding 1 with chance 0, 1/(1+l), 1/(1+l), 1 after 00, 01, 10, 11 has this accuracy on 01, 10, 11 and not "
        "less on 00. The prior 0, l, l, l^2 + 1 over (1+l)^2 makes that rule a best one, and its Bayes accuracy is the "
        "same number: no rule for randomised response does better, and no protocol than it by Theorem 3.6."
    ),
    effort=Effort(instances=60, drawn=20),
    rests_on=("kairouz/thm-3-6",),
)
