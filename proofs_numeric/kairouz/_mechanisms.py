"""Mechanisms that publish a randomised version of one bit: errors of tests, regions, and post-processing.

A test rejects "the bit is 0" on some outputs. Its errors are (missed detection, false alarm). All tests, mixed ones
included, fill a convex region that is symmetric about (1/2, 1/2); sorting the outputs by likelihood ratio gives the
corners of its lower boundary, which runs from (1, 0) to (0, 1). A mechanism dominates another one (Blackwell) when a
post-processing of its outputs simulates the other, which is the case exactly when its region includes the other's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from typing import TypeVar

import numpy as np
from hypothesis import strategies as st

from lp_models.kairouz import dense_rows
from optcheck.claims import Domain, Quantity, says
from optcheck.claims.claim import each, number_order, numbers_order
from optcheck.errors import InvalidInput, NotCertified, shown
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import Exact, to_text
from optcheck.lp.program import LinearProgram, Model, Optimal, object_array
from optcheck.lp.solve import solve
from optcheck.randomized_response.protocol import keep_probability
from proofs_numeric.kairouz._problems import levels

__all__ = [
    "Mechanism",
    "errors_certificate",
    "has_errors",
    "post_processing",
    "post_processing_certificate",
    "post_processing_program",
    "region_includes",
    "response_mechanism",
    "simulation_certificate",
    "small_distributions",
    "small_mechanisms",
    "three_letter_mechanism",
]


Errors = tuple[Exact, Exact]
Kernel = tuple[tuple[Exact, ...], ...]
I = TypeVar("I")  # noqa: E741 - the instance


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

    def is_private(self, value: Exact) -> bool:
        """Whether no output is more than lambda times as likely under one bit as under the other."""
        return all(p <= value * q and q <= value * p for p, q in zip(self.zero, self.one, strict=True))

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

    def document(self) -> list[list[str]]:
        """The two rows as JSON values."""
        return [[to_text(p) for p in self.zero], [to_text(p) for p in self.one]]


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


def region_includes(outer: Mechanism, inner: Mechanism) -> bool:
    """Whether the region of the outer mechanism contains that of the inner one.

    Both are symmetric about (1/2, 1/2), so comparing lower boundaries is enough, at the inner one's corners.

    >>> region_includes(response_mechanism(3), response_mechanism(2))
    True
    """
    return all(least_false_alarm(outer, missed) <= alarm for missed, alarm in inner.lower_boundary())


def least_false_alarm(mechanism: Mechanism, missed: Exact) -> Fraction:
    """The lower boundary as a function: the least false alarm of tests with this missed detection."""
    for (m, f), (next_m, next_f) in pairwise(mechanism.lower_boundary()):
        if next_m <= missed <= m and m > next_m:
            return Fraction(f) + Fraction(next_f - f) * (m - missed) / (m - next_m)
    return Fraction(0) if missed >= 1 else Fraction(mechanism.lower_boundary()[-1][1])


def small_distributions(outputs: int, parts: int) -> list[tuple[Exact, ...]]:
    """All distributions over the outputs in multiples of 1/parts."""
    shares = [row for row in product(range(parts + 1), repeat=outputs) if sum(row) == parts]
    return [tuple(Fraction(share, parts) for share in row) for row in shares]


def small_mechanisms(outputs: int, parts: int) -> Iterator[Mechanism]:
    """All mechanisms with so many outputs and chances in multiples of 1/parts.

    >>> len(list(small_mechanisms(2, 3)))
    16
    """
    return (Mechanism(zero, one) for zero, one in product(small_distributions(outputs, parts), repeat=2))


def post_processing_program(strong: Mechanism, weak: Mechanism) -> LinearProgram:
    """Find ``kernel[a,b]``, the chance of making output b of the weak mechanism out of output a of the strong one."""
    sources, targets = range(len(strong.zero)), range(len(weak.zero))
    rows: list[list[Exact]] = [[int(s == a) for s in sources for _ in targets] for a in sources]
    for chances in (strong.zero, strong.one):
        rows += [[chances[s] if t == b else 0 for s in sources for t in targets] for b in targets]
    count = len(sources) * len(targets)
    return LinearProgram(
        sense="minimise",
        costs=(0,) * count,
        rows=dense_rows(rows),
        relations=np.zeros(len(rows), dtype=np.int8),
        rhs=object_array([*([1] * len(sources)), *weak.zero, *weak.one]),
        lower=(0,) * count,
        upper=(None,) * count,
        column_labels=[f"kernel[{s},{t}]" for s in sources for t in targets],
        row_labels=[f"stochastic[{s}]" for s in sources] + [f"bit{bit}[{t}]" for bit in (0, 1) for t in targets],
    )


def post_processing(strong: Mechanism, weak: Mechanism) -> Kernel | None:
    """A kernel that turns the strong mechanism into the weak one, or None when it is proved that none exists.

    >>> post_processing(response_mechanism(3), response_mechanism(2))
    ((Fraction(5, 6), Fraction(1, 6)), (Fraction(1, 6), Fraction(5, 6)))
    >>> post_processing(response_mechanism(2), response_mechanism(3)) is None
    True
    """
    outcome = solve(post_processing_program(strong, weak)).outcome
    if not isinstance(outcome, Optimal):
        return None
    width = len(weak.zero)
    return tuple(tuple(outcome.primal[a * width : (a + 1) * width]) for a in range(len(strong.zero)))


def post_processing_certificate(strong: Mechanism, weak: Mechanism, kernel: Kernel) -> Certificate:
    """Proof that the kernel simulates the weak mechanism."""
    rows = [[to_text(entry) for entry in row] for row in kernel]
    return Certificate("post-processing", {"strong": strong.document(), "weak": weak.document()}, {"kernel": rows})


def simulation_certificate(strong: Mechanism, weak: Mechanism) -> Certificate:
    """Proof that a kernel simulates the weak mechanism, or that one of its tests beats all tests of the strong one.

    >>> print(simulation_certificate(response_mechanism(2), response_mechanism(3)).verify().fact("weak").value)
    not a post-processing of strong
    """
    kernel = post_processing(strong, weak)
    if kernel is not None:
        return post_processing_certificate(strong, weak, kernel)
    for test in product((0, 1), repeat=len(weak.zero)):
        missed, alarm = weak.errors(test)
        if missed + alarm <= 1 and alarm < least_false_alarm(strong, missed):
            line = [to_text(entry) for entry in _line_above(strong, missed, alarm)]
            document = {"strong": strong.document(), "weak": weak.document()}
            return Certificate("post-processing", document, {"test": list(test), "line": line})
    raise NotCertified("a mechanism that cannot be simulated has a test outside the other's region, but none turned up")


def errors_certificate(mechanism: Mechanism, missed: Exact, alarm: Exact) -> Certificate:
    """Proof that a mixed test has these errors, or that a line keeps all tests from them.

    >>> errors_certificate(response_mechanism(2), 1, 1).verify().fact("in the region").value
    False
    """
    document = {"mechanism": mechanism.document(), "errors": [to_text(missed), to_text(alarm)]}
    model = Model("minimise")
    names = [model.variable(f"reject[{output}]", upper=1) for output in range(len(mechanism.zero))]
    model.row("missed", dict(zip(names, mechanism.one, strict=True)), "=", 1 - missed)
    model.row("alarm", dict(zip(names, mechanism.zero, strict=True)), "=", alarm)
    answer = solve(model.build())
    if answer.status == "optimal":
        return Certificate("region-point", document, {"test": [to_text(answer.point[name]) for name in names]})
    if missed + alarm <= 1:
        line = _line_above(mechanism, missed, alarm)
    else:
        a, b, c = _line_above(mechanism, 1 - missed, 1 - alarm)  # the region is symmetric about (1/2, 1/2)
        line = -a, -b, c - a - b
    return Certificate("region-point", document, {"line": [to_text(entry) for entry in line]})


def has_errors(mechanism: Mechanism, missed: Exact, alarm: Exact) -> bool:
    """Whether a test has these errors: not below the boundary of the region, nor above its mirror image."""
    mirrored = least_false_alarm(mechanism, 1 - missed) <= 1 - alarm
    return mirrored and least_false_alarm(mechanism, missed) <= alarm


def _line_above(strong: Mechanism, missed: Exact, alarm: Exact) -> tuple[Exact, Exact, Exact]:
    """The line through an edge of the region's lower boundary that lies above the given errors."""
    for (m, f), (next_m, next_f) in pairwise(strong.lower_boundary()):
        if next_m <= missed <= m:
            a, b = next_f - f, m - next_m
            if a * missed + b * alarm < a * m + b * f:
                return a, b, a * m + b * f
    raise NotCertified("errors below the boundary lie below the line of one of its edges, but none turned up")


