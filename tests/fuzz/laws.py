"""What the arithmetic of the checker must do by itself, held against balls (flint) and Python: no law knows a fault.

Files reach arithmetic through whole checks only, at the few numbers that a file has. So every module of arithmetic has
laws, which are held at many numbers; a planted fault that breaks one is noticed.
"""

from __future__ import annotations

import itertools
import json
import math
from argparse import Namespace
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from flint import arb, ctx

from optcheck.checker import coalitions, delivery, gaussian, intervals, quadratic, reals, values
from optcheck.checker.definitions import cordp, kairouz, tpmdp
from optcheck.checker.intervals import Interval, point
from optcheck.checker.quadratic import Quadratic
from optcheck.errors import CertificateRejected, InvalidInput
from tests.fuzz import files
from tests.fuzz.oracle import ball
from tests.fuzz.truths_papers import delta_of

LAWS: dict[str, list[Callable[[], None]]] = {}
Law = Callable[[], None]
_SIZES = [Fraction(n, d) for n, d in ((0, 1), (1, 9), (1, 2), (7, 8), (1, 1), (3, 2), (2, 1), (11, 3), (9, 1), (40, 1))]
_TINY, _HUGE = Fraction(1, 10**30), Fraction(10**30)
_BITS = (16, 24, 40, 64, 100, 200)


def law(module: str) -> Callable[[Law], Law]:
    """Register a law of a module."""

    def register(held: Law) -> Law:
        LAWS.setdefault(module, []).append(held)
        return held

    return register


def holds(module: str) -> bool:
    """Whether all laws of a module hold; it may break down as well."""
    try:
        with ctx.workprec(1000):
            for held in LAWS.get(module, ()):
                held()
    except AssertionError:
        return False
    return True


def _encloses(found: Interval, true: Any, width: Fraction) -> None:
    """The truth lies inside, and the ends are not farther apart than so much."""
    assert not ball(found.low) > true
    assert not ball(found.high) < true
    assert found.high - found.low <= width, (found, width)


def _every(*rows: Any) -> Any:
    """All combinations; numbers of several types are no trouble here."""
    return itertools.product(*rows)


def _raises(error: type[Exception], call: Callable[[], object]) -> None:
    try:
        call()
    except error:
        return
    raise AssertionError(f"no {error.__name__}")


@law("intervals")
def functions() -> None:
    """exp, log, erfc, roots and pi at any precision: the truth, and digits for the bits that were asked."""
    for bits in _BITS:
        unit = Fraction(1, 1 << bits)
        _encloses(intervals.pi(bits), arb.pi(), 40 * bits * unit)
        for x in [*_SIZES, _TINY, Fraction(10**6, 10**6 + 1)]:
            for y in (x, -x):
                true = ball(y).exp()
                _encloses(intervals.exp(point(y), bits), true, 4 * unit * Fraction(math.exp(y)) + 4 * unit)
                _encloses(intervals.erfc(point(y), bits), ball(y).erfc(), 64 * unit)
                exact = intervals.exp(point(y), bits)
                assert exact.high <= exact.low * (1 + 4 * unit)
            scaled = intervals.scaled_erfc(point(x), bits)
            _encloses(scaled, (ball(x) ** 2).exp() * ball(x).erfc(), 8 * bits * unit * scaled.high)
            for degree in (1, 2, 3, 5):
                assert intervals.root(point(x**degree), degree, bits) == point(x)
                _encloses(intervals.root(point(x), degree, bits), ball(x).root(degree), 2 * unit)
            for y in (x, 1 + x / 10**40, 1 - x / 10**42):
                if y:
                    _encloses(
                        intervals.log(point(y), bits), ball(y).log(), 64 * unit * (1 + abs(Fraction(math.log(y))))
                    )


