"""``optcheck respond``: randomised response, its rule and how accurate the answers can be."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import Annotated, Literal

import typer

from optcheck.cli._console import numbers, show
from optcheck.errors import InvalidInput
from optcheck.exact.numbers import Exact, round_down
from optcheck.randomized_response import optimal_accuracy, optimal_decision, symmetric_accuracy
from optcheck.randomized_response.problem import Criterion, privacy_level

_MOST_RULES = 5
_MOST_BITS = 18  # a table of 2^18 inputs takes seconds, and each party more doubles it
_MOST_PARTIES = 200
_SYMMETRIC = ("and", "or", "xor", "majority", "count")  # functions of the number of ones
_NAMED: dict[str, Callable[[tuple[int, ...]], int]] = {
    "and": lambda bits: int(all(bits)),
    "or": lambda bits: int(any(bits)),
    "xor": lambda bits: sum(bits) % 2,
    "majority": lambda bits: int(2 * sum(bits) > len(bits)),
    "count": sum,
    "first": lambda bits: bits[0],
}


def respond(
    epsilon: Annotated[list[str], typer.Option(help="A party's epsilon; repeat it, or '1 0.5 2'.")],
    parties: Annotated[int | None, typer.Option(min=1, help="So many parties with the one epsilon given.")] = None,
    function: Annotated[
        str, typer.Option(help="and, or, xor, majority, count, first, or the 2^k values such as 0110.")
    ] = "xor",
    criterion: Annotated[Literal["average", "worst"], typer.Option(help="Accuracy over all inputs.")] = "average",
    observer: Annotated[int | None, typer.Option(min=1, help="The party that reads, from 1; default: outside.")] = None,
    bit: Annotated[int | None, typer.Option(min=0, max=1, help="Your own bit: draw its response, once.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Everybody holds one bit and publishes it once, sometimes flipped. With what chance, and what can be computed?

    A bit with budget epsilon is kept with probability e^epsilon / (1 + e^epsilon), rounded down: never less private.
    That is optimal for every function and every reader. With `--bit` the (first) party's response is drawn from the
    operating system's randomness; draw it once, and publish nothing else about the bit.

    Examples:

    - `optcheck respond --epsilon 1 --parties 3 --function majority`
    - `optcheck respond --epsilon "0.5 1 2" --function 01101001 --criterion worst`
    - `optcheck respond --epsilon 1 --bit 0`
    """
    levels = [privacy_level(value) for value in _epsilons(numbers(epsilon, "epsilon"), parties)]
    if observer is not None and observer > len(levels):
        raise InvalidInput(f"--observer must be one of the {len(levels)} parties, counted from 1, got {observer}")
    keeps = [level / (1 + level) for level in levels]
    answer: dict[str, object] = {"lambda": levels, "keep": keeps}
    shown = {"a bit is kept with probability": ", ".join(map(round_down, keeps))}
    if bit is not None:
        answer["response"] = bit if _is_kept(keeps[0]) else 1 - bit
        shown["response"] = str(answer["response"])
    else:
        _add_accuracy(answer, shown, function, levels, criterion, None if observer is None else observer - 1)
    show(answer, shown, json)


def _epsilons(given: list[Exact], parties: int | None) -> list[Exact]:
    if parties is not None and len(given) != 1:
        raise InvalidInput(f"--parties needs one --epsilon for all, got {len(given)}")
    return given * (parties or 1)


def _is_kept(probability: Fraction) -> bool:
    return secrets.randbelow(probability.denominator) < probability.numerator


def _add_accuracy(
    answer: dict[str, object],
    shown: dict[str, str],
    function: str,
    levels: list[Fraction],
    criterion: Criterion,
    observer: int | None,
) -> None:
    accuracy = _accuracy(function, levels, criterion, observer)
    answer |= {"function": function, "criterion": criterion, "accuracy": accuracy}
    shown[f"best {criterion} accuracy of {function}"] = round_down(accuracy)
    if len(levels) <= _MOST_RULES and observer is None:
        answer["rule"] = rule = _rule(_table(function, len(levels)), levels, criterion)
        shown["decide"] = "; ".join(f"{response}: {text}" for response, text in rule.items())


def _accuracy(function: str, levels: list[Fraction], criterion: Criterion, observer: int | None) -> Fraction:
    """From the table of all inputs; for many parties from the number of ones, where that is all that counts."""
    k = len(levels)
    if k <= _MOST_BITS:
        return Fraction(optimal_accuracy(_table(function, k), levels, criterion, observer))
    if function not in _SYMMETRIC or len(set(levels)) > 1 or k > _MOST_PARTIES:
        rule = (
            f"{_MOST_PARTIES} parties with one epsilon and {', '.join(_SYMMETRIC)}, or {_MOST_BITS} parties otherwise"
        )
        raise InvalidInput(f"there may be at most {rule}; got {k} parties and {function!r}")
    values = [_NAMED[function]((1,) * ones + (0,) * (k - ones)) for ones in range(k + 1)]
    return Fraction(symmetric_accuracy(values, levels[0], criterion, observer is not None))


def _rule(values: list[int], levels: list[Fraction], criterion: Criterion) -> dict[str, str]:
    """For every combination of responses what to decide; a mixed decision with its chances, rounded down."""
    decisions = sorted(set(values))
    rule = optimal_decision(values, levels, criterion).rule[0]
    responses = ["".join(map(str, bits)) for bits in product((0, 1), repeat=len(levels))]
    return {response: _decision(row, decisions) for response, row in zip(responses, rule, strict=True)}


def _decision(chances: Sequence[Exact], decisions: list[int]) -> str:
    chosen = [(value, chance) for value, chance in zip(decisions, chances, strict=True) if chance]
    if len(chosen) == 1:
        return str(chosen[0][0])
    return " or ".join(f"{value} (chance {round_down(chance)})" for value, chance in chosen)


def _table(function: str, k: int) -> list[int]:
    if function in _NAMED:
        return [_NAMED[function](bits) for bits in product((0, 1), repeat=k)]
    if len(function) != 1 << k or not (function.isascii() and function.isdigit()):
        names = ", ".join(_NAMED)
        raise InvalidInput(f"--function must be {names}, or {1 << k} digits for {k} parties, got {function!r}")
    return [int(digit) for digit in function]


COMMANDS = (respond,)
