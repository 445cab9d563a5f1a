"""Instances of Eq. 6: what each party requires, how many may collude, who sees the output; and how users write them.

Requirements are lists or arrays of floats or exact numbers; active parties are indices or a mask. ``Instance`` holds
them as exact numbers and ascending indices; ``read_required`` and ``read_active`` give arrays for fast work in bulk.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import repeat

import numpy as np
from flint import ctx
from numpy.typing import ArrayLike, NDArray

from optcheck.errors import InvalidInput, shown
from optcheck.exact.inputs import items, whole_number
from optcheck.exact.numbers import Exact, exact, whole
from optcheck.exact.rounding import at_least
from optcheck.gaussian.calibration import ball, double_above

Doubles = NDArray[np.float64]
Exacts = tuple[Exact, ...]
Mask = NDArray[np.bool_]


class Subcase(Enum):
    """The cases of the closed form; the paper's numbers, and the two trivial cases as one."""

    NO_NOISE = "no noise needed"
    MANY_ACTIVE = "1"
    ONE_ACTIVE = "2"
    SOME_ACTIVE = "3"
    FEW_ACTIVE = "4"


def subcase_of(n: int, threshold: int, active_count: int) -> Subcase:
    """The case that decides the closed form; the five exclude each other and cover everything.

    >>> subcase_of(5, 2, 2).name
    'FEW_ACTIVE'
    """
    if threshold == 0 or active_count == 0:
        return Subcase.NO_NOISE
    if active_count == 1:
        return Subcase.ONE_ACTIVE
    if active_count > n - threshold:
        return Subcase.MANY_ACTIVE
    return Subcase.SOME_ACTIVE if n <= threshold * active_count else Subcase.FEW_ACTIVE


@dataclass(frozen=True, slots=True)
class Instance:
    """Parties 0..n-1 with exact required variances, the collusion threshold, the active parties (ascending).

    Eq. 6 asks for variances x >= 0 of least total such that for every coalition of exactly ``threshold``
    parties with an active party in it, the parties outside hold at least the requirement of each of them.

    >>> Instance.of([3, 1, 2], threshold=1, active=[0, 2])
    Instance(required=(3, 1, 2), threshold=1, active=(0, 2))
    """

    required: tuple[Exact, ...]
    threshold: int
    active: tuple[int, ...]

    def __post_init__(self) -> None:
        values = _checked_exact(items(self.required, "a requirement"))
        object.__setattr__(self, "required", values)
        object.__setattr__(self, "threshold", valid_threshold(self.threshold, len(values)))
        object.__setattr__(self, "active", active_parties(self.active, len(values)))

    @classmethod
    def of(cls, required: Sequence[object], threshold: int, active: Iterable[int] | None = None) -> Instance:
        """Make an instance; without ``active`` every party is. Floats count as binary fractions."""
        values = _checked_exact(items(required, "a requirement"))
        return cls(values, threshold, active_parties(active, len(values)))

    @property
    def n(self) -> int:
        """How many parties there are."""
        return len(self.required)

    @property
    def outside(self) -> int:
        """How many parties a coalition of threshold size leaves outside: n - t."""
        return self.n - self.threshold

    @property
    def inactive(self) -> tuple[int, ...]:
        """The parties that do not see the output, ascending."""
        active = set(self.active)
        return tuple(j for j in range(self.n) if j not in active)

    @property
    def subcase(self) -> Subcase:
        """The case of the closed form that the instance falls under."""
        return subcase_of(self.n, self.threshold, len(self.active))


def valid_threshold(threshold: object, n: int) -> int:
    """The threshold as an int between 0 and n - 1."""
    size = whole_number(threshold, "threshold")
    if n < 1:
        raise InvalidInput("there must be at least one party, got none")
    if not 0 <= size <= n - 1:
        raise InvalidInput(f"threshold must be between 0 and n-1 = {n - 1}, got {shown(threshold)}")
    return size


def valid_dropouts(dropouts: object, threshold: int, n: int) -> int:
    """The number of dropouts as an int: a party other than these and the colluders must remain."""
    count = whole_number(dropouts, "dropouts")
    if not 0 <= count <= n - 1 - threshold:
        rule = f"between 0 and n-1-threshold = {n - 1 - threshold}"
        raise InvalidInput(f"dropouts must be {rule}, so that somebody remains, got {shown(dropouts)}")
    return count


def missing_parties(threshold: int, dropouts: int) -> int:
    """How many parties' noise can be missing: of t colluders and d dropouts, or none without colluders."""
    return threshold + dropouts if threshold else 0


