"""The prover: what it decides is true, and what is false it never decides."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest
import sympy
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from optcheck.audit.facts import Facts
from optcheck.audit.goal import Goal, decide_goal
from optcheck.audit.kernel import judge
from optcheck.claims import (
    Effort,
    Form,
    Instance,
    Statement,
    at_least,
    at_most,
    between,
    decides,
    definition,
    equals,
    exp,
    flag,
    greater,
    integer,
    less,
    log,
    order,
    rational,
    row,
    split,
    sqrt,
    square,
)
from optcheck.claims.expressions import vanishes
from optcheck.errors import InvalidInput


class Two(Instance):
    """Two numbers."""

    a: Fraction = rational(at_least=0)
    b: Fraction = rational(at_least=0)


class Signed(Instance):
    """Two numbers of any sign."""

    x: Fraction = rational()
    y: Fraction = rational()


class Count(Instance):
    """A number of things."""

    n: int = integer(1)


class Share(Instance):
    """A probability, and sizes that depend on each other."""

    p: Fraction = rational(above=0, below=1)
    n: int = integer(2)
    t: int = integer(1, "n - 1")


class Rows(Instance):
    """A row of any length."""

    n: int = integer(1)
    x: tuple[Fraction, ...] = row(rational(at_least=0), "n")


class Switch(Instance):
    """A flag and a number."""

    on: bool = flag()
    a: Fraction = rational(above=0)


def goal(domain: Any, form: Any, truth: Any, relation: Any = equals, **more: Any) -> Goal:
    stated = Statement(
        "toy/goal", place="", title="", domain=domain, truth=definition(truth), asserts=relation,
        printed=Form(form, "?"), effort=Effort(instances=20, drawn=5), **more,
    )  # fmt: skip
    found = decide_goal(stated, stated.printed, stated.domain.grid())
    assert found is not None
    return found


def largest(i: Two) -> Any:
    return max(i.a, i.b)


def by_hand(i: Two) -> Any:
    if i.a > i.b:
        return i.a
    return i.b


def half_sum(i: Two) -> Any:
    return (i.a + i.b + abs(i.a - i.b)) / 2


def total(i: Two) -> Any:
    return i.a + i.b


def triangular(i: Count) -> Any:
    return i.n * (i.n + 1) // 2


def summed(i: Count) -> Any:
    return sum(k for k in range(1, i.n + 1))


def double_sum(i: Count) -> Any:
    return sum(1 for _one in range(i.n) for _other in range(i.n))


def squared(i: Count) -> Any:
    return i.n**2


def geometric(i: Count) -> Any:
    return sum(2**k for k in range(i.n))


def power_of_two(i: Count) -> Any:
    return 2**i.n - 1


def chosen(i: Count) -> Any:
    return comb(i.n, 2)


def pairs(i: Count) -> Any:
    return Fraction(i.n * (i.n - 1), 2)


def mean(i: Rows) -> Any:
    return sum(i.x) / i.n


def spread(i: Rows) -> Any:
    return sum((x - mean(i)) ** 2 for x in i.x)


def spread_again(i: Rows) -> Any:
    return sum(x**2 for x in i.x) - i.n * mean(i) ** 2


def geometric_mean(i: Two) -> Any:
    return sqrt(i.a * i.b)


def arithmetic_mean(i: Two) -> Any:
    return (i.a + i.b) / 2


def tangent(i: Two) -> Any:
    return 1 + i.a


def exponential(i: Two) -> Any:
    return exp(i.a)


def log_of_product(i: Two) -> Any:
    return log((1 + i.a) * (1 + i.b))


def sum_of_logs(i: Two) -> Any:
    return log(1 + i.a) + log(1 + i.b)


def odds(i: Share) -> Any:
    return i.p / (1 - i.p)


def more_odds(i: Share) -> Any:
    return i.p


def part(i: Share) -> Any:
    return Fraction(i.t, i.n)


def over_its_root(i: Share) -> Any:
    return (i.n - i.t) / sqrt(i.n - i.t)


def root_of_rest(i: Share) -> Any:
    return sqrt(i.n - i.t)


def one(i: Any) -> Any:
    return Fraction(1)


def around(i: Share) -> Any:
    return Fraction(0), Fraction(1)


def is_more(i: Two) -> Any:
    return i.a > i.b


def is_not_less(i: Two) -> Any:
    return not i.a <= i.b


def switched(i: Switch) -> Any:
    return 2 * i.a if i.on else i.a


def switched_again(i: Switch) -> Any:
    factor = 1
    if i.on:
        factor += 1
    return factor * i.a


def product_of_both(i: Signed) -> Any:
    return 2 * i.x * i.y


def sum_of_squares(i: Signed) -> Any:
    return i.x**2 + i.y**2


TRUE: list[tuple[Any, Any, Any, Any]] = [
    (Two, largest, by_hand, equals),
    (Two, half_sum, largest, equals),
    (Two, total, largest, at_most),
    (Two, largest, total, at_least),
    (Two, arithmetic_mean, geometric_mean, at_most),
    (Two, tangent, exponential, at_least),
    (Two, log_of_product, sum_of_logs, equals),
    (Two, is_more, is_not_less, decides),
    (Count, triangular, summed, equals),
    (Count, squared, double_sum, equals),
    (Count, power_of_two, geometric, equals),
    (Count, pairs, chosen, equals),
    (Count, squared, pairs, order(0, Fraction(1, 2))),
    (Rows, spread_again, spread, equals),
    (Share, odds, more_odds, less),
    (Share, over_its_root, root_of_rest, equals),
    (Share, one, part, less),
    (Share, around, part, between(strictly_above=True, strictly_below=True)),
    (Switch, switched, switched_again, equals),
    (Signed, sum_of_squares, product_of_both, at_most),
]


@pytest.mark.parametrize(("domain", "form", "truth", "relation"), TRUE, ids=lambda part: getattr(part, "__name__", ""))
def test_what_is_true_is_decided(domain: Any, form: Any, truth: Any, relation: Any) -> None:
    found = goal(domain, form, truth, relation)
    assert found.decided, found.how


def regions(i: Count) -> Any:
    return comb(i.n, 4) + comb(i.n, 2) + 1


def doubled(i: Count) -> Any:
    return 2 ** (i.n - 1)


def late_error(i: Count) -> Any:
    return Fraction(i.n * (i.n + 1), 2) + math.prod([i.n - k for k in range(1, 41)])


def difference(i: Two) -> Any:
    return i.b - i.a


def size(i: Two) -> Any:
    return abs(i.a - i.b)


def cancelled(i: Two) -> Any:
    return (i.a - i.b) / (i.a - i.b)


def root_of_square(i: Signed) -> Any:
    return sqrt(i.x**2)


def itself(i: Signed) -> Any:
    return i.x


def inverse(i: Two) -> Any:
    return 1 / i.a if i.a else 0


def nothing(i: Any) -> Any:
    return 0


FALSE: list[tuple[Any, Any, Any, Any]] = [
    (Count, doubled, regions, equals),
    (Count, late_error, triangular, equals),
    (Two, total, largest, equals),
    (Two, difference, size, equals),
    (Two, cancelled, one, equals),
    (Signed, root_of_square, itself, equals),
    (Two, largest, total, at_most),
    (Two, geometric_mean, arithmetic_mean, at_most),
    (Share, part, one, equals),
    (Two, total, nothing, less),
    (Rows, mean, nothing, equals),
    (Two, is_more, lambda i: i.a >= i.b, decides),
    (Two, inverse, nothing, equals),
]


@pytest.mark.parametrize(("domain", "form", "truth", "relation"), FALSE, ids=lambda part: getattr(part, "__name__", ""))
def test_what_is_false_is_not_decided(domain: Any, form: Any, truth: Any, relation: Any) -> None:
    assert not goal(domain, form, truth, relation).decided


@st.composite
def polynomials(draw: st.DrawFn) -> tuple[Any, Any, Any]:
    """A polynomial in two numbers as a function, another way to write it, and a planted error."""
    coefficients = draw(st.lists(st.fractions(-3, 3, max_denominator=4), min_size=6, max_size=6))
    error = draw(st.lists(st.integers(-2, 2), min_size=6, max_size=6))
    return tuple(coefficients), tuple(error), draw(st.integers(1, 3))


POWERS = ((0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (0, 2))


def expanded(coefficients: Any) -> Any:
    x, y = sympy.symbols("x y", real=True)
    return sum(sympy.Rational(c) * x**i * y**j for c, (i, j) in zip(coefficients, POWERS, strict=True))


@given(polynomials())
def test_identities_of_rational_functions(given_parts: tuple[Any, Any, Any]) -> None:
    coefficients, error, scale = given_parts
    x, y = sympy.symbols("x y", real=True)
    form = expanded(coefficients)
    other = sympy.expand(form * (x**2 + y**2 + scale)) / (x**2 + y**2 + scale)
    assert vanishes(form - other)
    planted = expanded(error)
    assert vanishes(form + planted - other) == (planted == 0)


@settings(max_examples=40, deadline=None)
@given(polynomials())
def test_signs_of_polynomials_are_never_claimed_wrongly(given_parts: tuple[Any, Any, Any]) -> None:
    """Where the prover says positive on the triangle 0 <= x, 0 <= y, x + y <= 1, no grid point contradicts it."""
    coefficients, _, _ = given_parts
    x, y = sympy.symbols("x y", real=True)
    facts = Facts()
    for fact in (x, y, 1 - x - y):
        facts.know(fact, strict=False)
    form = expanded(coefficients)
    assume(form != 0)
    said = facts.is_positive(form, strict=False)
    values = [form.subs({x: Fraction(i, 8), y: Fraction(j, 8)}) for i, j in product(range(9), repeat=2) if i + j <= 8]
    if said:
        assert min(values) >= 0
    if facts.is_positive(form):
        assert min(values) > 0
    if all(c > 0 for c in coefficients):
        assert said


@given(st.fractions(min_value=Fraction(1, 9), max_value=9, max_denominator=9), st.fractions(-3, 3, max_denominator=5))
def test_numbers_are_equal_only_if_they_are(base: Fraction, exponent: Fraction) -> None:
    b, e = sympy.Rational(base), sympy.Rational(exponent)
    assert vanishes(sympy.log(b * 6) - sympy.log(2 * b) - sympy.log(3))
    assert vanishes(sympy.exp(e) * sympy.exp(1 - e) - sympy.E)
    assert not vanishes(sympy.log(b) - sympy.log(b + 1))
    assert not vanishes(sympy.exp(e) - sympy.exp(e + sympy.Rational(1, 10**9)))


def test_hints_add_cases_and_squares_but_no_steps() -> None:
    assert goal(Two, half_sum, largest, hints=(split("a", "b"),)).decided
    assert goal(Signed, sum_of_squares, product_of_both, at_most, hints=(square("x - y"),)).decided
    assert not goal(Signed, product_of_both, sum_of_squares, at_most, hints=(square("x - y"), split("x", "y"))).decided


def sees_types(i: Two) -> Any:
    return i.a + i.b if isinstance(i.a, Fraction) else max(i.a, i.b)


def sees_strings(i: Two) -> Any:
    return max(i.a, i.b) if "a" in str(i.a) else i.a + i.b


def test_code_that_could_tell_symbols_from_numbers_is_not_read() -> None:
    for form in (sees_types, sees_strings):
        found = goal(Two, form, total)
        assert not found.decided
        assert "has no meaning in a proof" in found.how


def test_code_that_is_not_what_its_file_says_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(largest, "__code__", total.__code__.replace(co_name="largest"))
    assert not goal(Two, largest, by_hand).decided


def test_a_truth_that_copies_the_form_is_an_error() -> None:
    def same(one_of_two: Two) -> Any:
        """Another name, the same code."""
        return one_of_two.a + one_of_two.b

    for copy in (total, same, lambda i: i.a + i.b):
        stated = Statement(
            "toy/goal", place="", title="", domain=Two, truth=definition(copy), asserts=equals, printed=Form(total, "?")
        )
        with pytest.raises(InvalidInput, match="toy/goal: its truth copies the form"):
            judge(stated)


def test_a_goal_is_part_of_the_verdict() -> None:
    stated = Statement(
        "toy/sum", place="", title="", domain=Count, truth=definition(summed), asserts=equals,
        printed=Form(triangular, "n (n + 1) / 2"),
    )  # fmt: skip
    verdict = judge(stated)
    assert (verdict.verdict, verdict.strength) == ("holds", "proved")
    assert verdict.goal is not None
    assert verdict.goal["words"] == "for all n >= 1, whole: the definition equals what the form gives"


def whole_quotient(i: Share) -> Any:
    return i.n // (i.n - i.t)


def quotient(i: Share) -> Any:
    return Fraction(i.n, i.n - i.t)


def less_than_one_below(i: Share) -> Any:
    return quotient(i) - 1


def half_below(i: Share) -> Any:
    return quotient(i) - Fraction(1, 2)


def test_a_whole_quotient_lies_less_than_one_below_the_quotient() -> None:
    assert goal(Share, quotient, whole_quotient, at_most).decided
    assert goal(Share, less_than_one_below, whole_quotient, greater).decided
    assert not goal(Share, quotient, whole_quotient, equals).decided
    assert not goal(Share, half_below, whole_quotient, at_least).decided  # 5 // 3 is 1, and 5/3 - 1/2 is more
