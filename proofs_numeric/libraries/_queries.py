"""Instances, exact failure probabilities and recorded results that the statements about libraries share."""

import json
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Protocol

from hypothesis import strategies as st

from optcheck.claims import Claim, Definition, Domain, Form, Impact, Reading, Value
from optcheck.claims.claim import amounts, every, fractions
from optcheck.claims.functions import gaussian_delta, log, sqrt
from optcheck.claims.relations import at_least

CONFIRMED = Path(__file__).parent / "confirmed.json"
NO_NOISE = Fraction(1, 10**100)  # far below what any budget here allows; its own delta is too costly to enclose
DELTAS = "1/10 1/100 1/100000 1/1000000 1/1000000000 1/1000000000000"


@dataclass(frozen=True, slots=True)
class Query:
    """What Gaussian noise must achieve, for a query of the given sensitivity."""

    epsilon: Fraction
    delta: Fraction
    sensitivity: Fraction = Fraction(1)


class Asked(Protocol):
    """What a query has, however it is declared."""

    @property
    def epsilon(self) -> Fraction: ...
    @property
    def delta(self) -> Fraction: ...
    @property
    def sensitivity(self) -> Fraction: ...


def failure(query: Asked, sigma: Value) -> Value:
    """The exact delta at a standard deviation; where there is next to no noise that at 1/50, which is less."""
    return gaussian_delta(query.sensitivity / (Fraction(1, 50) if sigma < NO_NOISE else sigma), query.epsilon)


def enough_sigma(query: Asked) -> Value:
    """A standard deviation that is enough at every epsilon: rho + 2 sqrt(rho L) = epsilon, solved; L = log(1/delta)."""
    level = log(1 / query.delta)
    return query.sensitivity * (sqrt(level) + sqrt(level + query.epsilon)) / (sqrt(2) * query.epsilon)


ENOUGH: Form[Query] = Form(enough_sigma, "σ = Δ (√L + √(L + ε)) / (√2 ε), L = ln(1/δ)")
APART_FROM_ROUNDING: Reading[Query] = Reading(
    name="with σ larger by 1e-11, relatively: apart from rounding",
    means=lambda query, sigma: failure(query, sigma * (1 + Fraction(1, 10**11))),
    corrected=ENOUGH,
)


ASKED: Definition[Query] = Definition(lambda query: query.delta)
# The claim that a standard deviation is enough: at it the exact delta is at most the requested one.
calibration = partial(Claim, truth=ASKED, means=failure, asserts=at_least, impact=Impact.SAFETY)


def simple_first(query: Query) -> tuple[object, ...]:
    """The declared order of queries: simple decimals first, and the largest delta first."""
    return (query.sensitivity != 1, query.epsilon.denominator, query.epsilon, query.delta.denominator, query.delta)


def queries(description: str, epsilons: str, most: int) -> Domain[Query]:
    """Queries on a grid, and drawn ones with epsilon from 1/10 to ``most``."""

    def strategy() -> st.SearchStrategy[Query]:
        some = st.builds(lambda n, e: Fraction(n, 10**e), st.integers(1, 9), st.integers(1, 9))
        return st.builds(Query, fractions(Fraction(1, 10), most, 20), some, fractions(1, 3, 10))

    listed = every(description, Query, epsilons, DELTAS, "1 2", order=simple_first)
    return replace(listed, strategy=strategy, examples=40)


def recorded_calibration(*, id: str, place: str, title: str, printed: Form[Query]) -> Claim[Query]:
    """A calibration claim about recorded results: too little noise at some points, also apart from rounding."""
    domain, readings = recorded_queries(id.removeprefix("libraries/")), (APART_FROM_ROUNDING,)
    return calibration(
        id=id, place=place, title=title, domain=domain, printed=printed, corrected=ENOUGH, readings=readings
    )


def recorded(name: str) -> dict[tuple[Fraction, ...], Fraction]:
    """What the real function returned, as exact numbers; points without an answer are left out."""
    calls = json.loads(CONFIRMED.read_text(encoding="utf-8"))[name]["calls"]
    return {
        amounts(call["at"]): Fraction(*float.fromhex(call["returned"][0]).as_integer_ratio())
        for call in calls
        if call["returned"] is not None
    }


def recorded_queries(name: str) -> Domain[Query]:
    """The points at which the real function was called."""
    points = recorded(name)
    return Domain(
        description=f"the {len(points)} recorded calls",
        grid=lambda: (Query(*point) for point in points),
        order=simple_first,
    )