@law("intervals")
def wide_and_far() -> None:
    """Of an interval both ends count; far out there are bounds, and what has no value is refused."""
    wide = Interval(Fraction(1, 3), Fraction(3))
    for function in (intervals.exp, intervals.log, intervals.erfc, intervals.scaled_erfc):
        ends = [function(point(end), 64) for end in wide]
        assert function(wide, 64) == Interval(min(end.low for end in ends), max(end.high for end in ends))
    assert intervals.root(Interval(Fraction(4), Fraction(9)), 2, 64) == Interval(Fraction(2), Fraction(3))
    for x in (_HUGE, Fraction(intervals.FAR), Fraction(intervals.FAR + 1)):
        small = intervals.exp(point(-x), 64)
        assert 0 <= small.low < small.high <= Fraction(1, 1 << 2000)
        assert (small.low > 0) == (x < intervals.FAR)
    for low in (-intervals.FAR, -intervals.FAR - 1):
        found = intervals.exp(Interval(Fraction(low), Fraction(0)), 64)
        assert found.low <= Fraction(1, 1 << 2000)
        assert 1 <= found.high < 1 + Fraction(1, 1 << 60)
    tail = intervals.erfc(point(Fraction(10**9)), 64)
    assert 0 <= tail.low < tail.high < Fraction(1, 1 << 2000)
    for x in (_TINY, 1 / _HUGE**3, _HUGE):
        found = intervals.root(point(2 * x), 2, 64)
        _encloses(found, ball(2 * x).sqrt(), found.high / (1 << 60))
    _raises(OverflowError, lambda: intervals.exp(point(Fraction(intervals.FAR + 1)), 64))
    for value, degree in ((-1, 2), (-1, 0), (4, 0), (-4, -1)):
        _raises(ValueError, lambda value=value, degree=degree: intervals.root(point(value), degree, 64))  # type: ignore[misc]
    _raises(ValueError, lambda: intervals.root(Interval(Fraction(-1), Fraction(4)), 2, 64))
    assert intervals.log(point(1 + _TINY), 64).low > 0 > intervals.log(point(1 - _TINY), 64).high
    for end in (0, -1):
        _raises(ValueError, lambda end=end: intervals.log(Interval(Fraction(end), Fraction(2)), 64))  # type: ignore[misc]
    for divisor in (
        Interval(Fraction(-1), Fraction(0)),
        Interval(Fraction(0), Fraction(1)),
        Interval(Fraction(-1), Fraction(1)),
    ):
        _raises(ZeroDivisionError, lambda divisor=divisor: intervals.divide(point(1), divisor))  # type: ignore[misc]


@law("intervals")
def arithmetic_of_ends() -> None:
    """Products, quotients and powers are the least intervals with all results."""
    ends = [Fraction(n, 3) for n in (-7, -2, 0, 1, 5)]
    boxes = [Interval(a, b) for a, b in _every(ends, ends) if a <= b]
    for a, b in _every(boxes, boxes):
        corners = [x * y for x in a for y in b]
        assert intervals.multiply(a, b) == Interval(min(corners), max(corners))
        if b.low * b.high > 0:
            corners = [x / y for x in a for y in b]
            assert intervals.divide(a, b) == Interval(min(corners), max(corners))
    for a, n in _every(boxes, range(-3, 5)):
        if n >= 0 or a.low * a.high > 0:
            inner = [Fraction(0)] if a.low < 0 < a.high and n > 0 else []
            powers = [x**n for x in (*a, *inner)]
            assert intervals.power(a, n) == Interval(min(powers), max(powers))
    for n, degree in _every([*range(70), 10**20, 2**90 - 1, 2**90, 3**60], (1, 2, 3, 4, 7)):
        whole = intervals.integer_root(n, degree)
        assert whole**degree <= n < (whole + 1) ** degree


@law("intervals")
def texts() -> None:
    """Twelve digits, never on the wrong side; whole numbers of up to 15 digits as they are."""
    numbers = [
        Fraction(2, 3),
        Fraction(1, 3) / 10**20,
        Fraction(10**40, 7),
        Fraction(10**12 - 1, 10**3),
        Fraction(1, 8),
    ]
    for x in [*numbers, *(-x for x in numbers)]:
        low, high = Fraction(intervals.below_text(x)), Fraction(intervals.above_text(x))
        assert low <= x <= high <= low + abs(x) / 10**11
        assert max(len(intervals.below_text(x)), len(intervals.above_text(x))) <= 21
        assert abs(Fraction(intervals.decimal_text(x)) - x) <= abs(x) / 10**11
    for n in (0, 1, -1, 10**15 - 1, 1 - 10**15):
        assert intervals.above_text(n) == intervals.below_text(n) == str(n)
    for n in (10**15, -(10**15)):
        assert intervals.above_text(n) == intervals.below_text(n) != str(n)


_FIELD = [Quadratic(p, q, d) for p, q, d in _every((-3, 0, Fraction(7, 2)), (-2, 0, Fraction(1, 3)), (2, 3, 8, 9, 12))]


