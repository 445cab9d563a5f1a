"""Mechanisms that publish a randomised version of one bit: errors of tests, and regions, as the figure draws them.

A test rejects "the bit is 0" on some outputs. Its errors are (missed detection, false alarm). All tests, mixed ones
included, fill a convex region that is symmetric about (1/2, 1/2); sorting the outputs by likelihood ratio gives the
corners of its lower boundary, which runs from (1, 0) to (0, 1).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from optcheck.errors import InvalidInput, shown
from optcheck.exact.numbers import Exact, to_text
from optcheck.randomized_response.problem import keep_probability

__all__ = ["Mechanism", "least_false_alarm", "response_mechanism", "three_letter_mechanism"]


Errors = tuple[Exact, Exact]


@dataclass(frozen=True, slots=True)
class Mechanism:
    """Probabilities of the outputs when the bit is 0 and when it is 1."""

    zero: tuple[Exact, ...]
    one: tuple[Exact, ...]

    def __post_init__(self) -> None:
        if len(self.zero) != len(self.one) or not self.zero:
            raise InvalidInput(f"both rows need the same outputs, got {len(self.zero)} and {len(self.one)}")
        for row in (self.zero, self.one):
            if any(isinstance(p, bool) or not isinstance(p, int | Fraction) for p in row):
                raise InvalidInput(f"probabilities must be exact (int or Fraction), got {shown(row)}")
            if min(row) < 0 or sum(row) != 1:
                raise InvalidInput(f"a row must be probabilities with total 1, got {[to_text(p) for p in row]}")

    def errors(self, rejects: tuple[int, ...]) -> Errors:
        """(missed detection, false alarm) of the test that rejects on the marked outputs."""
        missed = sum((q for q, mark in zip(self.one, rejects, strict=True) if not mark), start=0)
        return missed, sum((p for p, mark in zip(self.zero, rejects, strict=True) if mark), start=0)

    def lower_boundary(self) -> tuple[Errors, ...]:
        """Corners of the lower boundary from (1, 0) to (0, 1): the test rejects more outputs, likeliest ones first."""
        merged: dict[Fraction | None, tuple[Exact, Exact]] = {}
        for p, q in zip(self.zero, self.one, strict=True):
            if p or q:
                ratio = Fraction(q) / p if p else None
                a, b = merged.get(ratio, (0, 0))
                merged[ratio] = (a + p, b + q)
        order = sorted(merged, key=lambda ratio: (ratio is not None, -(ratio or 0)))
        corners: list[Errors] = [(1, 0)]
        for ratio in order:
            missed, alarm = corners[-1]
            p, q = merged[ratio]
            corners.append((missed - q, alarm + p))
        return tuple(corners)


def response_mechanism(value: object) -> Mechanism:
    """Randomised response.

    >>> response_mechanism(2).lower_boundary()
    ((1, 0), (Fraction(1, 3), Fraction(1, 3)), (Fraction(0, 1), Fraction(1, 1)))
    """
    keep = keep_probability(value)
    return Mechanism((keep, 1 - keep), (1 - keep, keep))


def three_letter_mechanism(value: object) -> Mechanism:
    """The mechanism of Section 3.2 with outputs 0, 1, 2.

    >>> three_letter_mechanism(2).one
    (Fraction(1, 3), Fraction(4, 9), Fraction(2, 9))
    """
    keep = keep_probability(value)
    flip = 1 - keep
    return Mechanism((keep, keep * flip, flip * flip), (flip, keep * keep, keep * flip))


def least_false_alarm(mechanism: Mechanism, missed: Exact) -> Fraction:
    """The lower boundary as a function: the least false alarm of tests with this missed detection."""
    for (m, f), (next_m, next_f) in pairwise(mechanism.lower_boundary()):
        if next_m <= missed <= m and m > next_m:
            return Fraction(f) + Fraction(next_f - f) * (m - missed) / (m - next_m)
    return Fraction(0) if missed >= 1 else Fraction(mechanism.lower_boundary()[-1][1])
