"""libprio, PureDpDiscreteLaplace: the scale of discrete Laplace noise.

Statement: libprio-rs 0.17 (dp::distributions, PureDpDiscreteLaplace::create_distribution) uses the scale
sensitivity/epsilon for epsilon-privacy.

Model: probabilities proportional to exp(-|x|/scale) on the integers: at distance Delta their largest log-ratio is
Delta/scale, and it is attained. Exact.

Corners: epsilon from 1/10 to 10.

Readings: none.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Any

import sympy

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Impact, Outcome, Value
from optcheck.claims.grids import amounts, simplicity
from optcheck.claims.relations import equals


@dataclass(frozen=True, slots=True)
class Budget:
    """A budget and a sensitivity."""

    epsilon: Any
    sensitivity: Any


def as_printed(budget: Budget) -> Value:
    return budget.sensitivity / budget.epsilon


def spent(budget: Budget, scale: Value) -> Value:
    """The largest log-ratio of the probabilities."""
    return budget.sensitivity / scale


def proof(argument: Argument, form: Callable[[Any], Any]) -> None:
    epsilon, size = sympy.symbols("epsilon Delta", positive=True)
    budget = Budget(epsilon, size)
    argument.identity("the largest log-ratio is epsilon", spent(budget, form(budget)), epsilon)


CLAIM = Claim(
    id="libraries/libprio-laplace",
    place="libprio, PureDpDiscreteLaplace",
    title="the scale of discrete Laplace noise",
    domain=Domain(
        description="epsilon from 1/10 to 10, sensitivities 1 to 3",
        grid=lambda: (Budget(*case) for case in product(amounts("1 2 10 1/2 1/10"), amounts("1 2 3"))),
        order=lambda budget: simplicity((budget.epsilon, budget.sensitivity)),
    ),
    truth=Definition(lambda budget: budget.epsilon),
    means=spent,
    asserts=equals,
    printed=Form(as_printed, "b = Δ / ε"),
    impact=Impact.SAFETY,
    expected=Outcome.HOLDS,
    proof=proof,
)
