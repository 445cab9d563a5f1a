"""Rigorous enclosures of elementary functions at rational points. Standard library only.

An interval is a pair of exact rationals that encloses a real number. Rational operations are exact, so a number
that is rational stays a single point. exp and log come from the decimal module, whose results are correctly
rounded, widened by one unit in the last place; roots come from integer arithmetic; erfc and pi from series and a
continued fraction with a bounded remainder. Decimals for people are rounded in a stated direction.
"""

from __future__ import annotations

from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from typing import NamedTuple

from optcheck.checker import work
from optcheck.checker.reading import Exact

FAR = 1 << 20  # arguments of exp beyond this would need millions of digits


class Interval(NamedTuple):
    """All reals from low to high."""

    low: Fraction
    high: Fraction

    def __str__(self) -> str:
        return f"[{below_text(self.low)}, {above_text(self.high)}]"


def above_text(value: Exact) -> str:
    """At most 12 digits, not below the value; whole numbers of up to 15 digits as they are."""
    return _directed(value, ROUND_CEILING)


def below_text(value: Exact) -> str:
    """The same, not above the value."""
    return _directed(value, ROUND_FLOOR)


def _directed(value: Exact, rounding: str) -> str:
    work.spend(work.size(value) ** 2)
    if value.denominator == 1 and -(10**15) < value < 10**15:
        return str(value)  # a whole number looks exact
    context = Context(prec=12, rounding=rounding, Emin=MIN_EMIN, Emax=MAX_EMAX)
    quotient = context.divide(Decimal(value.numerator), Decimal(value.denominator)).normalize(context)
    return f"{quotient:f}" if -7 < quotient.adjusted() < 15 else f"{quotient:e}"


def decimal_text(value: Exact) -> str:
    """About 12 digits, for reading only."""
    try:
        return f"{float(value):.12g}"
    except OverflowError:
        return "beyond 1e308"


def point(value: Exact) -> Interval:
    """The interval that holds one rational."""
    return Interval(Fraction(value), Fraction(value))


def multiply(a: Interval, b: Interval) -> Interval:
    """Enclose the product."""
    ends = [x * y for x in set(a) for y in set(b)]
    return Interval(min(ends), max(ends))


def divide(a: Interval, b: Interval) -> Interval:
    """Enclose the quotient; the divisor must not contain zero."""
    if b.low <= 0 <= b.high:
        raise ZeroDivisionError("the divisor's enclosure contains zero")
    return multiply(a, Interval(1 / b.high, 1 / b.low))


def power(a: Interval, exponent: int) -> Interval:
    """Enclose an integer power."""
    if exponent < 0:
        return divide(point(1), power(a, -exponent))
    ends = (a.low**exponent, a.high**exponent)
    low = Fraction(0) if exponent and exponent % 2 == 0 and a.low < 0 < a.high else min(ends)
    return Interval(low, max(ends))


def root(a: Interval, degree: int, bits: int) -> Interval:
    """Enclose the real root of a non-negative number; exact roots of rationals stay exact."""
    if a.low < 0 or degree < 1:
        raise ValueError("roots need a non-negative number and a positive degree")
    return Interval(_root(a.low, degree, bits).low, _root(a.high, degree, bits).high)


