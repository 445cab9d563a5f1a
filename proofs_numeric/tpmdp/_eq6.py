"""Eq. 6 of TPMDP: small instances and their order, variances for them, and what the checker establishes about both.

Enumerations list parties by rank: active ones first, each group from its largest requirement to its smallest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from types import SimpleNamespace
from typing import TypeVar

import numpy as np
from hypothesis import strategies as st

from optcheck.claims import Domain, Property, Quantity, Value, says
from optcheck.errors import InvalidInput
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import Exact, exact, to_text
from optcheck.tpmdp import allocate
from optcheck.tpmdp.allocation import runs
from optcheck.tpmdp.instance import Instance, Subcase

Keep = Callable[[Instance], bool]
I = TypeVar("I")  # noqa: E741 - the instance
Row = tuple[Exact, ...]


@dataclass(frozen=True, slots=True)
class Point:
    """An instance and variances for its parties."""

    instance: Instance
    variances: tuple[Exact, ...]


def abstract(n: Value, threshold: Value, required: Value) -> Value:
    """An instance of any size, for a proof: symbols, and a row of requirements from the largest on."""
    return SimpleNamespace(n=n, threshold=threshold, required=required)


def over(one: Value, other: Value) -> Value:
    """A quotient: a fraction of whole numbers, a formula of symbols."""
    return Fraction(one, other) if isinstance(one, int) and isinstance(other, int) else one / other


def order(instance: Instance) -> tuple[object, ...]:
    """Parties, threshold, active parties, then the size of the numbers."""
    required = instance.required
    size = (max(required), sum(required), max(Fraction(value).denominator for value in required))
    return (instance.n, instance.threshold, len(instance.active), *size, instance.active, required)


@st.composite
def instances(draw: st.DrawFn, least: int, most: int, top: int = 12) -> Instance:
    """Instances with rational requirements."""
    n = draw(st.integers(least, most))
    numbers = st.builds(Fraction, st.integers(0, top), st.sampled_from((1, 2, 3)))
    required = draw(st.lists(numbers, min_size=n, max_size=n))
    return Instance.of(required, draw(st.integers(1, n - 1)), draw(st.sets(st.integers(0, n - 1), min_size=1)))


def is_in(*subcases: Subcase) -> Keep:
    """A filter for instances of the given subcases."""
    return lambda instance: instance.subcase in subcases


def with_everyone_active(instance: Instance) -> Instance:
    """The same requirements and threshold, with A_t instead of A_t^+."""
    return Instance.of(instance.required, instance.threshold)


def small_instances(sizes: range, top: int, keep: Keep = lambda _: True) -> Iterator[Instance]:
    """Every instance with requirements 0..top that passes the filter, up to renaming parties inside a group.

    >>> len(list(small_instances(range(2, 3), 1)))
    7
    """
    levels = range(top, -1, -1)
    for n in sizes:
        for t in range(1, n):
            for size in range(1, n + 1):
                for first in combinations_with_replacement(levels, size):
                    rows = (first + second for second in combinations_with_replacement(levels, n - size))
                    yield from filter(keep, (Instance(row, t, tuple(range(size))) for row in rows))


def ranked(instance: Instance) -> Instance:
    """The same with the parties renumbered by rank.

    >>> ranked(Instance.of([1, 2, 3], threshold=1, active=[0, 2]))
    Instance(required=(3, 1, 2), threshold=1, active=(0, 1))
    """
    parts = (instance.active, instance.inactive)
    first, second = (sorted((instance.required[j] for j in part), reverse=True) for part in parts)
    return Instance((*first, *second), instance.threshold, tuple(range(len(first))))


def variants(instance: Instance, active_counts: Iterable[int], thresholds: Sequence[int]) -> Iterator[Instance]:
    """The instance, then those with other numbers of active parties (the first ones) and of colluders."""
    yield instance
    for count in active_counts:
        yield from (Instance(instance.required, t, tuple(range(count))) for t in thresholds)


def domain(words: str, keep: Keep, top: int = 2, most: int = 4, examples: int = 60) -> Domain[Instance]:
    """Small instances in full, larger rational ones at random, changed until the filter keeps them."""

    def nearest(drawn: Instance) -> Instance:
        others = variants(drawn, (1, 2, 3, drawn.n), (drawn.threshold, 1, 2, drawn.n // 2))
        return next(filter(keep, others), drawn)

    return Domain(
        description=f"{words}: n <= {most}, requirements 0..{top}; random rational ones with n = 5..7",
        grid=lambda: small_instances(range(2, most + 1), top, keep),
        order=order,
        strategy=lambda: instances(5, 7).map(nearest).filter(keep),
        examples=examples,
    )


def is_everyone_active(instance: Instance) -> bool:
    """U+ = [n]."""
    return len(instance.active) == instance.n


is_subcase_1_or_3 = is_in(Subcase.MANY_ACTIVE, Subcase.SOME_ACTIVE)


EVERYONE: Domain[Instance] = domain("everyone active", is_everyone_active, top=3)


ONE_ACTIVE: Domain[Instance] = domain("|U+| = 1", is_in(Subcase.ONE_ACTIVE), top=3)


FEW_ACTIVE: Domain[Instance] = domain("Subcase 4", is_in(Subcase.FEW_ACTIVE), most=5)


ALL: Domain[Instance] = domain("every t and active set", lambda _: True)


def coalitions(instance: Instance) -> Iterator[tuple[int, ...]]:
    """Each coalition of exactly t parties with an active member.

    >>> list(coalitions(Instance.of([3, 1, 2], threshold=2, active=[1])))
    [(0, 1), (1, 2)]
    """
    every = combinations(range(instance.n), instance.threshold)
    return (coalition for coalition in every if not set(coalition).isdisjoint(instance.active))


def is_feasible(instance: Instance, variances: Sequence[Exact]) -> bool:
    """Whether variances satisfy Eq. 6, coalition by coalition.

    >>> is_feasible(Instance.of([3, 1, 2], threshold=1), [2, 1, 1])
    True
    """
    everyone = set(range(instance.n))
    outsides = (everyone.difference(coalition) for coalition in coalitions(instance))
    return min(variances) >= 0 and all(
        sum(variances[j] for j in outside) >= max(instance.required[j] for j in outside) for outside in outsides
    )


def lowered(instance: Instance, variances: Sequence[Exact]) -> Instance:
    """The instance with requirements halved, small ones dropped, until the variances suffice."""
    while not is_feasible(instance, variances):
        required = tuple(Fraction(value) / 2 if value > Fraction(1, 8) else 0 for value in instance.required)
        instance = Instance(required, instance.threshold, instance.active)
    return instance


def instance_document(instance: Instance) -> dict[str, object]:
    """The instance as the checker reads it."""
    required = [to_text(value) for value in instance.required]
    active = runs(np.array(instance.active, dtype=np.int64))
    return {"denominator": 1, "required": required, "threshold": instance.threshold, "active": active}


def point_document(instance: Instance, variances: Sequence[Exact]) -> dict[str, object]:
    """An instance with variances as the checker reads it."""
    return {**instance_document(instance), "point": [to_text(value) for value in variances]}


@lru_cache(maxsize=20_000)
def optimum_certificate(instance: Instance) -> Certificate:
    """An optimum with the packing that proves it."""
    proof = allocate(instance.required, instance.threshold, instance.active).certify()
    return Certificate("tpmdp-allocation", instance_document(instance), proof.evidence)


def point_certificate(instance: Instance, variances: Sequence[Exact]) -> Certificate:
    """Whether variances are feasible and optimal: an optimum to compare them with.

    >>> point_certificate(Instance.of([3, 1, 2], threshold=1), [2, 1, 1]).verify().fact("optimality").value
    'optimal'
    """
    evidence = {"optimum": dict(optimum_certificate(instance).evidence)}
    return Certificate("tpmdp-point", point_document(instance, variances), evidence)


def best_total(instance: Instance) -> Fraction:
    """The least total, as the certificate states it.

    >>> best_total(Instance.of([3, 1, 2], threshold=1))
    Fraction(4, 1)
    """
    return Fraction(exact(optimum_certificate(instance).evidence["total"]))


def optimal_rows(instance: Instance, keep: Callable[[Row], bool] = lambda _: True) -> Iterator[Row]:
    """Variances with the least total that pass the filter, all multiples of the fraction that the sizes suggest.

    >>> [tuple(map(str, row)) for row in optimal_rows(Instance.of([3, 1, 2], threshold=1))]
    [('2', '1', '1')]
    """
    eta = 0 if len(instance.active) == instance.n else len(instance.active) - 1
    unit = max(2, instance.n - instance.threshold - eta)
    steps = best_total(instance) * unit
    if steps.denominator == 1:
        rows = (tuple(Fraction(step, unit) for step in row) for row in _compositions(int(steps), instance.n))
        yield from (row for row in rows if keep(row) and is_feasible(instance, row))


def _compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        yield from ((first, *rest) for rest in _compositions(total - first, parts - 1))


def least_total(of: Callable[[I], Instance]) -> Quantity[I]:
    """The least total of Eq. 6."""
    return Quantity(
        kind="tpmdp-allocation",
        name="least total",
        describe=lambda given: instance_document(of(given)),
        certify=lambda given: optimum_certificate(of(given)),
    )


LEAST_TOTAL: Quantity[Instance] = least_total(lambda instance: instance)


FEASIBLE: Quantity[Point] = Quantity(
    kind="tpmdp-point",
    name="feasibility",
    holds=says("feasible"),
    describe=lambda point: point_document(point.instance, point.variances),
)


OPTIMAL: Quantity[Point] = Quantity(
    kind="tpmdp-point",
    name="optimality",
    holds=says("optimal"),
    describe=lambda point: point_document(point.instance, point.variances),
    certify=lambda point: point_certificate(point.instance, point.variances),
)


def optimal_variances(of: Callable[[I], Instance], chosen: Callable[[I, Value], Value] = lambda _, x: x) -> Property[I]:
    """Whether the variances that a form gives (or those chosen among them) are feasible for Eq. 6, of least total."""

    def checked(given: I, claimed: Value) -> Value:
        x = chosen(given, claimed)
        if not isinstance(x, tuple) or len(x) != of(given).n:
            raise InvalidInput(f"there must be a variance for each of {of(given).n} parties, got {x}")
        return x

    return Property(
        name="optimality",
        holds=says("optimal"),
        describe=lambda given, x: {"tpmdp-point": point_document(of(given), checked(given, x))},
        certify=lambda given, x: point_certificate(of(given), checked(given, x)),
        gap="gap",
    )


OPTIMAL_VARIANCES: Property[Instance] = optimal_variances(lambda instance: instance)
