"""Instances, exact failure probabilities and recorded results that the statements about libraries share."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from optcheck.claims import Domain, Value
from optcheck.claims.functions import exp, gaussian_delta, log, sqrt
from optcheck.claims.grids import amounts, fractions

CONFIRMED = Path(__file__).parent / "confirmed.json"
NO_NOISE = Fraction(1, 10**100)  # far below what any budget here allows; its own delta is too costly to enclose
DELTAS = "1/10 1/100 1/100000 1/1000000 1/1000000000 1/1000000000000"


@dataclass(frozen=True, slots=True)
class Query:
    """What Gaussian noise must achieve, for a query of the given sensitivity."""

    epsilon: Any
    delta: Any
    sensitivity: Any = Fraction(1)


@dataclass(frozen=True, slots=True)
class Order:
    """Gaussian noise at a distance in units of sigma, a Renyi order, and the other privacy parameter."""

    shift: Any
    order: Any
    target: Any


@dataclass(frozen=True, slots=True)
class Composition:
    """So many epsilon-private mechanisms, and the failure probability granted to their composition."""

    epsilon: Any
    times: Any
    delta: Any


def failure(query: Query, sigma: Value) -> Value:
    """The exact delta at a standard deviation; where there is next to no noise that at 1/50, which is less."""
    return gaussian_delta(query.sensitivity / (Fraction(1, 50) if sigma < NO_NOISE else sigma), query.epsilon)


def enough_sigma(query: Query) -> Value:
    """A standard deviation that is enough at every epsilon: rho + 2 sqrt(rho L) = epsilon, solved; L = log(1/delta)."""
    level = log(1 / query.delta)
    return query.sensitivity * (sqrt(level) + sqrt(level + query.epsilon)) / (sqrt(2) * query.epsilon)


def simple_first(query: Query) -> tuple[Any, ...]:
    """The declared order of queries: simple decimals first, and the largest delta first."""
    return (query.sensitivity != 1, query.epsilon.denominator, query.epsilon, query.delta.denominator, query.delta)


def queries(description: str, epsilons: str, deltas: str, most: int) -> Domain[Query]:
    """Queries on a grid, and drawn ones with epsilon from 1/10 to ``most``."""

    def grid() -> Iterator[Query]:
        return (Query(*case) for case in product(amounts(epsilons), amounts(deltas), amounts("1 2")))

    def strategy() -> st.SearchStrategy[Query]:
        some = st.builds(lambda n, e: Fraction(n, 10**e), st.integers(1, 9), st.integers(1, 9))
        return st.builds(Query, fractions(Fraction(1, 10), most, 20), some, fractions(1, 3, 10))

    return Domain(description=description, grid=grid, order=simple_first, strategy=strategy, examples=40)


def rdp(case: Order) -> Any:
    """The Renyi divergence of two Gaussians."""
    return case.order * case.shift**2 / 2


def orders(description: str, targets: str) -> Domain[Order]:
    """Distances and orders on a grid, with the targets that are asked for."""
    return Domain(
        description=description,
        grid=lambda: (Order(*case) for case in product(amounts("1 2 1/2"), amounts("2 5 32 3/2"), amounts(targets))),
        order=lambda case: (case.shift.denominator, case.shift, case.order, case.target.denominator),
    )


def responses_delta(case: Composition, epsilon: Value) -> Value:
    """The exact delta of so many randomised responses, the worst epsilon-private mechanisms, at a budget."""
    counts = [i for i in range(case.times + 1) if (case.times - 2 * i) * case.epsilon > epsilon]
    excess = (
        comb(case.times, i) * (exp((case.times - i) * case.epsilon) - exp(epsilon + i * case.epsilon)) for i in counts
    )
    return sum(excess, Fraction(0)) / (1 + exp(case.epsilon)) ** case.times


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
