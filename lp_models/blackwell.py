"""Blackwell dominance of finite mechanisms of one bit: is there a post-processing that simulates the other?"""

from __future__ import annotations

import numpy as np

from lp_models.signatures import dense_rows
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import Exact, to_text
from optcheck.exact.program import LinearProgram, Optimal, object_array
from optcheck.randomized_response.mechanisms import Mechanism
from optcheck.solvers import solve

__all__ = ["post_processing", "post_processing_certificate", "post_processing_program"]

Kernel = tuple[tuple[Exact, ...], ...]


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
