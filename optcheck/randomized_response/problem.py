"""What is to be computed, how well, and by whom.

Symbols: k parties with one bit each; lambda_i = exp(epsilon_i) >= 1, rational; x runs over the 2^k inputs in
lexicographic order, the first party's bit first; W_x(d) is the accuracy of decision d when the input is x. From epsilon
to lambda: a fraction just below e^epsilon, so that no party publishes more than its budget allows.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from numbers import Integral
from random import Random
from typing import Literal

import numpy as np
from flint import ctx
from numpy.typing import NDArray

from optcheck.errors import InvalidInput, ModelTooLarge, shown
from optcheck.exact.inputs import exact_row, items, one_of, whole_number
from optcheck.exact.numbers import Exact, exact, to_text
from optcheck.gaussian.calibration import ball

_LEVEL_BITS = 40
LARGEST_EPSILON = 700
LARGEST_K = 24  # the table of the function has 2^k entries
Criterion = Literal["average", "worst"]
CRITERIA = ("average", "worst")
Weight = Callable[..., object]  # of a true value and a decision
Function = Callable[[tuple[int, ...]], Hashable] | Sequence[Hashable]


@dataclass(frozen=True, slots=True)
class Problem:
    """An accuracy problem with exact data.

    ``table[x]`` is the index of the true value on input x; ``weights[truth][decision]`` is the accuracy, of any sign.
    ``observer`` is None for a central observer, or the index of the party that also knows its own bit.
    """

    lambdas: tuple[Exact, ...]
    table: tuple[int, ...]
    weights: tuple[tuple[Exact, ...], ...]
    criterion: Criterion = "average"
    observer: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "lambdas", privacy_levels(self.lambdas, least=0))
        rows = items(self.weights, "a row of weights")
        object.__setattr__(self, "weights", tuple(exact_row(row, "weight") for row in rows))
        object.__setattr__(self, "table", tuple(items(self.table, "a true value")))
        for value in self.lambdas:
            if value < 1:
                raise InvalidInput(f"every lambda must be at least 1, got {shown(value)}")
        if len(self.table) != 1 << len(self.lambdas):
            raise InvalidInput(f"a function of {self.k} bits has {1 << self.k} values, got {len(self.table)}")
        if not self.weights or {len(row) for row in self.weights} != {self.decisions} or not self.decisions:
            raise InvalidInput("weights must have one row for each true value, all of one positive length")
        if set(map(type, self.table)) != {int} or not all(0 <= truth < len(self.weights) for truth in self.table):
            raise InvalidInput(f"true values must be indices below {len(self.weights)}, got {shown(self.table)}")
        one_of(self.criterion, CRITERIA, "criterion")
        check_observer(self.observer, self.k)

    @property
    def k(self) -> int:
        """How many parties there are."""
        return len(self.lambdas)

    @property
    def decisions(self) -> int:
        """How many decisions there are."""
        return len(self.weights[0]) if self.weights else 0

    @property
    def payoffs(self) -> tuple[tuple[Exact, ...], ...]:
        """W: one row for each decision, its accuracy on every input."""
        return tuple(tuple(self.weights[truth][d] for truth in self.table) for d in range(self.decisions))

    @property
    def views(self) -> tuple[int | None, ...]:
        """What the reader knows besides the transcript: nothing, or one of two own bits."""
        return (None,) if self.observer is None else (0, 1)

    def own_bit(self, x: int) -> int | None:
        """The part of input x that the reader knows."""
        return None if self.observer is None else x >> (self.k - 1 - self.observer) & 1

    def seen_by(self, bit: int) -> Problem:
        """The problem of a party that knows its own bit: a central observer's, over the other bits."""
        if self.observer is None:
            raise InvalidInput("only a party has an own bit; the observer here is central")
        rest = self.lambdas[: self.observer] + self.lambdas[self.observer + 1 :]
        table = tuple(truth for x, truth in enumerate(self.table) if self.own_bit(x) == bit)
        return replace(self, lambdas=rest, table=table, observer=None)

    def document(self) -> dict[str, object]:
        """The problem as JSON values, as certificates carry it."""
        return {
            "lambdas": [to_text(value) for value in self.lambdas],
            "table": list(self.table),
            "weights": [[to_text(entry) for entry in row] for row in self.weights],
            "criterion": self.criterion,
            "observer": self.observer,
        }


def make_problem(
    f: Function,
    lambdas: Sequence[object],
    criterion: Criterion = "average",
    observer: int | None = None,
    *,
    weight: Weight | None = None,
    decisions: Sequence[Hashable] | None = None,
) -> tuple[Problem, tuple[Hashable, ...]]:
    """The problem of computing f, and the decision that each decision index stands for.

    ``f`` is a callable on a tuple of k bits, or its 2^k values in lexicographic order. ``weight(truth, decision)``
    is 1 for the right value and 0 otherwise unless given; ``decisions`` are the values of f unless given.

    >>> problem, names = make_problem([0, 1, 1, 0], [2, 2])
    >>> problem.table, names
    ((0, 1, 1, 0), (0, 1))
    """
    levels = privacy_levels(lambdas)
    if len(levels) > LARGEST_K:
        raise ModelTooLarge(f"a table of 2^k values needs k <= {LARGEST_K}, got {len(levels)} (see symmetric_accuracy)")
    values = _values(f, len(levels))
    truths = distinct(values)
    names = truths if decisions is None else _decisions(decisions)
    if weight is not None and not callable(weight):
        raise InvalidInput(f"weight must be a function of truth and decision, got {shown(weight)}")
    score = weight or (lambda truth, decision: int(bool(truth == decision)))
    weights = tuple(tuple(exact(score(truth, name), "weight") for name in names) for truth in truths)
    index = {truth: i for i, truth in enumerate(truths)}
    return Problem(levels, tuple(index[value] for value in values), weights, criterion, observer), names


