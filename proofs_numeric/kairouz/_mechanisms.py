"""Small mechanisms of one bit, for the statements about regions and post-processing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from hypothesis import strategies as st

from lp_models.blackwell import simulation_certificate
from optcheck.claims import Quantity, says
from optcheck.exact.numbers import Exact
from optcheck.randomized_response.mechanisms import Mechanism, least_false_alarm
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
        certify=lambda pair: simulation_certificate(pair.strong, pair.weak),
        holds=says("a post-processing of strong"),
    )


def holds(mechanism: Mechanism, missed: Exact, alarm: Exact) -> bool:
    """Whether a test has these errors: not below the boundary of the region, nor above its mirror image."""
    mirrored = least_false_alarm(mechanism, 1 - missed) <= 1 - alarm
    return mirrored and least_false_alarm(mechanism, missed) <= alarm
