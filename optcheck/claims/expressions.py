"""Real numbers as expressions: built by ordinary arithmetic, enclosed by arb.

``sqrt(2 * log(5 / (4 * delta))) / epsilon`` with exact numbers inside is an expression that can be enclosed to any
precision. Rational parts are worked out at once, and so are products and powers of roots, so that sqrt(2) * sqrt(2)
is 2.

A verdict may rest on a :data:`Value` only: an exact number, an enclosure, a truth value, or a row of these, never a
float.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sized
from contextlib import AbstractContextManager
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from functools import lru_cache, total_ordering
from math import lcm
from typing import Any

from optcheck.checker.intervals import Interval, integer_root
from optcheck.errors import InvalidInput, NotCertified
from optcheck.exact.numbers import Quadratic, field_root, to_text

# --- When an expression is 0 for all values of its symbols: a test that never says so wrongly.
#
# Everything that is not rational (roots, exponentials, logarithms, powers with a symbol in the exponent) becomes a
# generator after the laws that always hold have been applied; the expression is a quotient of polynomials in these, and
# it is 0 if its numerator is the polynomial 0. Nothing heuristic is asked. That the answer is "not shown" says nothing.


Symbolic = Any  # sympy carries no type information
LARGEST = 10**18  # rationals up to this are factored inside a logarithm
MOST_OPERATIONS = 5000


@lru_cache(maxsize=2000)
def vanishes(expression: Symbolic) -> bool:
    """Whether it is shown to be 0 wherever it is defined."""
    return bool(normal(expression) == 0)


def normal(expression: Symbolic) -> Symbolic:
    """The numerator as an expanded polynomial in its generators; 0 only for an expression that is 0."""
    import sympy

    if expression == 0 or sympy.count_ops(expression) > MOST_OPERATIONS:
        return expression
    laws = _with_laws(expression)
    numerator = sympy.fraction(sympy.together(laws))[0]
    for _ in range(4):  # expanding may show new powers of roots
        expanded = sympy.expand(_with_laws(sympy.expand(numerator)))
        if expanded == numerator:
            break
        numerator = expanded
        if expanded.is_Add or expanded.is_Mul:
            numerator = sympy.expand(sympy.fraction(sympy.together(expanded))[0])
    return numerator


def _with_laws(expression: Symbolic) -> Symbolic:
    """Products of exponentials as one each, logarithms of products as sums where all factors are positive."""
    import sympy

    done = expression.replace(lambda part: isinstance(part, sympy.erfc | sympy.floor), _argument)
    done = done.replace(lambda part: isinstance(part, sympy.log), _logarithm)
    done = done.replace(lambda part: isinstance(part, sympy.exp), _exponential)
    return sympy.expand(done, deep=True, power_exp=True, power_base=False, log=False, multinomial=False, mul=False)


def _argument(part: Symbolic) -> Symbolic:
    """A function of an argument that is written in one way only, as far as that is known."""
    import sympy

    return part.func(sympy.expand(sympy.radsimp(sympy.together(part.args[0]))))


def _exponential(power: Symbolic) -> Symbolic:
    """exp(a + b) as exp(a) exp(b), exp(c log x) as x^c."""
    import sympy

    exponent = sympy.expand(power.args[0])
    result = sympy.Integer(1)
    for term in sympy.Add.make_args(exponent):
        logs = [part for part in sympy.Mul.make_args(term) if isinstance(part, sympy.log)]
        if len(logs) == 1:
            result *= logs[0].args[0] ** (term / logs[0])
        else:
            result *= sympy.exp(term)
    return result


def _logarithm(logarithm: Symbolic) -> Symbolic:
    import sympy

    argument = sympy.factor(logarithm.args[0]) if logarithm.args[0].free_symbols else logarithm.args[0]
    total, rest = sympy.Integer(0), sympy.Integer(1)
    for part in sympy.Mul.make_args(argument):
        base, exponent = part.as_base_exp()
        if base.is_Rational and base > 0 and exponent.is_rational:
            total += exponent * _of_rational(base)
        elif base.is_positive and exponent.is_real:
            total += exponent * (base.args[0] if isinstance(base, sympy.exp) else sympy.log(base))
        elif isinstance(part, sympy.exp):
            total += part.args[0]
        else:
            rest *= part
    return total if rest == 1 else total + sympy.log(rest)


def _of_rational(base: Symbolic) -> Symbolic:
    import sympy

    if max(base.p, base.q) > LARGEST:
        return sympy.log(base.p) - sympy.log(base.q)
    primes = {**sympy.factorint(base.p), **{prime: -power for prime, power in sympy.factorint(base.q).items()}}
    return sum((power * sympy.log(prime) for prime, power in primes.items()), sympy.Integer(0))


# --- Real numbers as expressions: built by ordinary arithmetic, enclosed by arb ---


Ball = Any  # flint.arb carries no type information
Rational = int | Fraction
PRECISIONS = (64, 128, 256, 512, 1024, 2048)


class NoNumber(InvalidInput):
    """An expression that is undefined, such as log(0) or the root of a negative number."""


@total_ordering
@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Expr:
    """A real number: an operation and its parts, or one rational."""

    operation: str = ""
    parts: tuple[Expr, ...] = ()
    value: Fraction = Fraction(0)

    def __add__(self, other: Real) -> Expr:
        return _apply("+", self, other)

    def __radd__(self, other: Real) -> Expr:
        return _apply("+", other, self)

    def __sub__(self, other: Real) -> Expr:
        return _apply("-", self, other)

    def __rsub__(self, other: Real) -> Expr:
        return _apply("-", other, self)

    def __mul__(self, other: Real) -> Expr:
        return _apply("*", self, other)

    def __rmul__(self, other: Real) -> Expr:
        return _apply("*", other, self)

    def __truediv__(self, other: Real) -> Expr:
        return _apply("/", self, other)

    def __rtruediv__(self, other: Real) -> Expr:
        return _apply("/", other, self)

    def __neg__(self) -> Expr:
        return _apply("-", 0, self)

    def __pow__(self, exponent: Rational) -> Expr:
        return _power(self, exponent)

    def __abs__(self) -> Expr:
        return -self if self < 0 else self

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Expr | int | Fraction):
            return NotImplemented
        return compare_expressions(self, other) == 0

    def __lt__(self, other: Real) -> bool:
        order = compare_expressions(self, other)
        if order is None:
            raise NotCertified(f"{self} and {other} were not told apart with {PRECISIONS[-1]} bits")
        return order < 0

    def __hash__(self) -> int:
        return hash((self.operation, self.parts, self.value))

    def __repr__(self) -> str:
        if not self.parts:
            return self.operation or to_text(self.value)
        texts = [repr(part) for part in self.parts]
        if len(texts) == 2 and self.operation in _RATIONAL:
            return f"({texts[0]} {self.operation} {texts[1]})"
        return f"{self.operation}({', '.join(texts)})"

    def __str__(self) -> str:
        """As a person writes it; repr is for comparing.

        >>> print(2 * root(log(2), 2) - root(Fraction(2, 3), 3))
        2 √log(2) - (2/3)^(1/3)
        """
        return _written(self)[0]

    def fraction(self) -> Fraction | None:
        """The number itself, where it is known to be rational."""
        return None if self.operation else self.value

    def enclose(self) -> Ball:
        """An arb ball around the number, at the present precision."""
        from flint import arb, fmpq

        def ball(number: Expr) -> Ball:
            if not number.operation:
                return arb(fmpq(number.value.numerator, number.value.denominator))
            if number.operation == "pi":
                return arb.pi()
            if number.operation == "root":
                return ball(number.parts[0]).root(int(number.parts[1].value))
            return _BALL[number.operation](*map(ball, number.parts))

        return ball(self)

    def is_finite(self) -> bool:
        """Whether some precision shows it to be a number: not so for log(0) or the root of a negative one."""
        return any(_is_finite(self, bits) for bits in PRECISIONS)

    def sympy(self) -> Symbolic:
        """The number as a sympy expression."""
        import sympy

        if not self.operation:
            return sympy.Rational(self.value.numerator, self.value.denominator)
        if self.operation == "pi":
            return sympy.pi
        arguments = [part.sympy() for part in self.parts]
        return {**_RATIONAL, **_sympy_functions()}[self.operation](*arguments)

    def decimal(self, digits: int = 12) -> str:
        """The number for reading: exact where it is rational, else its first digits."""
        if not self.operation:
            return to_text(self.value)
        with precision(256):
            return str(self.enclose().str(digits, radius=False))


_SUM, _PRODUCT, _POWER, _ATOM = range(4)  # what binds how tightly


def _written(number: Expr) -> tuple[str, int]:
    """The text, and how tightly its outermost sign binds."""
    match number.operation, number.parts:
        case "", _:
            plain = number.value.denominator == 1
            return to_text(number.value), _SUM if number.value < 0 else _ATOM if plain else _PRODUCT
        case "pi", _:
            return "π", _ATOM
        case "root", [base, degree]:
            return _root_written(base, int(degree.value)), _POWER
        case "^", [base, exponent]:
            return f"{_inside(base, _ATOM)}^{_inside(exponent, _ATOM)}", _POWER
        case "*", [one, other]:
            left, right = _inside(one, _POWER), _inside(other, _POWER)
            return f"{left}{' · ' if right[0].isdigit() else ' '}{right}", _PRODUCT
        case "/", [one, other]:
            return f"{_inside(one, _POWER)} / {_inside(other, _POWER)}", _PRODUCT
        case "-", [Expr(operation="", value=Fraction(numerator=0)), other]:
            return f"-{_inside(other, _PRODUCT)}", _SUM
        case ("+" | "-") as sign, [one, other]:
            return f"{_inside(one, _SUM)} {sign} {_inside(other, _PRODUCT)}", _SUM
        case name, arguments:
            return f"{name}({', '.join(map(str, arguments))})", _ATOM


def _inside(number: Expr, least: int) -> str:
    text, binding = _written(number)
    return text if binding >= least else f"({text})"


def _root_written(base: Expr, degree: int) -> str:
    if degree == 2:
        return f"√{_inside(base, _ATOM)}"
    return f"{base}^(1/{degree})" if str(base).isalnum() else f"({base})^(1/{degree})"


Real = Expr | int | Fraction


def expr(number: Real | Quadratic) -> Expr:
    """The number as an expression; floats are none.

    >>> expr(2) / 3
    2/3
    """
    if isinstance(number, Real):
        return number if isinstance(number, Expr) else Expr(value=Fraction(number))
    if isinstance(number, Quadratic):
        return expr(number.rational) + number.factor * root(number.root, 2)
    raise InvalidInput(f"expressions are made of exact numbers, got the {type(number).__name__} {number!r}")


def _is_finite(number: Expr, bits: int) -> bool:
    with precision(bits):
        return bool(number.enclose().is_finite())


def precision(bits: int) -> AbstractContextManager[object]:
    """A context in which balls have so many bits."""
    from flint import ctx

    context: AbstractContextManager[object] = ctx.workprec(bits)
    return context


def compare_expressions(left: Real, right: Real) -> int | None:
    """-1, 0 or 1; None where enclosures of 2048 bits still overlap and algebra does not show the two to be equal."""
    a, b = expr(left), expr(right)
    one, other = _radical(a), _radical(b)
    if one is not None and other is not None:
        return _compare_radicals(one, other)
    for bits in PRECISIONS:
        with precision(bits):
            difference = a.enclose() - b.enclose()
            if difference > 0 or difference < 0:
                return 1 if difference > 0 else -1
    return 0 if repr(a) == repr(b) or vanishes(a.sympy() - b.sympy()) else None


Radical = tuple[int, Fraction, int]  # sign, q >= 0 and degree of sign * q^(1/degree)


def _radical(number: Expr) -> Radical | None:
    """The number as a root of a rational, where it has that form."""
    if not number.operation:
        return _rational_radical(number.value)
    if number.operation == "-" and number.parts[0].fraction() == 0:
        inner = _radical(number.parts[1])
        return None if inner is None else (-inner[0], *inner[1:])
    if number.operation == "root" and not number.parts[0].operation:
        return 1, number.parts[0].value, int(number.parts[1].value)
    return None


def _compare_radicals(one: Radical, other: Radical) -> int:
    degree = lcm(one[2], other[2])
    a, b = (sign * q ** (degree // own) for sign, q, own in (one, other))
    return (a > b) - (a < b)


def _from_radical(sign: int, q: Fraction, degree: int) -> Expr:
    for divisor in range(degree, 1, -1):
        if degree % divisor == 0:
            top, bottom = integer_root(q.numerator, divisor), integer_root(q.denominator, divisor)
            if top**divisor == q.numerator and bottom**divisor == q.denominator:
                return _from_radical(sign, Fraction(top, bottom), degree // divisor)
    size = Expr(value=q) if degree == 1 else Expr("root", (Expr(value=q), Expr(value=Fraction(degree))))
    return size if sign > 0 else (Expr(value=-q) if degree == 1 else Expr("-", (Expr(), size)))


def root(number: Real, degree: int) -> Expr:
    """The real root of a number that is not negative."""
    wanted = expr(number)
    plain = _radical(wanted)
    if plain is None:
        return Expr("root", (wanted, expr(degree)))
    if plain[0] < 0 and plain[1]:
        raise NoNumber(f"{wanted} is negative and has no real root of degree {degree}")
    return _from_radical(1, plain[1], plain[2] * degree)


def _power(base: Real, exponent: Rational) -> Expr:
    """A number to a rational power; only a base that is not negative has a fractional one."""
    number, wanted = expr(base), Fraction(exponent)
    if wanted == 1:
        return number
    if wanted.denominator != 1:
        return root(_power(number, wanted.numerator), wanted.denominator)
    plain = _radical(number)
    if plain is not None:
        sign = plain[0] if wanted.numerator % 2 else 1
        return _from_radical(sign, plain[1] ** wanted.numerator, plain[2])
    return Expr("^", (number, expr(wanted.numerator)))


def _apply(operation: str, left: Real, right: Real) -> Expr:
    if not isinstance(left, Expr | int | Fraction) or not isinstance(right, Expr | int | Fraction):
        return NotImplemented
    a, b = expr(left), expr(right)
    if not a.operation and not b.operation:
        return expr(_RATIONAL[operation](a.value, b.value))
    if (operation in ("*", "/") and b.fraction() == 1) or (operation in ("+", "-") and b.fraction() == 0):
        return a
    if (operation == "*" and a.fraction() == 1) or (operation == "+" and a.fraction() == 0):
        return b
    one, other = _radical(a), _radical(b)
    if one is not None and other is not None and other[1]:
        inverse = (other[0], 1 / other[1], other[2])
        if operation in ("*", "/"):
            return _product(one, other if operation == "*" else inverse)
        ratio = _product(one, inverse).fraction()
        if ratio is not None:  # multiples of one root add up
            return _product(_rational_radical(_RATIONAL[operation](ratio, 1)), other)
    return Expr(operation, (a, b))


def _rational_radical(value: Fraction) -> Radical:
    return (-1 if value < 0 else 1), abs(value), 1


def _product(one: Radical, other: Radical) -> Expr:
    degree = lcm(one[2], other[2])
    q = one[1] ** (degree // one[2]) * other[1] ** (degree // other[2])
    return _from_radical(one[0] * other[0], q, degree)


_RATIONAL: dict[str, Callable[[Symbolic, Symbolic], Symbolic]] = {  # of fractions and balls as well
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
}
_BALL: dict[str, Callable[..., Ball]] = {
    **_RATIONAL,
    "^": lambda a, n: a**n,
    "exp": lambda a: a.exp(),
    "log": lambda a: a.log(),
    "erfc": lambda a: a.erfc(),
}


def _sympy_functions() -> dict[str, Callable[..., Symbolic]]:
    import sympy

    return {
        "^": lambda a, n: a**n,
        "root": lambda a, n: a ** (1 / n),
        "exp": sympy.exp,
        "log": sympy.log,
        "erfc": sympy.erfc,
    }


class Infinite:
    """The one value above all numbers."""

    def __repr__(self) -> str:
        return "INFINITE"

    def __str__(self) -> str:
        return "infinite"


INFINITE = Infinite()
Number = int | Fraction | Quadratic | Expr | Interval | Infinite
# A Number, a bool, a frozen dataclass of values, or a tuple of values: exact_value sees to it.
Value = Any


def exact_value(value: object, where: str) -> Value:
    """The value with lists as tuples; raises, naming the place, unless it is exact throughout.

    >>> exact_value(0.5, "at x = 1")
    Traceback (most recent call last):
    optcheck.checker.errors.InvalidInput: at x = 1: only exact values are judged, got the float 0.5
    """
    kind = type(value)  # by identity: a subclass may compare as it likes
    if kind in (bool, int, Infinite) or (kind is Fraction and _is_plain(value)):
        return value
    if isinstance(value, Quadratic) and kind is Quadratic:
        exact_value((value.rational, value.factor, value.root), where)
        return value
    if isinstance(value, Interval) and kind is Interval:
        low, high = exact_value(value.low, where), exact_value(value.high, where)
        if low > high:
            raise InvalidInput(f"{where}: the ends of an enclosure are in order, got {low} and {high}")
        return value
    if isinstance(value, Expr) and kind is Expr:
        return _defined(value, where)
    if isinstance(value, list | tuple) and kind in (list, tuple):
        return tuple(exact_value(item, where) for item in value)
    if is_dataclass(value) and not isinstance(value, type):
        return _checked_parts(value, where)
    raise InvalidInput(f"{where}: only exact values are judged, got the {kind.__name__} {value!r}")


def _is_plain(value: Any) -> bool:
    return type(value.numerator) is int and type(value.denominator) is int


def _checked_parts(value: Any, where: str) -> Value:
    """A record of values, each of which is exact; texts are names in it."""
    for item in fields(value):
        part = getattr(value, item.name)
        if not isinstance(part, str):
            exact_value(tuple(part.values()) if isinstance(part, dict) else part, where)
    return value


def _defined(number: Expr, where: str) -> Value:
    """An expression, as a fraction where it is one; log(0) is no number, and nothing can be compared with it."""
    rational = number.fraction()
    if rational is not None:
        return exact_value(rational, where)
    _check_tree(number, where)
    if not number.is_finite():
        raise NoNumber(f"{where}: {number} is no number")
    return number


def _check_tree(number: Expr, where: str) -> None:
    if type(number) is not Expr:
        raise InvalidInput(f"{where}: only exact values are judged, got the {type(number).__name__} {number!r}")
    if not number.parts and not number.operation:
        exact_value(number.value, where)
    for part in number.parts:
        _check_tree(part, where)


def is_row(value: Value) -> bool:
    """Whether a value is a row of values (an enclosure, though a pair, is one number)."""
    return isinstance(value, tuple) and not isinstance(value, Interval)


def compare(left: Number, right: Number) -> int | None:
    """-1, 0 or 1 for less, equal, more; None where enclosures overlap."""
    if isinstance(left, Infinite) or isinstance(right, Infinite):
        return isinstance(left, Infinite) - isinstance(right, Infinite)
    if isinstance(left, Interval) or isinstance(right, Interval):
        return _compare_intervals(left, right)
    if isinstance(left, Expr) or isinstance(right, Expr):
        return compare_expressions(expr(left), expr(right))
    if any(type(number) not in (int, Fraction, Quadratic) for number in (left, right)):
        raise InvalidInput(f"only numbers are compared, got {left!r} and {right!r}")
    return (left > right) - (left < right)


def _compare_intervals(left: Number, right: Number) -> int | None:
    a, b = interval(left), interval(right)
    if a.high < b.low:
        return -1
    if b.high < a.low:
        return 1
    return 0 if a.low == a.high == b.low == b.high else None


def touches(left: Number, sign: str, right: Number) -> bool:
    """Whether enclosures that share an end still show that left is not below ("<") or not above (">") right."""
    if not (isinstance(left, Interval) or isinstance(right, Interval)):
        return False
    a, b = interval(left), interval(right)
    return a.low >= b.high if sign == "<" else a.high <= b.low


def interval(number: Number, bits: int = 256) -> Interval:
    """Rational ends around a number."""
    if isinstance(number, Interval):
        return number
    if isinstance(number, int | Fraction):
        return Interval(Fraction(number), Fraction(number))
    with precision(bits):
        enclosure = expr(number).enclose()  # type: ignore[arg-type] # which refuses infinity
        return Interval(_ratio(enclosure.lower()), _ratio(enclosure.upper()))


def _ratio(exact_ball: Ball) -> Fraction:
    mantissa, exponent = exact_ball.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def distance(left: Number, right: Number) -> Number:
    """The exact difference, never negative: an enclosure of it where a number is only enclosed."""
    if isinstance(left, Infinite) or isinstance(right, Infinite):
        return INFINITE
    if isinstance(left, Interval) or isinstance(right, Interval):
        a, b = interval(left), interval(right)
        return Interval(max(Fraction(0), a.low - b.high, b.low - a.high), max(a.high - b.low, b.high - a.low))
    low, high = (left, right) if (compare(left, right) or 0) <= 0 else (right, left)
    try:
        return high - low  # type: ignore[operator]
    except (TypeError, ValueError):  # numbers of two fields have a difference in neither
        return expr(high) - expr(low)


# --- What formulas are written with: of exact numbers these give exact numbers or expressions.
#
# On symbols nobody calls them: the prover reads code, and knows these functions by identity.


def sqrt(x: Value) -> Value:
    """The square root: a fraction where it is one.

    >>> sqrt(Fraction(9, 4)), sqrt(2)
    (Fraction(3, 2), root(2, 2))
    """
    return power(x, Fraction(1, 2))


def power(x: Value, exponent: Fraction | int) -> Value:
    """x to a rational power."""
    number = _power(x, exponent)
    value = number.fraction()
    return number if value is None else value


def surd(x: Value) -> Value:
    """The square root as a number of a quadratic field, in which sums stay exact; of an irrational within its field."""
    return field_root(x) if isinstance(x, int | Fraction | Quadratic) else sqrt(x)


def exp(x: Value) -> Value:
    """The exponential."""
    return _function("exp", x, 0, 1)


def log(x: Value) -> Value:
    """The natural logarithm."""
    return _function("log", x, 1, 0)


def erfc(x: Value) -> Value:
    """The complementary error function."""
    return _function("erfc", x, 0, 1)


def pi() -> Expr:
    """The number pi."""
    return Expr("pi")


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


def _function(name: str, x: Value, trivial: int, value: int) -> Value:
    """exp, log or erfc; at one argument it is a whole number."""
    argument = expr(x)
    return Fraction(value) if argument.fraction() == trivial else Expr(name, (argument,))
