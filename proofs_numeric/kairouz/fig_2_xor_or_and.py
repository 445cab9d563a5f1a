"""Statement: the first party has a bit x, the second y1 and y2; an observer wants y1 XOR y2 if x = 0 and y1 AND y2 if
x = 1. In the interactive scheme the second party answers with a randomised version of the XOR or the AND, as the first
party's response asks. Its average accuracy is not below that of randomised response of all three bits; at epsilon = 0
both have 5/8; for large epsilon both tend to 1.

Model: the form is the scheme's accuracy from its transcript probabilities and best decisions; the truth is the accuracy
of randomised response of three bits, by Eq. 9. Every bit is lambda-private: one published bit depends on x, one on y.

Corners: lambda = 1.

Readings: "improve" as never worse is the letter judged first, since the caption says that it can. Strictly better for
every epsilon > 0 fails: both are equal up to lambda = 2 (epsilon = 0.69). The value 5/8 at epsilon = 0, and values
above 1 - 3/lambda for both, are readings of their own.
"""

from optcheck.claims import *
from proofs_numeric.kairouz._levels import Level


class Start(Instance):
    """epsilon = 0."""

    lambda_: Fraction = rational(at_least=1, at_most=1, symbol="λ")


def as_printed(instance: Level) -> Value:
    keep, flip = instance.lambda_ / (1 + instance.lambda_), 1 / (1 + instance.lambda_)
    total = Fraction(0)
    for asked in range(2):
        for answer in range(2):
            mass = [Fraction(0), Fraction(0)]
            for x in range(2):
                for y in range(4):
                    chance = (keep if asked == x else flip) * (keep if answer == wanted(asked, y) else flip) / 8
                    mass = [mass[value] + (chance if wanted(x, y) == value else 0) for value in range(2)]
            total += max(mass)
    return total


def wanted(x: int, y: int) -> int:
    """XOR of the two bits of y when x is 0, their AND when it is 1."""
    return (y // 2) * (y % 2) if x == 1 else (y // 2 + y % 2) % 2


def of_responses(instance: Level) -> Value:
    """Eq. 9 for three bits: each is published unchanged with lambda parts of 1 + lambda; best decisions."""
    keep, flip = instance.lambda_ / (1 + instance.lambda_), 1 / (1 + instance.lambda_)
    total = Fraction(0)
    for a in range(2):
        for b in range(4):
            mass = [Fraction(0), Fraction(0)]
            for x in range(2):
                for y in range(4):
                    flips = abs(x - a) + abs(y // 2 - b // 2) + abs(y % 2 - b % 2)
                    chance = keep ** (3 - flips) * flip**flips / 8
                    mass = [mass[value] + (chance if wanted(x, y) == value else 0) for value in range(2)]
            total += max(mass)
    return total


def five_eighths(instance: Level) -> Value:
    """The printed value at epsilon = 0."""
    return Fraction(5, 8)


def near_one(instance: Level) -> Value:
    """A bound that tends to 1: wrong at most where one of three bits is flipped."""
    return 1 - 3 / instance.lambda_


CLAIM = Statement(
    "kairouz/fig-2-xor-or-and",
    place="Section 4, Fig. 2 left",
    title="the interactive scheme improves over randomised response for XOR-or-AND; 5/8 at ε = 0",
    domain=Level,
    truth=definition(of_responses),
    asserts=at_most,
    printed=Form(as_printed, "accuracy of the interactive scheme ≥ accuracy of randomised response"),
    impact=Impact.OPTIMALITY,
    argument=(
        "Both accuracies are piecewise rational functions of lambda: equal up to lambda = 2, and the scheme's is above "
        "beyond it, by isolation of the roots of their differences."
    ),
    effort=Effort(instances=60, drawn=20),
    readings=(
        Reading(
            name="at ε = 0 both protocols have 5/8",
            domain=Start,
            asserts=equals,
            printed=Form(five_eighths, "accuracy 5/8 at ε = 0"),
        ),
        Reading(
            name="for large ε both tend to one",
            asserts=at_least,
            printed=Form(near_one, "accuracy of randomised response ≥ 1 − 3/λ, and the scheme's is not below it"),
            argument="Deciding by the responses is right where none of three bits is flipped: 1 - 3/(1+l) at least.",
        ),
        Reading(
            name="strictly better for every ε > 0",
            expected=Outcome.REFUTED,
            domain=Level.where("lambda_ > 1"),
            asserts=less,
        ),
    ),
)
