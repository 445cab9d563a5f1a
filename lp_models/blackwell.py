"""Blackwell dominance of finite mechanisms of one bit: is there a post-processing that simulates the other?"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product

import numpy as np

from lp_models.signatures import dense_rows
from optcheck.errors import NotCertified
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import Exact, to_text
from optcheck.lp.program import LinearProgram, Model, Optimal, object_array
from optcheck.lp.solve import solve
from optcheck.randomized_response.mechanisms import Mechanism, least_false_alarm

__all__ = [
    "errors_certificate",
    "has_errors",
    "post_processing",
    "post_processing_certificate",
    "post_processing_program",
    "simulation_certificate",
    "small_distributions",
    "small_mechanisms",
]

Kernel = tuple[tuple[Exact, ...], ...]


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

    >>> from optcheck.randomized_response.mechanisms import response_mechanism
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

    >>> from optcheck.randomized_response.mechanisms import response_mechanism
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
    raise NotCertified("a mechanism that cannot be simulated has a test outside the other's region, but none was found")


def errors_certificate(mechanism: Mechanism, missed: Exact, alarm: Exact) -> Certificate:
    """Proof that a mixed test has these errors, or that a line keeps all tests from them.

    >>> from optcheck.randomized_response.mechanisms import response_mechanism
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
    raise NotCertified("errors below the boundary lie below the line of one of its edges, but none was found")
