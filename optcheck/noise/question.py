"""What is asked of a plan: who takes part with which budget, who may collude, leave, and see the result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from numpy.typing import ArrayLike

from optcheck.errors import InvalidInput, shown
from optcheck.exact.inputs import whole_number
from optcheck.exact.numbers import Exact, exact
from optcheck.noise.names import check_distinct, check_name
from optcheck.tpmdp.instance import read_active, valid_dropouts, valid_threshold

__all__ = ["Budget", "Question"]

Budget = tuple[Exact, Exact, Exact]  # epsilon, delta, sensitivity


@dataclass(frozen=True, slots=True)
class Question:
    """Parties with exact budgets and sensitivities, in order; ``active`` are the indices of those who see the sum."""

    names: tuple[str, ...]
    epsilons: tuple[Exact, ...]
    deltas: tuple[Exact, ...]
    sensitivities: tuple[Exact, ...]
    active: tuple[int, ...]
    threshold: int
    dropouts: int = 0
    releases: int = 1
    dimension: int = 1

    @classmethod
    def of(
        cls,
        epsilon: object,
        delta: object,
        sensitivity: object = 1,
        *,
        threshold: int,
        dropouts: int = 0,
        active: ArrayLike | Iterable[int] | None = None,
        releases: int = 1,
        dimension: int = 1,
        names: Sequence[str] | None = None,
    ) -> Question:
        """Read and check; epsilon, delta and sensitivity are one number for all, or one for each party.

        >>> Question.of(["0.5", 1, 2], "1e-6", threshold=1).epsilons
        (Fraction(1, 2), 1, 2)
        """
        columns = [_column(value) for value in (epsilon, delta, sensitivity, names)]
        n = max([len(column) for column in columns if column is not None], default=1)
        epsilons, deltas, sensitivities = (
            _numbers(value, column, n, name)
            for value, column, name in zip(
                (epsilon, delta, sensitivity), columns, ("epsilon", "delta", "sensitivity"), strict=False
            )
        )
        t = valid_threshold(threshold, n)
        return cls(
            _names(names, n),
            epsilons,
            deltas,
            sensitivities,
            tuple(int(j) for j in read_active(active, n).nonzero()[0]),
            t,
            valid_dropouts(dropouts, t, n),
            whole_number(releases, "releases", least=1, most=10**9),
            whole_number(dimension, "dimension", least=1, most=10**9),
        )

    @property
    def n(self) -> int:
        """How many parties there are."""
        return len(self.names)

    @property
    def budgets(self) -> list[Budget]:
        """Epsilon, delta and sensitivity of every party."""
        return list(zip(self.epsilons, self.deltas, self.sensitivities, strict=True))

    def party(self, name: str) -> int:
        """The index of a party."""
        if not isinstance(name, str) or name not in self.names:
            raise InvalidInput(f"the plan knows no party {shown(name)}; it knows {_some(self.names)}")
        return self.names.index(name)


def _column(value: object) -> list[object] | None:
    return list(value) if isinstance(value, Iterable) and not isinstance(value, str | bytes) else None


def _numbers(value: object, column: list[object] | None, n: int, name: str) -> tuple[Exact, ...]:
    items = [value] * n if column is None else column
    if len(items) != n:
        raise InvalidInput(f"there must be one {name} for all or one for each of {n} parties, got {len(items)}")
    numbers = tuple(exact(item, name) for item in items)
    for number, item in zip(numbers, items, strict=True):
        if number < 0 or (name == "delta" and not 0 < number < 1):
            rule = "above 0 and below 1" if name == "delta" else "at least 0"
            raise InvalidInput(f"{name} must be {rule}, got {shown(item)}")
    return numbers


def _names(names: Sequence[str] | None, n: int) -> tuple[str, ...]:
    if names is None:
        return tuple(f"party {number}" for number in range(1, n + 1))
    given = _column(names)
    texts = tuple(name for name in given or () if isinstance(name, str) and name)
    if given is None or len(texts) != len(given) or len(set(texts)) != n:
        raise InvalidInput(f"there must be a name for each of {n} parties, all different, got {shown(names)}")
    places = [f"name {number}" for number in range(1, n + 1)]
    for text, place in zip(texts, places, strict=True):
        check_name(text, place)
    check_distinct(zip(texts, places, strict=True))
    return texts


def _some(names: Sequence[object]) -> str:
    return ", ".join(map(str, names[:10])) + (", ..." if len(names) > 10 else "")
