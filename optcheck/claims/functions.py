"""Functions for formulas: of exact numbers they give exact numbers or expressions, of symbols the symbolic formula.

A :class:`Row` is a row of unknown length for a proof: a form that sees one can only use what the proof says about it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from fractions import Fraction

from optcheck.claims import expressions
from optcheck.claims.expressions import Value
from optcheck.errors import OptcheckError
from optcheck.exact.numbers import Quadratic, field_root

__all__ = [
    "count",
    "erfc",
    "exp",
    "gaussian_delta",
    "largest",
    "log",
    "pi",
    "power",
    "row",
    "smallest",
    "sqrt",
    "surd",
    "total",
]


def row(name: str, **known: Value) -> Value:
    """A row for a proof, as anything that a form may take: ``row("beta", largest=top, count=users)``."""
    return Row(name, **known)


class Row:
    """A row of numbers of which only some things are known: single entries, length, sum, largest, smallest.

    A form that asks for anything else raises, so what is proved with a row holds for all rows with these symbols.
    """

    def __init__(
        self,
        name: str,
        *,
        entries: Mapping[Value, Value] | None = None,
        count: Value = None,
        total: Value = None,
        largest: Value = None,
        smallest: Value = None,
    ) -> None:
        self._name = name
        self._entries = dict(entries or {})
        self._known = {"count": count, "total": total, "largest": largest, "smallest": smallest}

    def count(self) -> Value:
        """The length."""
        return self._get("count")

    def total(self) -> Value:
        """The sum of all entries."""
        return self._get("total")

    def largest(self) -> Value:
        """The largest entry."""
        return self._get("largest")

    def smallest(self) -> Value:
        """The smallest entry."""
        return self._get("smallest")

    def __getitem__(self, place: Value) -> Value:
        if isinstance(place, slice) or place not in self._entries:
            raise OptcheckError(f"the proof says nothing about {self._name}[{place}]")
        return self._entries[place]

    def __len__(self) -> int:
        raise OptcheckError(f"the length of {self._name} is a symbol in the proof: use count()")

    def __iter__(self) -> Iterator[Value]:
        raise OptcheckError(f"the entries of {self._name} are unknown in the proof: use total(), largest(), smallest()")

    def __repr__(self) -> str:
        return self._name

    def _get(self, what: str) -> Value:
        if self._known[what] is None:
            raise OptcheckError(f"the proof says nothing about the {what} of {self._name}")
        return self._known[what]


def sqrt(x: Value) -> Value:
    """The square root: a fraction where it is one.

    >>> sqrt(Fraction(9, 4)), sqrt(2)
    (Fraction(3, 2), root(2, 2))
    """
    return power(x, Fraction(1, 2))


def power(x: Value, exponent: Fraction | int) -> Value:
    """x to a rational power."""
    if _is_symbolic(x):
        return x ** _rational(exponent)
    return _simple(expressions.power(x, exponent))


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
    """The maximum of numbers or of one row, also of symbols; a row of a proof gives the symbol of its maximum."""
    return _extreme(values, "Max", max)


def smallest(*values: Value) -> Value:
    """The minimum, in the same way."""
    return _extreme(values, "Min", min)


def total(values: Iterable[Value] | Row) -> Value:
    """The sum of a row."""
    return values.total() if isinstance(values, Row) else sum(values, Fraction(0))


def count(values: Sized | Row) -> Value:
    """The length of a row."""
    return values.count() if isinstance(values, Row) else len(values)


def gaussian_delta(shift: Value, epsilon: Value) -> Value:
    """The least delta at which N(0, 1) against N(shift, 1) is (epsilon, delta)-private, for shift > 0.

    Balle and Wang (2018): Phi(shift/2 - epsilon/shift) - exp(epsilon) Phi(-shift/2 - epsilon/shift), the mass by which
    the one density exceeds exp(epsilon) times the other. A release of sensitivity D with variance V has shift
    D/sqrt(V). It falls in epsilon and grows in shift.
    """
    half, ratio = shift / 2, epsilon / shift
    return (erfc((ratio - half) / sqrt(2)) - exp(epsilon) * erfc((ratio + half) / sqrt(2))) / 2


def _extreme(values: tuple[Value, ...], name: str, of_numbers: Callable[[Iterable[Value]], Value]) -> Value:
    if len(values) == 1 and isinstance(values[0], Row):
        return values[0].largest() if name == "Max" else values[0].smallest()
    items = tuple(values[0]) if len(values) == 1 else values
    items = tuple(item.largest() if isinstance(item, Row) and name == "Max" else item for item in items)
    if not any(map(_is_symbolic, items)):
        return of_numbers(items)
    import sympy

    return getattr(sympy, name)(*(sympy.expand(item) for item in map(_to_sympy, items)))  # signs show once expanded


def _function(name: str, x: Value, trivial: tuple[int, int]) -> Value:
    if _is_symbolic(x):
        import sympy

        return getattr(sympy, name)(x)
    argument = expressions.expr(x)
    return Fraction(trivial[1]) if argument.fraction() == trivial[0] else expressions.function(name, argument)


def _to_sympy(x: Value) -> Value:
    return x if _is_symbolic(x) else _rational(x)


def _is_symbolic(x: object) -> bool:
    return type(x).__module__.partition(".")[0] == "sympy"


def _rational(value: Fraction | int) -> Value:
    import sympy

    wanted = Fraction(value)
    return sympy.Rational(wanted.numerator, wanted.denominator)


def _simple(number: expressions.Expr) -> Value:
    value = number.fraction()
    return number if value is None else value
