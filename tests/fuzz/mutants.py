"""Structured changes of a certificate: numbers, words, entries, fields and types, one to three at a time."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

Document = dict[str, Any]
_STEPS = [Fraction(1), Fraction(-1), Fraction(1, 2), Fraction(-1, 3), Fraction(1, 10**9), Fraction(-1, 10**9)]
_FACTORS = [Fraction(-1), Fraction(2), Fraction(1, 2), Fraction(0)]
_ODD: list[Any] = [None, True, "", "x", "pi", [], {}, 0, 1, -1, 2, "1/2", "-3/2", 1.5, "1/0", [[0, 1]], [1, 2]]
_WORDS = ["<=", "=", ">=", "minimise", "maximise", "optimal", "infeasible", "unbounded", "average", "worst", "weak"]
_WORDS += ["+", "-", "*", "/", "max", "min", "exp", "sqrt"]
_WORDS += ["log", "erfc", "^", "root", "eps", "x"]

_VERBS = ("column", "row", "leaf")  # of steps of a walk

_SIGNS = "0123456789+-*/<>np"  # of programs


def neighbours(document: Document) -> Iterator[Document]:
    """Every document with one small change: each number, word and list in turn, in each of a few ways."""
    for part in ("instance", "evidence"):
        for path in list(_paths(document[part], (part,))):
            for value in _changed(_at(document, path)):
                copied = copy.deepcopy(document)
                _at(copied, path[:-1])[path[-1]] = value
                yield copied


def _paths(value: Any, path: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    yield path
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield from _paths(value[key], (*path, key))


def _at(document: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        document = document[key]
    return document


def _changed(value: Any) -> list[Any]:
    """A number next to it, a list with an entry less or more, another word, the contrary, nothing."""
    if isinstance(value, bool) or value is None:
        return [0, 3, "1/3", True, False]
    if isinstance(value, dict):
        return [{name: item for name, item in value.items() if name != left_out} for left_out in value]
    if isinstance(value, list):
        twice = [*value, *copy.deepcopy(value[-1:])]
        return [value[:-1], value[1:], twice, value[::-1], [*value[1:2], *value[:1], *value[2:]], []]
    if _is_number(value):
        old, whole = Fraction(value), type(value) is int
        new = [old + 1, old - 1, -old, 2 * old, Fraction(0), Fraction(1000003), -old - 2]
        new += [] if whole else [old + Fraction(1, 7), old / 3, old - Fraction(1, 10**9)]
        return [int(one) if whole else str(one) for one in new] + [None, str(old + Fraction(1, 7))]
    if isinstance(value, str) and _is_step(value):
        return _changed_steps(value)
    return [*_WORDS, "row", "lower", "upper", ""] if "def " not in value else []


def _is_step(value: str) -> bool:
    return value.split(" ")[0] in _VERBS and " " in value


def _changed_steps(step: str) -> list[str]:
    """A step with another verb, or without two words, or with another number, in each place."""
    verb, *words = step.split(" ")
    new = [[other, *words] for other in _VERBS] + [[verb, *words[:k], *words[k + 2 :]] for k in range(len(words))]
    for k, word in enumerate(words):
        new += [[verb, *words[:k], str(other), *words[k + 1 :]] for other in _changed(word)]
    return [" ".join(words) for words in new]


def _moved_step(step: str, random: Random) -> str:
    """A step with another word, or with two words less or more."""
    words = step.split(" ")
    roll, k = random.random(), random.randrange(len(words))
    if k == 0:
        words[0] = random.choice(_VERBS)
    elif roll < 0.8:
        words[k] = str(_moved(words[k], random)) if _is_number(words[k]) else random.choice(_WORDS)
    elif roll < 0.9:
        del words[k : k + 2]
    else:
        words[k:k] = words[k : k + 2]
    return " ".join(words)


def mutant(document: Document, random: Random) -> Document:
    """A copy of the document with one to three changes."""
    changed = copy.deepcopy(document)
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        _change(changed, random)
    return changed


def _change(document: Document, random: Random) -> None:
    holder: Any = document
    key: Any = random.choice(["instance", "instance", "evidence", "evidence", random.choice(list(document))])
    while isinstance(holder.get(key) if isinstance(holder, dict) else holder[key], dict | list):
        inner = holder[key]
        if not inner or random.random() < 0.08:
            break
        holder, key = inner, random.choice(list(inner)) if isinstance(inner, dict) else random.randrange(len(inner))
    value = holder.get(key) if isinstance(holder, dict) else holder[key]
    roll = random.random()
    if roll < 0.75 and _is_number(value):
        holder[key] = _moved(value, random)
    elif roll < 0.75 and isinstance(value, bool):
        holder[key] = not value
    elif roll < 0.8 and isinstance(value, str) and "def " in value:
        holder[key] = _misprinted(value, random)
    elif roll < 0.8 and isinstance(value, str) and _is_step(value):
        holder[key] = _moved_step(value, random)
    elif roll < 0.8 and isinstance(value, str):
        holder[key] = random.choice(_WORDS)
    elif roll < 0.92 and isinstance(holder, list):
        _reorder(holder, key, random)
    elif roll < 0.95 and isinstance(holder, dict):
        _rename(holder, key, random)
    else:
        holder[key] = copy.deepcopy(random.choice(_ODD))


def _misprinted(text: str, random: Random) -> str:
    """A program with another digit, operator or name somewhere."""
    place = random.choice([i for i, character in enumerate(text) if character in _SIGNS])
    return text[:place] + random.choice(_SIGNS) + text[place + 1 :]


def _is_number(value: Any) -> bool:
    if type(value) is int:
        return True
    try:
        return isinstance(value, str) and bool(value) and (Fraction(value), True)[1]
    except (ValueError, ZeroDivisionError):
        return False


def _moved(value: Any, random: Random) -> Any:
    old = Fraction(value)
    new = old + random.choice(_STEPS) if random.random() < 0.7 else old * random.choice(_FACTORS)
    if type(value) is int:
        return int(new) if new.denominator == 1 else int(old) + random.choice([-1, 1])
    return str(new)


def _reorder(holder: list[Any], place: int, random: Random) -> None:
    way, other = random.randrange(4), random.randrange(len(holder))
    if way == 0:
        del holder[place]
    elif way == 1:
        holder.insert(place, copy.deepcopy(holder[other]))
    else:
        holder[place], holder[other] = holder[other], holder[place]


def _rename(holder: dict[str, Any], name: str, random: Random) -> None:
    roll, other = random.random(), random.choice([name, *holder])
    if roll < 0.3:
        holder.pop(name, None)
    elif roll < 0.7 and name in holder and other in holder:
        holder[name], holder[other] = holder[other], holder[name]
    else:
        holder[random.choice(["unknown", "claimed", name])] = copy.deepcopy(random.choice([0, *holder.values()]))
