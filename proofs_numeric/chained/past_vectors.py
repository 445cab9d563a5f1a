"""Statement: if a user sends past-round sub-vectors or zero-vectors instead of new ones with probability p_p, the
failure probability is reduced by delta p_p, to delta (1 - p_p).

Model: the chance that a given sub-vector is ever exposed, when a row exposes what passes through it with probability
delta, independently in each round. With zeros it is sent in its own round unless replaced. With past sub-vectors it is
sent in its own round unless replaced, and in the next round whenever the user replaces there.

Corners: p_p = 0 and 1, delta = 0 and 1.

Readings: for zeros the sentence is right. A past sub-vector is data too: it is only exposed later. (The estimate is
biased by zeros, and late by past vectors.)
"""

from optcheck.claims import *


class Replacing(Instance):
    """Exposure of a row, the chance of replacing, and what is sent instead."""

    exposure: Fraction = rational(at_least=0, at_most=1, symbol="δ")
    replacing: Fraction = rational(at_least=0, at_most=1, symbol="p_p")
    instead: str = choice("past", "zeros", symbol="sent instead")


def as_printed(sent: Replacing) -> Value:
    return sent.exposure - sent.exposure * sent.replacing


def corrected(sent: Replacing) -> Value:
    if sent.instead == "zeros":
        return sent.exposure - sent.exposure * sent.replacing
    return sent.exposure - sent.exposure**2 * sent.replacing * (1 - sent.replacing)


def ever_exposed(sent: Replacing) -> Value:
    """By whether the user replaces in the datum's round and in the next one."""
    found = Fraction(0)
    for now in (True, False):
        for later in (True, False):
            chance = sent.replacing if now else 1 - sent.replacing
            chance = chance * (sent.replacing if later else 1 - sent.replacing)
            times = (0 if now else 1) + (1 if later and sent.instead == "past" else 0)
            found = found + chance * (1 - (1 - sent.exposure) ** times)
    return found


CLAIM = Statement(
    "chained/past-vectors",
    place="Section VI-B",
    title="sending past sub-vectors or zeros reduces the failure probability",
    domain=Replacing,
    truth=definition(ever_exposed),
    asserts=equals,
    printed=Form(as_printed, "failure probability δ̂ − δ̂ p_p"),
    corrected=Form(corrected, "δ̂ − δ̂ p_p for zeros; δ̂ − δ̂² p_p (1 − p_p) for past sub-vectors"),
    impact=Impact.SAFETY,
    readings=(Reading(name="zero-vectors only", domain=Replacing.where("instead == 'zeros'")),),
)
