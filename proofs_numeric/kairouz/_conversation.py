"""Conversations played message by message: the theorems about randomised response are about these."""

from optcheck.claims import *
from proofs_numeric.kairouz._levels import Protocol

__all__ = ["chance"]


def chance(at: Protocol, transcript: int, x: int) -> Value:
    """The chance of a transcript, its messages as bits, on an input: that of each message, given its speaker's bit.

    >>> half, third = Fraction(1, 2), Fraction(1, 3)
    >>> chance(Protocol(k=1, length=1, speaker=(0,), zero=(half,), one=(third,)), transcript=1, x=1)
    Fraction(2, 3)
    """
    node, product = 0, Fraction(1)
    for place in range(at.length):
        message = transcript // 2 ** (at.length - 1 - place) % 2
        bit = x // 2 ** (at.k - 1 - at.speaker[node]) % 2
        first = at.one[node] if bit == 1 else at.zero[node]
        product *= 1 - first if message == 1 else first
        node = 2 * node + 1 + message
    return product
