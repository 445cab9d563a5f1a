"""Small mechanisms of one bit, for the statements about regions and post-processing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

from hypothesis import strategies as st

from lp_models.blackwell import post_processing, post_processing_certificate
from optcheck.claims import Quantity, says
from optcheck.claims.grids import texts
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import Exact
from optcheck.exact.program import Model
from optcheck.randomized_response.mechanisms import Mechanism, least_false_alarm
from optcheck.solvers import solve
from proofs_numeric.kairouz._common import numbers_order


@dataclass(frozen=True, slots=True)
class Pair:
    """Can the first simulate the second?"""

    strong: Mechanism
    weak: Mechanism


def rows(outputs: int, parts: int) -> list[tuple[Exact, ...]]:
    """All distributions over the outputs in multiples of 1/parts."""
    shares = [row for row in product(range(parts + 1), repeat=outputs) if sum(row) == parts]
    return [tuple(Fraction(share, parts) for share in row) for row in shares]


def small_mechanisms(outputs: int, parts: int) -> Iterator[Mechanism]:
    """All pairs of such distributions."""
    return (Mechanism(zero, one) for zero, one in product(rows(outputs, parts), repeat=2))


@st.composite
def distributions(draw: st.DrawFn, outputs: int) -> tuple[Exact, ...]:
    """A rational distribution; zeros are likely."""
    shares = [draw(st.integers(0, 6)) for _ in range(outputs)]
    total = sum(shares)
    return tuple(Fraction(share, total) if total else Fraction(1, outputs) for share in shares)


@st.composite
def mechanisms(draw: st.DrawFn, most: int = 4) -> Mechanism:
    """Up to four outputs."""
    outputs = draw(st.integers(1, most))
    return Mechanism(draw(distributions(outputs)), draw(distributions(outputs)))


def mechanism_order(mechanism: Mechanism) -> Any:
    """Fewer outputs first, then simpler chances."""
    return len(mechanism.zero), numbers_order((*mechanism.zero, *mechanism.one))


def pair_order(pair: Pair) -> Any:
    """The strong mechanism, then the weak one."""
    return mechanism_order(pair.strong), mechanism_order(pair.weak)


def simulates() -> Quantity[Pair]:
    """Whether the weak mechanism is a post-processing of the strong one."""
    return Quantity(
        kind="post-processing",
        name="weak",
        describe=lambda pair: {"strong": pair.strong.document(), "weak": pair.weak.document()},
        certify=_simulation,
        holds=says("a post-processing of strong"),
    )


def _simulation(pair: Pair) -> Certificate:
    kernel = post_processing(pair.strong, pair.weak)
    if kernel is not None:
        return post_processing_certificate(pair.strong, pair.weak, kernel)
    for test in product((0, 1), repeat=len(pair.weak.zero)):
        missed, alarm = pair.weak.errors(test)
        if missed + alarm <= 1 and alarm < least_false_alarm(pair.strong, missed):
            line = texts(line_below(pair.strong, missed, alarm))
            document = {"strong": pair.strong.document(), "weak": pair.weak.document()}
            return Certificate("post-processing", document, {"test": list(test), "line": line})
    raise AssertionError("a mechanism that cannot be simulated has a test outside the other's region (Blackwell)")


def line_below(strong: Mechanism, missed: Exact, alarm: Exact) -> tuple[Exact, Exact, Exact]:
    """The line through an edge of the region's lower boundary that lies above the given errors."""
    for (m, f), (next_m, next_f) in pairwise(strong.lower_boundary()):
        if next_m <= missed <= m:
            a, b = next_f - f, m - next_m
            if a * missed + b * alarm < a * m + b * f:
                return a, b, a * m + b * f
    raise AssertionError("a point below the boundary lies below the line of one of its edges")


def place_errors(mechanism: Mechanism, missed: Exact, alarm: Exact, document: dict[str, Any]) -> Certificate:
    """Proof that a mixed test has these errors, or that a line keeps all tests from them."""
    model = Model("minimise")
    names = [model.variable(f"reject[{output}]", upper=1) for output in range(len(mechanism.zero))]
    model.row("missed", dict(zip(names, mechanism.one, strict=True)), "=", 1 - missed)
    model.row("alarm", dict(zip(names, mechanism.zero, strict=True)), "=", alarm)
    answer = solve(model.build())
    if answer.status == "optimal":
        return Certificate("region-point", document, {"test": texts(answer.point[name] for name in names)})
    if missed + alarm <= 1:
        return Certificate("region-point", document, {"line": texts(line_below(mechanism, missed, alarm))})
    a, b, c = line_below(mechanism, 1 - missed, 1 - alarm)  # the region is symmetric about (1/2, 1/2)
    return Certificate("region-point", document, {"line": texts((-a, -b, c - a - b))})


def holds(mechanism: Mechanism, missed: Exact, alarm: Exact) -> bool:
    """Whether a test has these errors: not below the boundary of the region, nor above its mirror image."""
    mirrored = least_false_alarm(mechanism, 1 - missed) <= 1 - alarm
    return mirrored and least_false_alarm(mechanism, missed) <= alarm