@law("quadratic")
def order_of_fields() -> None:
    """Numbers of all fields compare as balls do, and are equal exactly where they are one number."""
    close = [
        Quadratic(Fraction(-665857, 470832), 1, 2),
        Quadratic(Fraction(665857, 470832), -1, 2),
        Quadratic(0, 1, 50),
    ]
    for a, b in _every([*_FIELD, *close], [*_FIELD, *close, 3, Fraction(7, 2)]):
        apart = ball(a) - ball(b)
        sign = 0 if apart.contains(0) else 1 if apart > 0 else -1
        assert a.compared(b) == sign
        assert (a == b, a < b, a > b) == (sign == 0, sign < 0, sign > 0)
    for a in _FIELD:
        assert a.sign() == (0 if ball(a).contains(0) else 1 if ball(a) > 0 else -1)
        assert quadratic.parse_quadratic(str(a)) == a
        assert abs(a).sign() >= 0
        assert abs(a) in (a, -a)


@law("quadratic")
def arithmetic_of_fields() -> None:
    """Within a field all operations are exact; two fields are refused."""
    for a, b in _every(_FIELD, _FIELD):
        one = not a.factor or not b.factor or math.isqrt(a.root * b.root) ** 2 == a.root * b.root
        if not one:
            _raises(ValueError, lambda a=a, b=b: a + b)  # type: ignore[misc]
            continue
        pairs: list[tuple[Any, Any]] = [
            (a + b, ball(a) + ball(b)),
            (a - b, ball(a) - ball(b)),
            (a * b, ball(a) * ball(b)),
        ]
        pairs += [(a / b, ball(a) / ball(b))] if b.sign() else []
        pairs += [
            (2 - a, 2 - ball(a)),
            (2 + a, 2 + ball(a)),
            (2 * a, 2 * ball(a)),
            (a * a.norm(), ball(a) * ball(a.norm())),
        ]
        assert all(ball(found).overlaps(true) for found, true in pairs)
    for x in (0, 1, 8, 12, Fraction(2, 9), Fraction(50, 3), 37**2 * 2, Fraction(49, 36)):
        root = quadratic.square_root(x)
        assert root * root == x
        assert root.sign() >= 0
    assert [quadratic.square_root(x).root for x in (4, 8, 50, 37**2 * 3, Fraction(2, 9))] == [0, 2, 2, 3, 2]
    _raises(ValueError, lambda: Quadratic(1, 1, -1))
    _raises(CertificateRejected, lambda: quadratic.parse_quadratic("1 + sqrt(2)"))


@law("gaussian")
def deltas() -> None:
    """The left side is twice the delta of two tails, everywhere, and far enough from what it is compared with."""
    epsilons, variances = (
        (0, Fraction(1, 100), Fraction(1, 2), 1, 5, 60),
        (Fraction(1, 10**4), Fraction(1, 50), Fraction(1, 9), 1, 14, 300),
    )
    for epsilon, variance in _every(epsilons, variances):
        true = 2 * delta_of(Fraction(epsilon), Fraction(variance))
        for delta in (Fraction(1, 10**5), Fraction(1, 3)):
            found = gaussian.twice_delta(epsilon, delta, Fraction(variance), 64)
            _encloses(found, true, Fraction(1, 1 << 32))
            assert found.high <= 2 * delta or found.low > 2 * delta
    exact = gaussian.twice_delta(0, Fraction(1, 3), Fraction(14), 4096).low
    _raises(CertificateRejected, lambda: gaussian.twice_delta(0, exact / 2, Fraction(14), 64))  # too near
    last = (exact - Fraction(1, 1 << 3000)) / 2
    assert gaussian.twice_delta(0, last, Fraction(14), 2048).low > 2 * last  # told apart at the last precision