def active_parties(active: Iterable[object] | None, n: int) -> tuple[int, ...]:
    """The active parties as ascending indices; ``None`` means every party."""
    return tuple(range(n)) if active is None else some_parties(active, n, "an active party")


def some_parties(indices: object, n: int, role: str) -> tuple[int, ...]:
    """Parties as ascending indices; ``role`` is what an error calls one of them."""
    counts = Counter(_party(index, n, role) for index in items(indices, role))
    party, times = max(counts.items(), key=lambda pair: pair[1], default=(0, 1))
    if times > 1:
        raise InvalidInput(f"{role} must be named once, got {party} {times} times; a mask must be given as booleans")
    return tuple(sorted(counts))


def _party(index: object, n: int, role: str) -> int:
    party = whole_number(index, role)
    if not 0 <= party < n:
        raise InvalidInput(f"{role} must be between 0 and n-1 = {n - 1}, got {shown(index)}")
    return party


def read_required(required: ArrayLike | Sequence[object]) -> Doubles | Exacts:
    """An array of doubles when there are floats, a tuple of exact numbers otherwise; never negative.

    >>> read_required([1, 2.5])
    array([1. , 2.5])
    """
    items: Iterable[object] = required if isinstance(required, list | tuple | np.ndarray) else np.asarray(required)
    if isinstance(items, np.ndarray) and items.ndim != 1:
        raise InvalidInput(f"required must be one-dimensional, got {items.ndim} dimensions")
    if isinstance(items, np.ndarray) and items.dtype.kind == "f":
        return _checked_doubles(items)
    listed = items.tolist() if isinstance(items, np.ndarray) else list(items)
    if any(issubclass(kind, float | np.floating) for kind in set(map(type, listed))):
        # exact numbers among floats must be doubles too, or a requirement would be rounded
        return _checked_doubles(np.array([x if type(x) is float else _double(x, j) for j, x in enumerate(listed)]))
    return _checked_exact(listed)


def _checked_doubles(values: NDArray[np.generic]) -> Doubles:
    if values.dtype.itemsize > 8:
        raise InvalidInput(f"required must be doubles or exact numbers, got {values.dtype}")
    doubles = np.ascontiguousarray(values, dtype=np.float64)
    wrong = ~(doubles >= 0) | np.isinf(doubles)
    if wrong.any():
        j = int(np.argmax(wrong))
        raise InvalidInput(f"required[{j}] must be finite and not negative, got {doubles[j]}")
    return doubles


def _double(item: object, j: int) -> float:
    if isinstance(item, float):
        return item
    value = exact(item, f"required[{j}]")
    if not -(2**1023) <= value <= 2**1023 or float(value) != value:
        raise InvalidInput(f"required[{j}] = {shown(value)} is not a double: give all requirements as exact numbers")
    return float(value)


def _checked_exact(items: list[object]) -> Exacts:
    values = tuple(item if type(item) is int else exact(item, f"required[{j}]") for j, item in enumerate(items))
    if values and min(values) < 0:
        j = values.index(min(values))
        raise InvalidInput(f"required[{j}] must not be negative, got {shown(values[j])}")
    return values


def read_active(active: ArrayLike | Iterable[int] | None, n: int) -> Mask:
    """A boolean mask of the active parties; ``None`` means everyone.

    Booleans are a mask, one for each party; whole numbers are indices, each at most once. So a mask of zeros and ones
    for three or more parties is refused, not misread; [0, 1] for two parties means both.

    >>> read_active([2, 0], 3)
    array([ True, False,  True])
    >>> read_active([True, False, True], 3)
    array([ True, False,  True])
    """
    if active is None:
        return np.ones(n, dtype=np.bool_)
    given = active if isinstance(active, np.ndarray) and active.ndim == 1 else items(active, "an active party")
    is_mask = isinstance(given, np.ndarray) and given.dtype == np.bool_  # known without a scan of the entries
    kinds = {np.bool_} if is_mask and len(given) else set(map(type, given))
    if not kinds & {bool, np.bool_}:
        return _mask_of_indices(given, n)
    if len(kinds) > 1:
        raise InvalidInput(f"active must be all booleans (a mask) or all indices, got both: {shown(active)}")
    if len(given) != n:
        raise InvalidInput(f"an active mask must have one entry for each of {n} parties, got {len(given)}")
    return np.array(given, dtype=np.bool_)


