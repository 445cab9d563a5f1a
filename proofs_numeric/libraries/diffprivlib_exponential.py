"""Statement: diffprivlib 0.6.6 (mechanisms.Exponential) chooses a candidate with probability proportional to
exp(epsilon u/(2 Delta)), which is epsilon-private for scores u that one person changes by Delta at most.

Model: two candidates, sensitivity 1, and any two pairs of whole scores that differ by 1 at most: the probability of the
first candidate changes by a factor of exp(epsilon) at most.

Corners: equal scores; scores that move against each other.

Readings: with monotonic=True the 2 is left out. That is private where all scores move the same way, and not elsewhere.
"""

from optcheck.claims import *


class Scores(Instance):
    """The budget, the scores of two candidates, and those after a person has left."""

    epsilon: Fraction = choice("1/2 1 2 3", symbol="ε")
    one: int = integer(0, 4, symbol="u₁")
    two: int = integer(0, 4, symbol="u₂")
    then_one: int = integer(0, 4, symbol="u₁'")
    then_two: int = integer(0, 4, symbol="u₂'")
    conditions = ("abs(one - then_one) <= 1", "abs(two - then_two) <= 1")


def as_printed(scores: Scores) -> Value:
    return 1 / (1 + exp(scores.epsilon * (scores.two - scores.one) / 2))


def monotonic(scores: Scores) -> Value:
    return 1 / (1 + exp(scores.epsilon * (scores.two - scores.one)))


def factor(scores: Scores, chance: Value) -> Value:
    """How much likelier the first candidate is than afterwards."""
    return chance * (1 + exp(scores.epsilon * (scores.then_two - scores.then_one) / 2))


def monotonic_factor(scores: Scores, chance: Value) -> Value:
    """The same without the 2."""
    return chance * (1 + exp(scores.epsilon * (scores.then_two - scores.then_one)))


def allowed(scores: Scores) -> Value:
    """What epsilon allows."""
    return exp(scores.epsilon)


WHY = (
    "The difference d of the two scores moves by at most 2 (by 1 where both move the same way), and 1/(1 + e^(ad)) "
    "changes by a factor of at most e^(a |move|)."
)
CLAIM = Statement(
    "libraries/diffprivlib-exponential",
    place="diffprivlib, Exponential",
    title="the exponential mechanism",
    domain=Scores,
    truth=definition(allowed),
    means=factor,
    asserts=at_least,
    printed=Form(as_printed, "P(1) = exp(ε u₁/2) / (exp(ε u₁/2) + exp(ε u₂/2))"),
    impact=Impact.SAFETY,
    argument=WHY,
    readings=(
        Reading(
            name="monotonic=True, and both scores move the same way",
            domain=Scores.where("(one - then_one) * (two - then_two) >= 0"),
            printed=Form(monotonic, "P(1) = exp(ε u₁) / (exp(ε u₁) + exp(ε u₂))"),
            means=monotonic_factor,
            argument=WHY,
        ),
        Reading(
            name="monotonic=True, whatever the scores do",
            printed=Form(monotonic, "P(1) = exp(ε u₁) / (exp(ε u₁) + exp(ε u₂))"),
            means=monotonic_factor,
            expected=Outcome.REFUTED,
        ),
    ),
)
