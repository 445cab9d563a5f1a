"""Exact numbers p + q*sqrt(D) with rational p, q and a non-negative integer D. Standard library only.

Comparison is exact: the sign follows from squares, also for different D. Two numbers with different D can be added and
multiplied when they lie in the same field, that is when the product of the two D is a square; no integer is factored.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import total_ordering
from math import isqrt

from optcheck.checker import work
from optcheck.checker.reading import Exact, number_text, parse_number, rejected

_FORM = re.compile(
    r"(?:(?P<p>-?\d+(?:/\d+)?) (?P<sign>[+-]) )?(?P<q>-?\d+(?:/\d+)?)\*sqrt\((?P<root>\d{1,4000})\)", re.ASCII
)
_SMALL_PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
_READABLE = 512  # bits of a number under a root that is worth writing as 2*sqrt(3) instead of sqrt(12)


@total_ordering
class Quadratic:
    """The real number rational + factor * sqrt(root).

    >>> golden = Quadratic(Fraction(1, 2), Fraction(1, 2), 5)
    >>> golden * golden == golden + 1, golden > Fraction(8, 5), str(golden)
    (True, True, '1/2 + 1/2*sqrt(5)')
    """

    __slots__ = ("factor", "rational", "root")

    def __init__(self, rational: Exact, factor: Exact = 0, root: int = 0) -> None:
        if isinstance(rational, float) or isinstance(factor, float):
            raise TypeError(f"floats are not exact numbers, got {rational!r}, {factor!r}")
        if root < 0:
            raise ValueError(f"the number under the root must not be negative, got {root}")
        work.pay(rational, factor, root)
        p, q, whole_root = Fraction(rational), Fraction(factor), isqrt(root)
        if whole_root * whole_root == root or not q:
            p, q, root = p + q * whole_root, Fraction(0), 0
        self.rational, self.factor, self.root = p, q, root

    def __repr__(self) -> str:
        return f"Quadratic({self.rational!r}, {self.factor!r}, {self.root})"

    def __str__(self) -> str:
        if not self.factor:
            return number_text(self.rational)
        if not self.rational:
            return f"{number_text(self.factor)}*sqrt({number_text(self.root)})"
        sign = "+" if self.factor > 0 else "-"
        return f"{number_text(self.rational)} {sign} {number_text(abs(self.factor))}*sqrt({number_text(self.root)})"

    def __float__(self) -> float:
        """Next to the number, for display and plots only; cancellation does not spoil it."""
        square, bits = self.factor * self.factor * self.root, 64
        while True:
            root = Fraction(isqrt((square.numerator << 2 * bits) // square.denominator), 1 << bits)  # off by < 2^-bits
            total = self.rational + (root if self.factor > 0 else -root)
            if not self.factor or abs(total) * (1 << bits) > 1 << 60:
                return float(total)
            bits *= 2

    def __hash__(self) -> int:
        square = self.factor * self.factor * self.root
        return hash((self.rational, square, self.factor > 0)) if self.factor else hash(self.rational)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Quadratic | int | Fraction):
            return NotImplemented
        theirs = lift(other)
        mine, yours = self.factor * self.factor * self.root, theirs.factor * theirs.factor * theirs.root
        return self.rational == theirs.rational and mine == yours and (self.factor > 0) == (theirs.factor > 0)

    def __lt__(self, other: Quadratic | Exact) -> bool:
        return self.compared(other) < 0

    def __neg__(self) -> Quadratic:
        return Quadratic(-self.rational, -self.factor, self.root)

    def __abs__(self) -> Quadratic:
        return -self if self.sign() < 0 else self

    def __add__(self, other: Quadratic | Exact) -> Quadratic:
        factor, root = self._same_field(theirs := lift(other))
        return Quadratic(self.rational + theirs.rational, self.factor_over(root) + factor, root)

    def __sub__(self, other: Quadratic | Exact) -> Quadratic:
        return self + -lift(other)

    def __mul__(self, other: Quadratic | Exact) -> Quadratic:
        factor, root = self._same_field(theirs := lift(other))
        mine = self.factor_over(root)
        rational = self.rational * theirs.rational + mine * factor * root
        return Quadratic(rational, self.rational * factor + mine * theirs.rational, root)

    def __truediv__(self, other: Quadratic | Exact) -> Quadratic:
        theirs = lift(other)
        norm = theirs.norm()
        return self * Quadratic(theirs.rational / norm, -theirs.factor / norm, theirs.root)

    def __radd__(self, other: Exact) -> Quadratic:
        return self + other

    def __rsub__(self, other: Exact) -> Quadratic:
        return -self + other

    def __rmul__(self, other: Exact) -> Quadratic:
        return self * other

    def __rtruediv__(self, other: Exact) -> Quadratic:
        return lift(other) / self

    def norm(self) -> Fraction:
        """The product with the conjugate, a rational; zero only for zero."""
        return self.rational * self.rational - self.factor * self.factor * self.root

    def sign(self) -> int:
        """-1, 0 or 1, decided exactly."""
        p, q = _sign(self.rational), _sign(self.factor)
        return p if q in (0, p) else q if p == 0 else p * _sign(self.norm())

    def compared(self, other: Quadratic | Exact) -> int:
        """The sign of self - other, also when they lie in different fields."""
        theirs = lift(other)
        rest, irrational = self - theirs.rational, -_sign(theirs.factor)
        if rest.sign() * irrational >= 0:
            return rest.sign() or irrational
        return rest.sign() * (rest * rest - theirs.factor * theirs.factor * theirs.root).sign()

    def factor_over(self, root: int) -> Fraction:
        """The factor when the number is written over sqrt(root), which must be of the same field."""
        if self.root == root or not self.factor:
            return self.factor
        work.pay(self.root, root)
        product = isqrt(self.root * root)
        if product * product != self.root * root:
            raise ValueError(f"sqrt({self.root}) and sqrt({root}) belong to different fields")
        return self.factor * product / root

    def _same_field(self, other: Quadratic) -> tuple[Fraction, int]:
        """The other's factor over the common root, and that root."""
        root = self.root or other.root
        return other.factor_over(root), root


