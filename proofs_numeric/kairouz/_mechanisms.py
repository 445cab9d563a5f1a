"""Small mechanisms of one bit, for the statements about regions and post-processing."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

from hypothesis import strategies as st

from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import Exact, to_text
from optcheck.randomized_response.mechanisms import Mechanism, least_false_alarm
from proofs_numeric.kairouz._common import numbers_order

Errors = tuple[Exact, Exact]


def rows(outputs: int, parts: int) -> list[tuple[Exact, ...]]:
    """All distributions over the outputs in multiples of 1/parts."""
    shares = [row for row in product(range(parts + 1), repeat=outputs) if sum(row) == parts]
    return [tuple(Fraction(share, parts) for share in row) for row in shares]


def small_mechanisms(outputs: int, parts: int) -> Iterator[Mechanism]:
    """All pairs of such distributions."""
    for zero, one in product(rows(outputs, parts), repeat=2):
        yield Mechanism(zero, one)


@st.composite
def distributions(draw: st.DrawFn, outputs: int) -> tuple[Exact, ...]:
    """A rational distribution; zeros are likely."""
    shares = [draw(st.integers(0, 6)) for _ in range(outputs)]
    total = sum(shares)
    return tuple(Fraction(s, total) if total else Fraction(1, outputs) for s in shares)


@st.composite
def mechanisms(draw: st.DrawFn, most: int = 4) -> Mechanism:
    """Up to four outputs."""
    outputs = draw(st.integers(1, most))
    return Mechanism(draw(distributions(outputs)), draw(distributions(outputs)))


def mechanism_order(mechanism: Mechanism) -> Any:
    """Fewer outputs first, then simpler chances."""
    return len(mechanism.zero), numbers_order((*mechanism.zero, *mechanism.one))


def outside_certificate(strong: Mechanism, weak: Mechanism) -> Certificate | None:
    """Proof that some test of the weak mechanism is better than all tests of the strong one; None if there is none."""
    for test in product((0, 1), repeat=len(weak.zero)):
        missed, alarm = weak.errors(test)
        if missed + alarm <= 1 and alarm < least_false_alarm(strong, missed):
            return _separated(strong, weak, test, missed)
    return None


def _separated(strong: Mechanism, weak: Mechanism, test: tuple[int, ...], missed: Exact) -> Certificate:
    """The line through the edge of the strong region's lower boundary that lies above the test's errors."""
    corners = strong.lower_boundary()
    for (m, f), (next_m, next_f) in pairwise(corners):
        if next_m <= missed <= m:
            a, b = next_f - f, m - next_m
            if a * missed + b * weak.errors(test)[1] < a * m + b * f:
                line = [to_text(a), to_text(b), to_text(a * m + b * f)]
                document = {"strong": strong.document(), "weak": weak.document()}
                return Certificate("post-processing", document, {"test": list(test), "line": line})
    raise AssertionError("a point below the boundary lies below the line of one of its edges")
