"""Budgets of mechanisms with exp(epsilon) rational, and whether the checker finds a composed budget kept."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from optcheck.claims import Document, Expr, Property, Value, says
from optcheck.claims.values import interval
from optcheck.errors import InvalidInput
from optcheck.exact.numbers import to_text


@dataclass(frozen=True, slots=True, order=True)
class Budget:
    """exp(epsilon) and delta of one mechanism, for one party."""

    ratio: Fraction
    delta: Fraction


def kept(mechanisms: Callable[[Any], Sequence[Budget]]) -> Property[Any]:
    """Whether all mechanisms together keep the budget (exp(epsilon), delta) that a form gives.

    An irrational exp(epsilon) is replaced by a rational one below it, which asks more.
    """

    def describe(instance: Any, said: Value) -> dict[str, Document]:
        ratio, delta = said.ratio, said.delta
        ratio = interval(ratio, bits=64).low if isinstance(ratio, Expr) else ratio
        if ratio < 0:
            raise InvalidInput(f"exp(epsilon) must not be negative, got {ratio}")
        every = [Budget(ratio, delta), *mechanisms(instance)]
        found, *budgets = ({"ratio": to_text(one.ratio), "delta": to_text(one.delta)} for one in every)
        return {"composition": {"mechanisms": budgets, **found}}

    return Property(name="budget", holds=says("kept"), describe=describe, gap="gap")