@law("gaussian")
def integers_for_reals() -> None:
    """Ripples, closeness and what it leaves of a budget are on the safe side, and not far on it."""
    pi = arb.pi()
    for kappa in (Fraction(1, 20), Fraction(1, 4), Fraction(1, 2), 1, 2, 5):
        true = 2 * sum((-2 * pi**2 * ball(kappa) * k * k).exp() for k in range(1, 60))
        assert ball(gaussian.ripple(kappa)) >= true
        assert ball(gaussian.ripple(kappa)) <= 2 * (-2 * pi**2 * ball(kappa)).exp() * 2
    assert gaussian.ripple(33) == gaussian.ripple(32) < Fraction(1, 10**270)
    for terms, least, smoothing in _every((0, 1, 2, 1000), (Fraction(1, 9), 1, 4, 90), (Fraction(1, 9), 1, 5)):
        zeta = gaussian.closeness(terms, least, smoothing)
        etas = [(max(0, terms - 1), gaussian.ripple(Fraction(least) / 2)), (1, gaussian.ripple(smoothing))]
        true = sum((count * 2 * eta / (1 - eta) for count, eta in etas if count), start=Fraction(0))
        fits = all(not count or eta < Fraction(1, 4) for count, eta in etas) and true <= Fraction(1, 2)
        assert (zeta is not None) == fits
        if zeta is not None:
            assert true <= zeta <= max(2 * true, Fraction(1, 1 << 128))
    for epsilon, delta, zeta in _every(
        (0, Fraction(1, 100), 1),
        (Fraction(1, 1000), Fraction(1, 2)),
        (0, Fraction(1, 200), Fraction(1, 10**6), Fraction(1, 2), Fraction(2, 3)),
    ):
        left = gaussian.private_budget(epsilon, delta, zeta)
        factor = ball(zeta).exp()
        if left is not None:
            spent = ball(left[1]) * factor + (factor**2 - 1 if epsilon == 0 else 0)
            assert not spent > ball(delta)
            assert 0 <= left[0] == max(0, epsilon - 2 * zeta)
            assert left[1] >= delta * (1 - zeta) - (4 * zeta if epsilon == 0 else 0) > 0
        else:
            assert zeta > Fraction(1, 2) or epsilon < 2 * zeta
            assert epsilon or zeta > Fraction(1, 2) or delta * (1 - zeta) <= 4 * zeta


def _numbers() -> Iterator[Any]:
    yield from (-2, 0, 1, Fraction(5, 3), 7)
    yield from (reals.root(2), reals.arithmetic("-", 1, reals.root(3)), reals.arithmetic("*", 3, reals.root(2)))
    yield from (reals.elementary("exp", 1, 0, 1), reals.root(5, 3), reals.elementary("log", 3, 1, 0))


def _ball(number: Any) -> Any:
    """A ball around an expression, read off its tree by flint."""
    if not isinstance(number, reals.Real):
        return ball(number)
    return _of_tree(number.tree)


def _of_tree(tree: Any) -> Any:
    if not isinstance(tree, list):
        return ball(tree)
    name, *rest = tree
    if name in ("^", "root"):
        base = _of_tree(rest[0])
        return base ** int(rest[1]) if name == "^" else base.root(int(rest[1]))
    parts = [_of_tree(part) for part in rest]
    one = {"exp": arb.exp, "log": arb.log, "erfc": arb.erfc}
    if name in one:
        return one[name](parts[0])
    if name == "pi":
        return arb.pi()
    found = parts[0]
    for part in parts[1:]:
        found = (
            found + part
            if name == "+"
            else found - part
            if name == "-"
            else found * part
            if name == "*"
            else found / part
        )
    return found


@law("reals")
def arithmetic_of_expressions() -> None:
    """All operations on all numbers, their order, their floors and their enclosures, as balls have them."""
    listed = list(_numbers())
    for a, b in _every(listed, listed):
        x, y = _ball(a), _ball(b)
        results = [
            (reals.arithmetic("+", a, b), x + y),
            (reals.arithmetic("-", a, b), x - y),
            (reals.arithmetic("*", a, b), x * y),
        ]
        if not y.contains(0):
            results.append((reals.arithmetic("/", a, b), x / y))
            exact = (x / y).unique_fmpz() if isinstance(a, int | Fraction) and isinstance(b, int | Fraction) else None
            if exact is None and (x / y).floor().unique_fmpz() is not None:
                whole = int((x / y).floor().unique_fmpz())
                assert reals.arithmetic("//", a, b) == whole
                results.append((reals.arithmetic("%", a, b), x - whole * y))
        for found, true in results:
            assert _ball(found).overlaps(true)
            if not true.contains(0):
                assert reals.compare(found, 0) == (1 if true > 0 else -1)
            low, high = reals.enclosure(found)
            assert not ball(low) > true
            assert not ball(high) < true
            assert high - low <= Fraction(1, 10**12) * max(abs(low), Fraction(1, 10**30))
        if not (x - y).contains(0):
            assert reals.compare(a, b) == (1 if x > y else -1) == -reals.compare(b, a)
    assert all(reals.compare(a, a) == 0 for a in listed)
    cube = reals.root(2, 3)
    for end, sign in zip(reals.evaluate(["root", 2, 3], 64), (1, -1), strict=True):  # where the first enclosure ends
        assert reals.compare(cube, end) == sign == -reals.compare(end, cube)


