"""Statement: Erlingsson and others (2019), Theorem 7: n >= 1000 shuffled reports of epsilon_0-private mechanisms,
epsilon_0 < 1/2 and delta < 1/100, are (12 epsilon_0 sqrt(ln(1/delta)/n), delta)-private.

Model: randomised response, all other users hold 0: the exact delta of the number of ones must be at most the stated
one.

Corners: 1000 users, the fewest; exp(epsilon_0) = 8/5, near the largest.

Readings: none. One mechanism and one pair of inputs: necessary for the theorem, not enough.
"""

from optcheck.claims import *
from proofs_numeric.libraries._queries import allowed
from proofs_numeric.libraries._shuffled import shuffled_delta


class Shuffled(Instance):
    """The number of users, exp(epsilon_0), and the failure probability."""

    users: int = choice(1000, symbol="n")
    ratio: Fraction = choice("9/8 5/4 8/5", symbol="R")
    delta: Fraction = choice("1/200 1/100000", symbol="δ")


def as_printed(at: Shuffled) -> Value:
    return 12 * log(at.ratio) * sqrt(log(1 / at.delta) / at.users)


def exact_delta(at: Shuffled, epsilon: Value) -> Value:
    """The exact delta of the number of ones."""
    return shuffled_delta(at.users, at.ratio, exp(epsilon))


CLAIM = Statement(
    "libraries/shuffle-erlingsson",
    place="Erlingsson and others, Theorem 7",
    title="privacy amplification by shuffling, the first bound",
    domain=Shuffled,
    truth=definition(allowed),
    means=exact_delta,
    asserts=at_least,
    printed=Form(as_printed, "ε = 12 ε₀ √(ln(1/δ)/n)"),
    impact=Impact.SAFETY,
)
