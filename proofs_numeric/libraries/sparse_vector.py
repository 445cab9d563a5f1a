"""Statement: the sparse vector technique in its standard form (Lyu, Su and Li 2017, Algorithm 1): Laplace noise of
scale 2/epsilon on the threshold and of 4c/epsilon on each query of sensitivity 1; it stops after c answers above.

Model: up to three queries, exact probabilities of the answers as integrals over the threshold's noise. No answers are
likelier on one data set than exp(epsilon) times on the other.

Corners: answers that are all below; c answers above.
"""

from optcheck.claims import *
from proofs_numeric.libraries._sparse import EFFORT, Asked, chance, nothing


def as_printed(asked: Asked) -> Value:
    return exp(asked.epsilon)


def too_likely(asked: Asked, factor: Value) -> Value:
    """The excess of the answers, for c the number of answers above."""
    positives = max(1, sum(asked.said))
    scales = 2 / asked.epsilon, 4 * positives / asked.epsilon
    return chance(asked.one, asked.said, *scales) - factor * chance(asked.other, asked.said, *scales)


CLAIM = Statement(
    "libraries/sparse-vector",
    place="Sparse vector, standard form",
    title="the sparse vector technique is epsilon-private",
    domain=Asked,
    truth=definition(nothing),
    means=too_likely,
    asserts=at_least,
    printed=Form(as_printed, "exp(ε)"),
    impact=Impact.SAFETY,
    argument=(
        "Move the threshold's noise by 1: its density changes by at most e^(ε/2), answers below do not get less "
        "likely, and each of the c answers above, whose query and threshold move by 2 together, by at most e^(ε/(2c))."
    ),
    effort=EFFORT,
)