@law("reals")
def levels() -> None:
    """An expression has at most so many levels."""
    nested = reals.elementary("exp", 1, 0, 1)  # four levels, with room for what may stand in its place
    for _ in range(reals.MOST_LEVELS - 4):
        nested = reals.elementary("exp", nested, 0, 1)
    _raises(ValueError, lambda: reals.elementary("exp", nested, 0, 1))


@law("reals")
def powers_and_roots() -> None:
    """Integer and fractional powers; roots that a field has are exact; signs and sizes that are refused."""
    for a in _numbers():
        x = _ball(a)
        for n in range(-4, 6):
            if n >= 0 or not x.contains(0):
                assert _ball(reals.power(a, n)).overlaps(x**n)
        if not x < 0:
            for degree in (1, 2, 3):
                assert _ball(reals.root(a, degree)).overlaps(x.root(degree))
            assert _ball(reals.power(a, Fraction(2, 3))).overlaps(x.root(3) ** 2)
    for p, q, d in _every((1, 2, Fraction(1, 2)), (-3, 1, 2), (2, 3)):
        number = Quadratic(p, q, d)
        assert reals.compare(reals.root(reals.arithmetic("*", number, number)), abs(number)) == 0
    for n in (0, 1, 8, 27, 10**30):
        assert reals.root(n**3, 3) == n
        assert reals.floor(reals.root(n, 2)) == math.isqrt(n)
    for (y,) in _every([Fraction(-7, 2), Fraction(7, 2), -4, 4, 0]):
        assert reals.floor(y) == math.floor(y)
    _raises(ValueError, lambda: reals.root(-1))
    _raises(ValueError, lambda: reals.root(-8, 3))
    for (degree,) in _every([0, -1, Fraction(1, 2)]):
        _raises(TypeError, lambda degree=degree: reals.root(2, degree))  # type: ignore[misc]
    _raises(
        CertificateRejected,
        lambda: reals.floor(reals.arithmetic("-", reals.elementary("exp", reals.elementary("log", 3, 1, 0), 0, 1), 0)),
    )


ROWS = """
def f(row, other, n):
    pairs, once = list(zip(row, other)), zip(row, other)
    return [
        sorted(pairs, key=lambda pair: (pair[1], -pair[0]), reverse=True), sorted(row), max(row), min(row),
        sum(row[1:]),
        max(row, key=lambda x: (x - 2) ** 2), min(row, key=lambda x: (x - 2) ** 2), max([], default=n), prod(other),
        list(accumulate(row)), list(product(row[:2], repeat=2)), list(combinations(other[:4], 2)),
        list(permutations(row[:3])), list(permutations(row[:3], 2)), list(pairwise(row)), list(chain(row, other)),
        [next(once, None), list(once), list(once)], tuple(reversed(row)),
        list(map(lambda a, b: a * b, row, other)),
        all(item > 0 for item in row), any(item > 3 for item in row), all([]), any([]), comb(9, n), factorial(n),
        floor(sum(other)), ceil(sum(other)), int(-sum(other)), bool(row), bool([]), row * 2 + other, [0] * n,
        row < other, row == other, [row, n] < [other, n], (1, 2) < (1, 2, 3), (1, 2, 3) <= (1, 2),
        row[-1:] + other[:1], row[::-1],
        list(range(n % 5, 9, 2)), list(enumerate(row, 3)), n in row, n not in row, 0 in range(n), abs(-n), abs(n),
        {n: 1}.get(n, 7), {n: 1}.get(-1, 7), sorted({n: 1, 2: 5}.items()), sorted({n: 1, 2: 5}.values()),
        len({n, n, 2}), {1, n} == {n, 1}, {1, n} == {1}, {1: n} == {1: n}, {1: n} == {2: n}, {1: n} == {1: 0},
        [1] == (1,), None == 0, n == True, '1' == 1, 'ab' == 'ab', not row, not 0, n and 5,
        0 or n, n // 7, -n // 7, n % 7, -n % 7,
    ]
"""


