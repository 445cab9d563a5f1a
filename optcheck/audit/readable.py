"""JSON data as short text for people: exact, with an approximation where that helps."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

LONGEST = 300


def readable(value: Any, longest: int = LONGEST) -> str:
    """JSON data as one line of text.

    >>> readable({"n": 3, "required": [1, "1/2"]})
    'n = 3, required = (1, 1/2)'
    """
    if isinstance(value, dict):
        text = ", ".join(f"{name} = {_inner(item)}" for name, item in value.items())
    else:
        text = _inner(value)
    return text if len(text) <= longest else f"{text[:longest]} … ({len(text)} characters)"


def approximation(value: Any) -> str:
    """A decimal for a fraction, marked as such; empty for anything else.

    >>> approximation("1/3")
    '≈ 0.333333'
    """
    number = as_fraction(value) if isinstance(value, str) and "/" in value else None
    if number is None:
        return ""
    try:
        return f"≈ {float(number):.6g}"
    except OverflowError:
        return ""


def as_fraction(value: Any) -> Fraction | None:
    """The number that a piece of JSON data stands for, if it is one."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        return None
    try:
        return Fraction(value)
    except (ValueError, ZeroDivisionError):
        return None


def paragraphs(text: str) -> list[str]:
    """Prose wrapped for an editor, as paragraphs without the line breaks; lists and indented lines keep theirs."""
    return [_unwrapped(block) for block in text.strip().split("\n\n") if block.strip()]


def _unwrapped(block: str) -> str:
    lines: list[str] = []
    for line in block.splitlines():
        starts_anew = not lines or line[:1].isspace() or line.lstrip().startswith(("- ", "* ", ">>>", "1.", "2.", "3."))
        if starts_anew:
            lines.append(line)
        else:
            lines[-1] = f"{lines[-1]} {line.strip()}"
    return "\n".join(lines)


def _inner(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}: {_inner(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list):
        return "(" + ", ".join(_inner(item) for item in value) + ")"
    return "none" if value is None else str(value)