def _root(value: Fraction, degree: int, bits: int) -> Interval:
    top, bottom = integer_root(value.numerator, degree), integer_root(value.denominator, degree)
    if Fraction(top, bottom) ** degree == value:
        return point(Fraction(top, bottom))
    scale = bits + max(0, value.denominator.bit_length() - value.numerator.bit_length())
    low = integer_root((value.numerator << scale * degree) // value.denominator, degree)
    return Interval(Fraction(low, 1 << scale), Fraction(low + 1, 1 << scale))


def integer_root(value: int, degree: int) -> int:
    """The largest integer whose power is at most the value."""
    if degree == 1 or value < 2:
        return value
    if degree == 2:
        return isqrt(value)
    guess = 1 << -(-value.bit_length() // degree)
    while True:
        step = ((degree - 1) * guess + value // guess ** (degree - 1)) // degree
        if step >= guess:
            return guess
        guess = step


def exp(a: Interval, bits: int) -> Interval:
    """Enclose the exponential. Far below zero a power of two bounds it: no certificate can ask for endless digits."""
    if a.high > FAR:
        raise OverflowError(f"exp of more than {FAR} is not evaluated")
    down, up = _contexts(bits)
    low = Fraction(down.next_minus(_decimal(a.low, down).exp(down))) if a.low > -FAR else Fraction(0)
    high = Fraction(up.next_plus(_decimal(a.high, up).exp(up))) if a.high > -FAR else Fraction(1, 1 << FAR)
    return Interval(max(Fraction(0), low), high)


def log(a: Interval, bits: int) -> Interval:
    """Enclose the natural logarithm of a positive number."""
    down, up = _contexts(bits)
    low, high = _decimal(a.low, down), _decimal(a.high, up)
    if a.low <= 0:
        raise ValueError("log needs a positive number")
    return Interval(
        1 - 1 / a.low if low == 1 else Fraction(down.next_minus(low.ln(down))),  # 1 - 1/x <= log x <= x - 1
        a.high - 1 if high == 1 else Fraction(up.next_plus(high.ln(up))),
    )


def _contexts(bits: int) -> tuple[Context, Context]:
    digits = bits * 3 // 10 + 10
    down = Context(prec=digits, rounding=ROUND_FLOOR, Emin=MIN_EMIN, Emax=MAX_EMAX, traps=[])
    up = Context(prec=digits, rounding=ROUND_CEILING, Emin=MIN_EMIN, Emax=MAX_EMAX, traps=[])
    return down, up


def _decimal(value: Fraction, context: Context) -> Decimal:
    """The decimal next to the value in the context's direction."""
    return context.divide(Decimal(value.numerator), Decimal(value.denominator))


@lru_cache(maxsize=32)
def pi(bits: int) -> Interval:
    """Enclose pi by Machin's formula."""
    fifth, small = _arctan_inverse(5, bits), _arctan_inverse(239, bits)
    return Interval(16 * fifth.low - 4 * small.high, 16 * fifth.high - 4 * small.low)


def _arctan_inverse(m: int, bits: int) -> Interval:
    """Enclose arctan(1/m), the alternating sum of m^-k / k over odd k, in integers over 2^bits rounded down and up.

    What is left out is smaller than the first term that is left out.
    """
    low, high = (1 << bits) // m, -(-(1 << bits) // m)  # of m^-k
    total_low, total_high, k, sign = low, high, 1, 1
    while high > 1:
        low, high, k, sign = low // (m * m), -(-high // (m * m)), k + 2, -sign
        ends = (sign * (low // k), sign * -(-high // k))
        total_low, total_high = total_low + min(ends), total_high + max(ends)
    return Interval(Fraction(total_low - 1, 1 << bits), Fraction(total_high + 1, 1 << bits))


def erfc(a: Interval, bits: int) -> Interval:
    """Enclose 1 - erf, which falls."""
    return Interval(_erfc(a.high, bits).low, _erfc(a.low, bits).high)


def _erfc(x: Fraction, bits: int) -> Interval:
    tail = multiply(exp(point(-x * x), bits), scaled_erfc(point(abs(x)), bits))
    return tail if x >= 0 else Interval(2 - tail.high, 2 - tail.low)


def scaled_erfc(a: Interval, bits: int) -> Interval:
    """Enclose exp(x^2) erfc(x) for x >= 0. It falls, so ends are rounded outwards to multiples of 2^-bits."""
    low, high = _floor_ceiling(a.low * (1 << bits))[0], _floor_ceiling(a.high * (1 << bits))[1]
    ends = [_scaled_erfc(Fraction(end, 1 << bits), bits) for end in (low, high)]
    return Interval(ends[1].low, ends[0].high)


def _scaled_erfc(x: Fraction, bits: int) -> Interval:
    """exp(x^2) - exp(x^2) erf(x), where the difference loses few digits; beyond that a continued fraction is short."""
    if 4 * x * x >= bits:
        return divide(_continued_fraction(x, bits), root(pi(bits), 2, bits))
    more = 16 + 3 * bits // 2
    whole = exp(point(x * x), more)
    part = multiply(divide(point(2), root(pi(more), 2, more)), _erf_series(x, more))
    return Interval(whole.low - part.high, whole.high - part.low)


def _continued_fraction(x: Fraction, bits: int) -> Interval:
    """sqrt(pi) exp(x^2) erfc(x) = 1/t[0] by Laplace's t[k] = x + (k+1)/2 / t[k+1], in integers over 2^bits.

    Every tail is at least x, so t[n] lies between x and x + (n+1)/(2x); the bounds are pulled back to t[0].
    """
    one = 1 << bits
    below, above = _floor_ceiling(x * one)
    n = int(bits * bits / (8 * x * x)) + bits // 4
    low, high = below, above + -(-(n + 1) * one * one // (2 * below))
    for k in range(n, 0, -1):
        low, high = below + k * one * one // (2 * high), above - (-k * one * one // (2 * low))
    return Interval(Fraction(one, high), Fraction(one, low))


def _erf_series(x: Fraction, bits: int) -> Interval:
    """sqrt(pi)/2 exp(x^2) erf(x) = sum of 2^k x^(2k+1) / (1*3*...*(2k+1)), in integers over 2^bits.

    Every term is rounded down and up; what is left out is at most the last term.
    """
    square = 2 * x * x
    low, high = _floor_ceiling(x * (1 << bits))
    total_low, total_high, k = low, high, 0
    while high > 1 or square * 2 > 2 * k + 3:
        divisor = square.denominator * (2 * k + 3)
        low, high = low * square.numerator // divisor, -(-high * square.numerator // divisor)
        total_low, total_high, k = total_low + low, total_high + high, k + 1
    return Interval(Fraction(total_low, 1 << bits), Fraction(total_high + high, 1 << bits))


def _floor_ceiling(value: Fraction) -> tuple[int, int]:
    return value.numerator // value.denominator, -(-value.numerator // value.denominator)