@law("values")
@law("language")
def rows_mean_what_python_means() -> None:
    """Built-in functions, comparisons and slices give what Python's give, of fractions."""
    from optcheck.checker.language import call, parse

    names: dict[str, Any] = {"Fraction": Fraction}
    exec("from math import *\nfrom itertools import *\n" + ROWS, names)  # our own text
    rows = [Fraction(n, 2) for n in (3, -1, 4, 6, 4)]
    for row, other, n in ((rows, rows[::-1], 3), (rows[:3], [Fraction(1), Fraction(9, 2)], 2), (rows[1:], rows[1:], 5)):
        found = call(parse(ROWS), "f", list(row), list(other), n)
        assert _plain(found) == names["f"](row, other, n)


def _plain(found: Any) -> Any:
    return type(found)(map(_plain, found)) if isinstance(found, tuple | list) else found


@law("values")
def keys_are_equal_where_values_are() -> None:
    """And whatever else must be told apart, or refused."""
    listed = [
        0,
        1,
        Fraction(1, 2),
        2,
        "1",
        "1/2",
        None,
        (),
        (1,),
        (1, 2),
        ((1,),),
        values.Named(a=1),
        values.Named(a=2),
        values.Named(b=1),
    ]
    for (i, a), (j, b) in _every(enumerate(listed), enumerate(listed)):
        assert (values.key(a) == values.key(b)) == (i == j)
        if values.is_number(a) == values.is_number(b) and type(a) is type(b):
            assert values.equal(a, b) == (i == j)
    for (wrong,) in _every([[], 0.5, reals.Real("pi")]):
        _raises(TypeError, lambda wrong=wrong: values.key(wrong))  # type: ignore[misc]
    for (wrong,) in _every([3, "ab", None]):
        _raises(TypeError, lambda wrong=wrong: list(values.items(wrong)))  # type: ignore[misc]
    for (wrong,) in _every([Fraction(1, 2), "a", None]):
        _raises(TypeError, lambda wrong=wrong: values.integer(wrong))  # type: ignore[misc]
    for (container, place), _ in _every([({1: 2}, 0), ("abc", 0), (values.collection([1]), 1), ([1], "a")], [0]):
        _raises(TypeError, lambda container=container, place=place: values.entry(container, place))  # type: ignore[misc]
    for (container,) in _every([(1, 2), values.collection([1]), "ab", 3]):
        _raises(TypeError, lambda container=container: values.store(container, 0, 1))  # type: ignore[misc]
    _raises(TypeError, lambda: values.binary("|", values.Table([(1, 2)]), values.collection([1])))
    _raises(TypeError, lambda: values.binary("|", 1, 2))


@law("definitions.cordp")
def kept_variances() -> None:
    """What one of m noises keeps given the others, by eliminating them one by one; and how near integers come to it."""
    for n, c in ((1, 0), (2, 0), (2, 1), (3, 0), (4, 1), (5, 2), (6, 5)):
        for v, r in ((Fraction(9), Fraction(0)), (Fraction(9), Fraction(-1)), (Fraction(40), Fraction(-7))):
            x, y = v + c * r, r
            for _ in range(n - c - 1):
                x, y = x - y * y / x, y - y * y / x
            pair = (Quadratic(v), Quadratic(r))
            if v + (n - 1) * r > 0:
                assert cordp.is_private(n, c, pair, Quadratic(x))
                assert not cordp.is_private(n, c, pair, Quadratic(x + Fraction(1, 10**9)))
            else:
                assert not cordp.is_private(n, c, pair, Quadratic(-(10**9)))
    for m, own, shared in _every((1, 2, 5), (3, Fraction(19, 2)), (0, 4)):
        x, y = Fraction(own) + (m - 1) * shared, Fraction(-shared)
        for _ in range(m - 1):
            x, y = x - y * y / x, y - y * y / x
        assert cordp.kept_integer_variance(m, own, shared) == x


