"""Statements about given variances: instances that carry a point, and the comparison after a rearrangement."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from optcheck.audit import Discrepancy, Domain, Impact
from optcheck.exact.numbers import Exact
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._common import coalitions, comparison, grid, instances, is_feasible, order, violation


@dataclass(frozen=True, slots=True)
class Point:
    """An instance and variances for its parties."""

    instance: Instance
    variances: tuple[Exact, ...]


def point_order(point: Point) -> tuple[Any, ...]:
    """The order of instances, then the size of the variances."""
    return (*order(point.instance), sum(point.variances), point.variances)


def points(sizes: range, everyone: bool) -> Iterator[Point]:
    """Small instances with every choice of variances 0..2 that is feasible."""
    for instance in grid(sizes, 2 if everyone else 1, everyone=everyone):
        for variances in product(range(3), repeat=instance.n):
            if is_feasible(instance, variances):
                yield Point(instance, variances)


def random_points(sizes: range, everyone: bool) -> SearchStrategy[Point]:
    """Rational instances and variances; requirements are lowered to what the variances allow, so all are feasible."""
    values = st.builds(Fraction, st.integers(0, 9), st.sampled_from((1, 2)))

    def with_variances(instance: Instance) -> SearchStrategy[Point]:
        lists = st.lists(values, min_size=instance.n, max_size=instance.n)
        return lists.map(lambda variances: Point(lowered(instance, tuple(variances)), tuple(variances)))

    return instances(sizes, everyone=everyone).flatmap(with_variances)


def lowered(instance: Instance, variances: Sequence[Exact]) -> Instance:
    """The instance with each requirement cut to the least sum that protects its party."""
    sums = [(outside, sum(variances[i] for i in outside)) for _, outside in coalitions(instance)]
    required = tuple(
        min([own, *(total for outside, total in sums if j in outside)]) for j, own in enumerate(instance.required)
    )
    return Instance(required, instance.threshold, instance.active)


def compare_rearranged(form: Callable[[Point], Sequence[Exact]], point: Point) -> Discrepancy | None:
    """Whether a form rearranges feasible variances into feasible ones."""
    x = tuple(form(point))
    other = next((pair for pair in zip(sorted(x), sorted(point.variances), strict=True) if pair[0] != pair[1]), None)
    if other is not None:
        return Discrepancy(
            claimed=x,
            true=point.variances,
            gap=abs(other[0] - other[1]),
            impact=Impact.TEXT,
            certificate=comparison(
                "new", "!=", "old", "the values are not a rearrangement", new=other[0], old=other[1]
            ),
            explanation="The values are not a rearrangement of the given ones.",
        )
    return violation(point.instance, x)


def point_domain(everyone: bool) -> Domain:
    """Feasible points: small ones in full, larger ones at random."""
    kind = (
        "everyone active: n <= 4, every t, requirements 0..2"
        if everyone
        else ("n <= 4, every t and active set, requirements 0..1")
    )
    return Domain(
        description=f"{kind}, every feasible choice of variances 0..2 in any order; random feasible points with n "
        f"= 3..6",
        grid=lambda: points(range(2, 5), everyone),
        strategy=lambda: random_points(range(3, 7), everyone),
        order=point_order,
        examples=200,
    )
