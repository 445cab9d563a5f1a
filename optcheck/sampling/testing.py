"""Predictable bits, for tests and simulations only: noise drawn from them protects nobody."""

from __future__ import annotations

import numpy as np

from optcheck.exact.inputs import seeded as seeded_generator
from optcheck.sampling.discrete import Source


def seeded(seed: int) -> Source:
    """A source whose bits follow from the seed, so that a test can be repeated.

    >>> seeded(1)(4) == seeded(1)(4)
    True
    """
    generator: np.random.Generator = seeded_generator(seed)
    return generator.bytes
