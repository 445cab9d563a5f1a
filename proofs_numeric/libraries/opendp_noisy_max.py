"""Statement: OpenDP 0.16 (measurements.make_noisy_max) says by its privacy map which epsilon the index of the largest
of scores with exponential noise of a given scale keeps, when each score moves by 1 at most; the map rounds up.

Model: the doubles that the installed package returned at the recorded scales, which are exact doubles. With such noise
the index is that of permute-and-flip: the first candidate in a random order whose coin exp((u - max u)/scale) shows
heads. How much likelier the first of three candidates wins before three moves than after them.

Corners: ties; scores that move against each other, where the bound is reached.
"""

from itertools import permutations

from optcheck.claims import *
from proofs_numeric.libraries._queries import recorded

RETURNED = recorded("opendp-noisy-max")


class Scores(Instance):
    """A recorded scale, three scores, and how each of them moves."""

    scale: Fraction = choice("1/2 1 2 3 10", symbol="s")
    scores: tuple[int, ...] = row(integer(0, 2), 3, symbol="u")
    moves: tuple[int, ...] = row(integer(-1, 1), 3)


def as_printed(at: Scores) -> Value:
    return RETURNED[(at.scale,)]


def allowed(at: Scores, epsilon: Value) -> Value:
    """What epsilon allows."""
    return exp(epsilon)


def likelier(at: Scores) -> Value:
    """How much likelier the first candidate is chosen before the moves than after them."""
    moved = [score + move for score, move in zip(at.scores, at.moves, strict=True)]
    return first_wins(at.scale, at.scores) / first_wins(at.scale, moved)


def first_wins(scale: Fraction, scores: Value) -> Value:
    """The probability that the first candidate is chosen."""
    heads = [exp((score - max(scores)) / scale) for score in scores]
    total: Value = Fraction(0)
    for order in permutations(range(len(scores))):
        left: Value = Fraction(1)
        for candidate in order[: order.index(0)]:
            left *= 1 - heads[candidate]
        total += left * heads[0] / 6
    return total


CLAIM = Statement(
    "libraries/opendp-noisy-max",
    place="OpenDP, make_noisy_max",
    title="the epsilon of report noisy max: the recorded calls",
    domain=Scores,
    truth=definition(likelier),
    means=allowed,
    asserts=at_most,
    printed=Form(as_printed, "the ε that the privacy map returns"),
    impact=Impact.SAFETY,
    effort=Effort(instances=300, drawn=40),
)
