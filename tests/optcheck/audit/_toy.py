"""A small claim for tests of the kernel: the least x + y with x >= a and y >= b."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from optcheck import LinearProgram, Model
from optcheck.claims import Claim, Effort, Form, Instance, rational
from optcheck.claims.claim import equals, minimum


class Box(Instance):
    """Two requirements."""

    a: Fraction = rational(at_least=0)
    b: Fraction = rational(at_least=0)


def program(box: Box) -> LinearProgram:
    """The least x + y with x >= a and y >= b."""
    model = Model("minimise")
    for name, side in (("x", box.a), ("y", box.b)):
        model.row(name, {model.variable(name, cost=1): 1}, ">=", side)
    return model.build()


def right(box: Box) -> Any:
    return box.a + box.b


def wrong(box: Box) -> Any:
    return 2 * box.a + box.b


def claim(**changes: Any) -> Claim[Box]:
    parts: dict[str, Any] = {
        "id": "toy/eq-1",
        "place": "Eq. 1",
        "title": "the least sum",
        "domain": Box,
        "truth": minimum(program),
        "asserts": equals,
        "printed": Form(right, "a + b"),
        "effort": Effort(instances=9, drawn=0),
    }
    return Claim(**{**parts, **changes})
