"""Statement: The Algorithmic Foundations of Differential Privacy (2014), Corollary 3.21: for a target 0 < epsilon' < 1
and delta' > 0, k mechanisms that are each epsilon'/(2 sqrt(2 k ln(1/delta')))-private are together (epsilon',
delta')-private.

Model: k randomised responses, the worst mechanisms with the form's epsilon. Their exact delta at the target must be
at most the stated one.

Corners: one mechanism; sixteen; delta' near 1, where ln(1/delta') vanishes and each may spend any multiple of the
target: at delta' = 9999/10000 a single mechanism has 35 times the target, and for the target 1/2 a larger delta.

Readings: mechanisms with delta = 0. The letter, targets below 1 and any delta' > 0: nobody who wants privacy takes a
delta' above 1/2, and up to there Theorem 3.20 gives the corollary. The formula at any target, as it is often used,
fails for large ones.
"""

from optcheck.claims import *
from proofs_numeric.libraries.textbook_composition import responses


class Target(Instance):
    """The target of so many mechanisms: its budget, and the probability that it does not fail, 1 - delta'."""

    epsilon: Fraction = rational(above=0, symbol="ε'")
    times: int = integer(1, symbol="k")
    success: Fraction = rational(above=0, below=1, symbol="1 - δ'")


def as_printed(target: Target) -> Value:
    return target.epsilon / (2 * sqrt(2 * target.times * log(1 / (1 - target.success))))


def corrected(target: Target) -> Value:
    return target.epsilon / (2 * sqrt(2 * target.times * log(1 / min(1 - target.success, Fraction(1, 2)))))


def failure(target: Target, each: Value) -> Value:
    """The exact delta at the target of mechanisms that spend so much each."""
    return responses(each, target.times, target.epsilon)


def stated(target: Target) -> Value:
    """The failure probability that is granted."""
    return 1 - target.success


CLAIM = Statement(
    "libraries/textbook-corollary",
    place="Dwork and Roth, Corollary 3.21",
    title="how much each of k mechanisms may spend",
    domain=Target.where("epsilon < 1"),
    truth=definition(stated),
    means=failure,
    asserts=at_least,
    printed=Form(as_printed, "ε = ε' / (2 √(2k ln(1/δ')))"),
    corrected=Form(corrected, "ε = ε' / (2 √(2k ln(1/min(δ', 1/2))))"),
    impact=Impact.SAFETY,
    corner="success < 1/2",
    effort=Effort(instances=80, drawn=80, largest={"times": 8}),
    readings=(
        Reading(
            name="at any target",
            expected=Outcome.REFUTED,
            domain=Target,
            corner="success < 1/2",
            effort=Effort(instances=80, drawn=60, largest={"times": 8, "epsilon": 50}),
        ),
    ),
)
