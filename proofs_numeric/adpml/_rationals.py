"""Random rationals for the claims' larger instances.

Hypothesis draws a fraction's numerator after its denominator, through a strategy built anew each time; drawing both at
once takes a fraction of the time, which counts where an instance holds many of them.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

from hypothesis import strategies as st

_SPREAD = 10**6  # so many numerators are drawn before they are folded into the range


def rationals(low: Fraction | int, high: Fraction | int, most: int) -> st.SearchStrategy[Fraction]:
    """Rationals from ``low`` to ``high``, both included where they can be written with a denominator up to ``most``."""
    denominators = [d for d in range(1, most + 1) if ceil(low * d) <= floor(high * d)]

    def fold(denominator: int, drawn: int) -> Fraction:
        first, last = ceil(low * denominator), floor(high * denominator)
        return Fraction(first + drawn % (last - first + 1), denominator)

    return st.builds(fold, st.sampled_from(denominators), st.integers(0, _SPREAD))
