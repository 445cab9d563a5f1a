"""Functions for formulas: of exact numbers they give exact numbers or expressions.

On symbols nobody calls them: the prover reads code, and knows these functions by identity.
"""

from __future__ import annotations

from collections.abc import Iterable, Sized
from fractions import Fraction

from optcheck.claims import expressions
from optcheck.claims.expressions import Value
from optcheck.exact.numbers import Quadratic, field_root


def sqrt(x: Value) -> Value:
    """The square root: a fraction where it is one.

    >>> sqrt(Fraction(9, 4)), sqrt(2)
    (Fraction(3, 2), root(2, 2))
    """
    return power(x, Fraction(1, 2))


def power(x: Value, exponent: Fraction | int) -> Value:
    """x to a rational power."""
    number = expressions.power(x, exponent)
    value = number.fraction()
    return number if value is None else value


def surd(x: Value) -> Value:
    """The square root as a number of a quadratic field, in which sums stay exact; of an irrational within its field."""
    return field_root(x) if isinstance(x, int | Fraction | Quadratic) else sqrt(x)


def exp(x: Value) -> Value:
    """The exponential."""
    return _function("exp", x, trivial=(0, 1))


def log(x: Value) -> Value:
    """The natural logarithm."""
    return _function("log", x, trivial=(1, 0))


def erfc(x: Value) -> Value:
    """The complementary error function."""
    return _function("erfc", x, trivial=(0, 1))


def pi() -> expressions.Expr:
    """The number pi."""
    return expressions.Expr("pi")


def largest(*values: Value) -> Value:
    """The maximum of numbers or of one row."""
    return max(values[0] if len(values) == 1 else values)


def smallest(*values: Value) -> Value:
    """The minimum, in the same way."""
    return min(values[0] if len(values) == 1 else values)


def total(values: Iterable[Value]) -> Value:
    """The sum of a row."""
    return sum(values, Fraction(0))


def count(values: Sized) -> Value:
    """The length of a row."""
    return len(values)


def gaussian_delta(shift: Value, epsilon: Value) -> Value:
    """The least delta at which N(0, 1) against N(shift, 1) is (epsilon, delta)-private, for shift > 0.

    Balle and Wang (2018): Phi(shift/2 - epsilon/shift) - exp(epsilon) Phi(-shift/2 - epsilon/shift), the mass by which
    the one density exceeds exp(epsilon) times the other. A release of sensitivity D with variance V has shift
    D/sqrt(V). It falls in epsilon and grows in shift.
    """
    half, ratio = shift / 2, epsilon / shift
    return (erfc((ratio - half) / sqrt(2)) - exp(epsilon) * erfc((ratio + half) / sqrt(2))) / 2


def _function(name: str, x: Value, trivial: tuple[int, int]) -> Value:
    argument = expressions.expr(x)
    return Fraction(trivial[1]) if argument.fraction() == trivial[0] else expressions.function(name, argument)
