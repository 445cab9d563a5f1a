"""JSON data as short text for people: exact, with an approximation where that helps."""

from __future__ import annotations

from fractions import Fraction

LONGEST = 300


def readable(value: object, longest: int = LONGEST) -> str:
    """JSON data as one line of text.

    >>> readable({"n": 3, "required": [1, "1/2"]})
    'n = 3, required = (1, 1/2)'
    """
    if isinstance(value, dict):
        text = ", ".join(f"{name} = {_inner(item)}" for name, item in value.items())
    else:
        text = _inner(value)
    return text if len(text) <= longest else f"{text[:longest]} … ({len(text)} characters)"


def approximation(value: object) -> str:
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


def as_fraction(value: object) -> Fraction | None:
    """The number that a piece of JSON data stands for, if it is one."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        return None
    try:
        return Fraction(value)
    except (ValueError, ZeroDivisionError):
        return None


Table = tuple[list[str], list[tuple[str, list[str]]]]


def as_table(value: object) -> Table | None:
    """Column names and rows of data with two levels; None for data of another shape.

    >>> as_table({"a": {"x": 1, "y": 2}, "b": {"x": 3}})
    (['x', 'y'], [('a', ['1', '2']), ('b', ['3', ''])])
    """
    if not isinstance(value, dict) or len(value) < 2:
        return None
    rows = {name: _as_row(row) for name, row in value.items()}
    if not all(rows.values()):
        return None
    columns = list(dict.fromkeys(column for row in rows.values() for column in row))
    return columns, [
        (name, [_inner(row[column]) if column in row else "" for column in columns]) for name, row in rows.items()
    ]


def _as_row(value: object) -> dict[str, object]:
    """Named cells, where the value is a list or an object of plain values; else nothing."""
    if isinstance(value, list):
        value = {str(position): item for position, item in enumerate(value, start=1)}
    if not isinstance(value, dict) or any(isinstance(cell, dict | list) for cell in value.values()):
        return {}
    return value


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


def _inner(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}: {_inner(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list):
        return "(" + ", ".join(_inner(item) for item in value) + ")"
    return _WORDS[value] if value is None or isinstance(value, bool) else str(value)


_WORDS = {None: "none", True: "yes", False: "no"}
