"""Check a statement about one optimum of noise against coalitions. Standard library only.

The point is feasible and optimal as in a certificate of kind ``coalition-cover``. In addition it meets given linear
rows (the conventions under which a statement speaks of optima), and a linear expression has the proved value there.
"""

from __future__ import annotations

from collections.abc import Sequence

from optcheck.checker import cover
from optcheck.checker.core import (
    Document,
    Exact,
    Fact,
    Finding,
    field,
    number_text,
    numbers,
    parse_number,
    require,
    whole,
)

KIND = "coalition-cover-face"
_MEETS = {
    "<=": lambda value, side: value <= side,
    "=": lambda value, side: value == side,
    ">=": lambda value, side: value >= side,
}


def check(instance: Document, evidence: Document) -> Finding:
    """The point is an optimum, meets the rows, and gives the expression its value."""
    optimum = cover.check(instance, evidence)
    require(optimum.value is not None, "status", "optimal", evidence.get("status"))
    point = numbers(evidence, "primal")
    for row in field(instance, "rows", list):
        _check_row(row, point)
    value = _at(field(instance, "expression", list), point)
    total, found = number_text(optimum.value or 0), number_text(value)
    facts = (Fact("expression at an optimum", "=", value), *optimum.facts)
    return Finding(f"at an optimum of cost {total} that meets the rows the expression is {found}", value, facts)


def _check_row(row: Document, point: Sequence[Exact]) -> None:
    relation, side = field(row, "relation", str), parse_number(field(row, "side", (int, str)), "side")
    require(relation in _MEETS, "relation", "one of " + " ".join(_MEETS), relation)
    value = _at(field(row, "terms", list), point)
    require(
        _MEETS[relation](value, side),
        f"row {field(row, 'label', str)!r}",
        f"{relation} {number_text(side)}",
        number_text(value),
    )


def _at(terms: Sequence[Sequence[object]], point: Sequence[Exact]) -> Exact:
    """A linear expression, given as pairs of a party and a coefficient, at a point."""
    total: Exact = 0
    for party, coefficient in terms:
        if type(party) is not int or not 0 <= party < len(point):
            require(False, "a party", f"0..{len(point) - 1}", party)
        else:
            total += parse_number(coefficient, "coefficient") * point[party]
    return whole(total)


CHECKS = {KIND: check}