@dataclass(frozen=True, slots=True)
class Pair:
    """Can the first simulate the second?"""

    strong: Mechanism
    weak: Mechanism


@dataclass(frozen=True, slots=True)
class Case:
    """A mechanism and a privacy level."""

    mechanism: Mechanism
    lambda_: Fraction


@st.composite
def distributions(draw: st.DrawFn, outputs: int, most: int = 6) -> tuple[Exact, ...]:
    """A rational distribution; zeros are likely."""
    shares = [draw(st.integers(0, most)) for _ in range(outputs)]
    total = sum(shares)
    return tuple(Fraction(share, total) if total else Fraction(1, outputs) for share in shares)


@st.composite
def mechanisms(draw: st.DrawFn, most: int = 4) -> Mechanism:
    """Up to four outputs."""
    outputs = draw(st.integers(1, most))
    return Mechanism(draw(distributions(outputs)), draw(distributions(outputs)))


def mechanism_order(mechanism: Mechanism) -> tuple[object, ...]:
    """Fewer outputs first, then simpler chances."""
    return len(mechanism.zero), numbers_order((*mechanism.zero, *mechanism.one))


def pair_order(pair: Pair) -> tuple[object, ...]:
    """The strong mechanism, then the weak one."""
    return mechanism_order(pair.strong), mechanism_order(pair.weak)


def simulates(pair: Callable[[I], Pair]) -> Quantity[I]:
    """Whether the weak mechanism is a post-processing of the strong one."""
    return Quantity(
        kind="post-processing",
        name="weak",
        describe=lambda at: {"strong": pair(at).strong.document(), "weak": pair(at).weak.document()},
        certify=lambda at: simulation_certificate(pair(at).strong, pair(at).weak),
        holds=says("a post-processing of strong"),
    )


def case_domain(outputs: Iterable[tuple[int, int]], lambdas: str, words: str, examples: int = 100) -> Domain[Case]:
    """All mechanisms with so many outputs in so many parts each, at every level; then random ones."""
    made = [mechanism for many, parts in outputs for mechanism in small_mechanisms(many, parts)]
    return Domain(
        description=words,
        grid=each(Case, made, lambdas),
        order=lambda case: (mechanism_order(case.mechanism), number_order(case.lambda_)),
        strategy=lambda: st.builds(Case, mechanisms(), levels()),
        examples=examples,
    )
