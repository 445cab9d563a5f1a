"""Small instances of Eq. 6 of TPMDP and variances for them: enumerations, feasibility coalition by coalition, optima.

Enumerations list parties by rank: active ones first, each group from its largest requirement to its smallest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, combinations_with_replacement

import numpy as np

from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import Exact, exact, to_text
from optcheck.tpmdp import allocate
from optcheck.tpmdp.allocation import runs
from optcheck.tpmdp.instance import Instance

__all__ = [
    "alike",
    "best_total",
    "coalitions",
    "instance_document",
    "is_feasible",
    "lowered",
    "optimal_rows",
    "optimum_certificate",
    "point_certificate",
    "point_document",
    "ranked",
    "small_instances",
]


Keep = Callable[[Instance], bool]
Row = tuple[Exact, ...]


def small_instances(sizes: range, top: int, keep: Keep = lambda _: True) -> Iterator[Instance]:
    """Every instance with requirements 0..top that is kept, up to renaming parties inside a group.

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


def alike(instance: Instance, active_counts: Iterable[int], thresholds: Sequence[int]) -> Iterator[Instance]:
    """The instance, then those with other numbers of active parties (the first ones) and of colluders."""
    yield instance
    for count in active_counts:
        yield from (Instance(instance.required, t, tuple(range(count))) for t in thresholds)


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
    found = allocate(instance.required, instance.threshold, instance.active).certify()
    return Certificate("tpmdp-allocation", instance_document(instance), found.evidence)


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
    """Variances with the least total that are kept, all of them multiples of the fraction that the sizes suggest.

    >>> [tuple(map(str, row)) for row in optimal_rows(Instance.of([3, 1, 2], threshold=1))]
    [('2', '1', '1')]
    """
    eta = 0 if len(instance.active) == instance.n else len(instance.active) - 1
    unit = max(2, instance.n - instance.threshold - eta)
    steps = best_total(instance) * unit
    if steps.denominator == 1:
        found = (tuple(Fraction(step, unit) for step in row) for row in _compositions(int(steps), instance.n))
        yield from (row for row in found if keep(row) and is_feasible(instance, row))


def _compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        yield from ((first, *rest) for rest in _compositions(total - first, parts - 1))
