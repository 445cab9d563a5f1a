"""Whether what the checker established is true, decided without any of its code.

Every kind has a function that takes the raw instance and evidence, refuses what cannot exist (Impossible), and returns
the true value of each quantity: a rational, an arb ball, a word, or a test of the stated fact. What else the sentence
may mention stands under WORDS.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from flint import arb, ctx, fmpq

Truth = dict[str, Any]
Truths = Callable[[dict[str, Any], dict[str, Any]], Truth]
BITS = 400
TRUTHS: dict[str, Truths] = {}
WORDS = "words"
_NUMBER = re.compile(r"(?<![\w)])-?\d+(?:/[1-9]\d*|(?:\.\d+)?(?:e[+-]?\d{1,3})?)|\d+(?:/[1-9]\d*)?")
_NAMED = re.compile(r"\b(\w+) = (-?\d+(?:/[1-9]\d*)?)")


class Impossible(Exception):
    """The instance is malformed or cannot exist: accepting it is a fault."""


def truths(*kinds: str) -> Callable[[Truths], Truths]:
    """Register a function for some kinds."""

    def register(function: Truths) -> Truths:
        TRUTHS.update(dict.fromkeys(kinds, function))
        return function

    return register


def need(condition: bool, rule: str) -> None:
    """Call an instance impossible unless the rule holds."""
    if not condition:
        raise Impossible(rule)


def rational(value: Any) -> Fraction:
    """A number of the document."""
    need(type(value) is int or isinstance(value, str), f"a number, got {value!r}")
    try:
        return Fraction(value)
    except (ValueError, ZeroDivisionError):
        raise Impossible(f"a number, got {value!r}") from None


def rationals(values: Any, least: Fraction | int | None = None) -> list[Fraction]:
    """A list of numbers, none below the least."""
    need(isinstance(values, list), "a list")
    found = [rational(value) for value in values]
    need(least is None or all(value >= least for value in found), f"numbers >= {least}")
    return found


def whole(value: Any, least: int = 0) -> int:
    """An integer of the document."""
    need(type(value) is int and value >= least, f"an integer >= {least}, got {value!r}")
    return int(value)


def ball(value: Any) -> Any:
    """A rational, a number p + q*sqrt(D), or a ball, as a ball."""
    if isinstance(value, int | Fraction):
        return arb(fmpq(value.numerator, value.denominator))
    if hasattr(value, "rational"):
        return ball(value.rational) + ball(value.factor) * arb(value.root).sqrt()
    return value


def surd(text: Any) -> Any:
    """A ball around a number that may be written "p + q*sqrt(D)"."""
    if not isinstance(text, str) or "sqrt" not in text:
        return ball(rational(text))
    rest, _, root = text.removesuffix(")").partition("*sqrt(")
    front, sign, factor = rest.rpartition(" + ") if " + " in rest else rest.rpartition(" - ")
    size = -rational(factor) if sign == " - " else rational(factor)
    return ball(rational(front) if front else 0) + ball(size) * arb(int(root)).sqrt()


def holds(fact: Any, true: Any) -> bool:
    """Whether a stated fact fits the truth."""
    if true is None:  # there is no such number
        return False
    if callable(true):
        return bool(true(fact))
    if fact.relation == "is" or isinstance(true, str | bool):
        return bool(fact.value == true)
    if isinstance(true, tuple):
        return len(true) == len(fact.value) and all(map(_overlap, fact.value, true))
    if hasattr(fact.value, "low"):
        return not (ball(true) < ball(fact.value.low) or ball(true) > ball(fact.value.high))
    if isinstance(true, int | Fraction) and isinstance(fact.value, int | Fraction):
        return _EXACT[fact.relation](true, fact.value)
    return _BALLS[fact.relation](ball(true), ball(fact.value))


def _overlap(one: Any, two: Any) -> bool:
    return bool(ball(one).overlaps(ball(two)))


_EXACT: dict[str, Callable[[Any, Any], bool]] = {
    "=": lambda a, b: a == b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
}
_BALLS: dict[str, Callable[[Any, Any], bool]] = {
    "=": lambda a, b: bool(a.overlaps(b)),
    "<=": lambda a, b: not a > b,
    ">=": lambda a, b: not a < b,
    "<": lambda a, b: not a > b,
    ">": lambda a, b: not a < b,
}


def faults(document: dict[str, Any], verified: Any) -> list[str]:
    """What is wrong with an accepted document: nothing, if every fact is true and the instance can exist."""
    need_format = set(document) <= {"format", "kind", "instance", "evidence", "note"}
    if not need_format or document.get("format") != 1:
        return ["fields of the document"]
    with ctx.workprec(BITS):
        try:
            truth = TRUTHS[document["kind"]](document["instance"], document["evidence"])
        except Impossible as error:
            return [f"impossible: {error}"]
        except (LookupError, NameError, TypeError, ValueError, AttributeError) as error:
            return [f"malformed: {error!r}"]
        return [
            *([] if verified.facts else ["no facts"]),
            *(
                f"{fact} but {truth.get(fact.quantity, 'nothing is known about it')}"
                for fact in verified.facts
                if fact.quantity not in truth or not holds(fact, truth[fact.quantity])
            ),
            *_wrong_words(document["instance"], verified, truth),
        ]


def _wrong_words(instance: dict[str, Any], verified: Any, truth: Truth) -> list[str]:
    """Numbers of the sentence that stand neither in the instance nor in a fact, which has been judged."""
    known = _numbers(instance) | _numbers([str(fact) for fact in verified.facts]) | _numbers(truth)
    known.add(Fraction(len(verified.facts) - 13))  # how many facts a sentence leaves out
    sentence = re.sub(r'"(?:\\"|[^"])*"|Eq\. \d+|\(n-1\)', "", verified.statement)  # quoted are words of the file
    odd = [text for text in _NUMBER.findall(sentence) if not any(_is_near(Fraction(text), one) for one in known)]
    if verified.value is not None and verified.value not in known:
        odd.append(f"the value {verified.value}")
    named = ((name, text) for name, text in _NAMED.findall(sentence) if type(instance.get(name)) is int)
    odd += [f"{name} = {text}" for name, text in named if Fraction(text) != instance[name]]
    return [f"{text} in the sentence: {verified.statement}" for text in odd]


def _is_near(text: Fraction, number: Fraction) -> bool:
    """Long numbers are shown with twelve digits; whole ones from 15 digits on."""
    rounded = text.denominator > 1 or abs(text) >= 10**15
    return text == number or (rounded and abs(text - number) <= abs(number) / 10**11)


def _numbers(data: Any) -> set[Fraction]:
    """All numbers of the data, those in texts, the lengths of lists, and places counted from 1."""
    if isinstance(data, dict):
        return _numbers([*data, *data.values()])
    if isinstance(data, list | tuple):
        return {Fraction(len(data))}.union(*map(_numbers, data))
    if isinstance(data, str):
        return {Fraction(text) for text in _NUMBER.findall(data)}
    if type(data) is int:
        return {Fraction(data), Fraction(data + 1)}
    return {data} if isinstance(data, Fraction) else set()