def lift(value: Quadratic | Exact) -> Quadratic:
    """The same number as one of a field."""
    return value if isinstance(value, Quadratic) else Quadratic(value)


def _sign(value: Fraction) -> int:
    return (value > 0) - (value < 0)


def square_root(value: Exact) -> Quadratic:
    """The exact square root of a non-negative rational.

    >>> print(square_root(Fraction(1, 2)), square_root(Fraction(9, 4)))
    1/2*sqrt(2) 3/2
    """
    work.pay(value)
    factor, root = Fraction(1, value.denominator), value.numerator * value.denominator
    if root.bit_length() <= _READABLE:
        for prime in _SMALL_PRIMES:
            while root and root % (prime * prime) == 0:
                factor, root = factor * prime, root // (prime * prime)
    return Quadratic(0, factor, root)


def parse_quadratic(text: object, where: str = "number") -> Quadratic:
    """Read what ``str`` of a Quadratic writes, or an int or "p/q".

    >>> parse_quadratic("1/2 - 3*sqrt(5)")
    Quadratic(Fraction(1, 2), Fraction(-3, 1), 5)
    """
    if not isinstance(text, str) or "sqrt" not in text:
        return Quadratic(parse_number(text, where))
    work.spend(len(text))
    match = _FORM.fullmatch(text)
    if match is None:
        raise rejected(where, 'a text such as "1/2 - 3*sqrt(5)"', repr(text)[:80])
    factor, rational = parse_number(match["q"], where), parse_number(match["p"] or 0, where)
    return Quadratic(rational, -factor if match["sign"] == "-" else factor, int(match["root"]))