@law("definitions.cordp")
def nearly_gaussian_reports() -> None:
    """The bound on zeta of a coordinate, by the page's formula."""
    for m, shared, own, smoothing in _every((1, 2, 5), (0, 3, 50), (2, 8, 60), (Fraction(1, 3), 1, 3)):
        draws = cordp._Draws(
            {"steps": 1, "smoothing": str(smoothing), "pair_variance": shared, "own_variance": own}, "evidence"
        )
        pairs = m * (m - 1) // 2
        kappa = 1 / (1 / ball(Fraction(shared)) + m / ball(Fraction(own))) if shared else arb(0)
        eta = 2 * pairs * _ripple(kappa) if shared and pairs else arb(0)
        moved = _ripple(ball(Fraction(smoothing)))
        if eta > 0.25 or moved > 0.25:
            _raises(CertificateRejected, lambda m=m, draws=draws: cordp._closeness(m, draws))  # type: ignore[misc]
        else:
            zeta, true = ball(cordp._closeness(m, draws)), 2 * eta / (1 - eta) + m * 2 * moved / (1 - moved)
            assert zeta >= true * (1 - arb(2) ** -50)
            assert zeta <= true * (1 + arb(10) ** -3) + arb(2) ** -255


def _ripple(kappa: Any) -> Any:
    """By the same lower bound of 2 pi^2 as the checker takes."""
    q = (ball(Fraction(-19739, 1000)) * kappa.min(arb(32))).exp()
    return 2 * q / (1 - q)


@law("delivery")
def files_of_a_plan() -> None:
    """The files are those of the plan, as many and with these questions; only of a plan may a party ask."""
    rows = [[name, "yes", "1", "1/10", "1/8", "60"] for name in ("a", "b", "c")]
    sizes = {"parties": 3, "active": 3, "threshold": 1, "dropouts": 0}
    document = files.stream([rows[:2], rows[2:]], sizes, (60, 0, 120))["instance"]
    with TemporaryDirectory() as name:
        folder = Path(name)
        paths = [folder / f"{number}.csv" for number in range(2)]
        digests = [files.written(path, table) for path, table in zip(paths, document["tables"], strict=True)]
        plan = document["plan"]

        def check(*digests: str, paths: list[Path] = paths) -> object:
            return delivery.check_stream({**plan, "instance": {**plan["instance"], "files": list(digests)}}, paths, 1)

        check(*digests)
        for wrong in (digests[::-1], digests[:1], [*digests, digests[0]], ["", ""]):
            _raises(CertificateRejected, lambda wrong=wrong: check(*wrong))  # type: ignore[misc]
        other = folder / "program.json"
        other.write_text(json.dumps({"format": 1, "kind": "linear-program", "instance": {}, "evidence": {}}))
        for noise in (None, paths[0]):
            _raises(CertificateRejected, lambda noise=noise: delivery.check_asked(other, [_ASKED], noise))  # type: ignore[misc]


_ASKED = delivery.Asked("a", 1, Fraction(1, 10))


@law("delivery")
def questions_of_the_command_line() -> None:
    """One plan, and a whole question or none."""
    none = dict.fromkeys(("party", "epsilon", "delta", "sensitivity"))
    whole: dict[str, Any] = {"party": "a", "epsilon": "1", "delta": "1/10", "sensitivity": None}
    rest = {"files": ["plan.json"], "noise": "noise.csv", "limit": 1.0, "most_bytes": 1}
    for question in (none, whole, {**whole, "sensitivity": "2"}):
        assert callable(delivery.asked_check(Namespace(**rest, **question)))
    for question in ({**whole, "epsilon": None}, {**whole, "party": None}, {**none, "sensitivity": "1"}):
        _raises(InvalidInput, lambda question=question: delivery.asked_check(Namespace(**rest, **question)))  # type: ignore[misc]
    for plans in ([], ["a", "b"]):
        given = Namespace(**{**rest, "files": plans}, **whole)
        _raises(InvalidInput, lambda given=given: delivery.asked_check(given))  # type: ignore[misc]


def _small_families() -> Iterator[tuple[list[int], list[int], int, list[int]]]:
    """Requirements, variances, thresholds and marks of active parties: small cases, ties among them."""
    random = Random(7)
    for _ in range(1500):
        n = random.randint(1, 5)
        required, variances = ([random.randint(0, 6) for _ in range(n)] for _ in range(2))
        yield required, variances, random.randint(0, n - 1), [random.randint(0, 1) for _ in range(n)]


def _worst_gap(required: list[int], variances: list[int], threshold: int, active: list[int]) -> int | None:
    """By how much the worst coalition with an active member leaves some party short; None where there is none."""
    n, gaps = len(required), []
    for gone in itertools.combinations(range(n), threshold):
        if any(active[j] for j in gone):
            rest = [j for j in range(n) if j not in gone]
            gaps += [required[j] - sum(variances[i] for i in rest) for j in rest]
    return max(gaps, default=None)


