"""Small changes of a certificate: of a number, a list, a type, a field, or of the text itself."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from random import Random
from typing import Any

__all__ = ["mutant"]

_WORDS = ["<=", "=", ">=", "minimise", "maximise", "optimal", "infeasible", "unbounded", "dual", "column", "ray"]
_ODD = [
    None,
    True,
    False,
    "",
    "x",
    [],
    {},
    [[0, 1]],
    {"a": 1},
    -1,
    0,
    1,
    2,
    "1/2",
    "-0",
    "01",
    "1/0",
    "0/3",
    "1e3",
    "½",
]
_SNIPPETS = [" ", "0", "1", "-", ".", ",", '"', "]", "{", "null", "NaN", "1.5", "\\u0041", "\\ud800", "\t", "é", "\x01"]


def mutant(document: str, random: Random) -> str:
    """The document with one to three changes."""
    if random.random() < 0.1:
        return _changed_text(document, random)
    parsed = json.loads(document)
    for _ in range(random.choice([1, 1, 2, 3])):
        _change(parsed, random)
    return json.dumps(parsed)


def _changed_text(document: str, random: Random) -> str:
    index = random.randrange(len(document))
    return document[:index] + random.choice(["", *_SNIPPETS]) + document[index + random.randint(0, 1) :]


def _change(parsed: Any, random: Random) -> None:
    """Change one place, chosen by walking down from the top."""
    holder, key = parsed, random.choice(["instance", "evidence", "evidence", random.choice(list(parsed))])
    while isinstance(holder.get(key) if isinstance(holder, dict) else holder[key], dict | list):
        inner = holder[key]
        if not inner or random.random() < 0.15:
            break
        holder, key = inner, random.choice(list(inner)) if isinstance(inner, dict) else random.randrange(len(inner))
    random.choice(_CHANGES)(holder, key, random)


def _nudge(holder: Any, key: Any, random: Random) -> None:
    value = holder.get(key) if isinstance(holder, dict) else holder[key]
    if isinstance(value, str) and " " in value:  # a step of a proof
        words: list[Any] = value.split(" ")
        _nudge(words, random.randrange(len(words)), random)
        value = " ".join(words)
    elif isinstance(value, str) and "/" in value:
        top, _, bottom = value.partition("/")
        value = random.choice([f"{top}0/{bottom}0", f"{bottom}/{top}", f"-{value}", top])
    elif type(value) is int or (isinstance(value, str) and value.lstrip("-").isdigit()):
        value = type(value)(int(value) + random.choice([-2, -1, 1, 2]) if random.random() < 0.6 else -int(value))
    else:
        value = random.choice(_WORDS)
    holder[key] = value


def _replace(holder: Any, key: Any, random: Random) -> None:
    holder[key] = copy.deepcopy(random.choice(_ODD))


def _drop(holder: Any, key: Any, random: Random) -> None:
    if key in holder or isinstance(holder, list):
        del holder[key]


def _swap(holder: Any, key: Any, random: Random) -> None:
    other = random.choice(list(holder)) if isinstance(holder, dict) else random.randrange(len(holder))
    if not isinstance(holder, dict) or key in holder:
        holder[key], holder[other] = holder[other], holder[key]


def _repeat(holder: Any, key: Any, random: Random) -> None:
    if isinstance(holder, list):
        holder.insert(random.randrange(len(holder) + 1), copy.deepcopy(holder[key]))


_CHANGES: list[Callable[[Any, Any, Random], None]] = [_nudge, _nudge, _nudge, _replace, _drop, _swap, _repeat]
