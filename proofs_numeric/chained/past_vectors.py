"""Statement: if a user sends past-round sub-vectors or zero-vectors instead of new ones with probability p_p, the
failure probability is reduced by delta p_p, to delta (1 - p_p).

Model: the chance that a given sub-vector is ever exposed, when a row exposes what passes through it with probability
delta, independently in each round. With zeros it is sent in its own round unless replaced. With past sub-vectors it is
sent in its own round unless replaced, and in the next round whenever the user replaces there.

Corners: p_p = 0 and 1, delta = 0 and 1.

Readings: for zeros the sentence is right. A past sub-vector is data too: it is only exposed later. (The estimate is
biased by zeros, and late by past vectors.)
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Literal

import sympy

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Impact, Reading, Value
from optcheck.claims.claim import each, simplicity
from optcheck.claims.relations import equals


@dataclass(frozen=True, slots=True)
class Replacing:
    """Exposure of a row, the chance of replacing, and what is sent instead."""

    exposure: Fraction
    replacing: Fraction
    instead: Literal["zeros", "past"]


def as_printed(sent: Replacing) -> Value:
    return sent.exposure - sent.exposure * sent.replacing


def corrected(sent: Replacing) -> Value:
    if sent.instead == "zeros":
        return sent.exposure - sent.exposure * sent.replacing
    return sent.exposure - sent.exposure**2 * sent.replacing * (1 - sent.replacing)


def ever_exposed(sent: Replacing) -> Value:
    """By whether the user replaces in the datum's round and in the next one."""
    found = Fraction(0)
    for now, later in product((False, True), repeat=2):
        chance = Fraction(1)
        for replaces in (now, later):
            chance *= sent.replacing if replaces else 1 - sent.replacing
        times = (not now) + (later and sent.instead == "past")
        found += chance * (1 - (1 - sent.exposure) ** times)
    return found


def proof(argument: Argument, form: Formula[Replacing]) -> None:
    delta, p = sympy.symbols("delta p", nonnegative=True)
    argument.identity("zeros: sent or not", form(Replacing(delta, p, "zeros")), (1 - p) * delta)
    hidden = (1 - (1 - p) * delta) * (1 - p * delta)
    argument.identity("past: hidden in its own round and in the next", form(Replacing(delta, p, "past")), 1 - hidden)


DOMAIN: Domain[Replacing] = Domain(
    description="exposures 0, 1/10, 1/3, 1/2, 1, chances of replacing 0, 1/3, 1/2, 9/10, 1, zeros and past vectors",
    grid=each(Replacing, "0 1/2 1/3 1/10 1", "0 1/2 1/3 9/10 1", ("zeros", "past")),
    order=lambda sent: (*simplicity((sent.exposure, sent.replacing)), sent.instead),
)
CLAIM = Claim(
    id="chained/past-vectors",
    place="Section VI-B",
    title="sending past sub-vectors or zeros reduces the failure probability",
    domain=DOMAIN,
    truth=Definition(ever_exposed),
    asserts=equals,
    printed=Form(as_printed, "failure probability δ̂ − δ̂ p_p"),
    corrected=Form(corrected, "δ̂ − δ̂ p_p for zeros; δ̂ − δ̂² p_p (1 − p_p) for past sub-vectors"),
    impact=Impact.SAFETY,
    proof=proof,
    readings=(
        Reading(
            name="zero-vectors only",
            domain=DOMAIN.where(lambda sent: sent.instead == "zeros", "as above, zeros"),
        ),
    ),
)
