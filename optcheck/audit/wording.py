"""JSON data as short text for people: exact, with an approximation where that helps.

One numbering wherever people read, that of the papers: the first party, user or entry is number 1.

Data (JSON, certificates, Python) number from 0; here what names a party is shifted before it is shown.

How a reader can redo a verdict by hand.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TypeGuard

from optcheck.audit.registry import is_built_in, root_package
from optcheck.audit.verdict import Counterexample, Verdict

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


INDICES = frozenset({"active", "observer", "party", "speaker", "split", "user"})  # fields that name parties or users
PAIRS = (("i", "j"), ("one", "other"))  # two users, where both are numbers


def numbered(value: object) -> object:
    """JSON data of an instance with parties and users numbered from 1.

    >>> numbered({"required": [0, 2], "active": [0, 1], "observer": None})
    {'required': [0, 2], 'active': [1, 2], 'observer': None}
    """
    if isinstance(value, list):
        return [numbered(item) for item in value]
    if not isinstance(value, dict):
        return value
    pairs = {name for pair in PAIRS for name in pair if all(_is_place(value.get(one)) for one in pair)}
    return {name: _shifted(item) if name in INDICES | pairs else numbered(item) for name, item in value.items()}


def _shifted(value: object) -> object:
    if isinstance(value, list):
        return [_shifted(item) for item in value]
    return value + 1 if _is_place(value) else value


def _is_place(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def steps(verdict: Verdict) -> list[str]:
    """Commands and Python lines that repeat the evidence, shortest first."""
    package = claims_option()
    again = f"optcheck audit {verdict.id} --no-cache{package}"
    if verdict.counterexample is None:
        return [again]
    file = verdict.id.replace("/", "-") + ".json"
    return [
        f"optcheck show {verdict.id} --certificate {file}{package}  &&  optcheck verify {file}",
        *(f">>> {line}" for line in python_lines(verdict, verdict.counterexample)),
        again,
    ]


def claims_option() -> str:
    """What a command needs to find the claims: nothing for the built-in papers."""
    return "" if is_built_in() else f" --claims {root_package()}"


def python_lines(verdict: Verdict, found: Counterexample) -> list[str]:
    """Python that evaluates the printed form, and the corrected one, at the counterexample."""
    module = verdict.id.replace("/", ".").replace("-", "_")
    return [
        f"from {root_package()}.{module} import CLAIM",
        *found.imports,
        f"instance = {found.literal}",
        "CLAIM.printed.evaluate(instance)",
        *(["CLAIM.corrected.evaluate(instance)"] if verdict.correction is not None else []),
    ]
