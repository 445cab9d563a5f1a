"""Instances, exact failure probabilities and recorded results that the statements about libraries share."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Protocol

from optcheck.claims import *

CONFIRMED = Path(__file__).parent / "confirmed.json"


class Query(Instance):
    """What Gaussian noise must achieve, for a query of the given sensitivity."""

    epsilon: Fraction = rational(above=0, symbol="ε")
    delta: Fraction = rational(above=0, below=1, symbol="δ")
    sensitivity: Fraction = rational(above=0, symbol="Δ")


class Call(Instance):
    """A call that was recorded, for the sensitivity 1."""

    epsilon: Fraction = choice("1 2 5 10 14 20 50", symbol="ε")
    delta: Fraction = choice("1/10 1/100 1/100000 1/1000000 1/1000000000 1/1000000000000", symbol="δ")

    @property
    def sensitivity(self) -> Fraction:
        """That of the calls."""
        return Fraction(1)


class Limited(Protocol):
    """What says which failure probability is allowed."""

    @property
    def delta(self) -> Fraction: ...


class Asked(Limited, Protocol):
    """What a query has, however it is declared."""

    @property
    def epsilon(self) -> Fraction: ...
    @property
    def sensitivity(self) -> Fraction: ...


def failure(query: Asked, sigma: Value) -> Value:
    """The exact delta at a standard deviation."""
    return gaussian_delta(query.sensitivity / sigma, query.epsilon)


def failure_apart_from_rounding(query: Asked, sigma: Value) -> Value:
    """The same at a standard deviation that is larger by 1e-11, relatively."""
    return failure(query, sigma * (1 + Fraction(1, 10**11)))


def enough_sigma(query: Asked) -> Value:
    """A standard deviation that is enough at every epsilon: rho + 2 sqrt(rho L) = epsilon, solved; L = log(1/delta)."""
    level = log(1 / query.delta)
    return query.sensitivity * (sqrt(level) + sqrt(level + query.epsilon)) / (sqrt(2) * query.epsilon)


def asked(query: Asked) -> Value:
    """The failure probability that is allowed."""
    return query.delta


def allowed(case: Limited) -> Value:
    """The same of anything that says it."""
    return case.delta


ENOUGH: Form[Asked] = Form(enough_sigma, "σ = Δ (√L + √(L + ε)) / (√2 ε), L = ln(1/δ)")
APART_FROM_ROUNDING: Reading[Asked] = Reading(
    name="with σ larger by 1e-11, relatively: apart from rounding",
    mark=Mark.BY_ROUNDING,
    means=failure_apart_from_rounding,
    corrected=ENOUGH,
)
# The claim that a standard deviation is enough: at it the exact delta is at most the requested one.
calibration: Callable[..., Statement[Asked]] = partial(
    Statement,
    truth=definition(asked),
    means=failure,
    asserts=at_least,
    impact=Impact.SAFETY,
    effort=Effort(instances=100, drawn=40),
)
# The same about recorded results: too little noise at some points, also apart from rounding.
recorded_calibration: Callable[..., Statement[Asked]] = partial(
    calibration, domain=Call, corrected=ENOUGH, readings=(APART_FROM_ROUNDING,)
)


def recorded(name: str) -> dict[tuple[Fraction | int, ...], Fraction]:
    """What the real function returned, as exact numbers; points without an answer are left out."""
    return {at: numbers[0] for at, numbers in recorded_rows(name).items()}


def recorded_rows(name: str) -> dict[tuple[Fraction | int, ...], tuple[Fraction, ...]]:
    """The same for a function that returns several numbers."""
    calls = json.loads(CONFIRMED.read_text(encoding="utf-8"))[name]["calls"]
    return {
        tuple(map(Fraction, call["at"].split())): tuple(Fraction(float.fromhex(text)) for text in call["returned"])
        for call in calls
        if call["returned"] is not None
    }
