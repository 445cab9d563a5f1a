"""A small claim for tests of the kernel: the least x + y with x >= a and y >= b."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from optcheck import LinearProgram, Model
from optcheck.claims import Claim, Domain, Form
from optcheck.claims.relations import equals
from optcheck.claims.truths import minimum


@dataclass(frozen=True, slots=True)
class Box:
    """Two requirements."""

    a: Any
    b: Any


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


DOMAIN: Domain[Box] = Domain(
    description="0 to 2",
    grid=lambda: (Box(Fraction(a), Fraction(b)) for a in range(3) for b in range(3)),
    order=lambda box: (box.a + box.b, box.a),
)


def claim(**changes: Any) -> Claim[Box]:
    parts: dict[str, Any] = {
        "id": "toy/eq-1",
        "place": "Eq. 1",
        "title": "the least sum",
        "domain": DOMAIN,
        "truth": minimum(program),
        "asserts": equals,
        "printed": Form(right, "a + b"),
    }
    return Claim(**{**parts, **changes})
