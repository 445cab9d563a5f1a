"""Facts about mechanisms that publish a randomised version of one bit. Standard library only.

A mechanism is two rows of probabilities over its outputs, for bit 0 and bit 1. A test rejects bit 0 on a set of
outputs; its errors are (missed detection, false alarm) = (chance of not rejecting on bit 1, of rejecting on bit 0).
The region of a mechanism is the convex hull of the errors of all tests.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from optcheck.checker import work
from optcheck.checker.core import Exact, Fact, Finding, Kind, number_text, require, shown, whole
from optcheck.checker.reading import either, integer, number, record, row, same_length, sequence

Mechanism = tuple[list[Exact], list[Exact]]
_CHANCES = sequence(number(least=0, most=1), least=1)


def mechanism(value: object, where: str) -> Mechanism:
    """Read two rows of probabilities over the same outputs."""
    found: Mechanism = row(_CHANCES, _CHANCES)(value, where)
    require(len(found[0]) == len(found[1]), where, "two rows of one length", [len(found[0]), len(found[1])])
    for chances in found:
        total = work.total(chances)
        require(total == 1, where, "probabilities with total 1", number_text(total))
    return found


def check_post_processing(instance: Any, evidence: Any) -> Finding:
    """A kernel turns the first mechanism into the second, or a test shows that none does."""
    words = f"the mechanism {_shown(instance.weak)} is {{}} {_shown(instance.strong)}"
    if evidence.kernel is not None:
        _check_kernel(instance.strong, instance.weak, evidence.kernel)
        found = Fact("weak", "is", "a post-processing of strong")
        return Finding(words.format("a post-processing of"), facts=(found,))
    _check_separated(instance.strong, instance.weak, evidence.test, evidence.line)
    outside = Fact("region of weak", "is", "not inside the region of strong")
    facts = (Fact("weak", "is", "not a post-processing of strong"), outside)
    return Finding(words.format("not a post-processing of"), facts=facts)


def _shown(mechanism: Mechanism) -> str:
    return f"[{shown(tuple(mechanism[0]))}, {shown(tuple(mechanism[1]))}]"


def _check_kernel(strong: Mechanism, weak: Mechanism, kernel: list[list[Exact]]) -> None:
    same_length("kernel", kernel, len(strong[0]))
    for chances in kernel:
        same_length("kernel", chances, len(weak[0]))
        total = work.total(chances)
        require(total == 1, "kernel", "rows with total 1", number_text(total))
    for bit in (0, 1):
        made = [work.dot(strong[bit], column) for column in zip(*kernel, strict=True)]
        require(made == weak[bit], f"processed row {bit}", shown(tuple(weak[bit])), shown(tuple(made)))


def _check_separated(strong: Mechanism, weak: Mechanism, test: list[int], line: tuple[Exact, Exact, Exact]) -> None:
    """A test of the weak mechanism has errors below a line that all tests of the strong one respect.

    a * missed + b * alarm is a sum over outputs, so the least of all tests takes the smaller share of each output.
    """
    same_length("test", test, len(weak[0]))
    a, b, c = line
    shares = [(a * q, b * p) for p, q in zip(*strong, strict=True)]
    least = work.total(min(share) for share in shares)
    require(least >= c, "errors of every test", f">= {number_text(c)}", number_text(least))
    low = work.total(b * p if mark else a * q for p, q, mark in zip(*weak, test, strict=True))
    require(low < c, "errors of the separated test", f"< {number_text(c)}", number_text(low))


def check_privacy(instance: Any, evidence: Any) -> Finding:
    """The least lambda for which the mechanism is lambda-private: the largest ratio of an output's two chances."""
    pairs = [pair for pair in zip(*instance.mechanism, strict=True) if any(pair)]
    for pair in pairs:
        work.pay(*pair)
    if any(0 in pair for pair in pairs):
        facts = (Fact("least lambda", "is", "infinite"),)
        return Finding(f"the mechanism {_shown(instance.mechanism)} is private for no lambda", facts=facts)
    least = whole(max(Fraction(max(pair)) / min(pair) for pair in pairs))
    text = f"the mechanism {_shown(instance.mechanism)} is lambda-private from lambda = {shown(least)} on"
    return Finding(text, least, (Fact("least lambda", "=", least),))


KINDS = {
    "bit-privacy": Kind(record({"mechanism": mechanism}), record({}), check_privacy),
    "post-processing": Kind(
        record({"strong": mechanism, "weak": mechanism}),
        either(
            {"kernel": sequence(_CHANCES)},
            {"test": sequence(integer(0, 1)), "line": row(number(), number(), number())},
        ),
        check_post_processing,
    ),
}
