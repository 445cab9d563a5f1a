"""Statement: the worst-case accuracy is a concave function of the protocol P.

Model: one bit and two transcripts, guessed right or not. As Eq. 3 has it, the decision function is an argument of the
accuracy besides P: a rule is fixed, and the accuracy of the mean of two protocols is at least the mean of theirs.

Corners: protocols that tell everything, or nothing.

Readings: with the best decision function for each protocol it is not concave: one protocol tells the bit, another tells
it turned over, and their mean tells nothing. In the program over theta, where decisions are part of the variables, the
worst case is concave again.
"""

from optcheck.claims import *


class Two(Instance):
    """Two protocols, by the chances of transcript 1 on the bits 0 and 1, and of deciding 1 after each transcript."""

    zero: Fraction = rational(at_least=0, at_most=1)
    one: Fraction = rational(at_least=0, at_most=1)
    other_zero: Fraction = rational(at_least=0, at_most=1)
    other_one: Fraction = rational(at_least=0, at_most=1)
    rule: tuple[Fraction, ...] = row(rational(at_least=0, at_most=1), 2, symbol="f̂")


def as_printed(two: Two) -> Value:
    return (worst(two.rule, two.zero, two.one) + worst(two.rule, two.other_zero, two.other_one)) / 2


def mean(two: Two) -> Value:
    """The worst-case accuracy of the mean of both protocols."""
    return worst(two.rule, (two.zero + two.other_zero) / 2, (two.one + two.other_one) / 2)


def worst(rule: tuple[Fraction, ...], zero: Fraction, one: Fraction) -> Value:
    """The smaller chance of a right guess, on the bit 0 and on the bit 1."""
    return min(1 - rule[0] + zero * (rule[0] - rule[1]), rule[0] + one * (rule[1] - rule[0]))


def best_as_printed(two: Two) -> Value:
    return (best(two.zero, two.one) + best(two.other_zero, two.other_one)) / 2


def best_of_mean(two: Two) -> Value:
    """The same with the best rule."""
    return best((two.zero + two.other_zero) / 2, (two.one + two.other_one) / 2)


def best(zero: Fraction, one: Fraction) -> Value:
    """With the best rule: one transcript decides, after the other the guess is mixed so that both bits fare alike."""
    low, high = min(zero, one), max(zero, one)
    return high / (low + high) if low + high >= 1 else (1 - low) / (2 - low - high)


CLAIM = Statement(
    "kairouz/worst-concave",
    place="Section 5, extensions",
    title="the worst-case accuracy is concave in the protocol",
    domain=Two,
    truth=definition(mean),
    asserts=at_least,
    printed=Form(as_printed, "ACC((P + P')/2) ≥ (ACC(P) + ACC(P'))/2"),
    impact=Impact.TEXT,
    argument="For a fixed rule the accuracy on an input is linear in P, and a minimum of linear functions is concave.",
    readings=(
        Reading(
            name="with the best decision function for each protocol",
            truth=definition(best_of_mean),
            printed=Form(best_as_printed, "max over f̂ of ACC is concave in P"),
            expected=Outcome.REFUTED,
        ),
    ),
)
