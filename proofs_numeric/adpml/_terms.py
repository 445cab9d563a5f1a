"""Real numbers as expressions: built by ordinary arithmetic, decided by arb enclosures, certified for the checker.

``sqrt(2 * log(5 / (4 * delta))) / epsilon`` with a ``Term`` inside builds the expression tree of the certificate kind
"comparison". Which of two terms is larger is decided here by arb with growing precision, and by the checker again
with its own rational intervals.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy
from flint import arb, ctx, fmpq

from optcheck.errors import NotCertified
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import to_text

Number = int | Fraction
Ball = Any  # flint.arb carries no type information
PRECISIONS = (64, 128, 256, 512, 1024, 2048, 4096)


@dataclass(frozen=True, slots=True, repr=False)
class Term:
    """A real number: an operation and its parts, or one rational."""

    operation: str
    parts: tuple[Term, ...] = ()
    value: Fraction = Fraction(0)

    def __add__(self, other: Real) -> Term:
        return _apply("+", self, other)

    def __radd__(self, other: Number) -> Term:
        return _apply("+", other, self)

    def __sub__(self, other: Real) -> Term:
        return _apply("-", self, other)

    def __rsub__(self, other: Number) -> Term:
        return _apply("-", other, self)

    def __mul__(self, other: Real) -> Term:
        return _apply("*", self, other)

    def __rmul__(self, other: Number) -> Term:
        return _apply("*", other, self)

    def __truediv__(self, other: Real) -> Term:
        return _apply("/", self, other)

    def __rtruediv__(self, other: Number) -> Term:
        return _apply("/", other, self)

    def __neg__(self) -> Term:
        return _apply("-", 0, self)

    def __repr__(self) -> str:
        if not self.parts:
            return self.operation or to_text(self.value)
        texts = [repr(part) for part in self.parts]
        return f"({texts[0]} {self.operation} {texts[1]})" if len(texts) == 2 else f"{self.operation}({texts[0]})"

    def tree(self) -> Any:
        """The expression as the checker reads it."""
        return [self.operation, *(part.tree() for part in self.parts)] if self.operation else to_text(self.value)


Real = Term | Number


def term(number: Real) -> Term:
    """The number as a term."""
    return number if isinstance(number, Term) else Term("", value=Fraction(number))


def unknown(name: str) -> Term:
    """A positive number without a value, for symbolic proofs."""
    return Term(name)


def sqrt(number: Real) -> Term:
    """The square root."""
    return Term("sqrt", (term(number),))


def exp(number: Real) -> Term:
    """The exponential."""
    return Term("exp", (term(number),))


def log(number: Real) -> Term:
    """The natural logarithm."""
    return Term("log", (term(number),))


def erfc(number: Real) -> Term:
    """The complementary error function."""
    return Term("erfc", (term(number),))


def power(base: Real, exponent: Fraction) -> Term:
    """A positive number to a rational power; whole powers of rationals stay exact."""
    number = term(base)
    if exponent.denominator == 1 and not number.operation:
        return term(number.value**exponent.numerator)
    raised = Term("^", (number, term(exponent.numerator)))
    return raised if exponent.denominator == 1 else Term("root", (raised, term(exponent.denominator)))


def _apply(operation: str, left: Real, right: Real) -> Term:
    """Rationals are worked out at once, so that a rational result stays exact."""
    a, b = term(left), term(right)
    if not a.operation and not b.operation:
        return term(_RATIONAL[operation](a.value, b.value))
    return Term(operation, (a, b))


_RATIONAL: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
}
_POWERS: dict[str, Callable[[Any, Any], Any]] = {"^": lambda a, n: a**n, "root": lambda a, n: a ** (1 / n)}
_BALL: dict[str, Callable[..., Ball]] = {
    **_RATIONAL,
    **_POWERS,
    "sqrt": lambda a: a.sqrt(),
    "exp": lambda a: a.exp(),
    "log": lambda a: a.log(),
    "erfc": lambda a: a.erfc(),
}

_SYMPY: dict[str, Callable[..., Any]] = {
    **_RATIONAL,
    **_POWERS,
    "sqrt": sympy.sqrt,
    "exp": sympy.exp,
    "log": sympy.log,
    "erfc": sympy.erfc,
}


def enclose(number: Real) -> Ball:
    """An arb ball around the number, at the present precision."""
    wanted = term(number)
    if not wanted.operation:
        return arb(fmpq(wanted.value.numerator, wanted.value.denominator))
    return _BALL[wanted.operation](*(enclose(part) for part in wanted.parts))


def symbolic(number: Real) -> Any:
    """The number as a sympy expression; unknowns become positive symbols."""
    wanted = term(number)
    if not wanted.operation:
        return sympy.Rational(wanted.value.numerator, wanted.value.denominator)
    if not wanted.parts:
        return sympy.Symbol(wanted.operation, positive=True)
    return _SYMPY[wanted.operation](*(symbolic(part) for part in wanted.parts))


def is_above(left: Real, right: Real) -> bool:
    """Whether left > right, decided by enclosures that lie apart (or by two rationals)."""
    a, b = term(left), term(right)
    if not a.operation and not b.operation:
        return a.value > b.value
    for precision in PRECISIONS:
        with ctx.workprec(precision):
            difference = enclose(a) - enclose(b)
            if difference > 0 or difference < 0:
                return bool(difference > 0)
    raise NotCertified(f"{decimal(a)} and {decimal(b)} were not told apart with {PRECISIONS[-1]} bits")


def decimal(number: Real, digits: int = 12) -> str:
    """The number for reading: exact where it is rational, else its first digits."""
    wanted = term(number)
    if not wanted.operation:
        return to_text(wanted.value)
    with ctx.workprec(PRECISIONS[2]):
        return str(enclose(wanted).str(digits, radius=False))


def gap(left: Real, right: Real) -> Fraction:
    """The distance, exact for rationals and otherwise to six digits, for reading."""
    difference = term(left) - term(right)
    if not difference.operation:
        return abs(difference.value)
    with ctx.workprec(PRECISIONS[2]):
        return abs(Fraction(f"{float(enclose(difference)):.6g}"))


def above(left: Real, right: Real, note: str) -> Certificate:
    """A certificate that left > right."""
    return Certificate(
        "comparison",
        {"values": {}, "left": term(left).tree(), "right": term(right).tree()},
        {},
        note,
    )


def differ(left: Real, right: Real, note: str) -> Certificate:
    """A certificate that the two numbers differ."""
    return above(left, right, note) if is_above(left, right) else above(right, left, note)
