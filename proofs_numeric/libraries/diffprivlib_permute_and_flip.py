"""Statement: diffprivlib 0.6.6 (mechanisms.PermuteAndFlip) goes through the candidates in random order and takes one
with probability exp(epsilon (u - max u)/2), for sensitivity 1; that is epsilon-private.

Model: the doubles that the installed package returned for the logarithms of those probabilities, three candidates. The
chance of the first candidate, over all six orders, with these scores against that when each of them moves by 1.

Corners: ties; scores that move against each other.
"""

from itertools import permutations

from optcheck.claims import *
from proofs_numeric.libraries._queries import recorded_rows

RETURNED = recorded_rows("diffprivlib-permute-and-flip")


class Scores(Instance):
    """A recorded call: the budget and three scores; and how each of them moves."""

    epsilon: Fraction = choice("1/2 1 2", symbol="ε")
    one: Fraction = choice("0 1", symbol="u₁")
    two: Fraction = choice("1 2", symbol="u₂")
    three: Fraction = choice("0 3", symbol="u₃")
    moves: tuple[int, ...] = row(choice(-1, 1), 3)


def as_printed(scores: Scores) -> Value:
    return tuple(exp(entry) for entry in RETURNED[scores.epsilon, scores.one, scores.two, scores.three])


def chosen(chances: Value) -> Value:
    """The probability that the first candidate is taken."""
    total: Value = Fraction(0)
    for order in permutations(range(3)):
        passed: Value = Fraction(1)
        for candidate in order[: order.index(0)]:
            passed *= 1 - chances[candidate]
        total += passed * chances[0] / 6
    return total


def factor(scores: Scores, chances: Value) -> Value:
    """How much likelier the first candidate is than after the moves."""
    before = (scores.one, scores.two, scores.three)
    moved = [score + move for score, move in zip(before, scores.moves, strict=True)]
    return chosen(chances) / chosen([exp(scores.epsilon * (score - max(moved)) / 2) for score in moved])


def allowed(scores: Scores) -> Value:
    """What epsilon allows."""
    return exp(scores.epsilon)


CLAIM = Statement(
    "libraries/diffprivlib-permute-and-flip",
    place="diffprivlib, PermuteAndFlip",
    title="permute-and-flip: the recorded calls",
    domain=Scores,
    truth=definition(allowed),
    means=factor,
    asserts=at_least,
    printed=Form(as_printed, "the probabilities of PermuteAndFlip"),
    impact=Impact.SAFETY,
)