def _mask_of_indices(given: Iterable[object], n: int) -> Mask:
    mask = np.zeros(n, dtype=np.bool_)
    indices = given if isinstance(given, np.ndarray) and given.dtype.kind in "iu" else None
    if indices is not None and indices.size and 0 <= indices.min() <= indices.max() < n:
        mask[indices] = True
        if mask.sum() == indices.size:
            return mask
    mask[:] = False
    mask[list(active_parties(given, n))] = True
    return mask


# --- Privacy of several mechanisms run one after the other, party by party (Theorems 4 and 5) ---


Budget = tuple[object, object]  # epsilon and delta: exact numbers or floats
Total = float | Exact
_BITS = 128


def compose_basic(mechanisms: Sequence[Sequence[Budget]]) -> list[tuple[Total, Total]]:
    """Each party's (epsilon, delta) after all mechanisms: the sums over the mechanisms.

    ``mechanisms[j][i]`` is party i's budget in mechanism j. Exact budgets give exact sums; floats give the smallest
    doubles that are not below the sums. A delta above 1 promises nothing and is returned as it is.

    >>> compose_basic([[(1, Fraction(1, 8))], [(2, Fraction(1, 8))]])
    [(3, Fraction(1, 4))]
    """
    mechanisms = [items(parties, "a budget") for parties in items(mechanisms, "a mechanism")]
    if not mechanisms:
        raise InvalidInput("there must be at least one mechanism, got none")
    if len({len(parties) for parties in mechanisms}) != 1:
        raise InvalidInput(f"mechanisms must have one set of parties, got {[len(p) for p in mechanisms]}")
    columns = [[_budget(budget) for budget in budgets] for budgets in zip(*mechanisms, strict=True)]
    return [(_total(epsilon for epsilon, _ in one), _total(delta for _, delta in one)) for one in columns]


def compose_advanced(budgets: Sequence[Budget], runs: int, slack: Sequence[object]) -> list[tuple[float, Total]]:
    """Each party's (epsilon, delta) after ``runs`` mechanisms with these budgets, for a slack > 0 on delta.

    epsilon becomes sqrt(2 runs ln(1/slack)) epsilon + runs epsilon (e^epsilon - 1), as a double that is proven (by
    interval arithmetic) not to be too small; delta becomes runs delta + slack.

    >>> compose_advanced([(Fraction(1, 10), 0)], runs=100, slack=[Fraction(1, 1000)])
    [(4.768631369606315, Fraction(1, 1000))]
    """
    whole_number(runs, "runs", least=1)
    budgets, slack = items(budgets, "a budget"), items(slack, "a slack")
    if len(slack) != len(budgets):
        raise InvalidInput(f"slack must have one entry for each of {len(budgets)} parties, got {len(slack)}")
    pairs = zip(map(_budget, budgets), slack, strict=True)
    return [
        (_advanced_epsilon(epsilon, int(runs), surplus), _total([delta, surplus], [int(runs), 1]))
        for (epsilon, delta), surplus in pairs
    ]


def _budget(budget: object) -> Budget:
    """The pair as it is, if both numbers are finite and not negative."""
    if not isinstance(budget, Sequence) or isinstance(budget, str) or len(budget) != 2:
        raise InvalidInput(f"a budget must be a pair of epsilon and delta, got {shown(budget)}")
    for value, name in zip(budget, ("epsilon", "delta"), strict=True):
        if exact(value, name) < 0:
            raise InvalidInput(f"{name} must not be negative, got {shown(value)}")
    return budget[0], budget[1]


def _total(values: Iterable[object], times: Iterable[int] = repeat(1)) -> Total:
    """The sum of the values, each taken so many times; rounded up to a double if there is a float among them."""
    listed = list(values)
    total = whole(sum((count * Fraction(exact(v)) for v, count in zip(listed, times, strict=False)), start=Fraction(0)))
    return at_least(total) if any(isinstance(value, float) for value in listed) else total


def _advanced_epsilon(epsilon: object, runs: int, slack: object) -> float:
    budget, surplus = exact(epsilon, "epsilon"), exact(slack, "slack")
    if not 0 < surplus <= 1:
        raise InvalidInput(f"slack must be above 0 and at most 1, got {shown(slack)}")
    with ctx.workprec(_BITS + surplus.denominator.bit_length()):  # keeps ln(slack) away from 0
        e = ball(Fraction(budget))
        bound = (-2 * runs * ball(Fraction(surplus)).log()).sqrt() * e + runs * e * e.expm1()
        return double_above(bound.upper()) if bound.is_finite() else math.inf  # valid, and the only bound known
