"""Chunk by chunk the same doubles as all at once, whatever the cuts, ties and zeros."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from optcheck.errors import InvalidInput
from optcheck.tpmdp import allocate, allocate_chunks

doubles = st.one_of(st.sampled_from([0.0, -0.0, 1.0, 5e-324, 1e300]), st.floats(0, 1e6))


@given(st.lists(st.tuples(doubles, st.booleans()), min_size=1, max_size=30), st.data())
def test_chunks_give_what_the_whole_gives(parties: list[tuple[float, bool]], data: st.DataObject) -> None:
    n = len(parties)
    required = np.array([need for need, _ in parties])
    active = np.array([flag for _, flag in parties])
    threshold = data.draw(st.integers(0, n - 1))
    dropouts = data.draw(st.integers(0, n - 1 - threshold))
    cuts = sorted(data.draw(st.lists(st.integers(0, n), max_size=4)))
    ends = [0, *cuts, n]
    chunks = [(required[a:b], active[a:b]) for a, b in pairwise(ends)]
    whole = allocate(required, threshold, active, dropouts)
    found = allocate_chunks(lambda: iter(chunks), threshold, dropouts)
    assert np.concatenate(list(found.variances())).tolist() == list(whole.variances)
    assert found.total() == sum(map(Fraction, whole.variances))
    assert found.subcase is whole.subcase


def test_the_source_must_be_readable_again() -> None:
    with pytest.raises(InvalidInput, match="source must be a function"):
        allocate_chunks([([1.0], None)], 0)  # type: ignore[arg-type]
    triples: list[Any] = [[1.0, 2.0, 3.0]]
    with pytest.raises(InvalidInput, match="a chunk must be a pair"):
        allocate_chunks(lambda: iter(triples), 0)
    with pytest.raises(InvalidInput, match="at least one party"):
        allocate_chunks(lambda: iter([]), 0)
