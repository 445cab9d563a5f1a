"""Parameters of the Gaussian mechanism: their ranges, safe rounding of numbers that are not doubles, broadcasting."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from optcheck.errors import InvalidInput, shown
from optcheck.exact.inputs import flag
from optcheck.exact.numbers import exact as exact_number
from optcheck.exact.rounding import at_least, at_most

Numbers = float | Fraction | Decimal | np.generic | Sequence[object] | NDArray[np.generic]
Result = Any  # a float, or an array for arrays; with exact=True balls of flint, which carries no type information
Column = NDArray[Any]  # doubles, or exact numbers as objects
Doubles = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter: its name, its range (with or without the ends), and the safe direction of rounding."""

    name: str
    low: float
    high: float
    open_low: bool
    open_high: bool
    safe: Callable[[Fraction], float]

    @property
    def rule(self) -> str:
        """The range in words."""
        above = f"greater than {self.low:g}" if self.open_low else f"at least {self.low:g}"
        below = "finite" if self.high == math.inf else f"{'less than' if self.open_high else 'at most'} {self.high:g}"
        return f"{above} and {below}"


LARGEST_EPSILON = 1e9  # beyond it arb no longer encloses exp(epsilon) erfc(...) tightly
EPSILON = Parameter("epsilon", 0, LARGEST_EPSILON, False, False, at_most)
DELTA = Parameter("delta", 0, 1, True, True, at_most)
SENSITIVITY = Parameter("sensitivity", 0, math.inf, False, True, at_least)
SIGMA = Parameter("sigma", 0, math.inf, False, True, at_most)
VARIANCE = Parameter("variance", 0, math.inf, False, True, at_most)
POSITIVE_SIGMA = replace(SIGMA, open_low=True)
POSITIVE_VARIANCE = replace(VARIANCE, open_low=True)
RHO_LOSS = Parameter("rho", 0, math.inf, True, True, at_least)
RHO_TARGET = replace(RHO_LOSS, safe=at_most)


@dataclass(frozen=True, slots=True)
class Argument:
    """The values of one parameter: as doubles rounded in the safe direction, and as the exact numbers they were."""

    doubles: Doubles
    numbers: Column


def read(parameter: Parameter, value: object) -> Argument:
    """Read one parameter; InvalidInput names the first value that breaks its rule."""
    raw = value if isinstance(value, np.ndarray) else np.asarray(value, dtype=_dtype(value))
    if raw.dtype in (np.float64, np.float32, np.float16):
        doubles: Doubles = raw.astype(np.float64)
        _check(parameter, doubles)
        return Argument(doubles, doubles)
    numbers = np.empty(raw.shape, dtype=object)
    numbers.flat[:] = [_exact_scalar(parameter.name, item) for item in raw.astype(object).flat]
    _check(parameter, numbers)
    rounded = np.array([parameter.safe(item) for item in numbers.flat], dtype=np.float64)
    _check(parameter, rounded, " after rounding to a double in the safe direction")
    return Argument(rounded.reshape(raw.shape), numbers)


def _dtype(value: object) -> type | None:
    """Lists and scalars of floats become doubles; everything else is converted item by item."""
    if isinstance(value, float):
        return np.float64
    if isinstance(value, list | tuple) and all(isinstance(item, float) for item in value):
        return np.float64
    return object


def _exact_scalar(name: str, item: object) -> Fraction:
    if isinstance(item, str):
        raise InvalidInput(f"{name} must be a number, got {shown(item)}")
    if isinstance(item, np.floating):  # longdouble: an exact ratio, wider than a double
        return Fraction(*item.as_integer_ratio()) if np.isfinite(item) else Fraction(exact_number(float(item), name))
    return Fraction(exact_number(item, name))


def _check(parameter: Parameter, values: Column, when: str = "") -> None:
    above = values > parameter.low if parameter.open_low else values >= parameter.low
    below = values < parameter.high if parameter.open_high else values <= parameter.high
    good = np.asarray(above & below, dtype=bool)
    if not good.all():
        invalid = values.flat[int(np.argmin(good))]
        raise InvalidInput(f"{parameter.name} must be {parameter.rule}, got {shown(invalid)}{when}")


@dataclass(frozen=True, slots=True)
class Table:
    """Several parameters broadcast to one shape: their distinct rows, and where in the shape each of them stands.

    ``columns`` are to compute with, ``doubles`` for hints. Millions of parties share few budgets: one look at each.
    """

    shape: tuple[int, ...]
    doubles: tuple[Doubles, ...]
    columns: tuple[Column, ...]
    index: NDArray[np.intp]
    exact: bool

    @classmethod
    def of(cls, parameters: Sequence[Parameter], values: Sequence[object], exact: bool) -> Table:
        """Read and broadcast; exact numbers stay exact only on demand."""
        flag(exact, "exact")
        arguments = [read(parameter, value) for parameter, value in zip(parameters, values, strict=True)]
        try:
            shape = np.broadcast_shapes(*(argument.doubles.shape for argument in arguments))
        except ValueError:
            shapes = ", ".join(f"{p.name} {a.doubles.shape}" for p, a in zip(parameters, arguments, strict=True))
            raise InvalidInput(f"the parameters must broadcast to one shape, got {shapes}") from None
        doubles = [np.broadcast_to(argument.doubles, shape) for argument in arguments]
        if exact:  # a double may stand for several exact numbers: no rows are joined
            columns = tuple(np.broadcast_to(argument.numbers, shape).ravel() for argument in arguments)
            return cls(shape, tuple(column.ravel() for column in doubles), columns, np.arange(columns[0].size), True)
        first, index = _distinct([argument.doubles for argument in arguments], shape)
        rows = tuple(column.ravel()[first] for column in doubles)
        return cls(shape, rows, rows, index, False)

    def map(self, scalar: Callable[..., Result], *more: Doubles) -> Result:
        """Apply a scalar function to every distinct row: a scalar for shape (), else an array."""
        rows = zip(*(column.tolist() for column in (*self.columns, *more)), strict=True)
        results = np.empty(self.doubles[0].size, dtype=object if self.exact else np.float64)
        for position, row in enumerate(rows):
            results[position] = scalar(*row)
        return results[self.index].reshape(self.shape) if self.shape else results.tolist()[0]


def _distinct(columns: Sequence[Doubles], shape: tuple[int, ...]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Where each distinct row occurs first, and which of them every row is."""
    codes = np.zeros(shape, dtype=np.intp)
    for column in columns:
        values, inverse = np.unique(column, return_inverse=True)
        joined = codes * values.size + np.broadcast_to(inverse.reshape(column.shape), shape)
        codes = np.unique(joined, return_inverse=True)[1].reshape(shape) if values.size > 1 else codes
    _, first, index = np.unique(codes, return_index=True, return_inverse=True)
    return first, index.ravel()
