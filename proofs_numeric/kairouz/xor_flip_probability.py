"""Statement: the observer sees the XOR through k binary symmetric channels in a row, each with flipping probability
lambda / (1 + lambda).

Model: a channel is one factor of Eq. 9; its flipping probability is the chance that the published bit differs. The
printed number is the probability of not flipping; with it the cascade has accuracy below 1/2 for odd k.

Corners: lambda = 1 (both are 1/2).
"""

from optcheck.claims import *
from proofs_numeric.kairouz._levels import Level


def as_printed(instance: Level) -> Value:
    return instance.lambda_ / (1 + instance.lambda_)


def corrected(instance: Level) -> Value:
    return 1 / (1 + instance.lambda_)


def flipped(instance: Level) -> Value:
    """Eq. 9 for one party: the other bit has 1 part of 1 + lambda, the own one lambda."""
    own, other = instance.lambda_, Fraction(1)
    return other / (own + other)


CLAIM = Statement(
    "kairouz/xor-flip-probability",
    place="after Corollary 3.10",
    title="the flipping probability of each channel through which the XOR is seen",
    domain=Level,
    truth=definition(flipped),
    asserts=equals,
    printed=Form(as_printed, "λ / (1 + λ)"),
    corrected=Form(corrected, "1 / (1 + λ)"),
    impact=Impact.TEXT,
)