@law("coalitions")
def worst_coalitions() -> None:
    """One sort answers for all coalitions, as listing them does."""
    seen = set()
    for required, variances, threshold, active in _small_families():
        gap = _worst_gap(required, variances, threshold, active)
        covered = gap is None or gap <= 0
        seen.add(covered)
        try:
            coalitions.check_threshold_cover(required, variances, threshold, active)
            assert covered
        except CertificateRejected:
            assert not covered
    assert seen == {True, False}


@law("coalitions")
def runs() -> None:
    """Parties as runs in order, and values with counts; everything else is refused."""
    assert list(coalitions.active_parties([0, 2, 3, 4], 5)) == [1, 1, 0, 1, 0]
    assert list(coalitions.active_parties([], 2)) == [0, 0]
    assert list(coalitions.run_members([3, 5, 0, 1], "runs", 5)) == [3, 4, 0]
    for ends in ([0], [1, 1], [2, 1], [0, 6], [0, 3, 2, 5, 1, 2]):
        _raises(CertificateRejected, lambda ends=ends: list(coalitions.run_members(ends, "runs", 5)))  # type: ignore[misc]
    for ends in (list(row) for length in (1, 2, 4, 6) for row in itertools.product(range(5), repeat=length)):
        runs = list(zip(ends[::2], ends[1::2], strict=False))
        stops = [0, *ends[1::2]]
        if len(ends) % 2 == 0 and all(
            before <= start < stop for before, (start, stop) in zip(stops, runs, strict=False)
        ):
            marks = [int(any(start <= j < stop for start, stop in runs)) for j in range(4)]
            assert list(coalitions.active_parties(ends, 4)) == marks
        else:
            _raises(CertificateRejected, lambda ends=ends: coalitions.active_parties(ends, 4))  # type: ignore[misc]
    assert list(coalitions._repeated([7, 2, 9, 1], "values", 3)) == [7, 7, 9]
    for items, length in (([7, 2, 9], 3), ([7, 2], 3), ([7, 3], 2), ([7, Fraction(1, 2)], 1), ([7, 0, 9, 1], 1)):
        _raises(CertificateRejected, lambda items=items, length=length: list(coalitions._repeated(items, "v", length)))  # type: ignore[misc]
    for threshold, n in ((-1, 3), (3, 3), (4, 3)):
        _raises(CertificateRejected, lambda threshold=threshold, n=n: coalitions.check_threshold(threshold, n))  # type: ignore[misc]
    coalitions.check_threshold(0, 1)
    coalitions.check_threshold(2, 3)


@law("definitions.tpmdp")
def missing_noise() -> None:
    """For each party the heaviest coalition that leaves it outside, as listing coalitions finds it."""
    for required, variances, threshold, active in _small_families():
        ends = [end for j, flag in enumerate(active) if flag for end in (j, j + 1)]
        document = {"denominator": 1, "required": required, "threshold": threshold, "active": ends, "point": variances}
        located = tpmdp._Located(document, "instance")
        gaps = list(tpmdp._missing(coalitions.problem_of(located), located))
        assert max(gaps, default=None) == _worst_gap(required, variances, threshold, active)


@law("definitions.kairouz")
def products_of_matrices() -> None:
    """A Kronecker product, entry by entry; bits that a reader sees."""
    kernels: list[Any] = [((1, 2), (3, Fraction(1, 2))), ((-1, 0), (5, 1)), ((2, 7), (0, 3))]
    vector = [Fraction(n * n + 1, 3) for n in range(8)]
    bits = list(_every((0, 1), (0, 1), (0, 1)))
    true = [
        sum(
            math.prod(k[a][b] for k, a, b in zip(kernels, row, column, strict=True)) * x
            for column, x in zip(bits, vector, strict=True)
        )
        for row in bits
    ]
    assert kairouz.transform(vector, kernels) == true
    for observer in (None, 0, 1, 2):
        problem = kairouz.Problem([2, 2, 2], [], True, observer)
        assert [problem.own_bit(x) for x in range(8)] == [0 if observer is None else row[observer] for row in bits]
    columns: list[Any] = [([Fraction(1, 2), 3, 2], [0], Fraction(1, 7))]
    assert [kairouz._chance(columns[0], row) for row in bits] == [
        Fraction(1, 7) * math.prod(s for s, bit in zip(columns[0][0], row, strict=True) if bit) for row in bits
    ]
