"""Instances of Eq. 6 and of the general cover: few parties, small rational numbers, many ties and zeros."""

from __future__ import annotations

from fractions import Fraction

import hypothesis.strategies as st

from lp_models.tpmdp import CoverProblem
from optcheck.tpmdp import Instance

__all__ = ["cover_problems", "instances", "requirements"]

requirements = st.one_of(
    st.integers(0, 4),
    st.fractions(0, 100, max_denominator=12),
    st.sampled_from([Fraction(1, 10**9), 10**9, 10**9 + 1]),
)


@st.composite
def instances(draw: st.DrawFn, most: int = 7, least: int = 1) -> Instance:
    """Any threshold and any active set; a party can be left out when an example shrinks."""
    threshold = draw(st.integers(0, most - 1))
    parties = draw(st.lists(st.tuples(requirements, st.booleans()), min_size=least, max_size=most))
    active = [j for j, (_, flag) in enumerate(parties) if flag]
    return Instance.of([need for need, _ in parties], min(threshold, len(parties) - 1), active)


@st.composite
def cover_problems(draw: st.DrawFn, most: int = 6) -> CoverProblem:
    """Threshold or listed coalitions, unequal costs, caps and forbidden parties; may be infeasible."""
    n = draw(st.integers(1, most))
    required = draw(st.lists(requirements, min_size=n, max_size=n))
    costs = draw(st.lists(st.fractions(0, 9, max_denominator=3), min_size=n, max_size=n))
    cap = st.one_of(st.none(), st.none(), st.sampled_from([0, 1, 50, Fraction(7, 2)]))
    caps = draw(st.lists(cap, min_size=n, max_size=n))
    subset = st.lists(st.integers(0, n - 1), max_size=n, unique=True)
    if draw(st.booleans()):
        return CoverProblem.of(required, draw(st.integers(0, n - 1)), draw(subset), costs, caps)
    return CoverProblem.listed(required, draw(st.lists(subset, max_size=5)), costs, caps)
