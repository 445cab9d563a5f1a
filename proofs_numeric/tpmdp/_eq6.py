"""Eq. 6: instances in their declared order, points, and what the checker establishes about them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, groupby
from typing import Any

from hypothesis import strategies as st

from optcheck.claims import Domain, Property, Quantity, Row, Value, says
from optcheck.claims.grids import texts
from optcheck.errors import InvalidInput
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import Exact
from optcheck.tpmdp import allocate
from optcheck.tpmdp.instance import Instance, Subcase

Variances = Sequence[Exact]
Keep = Callable[[Instance], bool]


@dataclass(frozen=True, slots=True)
class Point:
    """An instance and variances for its parties."""

    instance: Instance
    variances: tuple[Exact, ...]


@dataclass(frozen=True, slots=True)
class Abstract:
    """An instance of any size, for a proof: symbols, and a row of requirements from the largest on."""

    n: Any
    threshold: Any
    required: Any


def falling(values: Any) -> Any:
    """Requirements from the largest on, as fractions; the row of a proof is already so."""
    return values if isinstance(values, Row) else sorted(map(Fraction, values), reverse=True)


def over(one: Any, other: Any) -> Any:
    """A quotient: a fraction of whole numbers, a formula of symbols."""
    return Fraction(one, other) if isinstance(one, int) and isinstance(other, int) else one / other


def order(instance: Instance) -> tuple[Any, ...]:
    """Parties, threshold, active parties, then the size of the numbers."""
    required = instance.required
    size = (max(required), sum(required), max(Fraction(value).denominator for value in required))
    return (instance.n, instance.threshold, len(instance.active), *size, instance.active, required)


def grid(sizes: range, top: int, keep: Keep = lambda _: True) -> Iterator[Instance]:
    """Every instance with requirements 0..top, up to renaming parties inside a group: active ones first, each group
    from its largest requirement to its smallest.
    """
    levels = range(top, -1, -1)
    for n in sizes:
        for t in range(1, n):
            for size in range(1, n + 1):
                for first in combinations_with_replacement(levels, size):
                    rows = (first + second for second in combinations_with_replacement(levels, n - size))
                    yield from filter(keep, (Instance(row, t, tuple(range(size))) for row in rows))


@st.composite
def instances(draw: st.DrawFn, least: int, most: int, top: int = 12) -> Instance:
    """Instances with rational requirements."""
    n = draw(st.integers(least, most))
    numbers = st.builds(Fraction, st.integers(0, top), st.sampled_from((1, 2, 3)))
    required = draw(st.lists(numbers, min_size=n, max_size=n))
    return Instance.of(required, draw(st.integers(1, n - 1)), draw(st.sets(st.integers(0, n - 1), min_size=1)))


def ranked(instance: Instance) -> Instance:
    """The same with the parties renumbered: active ones first, larger requirements first."""
    groups = [sorted((instance.required[j] for j in group), reverse=True) for group in groups_of(instance)]
    return Instance((*groups[0], *groups[1]), instance.threshold, tuple(range(len(groups[0]))))


def groups_of(instance: Instance) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The active and the non-active parties."""
    return instance.active, instance.inactive


def is_in(*subcases: Subcase) -> Keep:
    """A filter for instances of the given subcases."""
    return lambda instance: instance.subcase in subcases


def with_everyone_active(instance: Instance) -> Instance:
    """The same requirements and threshold, with A_t in the place of A_t^+."""
    return Instance.of(instance.required, instance.threshold)


def domain(words: str, keep: Keep, top: int = 2, most: int = 4, examples: int = 60) -> Domain[Instance]:
    """Small instances in full, larger rational ones at random; a strategy keeps what the filter keeps."""
    return Domain(
        description=f"{words}: n <= {most}, requirements 0..{top}; random rational ones with n = 5..7",
        grid=lambda: grid(range(2, most + 1), top, keep),
        order=order,
        strategy=lambda: instances(5, 7).map(lambda instance: _nearest(instance, keep)).filter(keep),
        examples=examples,
    )


