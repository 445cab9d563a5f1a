"""Statement: both parties have two bits and an observer wants their Hamming distance, with accuracy 2 - |distance -
decision|. The first party responds with both bits; the second publishes 0, 1 or 2 with printed chances that depend on
the distance of its bits from the response, given by three rows. The scheme keeps every bit lambda-private. (That it
improves over randomised response is judged in the readings, with the row by symmetry.)

Model: the rows of chances for distance 0, 1, 2; neighbouring bits change the distance by one. What counts is how
far the rows are from distributions, which may be 0, and the largest factor between neighbouring rows, which may be
lambda. The rows are printed for the response (0, 0); others are meant by symmetry.

Corners: lambda = 1, where the printed row is a distribution, but answer 2 has chance 0 where the neighbours have 1/2.

Readings: the row for distance 2 is printed with four entries, 1 for answer 0, l-1 for answer 2, l-1 and l^2 both for
answer 1: total above 1 for every l > 1. The text at hand is a scan that repeats a passage beside this formula; with
the row by symmetry, 1, l-1, l^2 for 0, 1, 2, the scheme is private, and never less accurate than randomised response.
It is strictly better only beyond the largest root of l^4 - 4 l^3 - 2 l^2 - 4 l + 1, near 4.61.
"""

from itertools import product

from optcheck.claims import *
from proofs_numeric.kairouz._accuracy import response_accuracy, shortfall
from proofs_numeric.kairouz._levels import Level


def as_printed(instance: Level) -> Value:
    l = instance.lambda_  # noqa: E741 - the paper's symbol
    scale = l * (1 + l)
    first = [l**2 / scale, (l - 1) / scale, 1 / scale]
    second = [l / scale, (l**2 - l) / scale, l / scale]
    third = [1 / scale, (l - 1) / scale + l**2 / scale, (l - 1) / scale]
    return first, second, third


def corrected(instance: Level) -> Value:
    l = instance.lambda_  # noqa: E741 - the paper's symbol
    first, second, _ = as_printed(instance)
    third = [1 / (l * (1 + l)), (l - 1) / (l * (1 + l)), l**2 / (l * (1 + l))]
    return first, second, third


def shortfall_and_factor(instance: Level, rows: Value) -> Value:
    """How far the rows are from distributions, and the least factor that no chance exceeds times a neighbour's."""
    factor = Fraction(1)
    for here in range(2):
        for answer in range(3):
            p, q = rows[here][answer], rows[here + 1][answer]
            if p > 0 or q > 0:
                factor = max(factor, p / q, q / p)
    return shortfall(rows), factor


def allowed(instance: Level) -> Value:
    """Chances have total 1, and neighbours may differ by the factor lambda."""
    return 0, instance.lambda_


def accuracy(instance: Level, rows: Value) -> Value:
    """Average accuracy with best decisions; responses other than (0, 0) by symmetry."""
    keep, flip = instance.lambda_ / (1 + instance.lambda_), 1 / (1 + instance.lambda_)
    total = Fraction(0)
    for answer in range(3):
        worth = [Fraction(0)] * 3
        for x, y in product(range(4), repeat=2):
            chance = (flip if x // 2 else keep) * (flip if x % 2 else keep) * rows[y // 2 + y % 2][answer] / 16
            worth = [worth[decision] + chance * (2 - abs(apart(x, y) - decision)) for decision in range(3)]
        total += 4 * max(worth)
    return total


def apart(x: int, y: int) -> int:
    """The Hamming distance of two words of two bits."""
    return abs(x // 2 - y // 2) + abs(x % 2 - y % 2)


def of_responses(instance: Level) -> Value:
    """Randomised response of all four bits with best decisions."""
    payoffs = [[2 - abs(apart(z // 4, z % 4) - decision) for z in range(16)] for decision in range(3)]
    return response_accuracy([instance.lambda_] * 4, payoffs)


MIRRORED = Form(corrected, "for y = (1,1): answers 0, 1, 2 with chances 1, λ−1, λ² over λ(1+λ)")
CURVES = (
    "Both accuracies are piecewise rational functions of lambda: equal up to the largest root of l^4 - 4 l^3 - 2 l^2 - "
    "4 l + 1, near 4.61, and the scheme's is above beyond it, by isolation of the roots of their differences."
)

CLAIM = Statement(
    "kairouz/fig-2-hamming",
    place="Section 4, Fig. 2 right",
    title="the printed chances of the Hamming-distance scheme keep every bit private",
    domain=Level,
    truth=definition(allowed),
    means=shortfall_and_factor,
    asserts=at_least,
    printed=Form(as_printed, "for y = (1,1): answers 0, 2, 1, 1 with chances 1, λ−1, λ−1, λ² over λ(1+λ)"),
    corrected=MIRRORED,
    impact=Impact.TEXT,
    effort=Effort(instances=30, drawn=10),
    readings=(
        Reading(
            name="the last row mirrors the first, garbled in the scan",
            mark=Mark.AS_SCANNED,
            printed=MIRRORED,
        ),
        Reading(
            name="the scheme with the mirrored row is not less accurate than randomised response",
            truth=definition(of_responses),
            means=accuracy,
            asserts=at_most,
            printed=MIRRORED,
            argument=CURVES,
            effort=Effort(instances=15, drawn=5),
        ),
        Reading(
            name="and more accurate from λ = 5 on",
            domain=Level.where("lambda_ >= 5"),
            truth=definition(of_responses),
            means=accuracy,
            asserts=less,
            printed=MIRRORED,
            argument=CURVES,
            effort=Effort(instances=10, drawn=5),
        ),
    ),
)