def _values(f: Function, k: int) -> list[Hashable]:
    """The function's values on all inputs."""
    if not callable(f) and not isinstance(f, Iterable):
        raise InvalidInput(f"f must be a callable on tuples of bits or its 2^k values, got {shown(f)}")
    return [f(x) for x in product((0, 1), repeat=k)] if callable(f) else list(f)


def _decisions(decisions: object) -> tuple[Hashable, ...]:
    names = tuple(items(decisions, "a decision"))
    distinct(names)
    return names


def distinct(values: Sequence[Hashable]) -> tuple[Hashable, ...]:
    """The different values, sorted where they can be compared, otherwise as they appear."""
    try:
        different = list(dict.fromkeys(values))
    except TypeError as error:
        raise InvalidInput(f"the values of a function must be hashable: {error}") from None
    try:
        return tuple(sorted(different))  # type: ignore[type-var]  # falls back below when they have no order
    except (TypeError, ArithmeticError):  # also for a decimal that is no number
        return tuple(different)


def check_observer(observer: object, k: int) -> None:
    """Reject a reader that is neither None nor the index of one of k parties."""
    if observer is not None and (
        isinstance(observer, bool) or not isinstance(observer, Integral) or observer not in range(k)
    ):
        raise InvalidInput(f"observer must be None or a party between 0 and {k - 1}, got {shown(observer)}")


def privacy_levels(lambdas: object, least: int = 1) -> tuple[Exact, ...]:
    """The parties' lambdas as exact numbers, at least one of them unless ``least`` is 0.

    >>> privacy_levels([2, "3/2"])
    (2, Fraction(3, 2))
    """
    levels = exact_row(lambdas, "lambda")
    if len(levels) < least:
        raise InvalidInput("at least one party is needed, got no lambdas")
    return levels


def privacy_level(epsilon: object) -> Fraction:
    """A rational lambda from 1 to e^epsilon, short of that by less than 2^-40: rounded down, never less private.

    >>> privacy_level(0), privacy_level("1/2")
    (Fraction(1, 1), Fraction(56649631503, 34359738368))
    """
    value = exact(epsilon, "epsilon")
    if not 0 <= value <= LARGEST_EPSILON:
        raise InvalidInput(f"epsilon must be between 0 and {LARGEST_EPSILON}, got {shown(value)}")
    with ctx.workprec(128 + 2 * int(value)):
        lower = (ball(Fraction(value)).exp() * (1 << _LEVEL_BITS)).lower()
        return max(Fraction(int(lower.floor().unique_fmpz()), 1 << _LEVEL_BITS), Fraction(1))


# --- Randomised response (Eq. 9): each party publishes its bit, unflipped with probability lambda / (1 + lambda) ---


Matrix = Sequence[Sequence[Exact]]
MOST_RESPONSES = 10**8


def keep_probability(value: object) -> Fraction:
    """The chance that a bit is published as it is.

    >>> keep_probability(2)
    Fraction(2, 3)
    """
    level = Fraction(exact(value, "lambda"))
    if level < 1:
        raise InvalidInput(f"lambda must be at least 1, got {shown(level)}")
    return level / (1 + level)


def transcript_matrix(lambdas: Sequence[object]) -> tuple[tuple[Fraction, ...], ...]:
    """P[x][response] for all 2^k inputs and responses, both in lexicographic order.

    >>> transcript_matrix([2])
    ((Fraction(2, 3), Fraction(1, 3)), (Fraction(1, 3), Fraction(2, 3)))
    """
    rows: list[list[Fraction]] = [[Fraction(1)]]
    for value in privacy_levels(lambdas, least=0):
        keep = keep_probability(value)
        factor = ((keep, 1 - keep), (1 - keep, keep))
        rows = [[entry * step for entry in row for step in factor[bit]] for row in rows for bit in (0, 1)]
    return tuple(map(tuple, rows))


def simulate_responses(bits: Sequence[int], lambdas: Sequence[object], count: int, seed: int) -> NDArray[np.int8]:
    """Draw responses, one row each. Keeping is decided by exact integers: no rounding of the probability.

    >>> simulate_responses([1, 0], [10**9, 10**9], count=2, seed=0).tolist()
    [[1, 0], [1, 0]]
    """
    levels, rows = privacy_levels(lambdas), whole_number(count, "count", least=0, most=MOST_RESPONSES)
    bits = [whole_number(bit, "a bit", least=0, most=1) for bit in items(bits, "a bit")]
    if len(bits) != len(levels):
        raise InvalidInput(f"one bit, 0 or 1, for each of {len(levels)} parties is needed, got {shown(bits)}")
    generator = np.random.default_rng(whole_number(seed, "seed", least=0))
    columns = [_draw_unflipped(generator, keep_probability(value), rows) for value in levels]
    flips = ~np.stack(columns, axis=1)
    return (np.array(bits, dtype=np.int8)[None, :] ^ flips).astype(np.int8)


def _draw_unflipped(generator: np.random.Generator, keep: Fraction, count: int) -> NDArray[np.bool_]:
    if keep.denominator < 1 << 62:
        return np.asarray(generator.integers(0, keep.denominator, size=count) < keep.numerator)
    draw = Random(generator.bytes(32)).randrange  # of Python's integers, which have any size
    return np.array([draw(keep.denominator) < keep.numerator for _ in range(count)], dtype=np.bool_)
