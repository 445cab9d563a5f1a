"""The fields of an MPS line. Free format parts them by white space, fixed format by their columns on the card."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["SPLITTERS", "Splitter"]

Splitter = Callable[[str, str], list[str]]  # section, line -> fields; a ValueError's message is the rule

_CARD = ((1, 3), (4, 12), (14, 22), (24, 36), (39, 47), (49, 61))
_GAPS = ((0, 1), (3, 4), (12, 14), (22, 24), (36, 39), (47, 49))
_WITHOUT_VALUE = ("FR", "MI", "PL", "BV")


def _free(section: str, line: str) -> list[str]:
    """ROWS: type, name. COLUMNS, RHS, RANGES: name, row, value, row, value. BOUNDS: type, set, column, value.

    A comment may follow three or five words of COLUMNS after a $, as GLPK writes it.
    """
    words = line.split()
    if section == "ROWS":
        return _counted(words, (2,))
    if section == "COLUMNS":
        return words if "'MARKER'" in words else _counted(_uncommented(words), (3, 5))
    if section in ("RHS", "RANGES"):
        return _counted(words if len(words) % 2 else ["", *words], (3, 5))
    return _free_bound(words)


def _uncommented(words: list[str]) -> list[str]:
    """Five words are taken as they stand: the fourth may be a row whose name is $."""
    place = next((k for k in (3, 5) if len(words) != 5 and words[k : k + 1] == ["$"]), len(words))
    return words[:place]


def _free_bound(words: list[str]) -> list[str]:
    """The name of the set may be left out; a value may follow a type that needs none."""
    if words[0].upper() in _WITHOUT_VALUE:
        _counted(words, (2, 3, 4))
        return [words[0], "", *words[1:]] if len(words) == 2 else words[:3]
    _counted(words, (3, 4))
    return [words[0], "", *words[1:]] if len(words) == 3 else words


def _counted(words: list[str], counts: tuple[int, ...]) -> list[str]:
    if len(words) not in counts:
        raise ValueError(f"must have {' or '.join(map(str, counts))} fields")
    return words


def _fixed(section: str, line: str) -> list[str]:
    """Six fields, in columns 2-3, 5-12, 15-22, 25-36, 40-47 and 50-61; a $ that opens field 3 or 5 begins a comment."""
    if "\t" in line:
        raise ValueError("must have no tabs in fixed format")
    if section == "COLUMNS" and "'MARKER'" in line:
        return line.split()
    parts = [line[start:stop].strip() for start, stop in _CARD]
    for place in (2, 4):
        if parts[place].startswith("$"):
            line = line[: _CARD[place][0]]
            parts[place:] = [""] * (len(parts) - place)
    if line[61:].strip() or any(line[start:stop].strip() for start, stop in _GAPS):
        raise ValueError("must have its fields in columns 2-3, 5-12, 15-22, 25-36, 40-47 and 50-61 in fixed format")
    return _fixed_fields(section, parts)


def _fixed_fields(section: str, parts: list[str]) -> list[str]:
    kind, *names = parts
    if section == "ROWS":
        if not kind or any(names[1:]):
            raise ValueError("must have a type and a name")
        return [kind, names[0]]
    if section == "BOUNDS":
        return [kind, *names[:2]] if kind.upper() in _WITHOUT_VALUE else [kind, *names[:3]]
    if kind:
        raise ValueError("must have nothing in columns 2 and 3")
    return names if names[3] or names[4] else names[:3]


SPLITTERS: dict[str, Splitter] = {"free": _free, "fixed": _fixed}
