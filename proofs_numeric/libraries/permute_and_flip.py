"""Statement: McKenna and Sheldon (2020): permute-and-flip, with the same epsilon, has never a larger expected error
than the exponential mechanism.

Model: up to four candidates, sensitivity 1. The expected score of permute-and-flip over all orders must be at least
that of the exponential mechanism.

Corners: ties; one candidate far above the others.
"""

from itertools import permutations

from optcheck.claims import *


class Scores(Instance):
    """The budget and the scores."""

    epsilon: Fraction = rational(above=0, symbol="ε")
    scores: tuple[int, ...] = row(integer(0), least=2, most=4, symbol="u")


def as_printed(at: Scores) -> Value:
    """The exponential mechanism."""
    weights = [exp(at.epsilon * score / 2) for score in at.scores]
    return sum(weight * score for weight, score in zip(weights, at.scores, strict=True)) / sum(weights)


def permute_and_flip(at: Scores) -> Value:
    """The expected score of permute-and-flip: the first candidate in a random order whose coin shows heads."""
    heads = [exp(at.epsilon * (score - max(at.scores)) / 2) for score in at.scores]
    orders, total = list(permutations(range(len(at.scores)))), Fraction(0)
    for order in orders:
        left: Value = Fraction(1)
        for candidate in order:
            total += left * heads[candidate] * at.scores[candidate] / len(orders)
            left *= 1 - heads[candidate]
    return total


CLAIM = Statement(
    "libraries/permute-and-flip",
    place="McKenna and Sheldon, comparison",
    title="permute-and-flip is never worse than the exponential mechanism",
    domain=Scores,
    truth=definition(permute_and_flip),
    asserts=at_least,
    printed=Form(as_printed, "E[score] ≥ Σ u exp(εu/2) / Σ exp(εu/2)"),
    impact=Impact.OPTIMALITY,
    effort=Effort(instances=120, drawn=20, largest={"epsilon": 4, "scores": 4}),
)