def _nearest(instance: Instance, keep: Keep) -> Instance:
    """The instance, or one like it with another number of active parties or colluders that the filter keeps."""
    n, required = instance.n, instance.required
    others = (Instance(required, t, tuple(range(u))) for u in (1, 2, 3, n) for t in (instance.threshold, 1, 2, n // 2))
    return next((found for found in (instance, *others) if keep(found)), instance)


def coalitions(instance: Instance) -> Iterator[tuple[int, ...]]:
    """Each coalition of exactly t parties with an active member."""
    every = combinations(range(instance.n), instance.threshold)
    return (coalition for coalition in every if not set(coalition).isdisjoint(instance.active))


def is_feasible(instance: Instance, x: Variances) -> bool:
    """Whether variances satisfy Eq. 6, coalition by coalition."""
    everyone = set(range(instance.n))
    outsides = (everyone.difference(coalition) for coalition in coalitions(instance))
    return min(x) >= 0 and all(
        sum(x[j] for j in outside) >= max(instance.required[j] for j in outside) for outside in outsides
    )


def document(instance: Instance) -> dict[str, Any]:
    """The instance as the checker reads it."""
    runs: list[int] = []
    for _, run in groupby(enumerate(instance.active), key=lambda pair: pair[1] - pair[0]):
        members = [party for _, party in run]
        runs += [members[0], members[-1] + 1]
    required = texts(instance.required)
    return {"denominator": 1, "required": required, "threshold": instance.threshold, "active": runs}


@lru_cache(maxsize=20_000)
def optimum(instance: Instance) -> Certificate:
    """An optimum with the packing that proves it."""
    found = allocate(instance.required, instance.threshold, instance.active).certify()
    return Certificate("tpmdp-allocation", document(instance), found.evidence)


def best_total(instance: Instance) -> Fraction:
    """The least total: for grids only, the truths are certified."""
    return Fraction(optimum(instance).evidence["total"])


def least_total(of: Callable[[Any], Instance] = lambda instance: instance) -> Quantity[Any]:
    """The least total of Eq. 6."""
    return Quantity(
        kind="tpmdp-allocation",
        name="least total",
        describe=lambda given: document(of(given)),
        certify=lambda given: optimum(of(given)),
    )


def at_point(instance: Instance, x: Value) -> dict[str, Any]:
    """An instance with variances as the checker reads it."""
    if not isinstance(x, tuple) or len(x) != instance.n:
        raise InvalidInput(f"there must be a variance for each of {instance.n} parties, got {x}")
    return {**document(instance), "point": texts(x)}


def _certificate(instance: Instance, x: Value) -> Certificate:
    return Certificate("tpmdp-point", at_point(instance, x), {"optimum": dict(optimum(instance).evidence)})


FEASIBLE: Quantity[Point] = Quantity(
    kind="tpmdp-point",
    name="feasibility",
    holds=says("feasible"),
    describe=lambda point: at_point(point.instance, point.variances),
)
OPTIMAL: Quantity[Point] = Quantity(
    kind="tpmdp-point",
    name="optimality",
    holds=says("optimal"),
    describe=lambda point: at_point(point.instance, point.variances),
    certify=lambda point: _certificate(point.instance, point.variances),
)


def optimal_variances(of: Callable[[Any], Instance] = lambda instance: instance) -> Property[Any]:
    """Whether the variances that a form gives are feasible for Eq. 6 with the least total."""
    return Property(
        name="optimality",
        holds=says("optimal"),
        describe=lambda given, x: {"tpmdp-point": at_point(of(given), x)},
        certify=lambda given, x: _certificate(of(given), x),
        gap="gap",
    )


def _rearranged(point: Point, x: Value) -> dict[str, Any]:
    if not isinstance(x, tuple) or sorted(x) != sorted(point.variances):
        raise InvalidInput(f"{x} is no rearrangement of {point.variances}")
    return {"tpmdp-point": at_point(point.instance, x)}


FEASIBLE_REARRANGEMENT: Property[Point] = Property(
    name="feasibility", holds=says("feasible"), describe=_rearranged, gap="gap"
)
