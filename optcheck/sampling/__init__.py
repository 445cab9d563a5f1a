"""Integer noise drawn exactly: the discrete Gaussian and the discrete Laplace distribution, for rational parameters.

Bits come from the operating system unless another source is given; no floating point takes part, and every integer has
exactly the probability that the definition gives it (Canonne, Kamath and Steinke 2020 for the idea of exact sampling;
:mod:`optcheck.sampling.discrete` for the algorithm and its proof). Sources that a seed determines are in
:mod:`optcheck.sampling.testing` and protect nobody.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import overload

import numpy as np

from optcheck.errors import InvalidInput, shown
from optcheck.exact.inputs import whole_number
from optcheck.exact.numbers import exact
from optcheck.sampling.discrete import DiscreteGaussian, DiscreteLaplace, Draws, Shape, Source, draw, operating_system

__all__ = ["DiscreteGaussian", "DiscreteLaplace", "discrete_gaussian", "discrete_laplace"]

_MOST_DRAWS = 10**10

Dimensions = int | Sequence[int]
Size = Dimensions | None


@overload
def discrete_gaussian(variance: object, size: None = None, *, source: Source = ...) -> int: ...
@overload
def discrete_gaussian(variance: object, size: Dimensions, *, source: Source = ...) -> Draws: ...
def discrete_gaussian(variance: object, size: Size = None, *, source: Source = operating_system) -> int | Draws:
    """Integers with P(x) proportional to exp(-x^2 / (2 variance)); variance 0 gives zeros.

    The variance is an int, a Fraction, a text such as "9/4", or a float, which means the binary fraction that it is.
    One int without ``size``, else an array of that shape: of machine integers, or of Python's for huge variances.

    >>> discrete_gaussian("9/4", size=1000).shape
    (1000,)
    """
    return _sample(_parameter(variance, "variance"), DiscreteGaussian, size, source)


@overload
def discrete_laplace(scale: object, size: None = None, *, source: Source = ...) -> int: ...
@overload
def discrete_laplace(scale: object, size: Dimensions, *, source: Source = ...) -> Draws: ...
def discrete_laplace(scale: object, size: Size = None, *, source: Source = operating_system) -> int | Draws:
    """Integers with P(x) proportional to exp(-|x| / scale); scale 0 gives zeros. As :func:`discrete_gaussian`.

    >>> discrete_laplace(0, size=2)
    array([0, 0])
    """
    return _sample(_parameter(scale, "scale"), DiscreteLaplace, size, source)


def _parameter(value: object, name: str) -> Fraction:
    number = Fraction(exact(value, name))
    if number < 0:
        raise InvalidInput(f"{name} must not be negative, got {shown(value)}")
    return number


def _sample(parameter: Fraction, shape: type[Shape], size: Size, source: Source) -> int | Draws:
    dimensions = _dimensions(size)
    count = whole_number(math.prod(dimensions), "the number of draws", most=_MOST_DRAWS)
    drawn = draw(shape(parameter), count, source) if parameter else np.zeros(count, dtype=np.int64)
    return int(drawn[0]) if size is None else drawn.reshape(dimensions)


def _dimensions(size: Size) -> tuple[int, ...]:
    if size is None:
        return (1,)
    parts = size if isinstance(size, Sequence) and not isinstance(size, str) else (size,)
    return tuple(whole_number(part, "size", least=0) for part in parts)
