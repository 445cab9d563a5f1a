"""Statement: Feldman, McMillan and Talwar (2021), Theorem 3.1: n shuffled reports of epsilon_0-private mechanisms are
(epsilon, delta)-private, epsilon = ln(1 + (R - 1)/(R + 1) (8 sqrt(R ln(4/delta))/sqrt(n) + 8 R/n)), R = exp(epsilon_0),
where epsilon_0 <= ln(n/(16 ln(2/delta))).

Model: randomised response, all other users hold 0: the exact delta of the number of ones must be at most the stated
one.

Corners: the largest epsilon_0 that the theorem allows.

Readings: none. One mechanism and one pair of inputs: necessary for the theorem, not enough.
"""

from optcheck.claims import *
from proofs_numeric.libraries._queries import allowed
from proofs_numeric.libraries._shuffled import shuffled_delta


class Shuffled(Instance):
    """The number of users, exp(epsilon_0), and the failure probability."""

    users: int = choice(100, 150, 300, symbol="n")
    ratio: Fraction = choice("5/4 2 3", symbol="R")
    delta: Fraction = choice("1/10 1/100 1/1000", symbol="δ")


def as_printed(at: Shuffled) -> Value:
    root = 8 * sqrt(at.ratio * log(4 / at.delta)) / sqrt(at.users)
    factor = 1 + (at.ratio - 1) / (at.ratio + 1) * (root + 8 * at.ratio / at.users)
    return at.ratio * 16 * log(2 / at.delta) <= at.users, factor


def spare(at: Shuffled, said: Value) -> Value:
    """What is promised where the theorem speaks, and the exact delta there."""
    return said[0], shuffled_delta(at.users, at.ratio, said[1])


CLAIM = Statement(
    "libraries/shuffle-clones",
    place="Feldman, McMillan and Talwar, Theorem 3.1",
    title="privacy amplification by shuffling",
    domain=Shuffled,
    truth=definition(allowed),
    means=spare,
    asserts=provided(at_least),
    printed=Form(as_printed, "ε = ln(1 + (R-1)/(R+1) (8 √(R ln(4/δ)) / √n + 8R/n))"),
    impact=Impact.SAFETY,
)
