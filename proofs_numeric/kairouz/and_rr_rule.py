"""Statement: decide 0 after 00 and 1 after 11; after 01 or 10 decide 0 with probability lambda/(1+lambda) and 1 with
probability lambda/(1+lambda). It is said to reach the same accuracy as the three-letter mechanism.

Model: the chances of deciding 0 and 1 after each pair of responses. What counts is how far they are from distributions
(0) and the worst-case accuracy with the chances of Eq. 9, which must be the optimum over all private protocols.

Corners: lambda = 1, where the printed chances are one half each and right.

Readings: the letter has total 2 lambda/(1+lambda) > 1 for every lambda > 1. The text at hand is a scan: with
1/(1+lambda) in the last place the line is what simulating the three-letter mechanism gives, and it holds. Scaled to
total 1, and with the other of the two chances kept, the rule misses the optimum.
"""

from optcheck.claims import *
from proofs_numeric.kairouz._accuracy import best_accuracy, response_matrix, shortfall
from proofs_numeric.kairouz._levels import Level
from proofs_numeric.kairouz.and_optimum import and_problem


def as_printed(instance: Level) -> Value:
    l = instance.lambda_  # noqa: E741 - the paper's symbol
    return (1, 0), (l / (1 + l), l / (1 + l)), (l / (1 + l), l / (1 + l)), (0, 1)


def corrected(instance: Level) -> Value:
    l = instance.lambda_  # noqa: E741 - the paper's symbol
    return (1, 0), (l / (1 + l), 1 / (1 + l)), (l / (1 + l), 1 / (1 + l)), (0, 1)


def halves(instance: Level) -> Value:
    """The printed chances scaled to total 1."""
    half = instance.lambda_ / (2 * instance.lambda_)
    return (1, 0), (half, half), (half, half), (0, 1)


def the_other_kept(instance: Level) -> Value:
    """1 with the printed chance, and 0 with the rest."""
    l = instance.lambda_  # noqa: E741 - the paper's symbol
    return (1, 0), (1 / (1 + l), l / (1 + l)), (1 / (1 + l), l / (1 + l)), (0, 1)


def judged(instance: Level, rule: Value) -> Value:
    """How far the chances are from distributions, and the least accuracy over all inputs."""
    matrix = response_matrix((instance.lambda_, instance.lambda_))
    accuracies = [sum(matrix[x][r] * rule[r][x // 3] for r in range(4)) for x in range(4)]
    return shortfall(rule), min(accuracies)


RIGHT = Form(corrected, "after 01 or 10: 0 with probability λ/(1+λ), 1 with probability 1/(1+λ)")
WHY = (
    "After every response the chances have total 1. On 01, 10 and 11 the accuracy is l (l^2 + l + 2) / (1+l)^3, the "
    "optimum, and not less on 00."
)

CLAIM = Statement(
    "kairouz/and-rr-rule",
    place="end of Section 3.2",
    title="the printed decision rule on randomised response reaches the optimal worst-case accuracy of AND",
    domain=Level,
    truth=Combination(parts=(best_accuracy(and_problem),), value=lambda best: (0, best)),
    means=judged,
    asserts=equals,
    printed=Form(as_printed, "after 01 or 10: 0 with probability λ/(1+λ), 1 with probability λ/(1+λ)"),
    corrected=RIGHT,
    impact=Impact.TEXT,
    argument=WHY,
    effort=Effort(instances=40, drawn=15),
    rests_on=("kairouz/and-optimum",),
    readings=(
        Reading(
            name="the last numerator is 1, lost in the scan",
            mark=Mark.AS_SCANNED,
            printed=RIGHT,
            argument=WHY,
            rests_on=("kairouz/and-optimum",),
        ),
        Reading(
            name="scaled to total 1",
            expected=Outcome.REFUTED,
            printed=Form(halves, "after 01 or 10: 0 or 1 with probability 1/2"),
        ),
        Reading(
            name="1 with λ/(1+λ), 0 with the rest",
            expected=Outcome.REFUTED,
            printed=Form(the_other_kept, "after 01 or 10: 1 with probability λ/(1+λ), 0 with 1/(1+λ)"),
        ),
    ),
)
