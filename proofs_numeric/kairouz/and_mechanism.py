"""Statement: M publishes 0, 1, 2 with chances l/(1+l), l/(1+l)^2, 1/(1+l)^2 for bit 0 and 1/(1+l), l^2/(1+l)^2,
l/(1+l)^2 for bit 1. It is lambda-private. Deciding 1 if either letter is 2 and the AND of the letters otherwise has
the optimal worst-case accuracy.

Model: the form gives the rows and, for each pair of letters, the decision. What counts is how far the rows are from
distributions, by how much a letter's chance exceeds lambda times the other one, both 0, and the worst-case accuracy,
which must be the optimum over all private protocols.

Corners: lambda = 1.
"""

from optcheck.claims import *
from proofs_numeric.kairouz._accuracy import best_accuracy, excess, shortfall
from proofs_numeric.kairouz._levels import Level
from proofs_numeric.kairouz.and_optimum import and_problem


def as_printed(instance: Level) -> Value:
    l = instance.lambda_  # noqa: E741 - the paper's symbol
    zero = [l / (1 + l), l / (1 + l) ** 2, 1 / (1 + l) ** 2]
    one = [1 / (1 + l), l**2 / (1 + l) ** 2, l / (1 + l) ** 2]
    decided = [[1 if a == 2 or b == 2 else a * b for b in range(3)] for a in range(3)]
    return [zero, one], decided


def judged(instance: Level, said: Value) -> Value:
    """What is wrong with the rows, and the least accuracy over all inputs."""
    rows, decided = said
    accuracies = [
        sum(rows[x][a] * rows[y][b] for a in range(3) for b in range(3) if decided[a][b] == x * y)
        for x in range(2)
        for y in range(2)
    ]
    return shortfall(rows), excess([instance.lambda_], rows), min(accuracies)


CLAIM = Statement(
    "kairouz/and-mechanism",
    place="Section 3.2",
    title="the three-letter mechanism for AND is private, and its decision rule reaches the optimum",
    domain=Level,
    truth=Combination(parts=(best_accuracy(and_problem),), value=lambda best: (0, 0, best)),
    means=judged,
    asserts=equals,
    printed=Form(as_printed, "M(0) = (λ(1+λ), λ, 1)/(1+λ)², M(1) = (1+λ, λ², λ)/(1+λ)²; 1 if a letter is 2, else AND"),
    impact=Impact.SAFETY,
    argument=(
        "Both rows have total 1; the ratios of the letters are l, 1/l and 1/l. On 01, 10 and 11 the accuracy is l (l^2 "
        "+ l + 2) / (1+l)^3, the optimum, and not less on 00."
    ),
    effort=Effort(instances=60, drawn=20),
    rests_on=("kairouz/and-optimum",),
)
