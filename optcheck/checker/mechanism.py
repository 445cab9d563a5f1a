"""Check comparisons of mechanisms that publish a randomised version of one bit. Standard library only.

A mechanism is two rows of probabilities over its outputs, for bit 0 and bit 1. A test rejects bit 0 on a set of
outputs; its errors are (missed detection, false alarm) = (chance of not rejecting on bit 1, of rejecting on bit 0).
The region of a mechanism is the convex hull of the errors of all tests.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from optcheck.checker.core import Document, Exact, Finding, field, number_text, numbers, parse_number, require

Mechanism = list[list[Exact]]


def _mechanism(instance: Document, name: str) -> Mechanism:
    rows = [[parse_number(entry, name) for entry in row] for row in field(instance, name, list)]
    require(len(rows) == 2 and len(rows[0]) == len(rows[1]), name, "two rows of one length", len(rows))
    for row in rows:
        require(min(row) >= 0 and sum(row) == 1, name, "probabilities with total 1", number_text(sum(row)))
    return rows


def _errors(mechanism: Mechanism, rejects: Sequence[int]) -> tuple[Exact, Exact]:
    """(missed detection, false alarm) of the test that rejects on the marked outputs."""
    require(len(rejects) == len(mechanism[0]), "test", f"{len(mechanism[0])} marks", len(rejects))
    missed = sum((p for p, mark in zip(mechanism[1], rejects, strict=True) if not mark), start=0)
    return missed, sum((p for p, mark in zip(mechanism[0], rejects, strict=True) if mark), start=0)


def check_post_processing(instance: Document, evidence: Document) -> Finding:
    """A row-stochastic kernel turns the first mechanism into the second."""
    strong, weak = _mechanism(instance, "strong"), _mechanism(instance, "weak")
    kernel = [[parse_number(entry, "kernel") for entry in row] for row in field(evidence, "kernel", list)]
    require(len(kernel) == len(strong[0]), "kernel", f"{len(strong[0])} rows", len(kernel))
    for row in kernel:
        require(min(row) >= 0 and sum(row) == 1, "kernel", "rows with total 1", number_text(sum(row)))
    for bit in (0, 1):
        made = [sum(p * q for p, q in zip(strong[bit], column, strict=True)) for column in zip(*kernel, strict=True)]
        require(made == weak[bit], f"processed row {bit}", list(map(number_text, weak[bit])), made)
    return Finding("the second mechanism is a post-processing of the first")


def check_region_outside(instance: Document, evidence: Document) -> Finding:
    """A test of the second mechanism has errors that the region of the first does not contain."""
    strong, weak = _mechanism(instance, "strong"), _mechanism(instance, "weak")
    missed, alarm = _errors(weak, field(evidence, "test", list))
    a, b, c = numbers(evidence, "line", 3)
    for rejects in product((0, 1), repeat=len(strong[0])):
        m, f = _errors(strong, rejects)
        require(a * m + b * f >= c, f"errors of test {rejects}", f">= {number_text(c)}", number_text(a * m + b * f))
    low = a * missed + b * alarm
    require(low < c, "errors of the separated test", f"< {number_text(c)}", number_text(low))
    return Finding("the region of the second mechanism is not inside that of the first", low)


def check_privacy(instance: Document, evidence: Document) -> Finding:
    """Whether the mechanism is lambda-differentially private, output by output."""
    mechanism, bound = _mechanism(instance, "mechanism"), parse_number(instance.get("lambda"), "lambda")
    stated = field(evidence, "private", bool)
    private = all(p <= bound * q and q <= bound * p for p, q in zip(*mechanism, strict=True))
    require(private == stated, "private", private, stated)
    return Finding(f"the mechanism is {'' if private else 'not '}{number_text(bound)}-private")


CHECKS = {
    "bit-privacy": check_privacy,
    "post-processing": check_post_processing,
    "region-outside": check_region_outside,
}
