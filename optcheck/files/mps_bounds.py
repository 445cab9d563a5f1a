"""The BOUNDS section of MPS: what each type does to a column."""

from __future__ import annotations

from optcheck.exact.numbers import Exact
from optcheck.files.draft import Column
from optcheck.files.numerals import Numerals
from optcheck.files.source import Place, refuse

__all__ = ["set_bound"]

_REFUSED = {"SC": "a semi-continuous column", "SI": "a semi-integer column"}
_SIDES = {
    "UP": ("upper",),
    "UI": ("upper",),
    "LO": ("lower",),
    "LI": ("lower",),
    "FX": ("lower", "upper"),
    "MI": ("lower",),
    "PL": ("upper",),
    "FR": ("lower", "upper"),
    "BV": ("lower", "upper"),
}
_WITH_VALUE = ("UP", "UI", "LO", "LI", "FX")


def set_bound(place: Place, column: Column, kind: str, value: list[str], numerals: Numerals, given: set[str]) -> None:
    """Apply one line; ``given`` collects the sides that the file states for this column."""
    if kind in _REFUSED:
        refuse(place, "bound type", f"{_REFUSED[kind]} is not part of a linear program", kind)
    if kind not in _SIDES:
        refuse(place, "bound type", f"must be one of {', '.join(_SIDES)}", kind)
    if given.intersection(_SIDES[kind]):
        refuse(place, "bound", f"column {column.name} must get each of its bounds once", kind)
    number = _value(place, kind, value, numerals) if kind in _WITH_VALUE else None
    if kind in ("UI", "LI", "BV"):
        column.integer = True
    if kind in ("UP", "UI") and number is not None and number < 0 and "lower" not in given:
        column.lower = None  # the convention: a negative upper bound alone opens the column downwards
        given.add("opened")
    if "lower" in _SIDES[kind]:
        column.lower = 0 if kind == "BV" else number
        given.discard("opened")
    if "upper" in _SIDES[kind]:
        column.upper = 1 if kind == "BV" else number
    given.update(_SIDES[kind])


def _value(place: Place, kind: str, value: list[str], numerals: Numerals) -> Exact | None:
    """The bound, or None where it is infinite; an upper bound cannot be minus infinity, nor a fixed value infinite."""
    text = value[0] if value else ""
    try:
        number, sign = numerals.bound(text), numerals.sign(text)
    except ValueError as error:
        refuse(place, "bound", str(error), text)
    wrong_side = {"UP": -1, "UI": -1, "LO": 1, "LI": 1, "FX": sign}[kind]
    if number is None and sign == wrong_side:
        refuse(place, "bound", f"a bound of type {kind} must not be infinite on this side", text)
    return number
