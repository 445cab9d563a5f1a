"""Statement: with one lambda for both parties, the printed 4 x 4 matrix P and the rule Q "decide the XOR of the
responses" form an optimal solution.

Model: P and Q as printed (rows of P are inputs 00, 01, 10, 11, columns responses in the same order; columns of Q are
decisions 0, 1), for the average and for the worst case. What counts is how far P and Q are from distributions, by how
much privacy is exceeded, how far columns are from rank one, all 0, and the accuracy, which must be the optimum.

Corners: lambda = 1, where every rule is as good.
"""

from optcheck.claims import *
from optcheck.randomized_response.problem import Problem
from proofs_numeric.kairouz._accuracy import best_accuracy, excess, minors, shortfall, xor_problem


class Measured(Instance):
    """A lambda, and how accuracy is measured."""

    lambda_: Fraction = rational(at_least=1, symbol="λ")
    criterion: str = choice("average", "worst")


def as_printed(instance: Measured) -> Value:
    l = instance.lambda_  # noqa: E741 - the paper's symbol
    numerators: Value = [[l**2, l, l, 1], [l, l**2, 1, l], [l, 1, l**2, l], [1, l, l, l**2]]
    return [[entry / (1 + l) ** 2 for entry in row] for row in numerators], [[1, 0], [0, 1], [0, 1], [1, 0]]


def judged(instance: Measured, said: Value) -> Value:
    """What is wrong with P and Q, and the accuracy."""
    matrix, rule = said
    xor = (0, 1, 1, 0)
    accuracies = [sum(matrix[x][t] * rule[t][xor[x]] for t in range(4)) for x in range(4)]
    accuracy = sum(accuracies) / 4 if instance.criterion == "average" else min(accuracies)
    level = instance.lambda_
    return shortfall(matrix) + shortfall(rule), excess([level, level], matrix), minors(matrix), accuracy


def xor_of_two(at: Measured) -> Problem:
    return xor_problem(2, at.lambda_, "average" if at.criterion == "average" else "worst")


CLAIM = Statement(
    "kairouz/eq-12",
    place="Eq. 12",
    title="the two-party XOR protocol and decision rule, and its optimality",
    domain=Measured,
    truth=Combination(parts=(best_accuracy(xor_of_two),), value=lambda best: (0, 0, 0, best)),
    means=judged,
    asserts=equals,
    printed=Form(as_printed, "P = [[λ²,λ,λ,1],[λ,λ²,1,λ],[λ,1,λ²,λ],[1,λ,λ,λ²]] / (1+λ)², decide the XOR"),
    impact=Impact.OPTIMALITY,
    argument=(
        "The matrix is Eq. 9. After each response the rule leads by (l-1)^2/(1+l)^2, so it has the best average for "
        "randomised response, which is optimal by Theorem 3.2; with the same accuracy on every input its worst case is "
        "its average, and no worst case exceeds one."
    ),
    effort=Effort(instances=50, drawn=15),
    rests_on=("kairouz/thm-3-2",),
)
