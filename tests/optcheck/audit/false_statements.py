"""False statements of many kinds, each with what it tries; none may get "holds" with a strength above "checked".

Attempts are functions that make a statement; what is refused when it is made is refused as well. ``FAR`` are those
whose errors lie beyond the instances: they may hold as checked, and the verdict says how far that was.
"""

from __future__ import annotations

import copy
import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import partial
from math import comb, gcd, isqrt, prod
from typing import Any, NamedTuple

import sympy
from hypothesis import assume, reject

from optcheck import LinearProgram, Model
from optcheck.checker.intervals import Interval
from optcheck.claims import (
    Combination,
    Definition,
    Effort,
    Expr,
    Form,
    Hint,
    Instance,
    Property,
    Quantity,
    Reading,
    Statement,
    Value,
    at_most,
    choice,
    decides,
    definition,
    equals,
    exp,
    expr,
    implies,
    integer,
    less,
    log,
    maximum,
    minimum,
    optimal,
    pi,
    provided,
    rational,
    row,
    sqrt,
    square,
)
from optcheck.claims.claim import Between, Check, Compared, Domain, Order, Provided, Satisfies
from optcheck.claims.domain import Declared
from optcheck.claims.fields import Integer as _Integer
from optcheck.exact.files import Certificate
from optcheck.exact.numbers import Quadratic

Attempt = Callable[[], Statement[Any]]
ATTEMPTS: dict[str, Attempt] = {}
FAR: set[str] = set()


def attempt(function: Attempt) -> Attempt:
    """A false statement."""
    ATTEMPTS[function.__name__] = function
    return function


def far(function: Attempt) -> Attempt:
    """A false statement whose errors no small instance shows."""
    FAR.add(function.__name__)
    return attempt(function)


class N(Instance):
    """A whole number from 1 on."""

    n: int = integer(1)


class Z(Instance):
    """Any whole number."""

    n: int = integer()


class Q(Instance):
    """Any rational number."""

    x: Fraction = rational()


class Pair(Instance):
    """Two numbers that are not negative."""

    a: Fraction = rational(at_least=0)
    b: Fraction = rational(at_least=0)


class Five(Instance):
    """One of five numbers: a finite domain."""

    n: int = integer(1, 5)


class Entries(Instance):
    """A row that may be empty."""

    x: tuple[Fraction, ...] = row(rational())


def state(domain: Any, truth: Any, form: Any, **more: Any) -> Statement[Any]:
    """A statement that form equals truth."""
    parts: dict[str, Any] = {"asserts": equals, "printed": Form(form, "a text"), **more}
    true = truth if isinstance(truth, Definition | Quantity | Property | Combination) else definition(truth)
    return Statement("toy/false", place="", title="", domain=domain, truth=true, **parts)


# --- mistakes of the classic kind: small instances show them --------------------------------------------------------


@attempt
def regions_of_a_disc_double() -> Statement[Any]:
    return state(
        N,
        lambda i: comb(i.n, 4) + comb(i.n, 2) + 1,
        lambda i: 2 ** (i.n - 1),
    )


@attempt
def the_larger_is_the_sum() -> Statement[Any]:
    return state(
        Pair,
        lambda i: max(i.a, i.b),
        lambda i: i.a + i.b,
    )


@attempt
def a_distance_has_a_direction() -> Statement[Any]:
    return state(
        Pair,
        lambda i: abs(i.a - i.b),
        lambda i: i.b - i.a,
    )


@attempt
def eulers_polynomial_is_always_prime() -> Statement[Any]:
    return state(
        N,
        lambda i: all(((i.n**2 - i.n + 41) % d) != 0 for d in range(2, isqrt(i.n**2 - i.n + 41) + 1)),
        lambda i: i.n >= 1,
        asserts=decides,
    )


@attempt
def halves_of_a_whole_number_make_it_up() -> Statement[Any]:
    return state(
        N,
        lambda i: i.n,
        lambda i: i.n // 2 + i.n // 2,
    )


@attempt
def a_root_undoes_a_square() -> Statement[Any]:
    return state(
        Q,
        lambda i: i.x,
        lambda i: sqrt(i.x**2),
    )


@attempt
def a_sum_ends_one_later() -> Statement[Any]:
    return state(
        N,
        lambda i: sum(range(i.n)),
        lambda i: Fraction(i.n * (i.n + 1), 2),
    )


@attempt
def powers_of_minus_one_are_one() -> Statement[Any]:
    return state(
        N,
        lambda i: (-1) ** i.n,
        lambda i: 1,
    )


@attempt
def an_identity_by_coincidence() -> Statement[Any]:
    class Once(Instance):
        n: Fraction = choice("163")

    return state(
        Once,
        lambda i: exp(pi() * sqrt(i.n)),
        lambda i: 262537412640768744,
    )


@attempt
def a_strict_bound_that_is_attained() -> Statement[Any]:
    return state(
        Pair,
        lambda i: 2 * i.a * i.b,
        lambda i: i.a**2 + i.b**2,
        asserts=less,
    )


# --- errors beyond the small instances ------------------------------------------------------------------------------


@far
def a_product_that_vanishes_for_a_long_time() -> Statement[Any]:
    return state(
        N,
        lambda i: sum(range(i.n + 1)),
        lambda i: Fraction(i.n * (i.n + 1), 2) + prod((i.n - k) for k in range(1, 100)),
    )


@far
def a_case_far_out() -> Statement[Any]:
    return state(
        N,
        lambda i: i.n,
        lambda i: i.n if i.n < 10**6 else 0,
    )


@far
def a_pole_far_out() -> Statement[Any]:
    return state(
        N,
        lambda i: 1,
        lambda i: Fraction(i.n - 10**6, i.n - 10**6),
    )


@far
def a_root_that_ends() -> Statement[Any]:
    return state(
        N,
        lambda i: 10**9 - i.n,
        lambda i: sqrt(Fraction(10**9 - i.n)) ** 2,
    )


@far
def pells_equation_has_no_solution() -> Statement[Any]:
    return state(
        N,
        lambda i: isqrt(991 * i.n**2 + 1) ** 2 != 991 * i.n**2 + 1,
        lambda i: i.n >= 1,
        asserts=decides,
    )


@far
def neighbours_without_a_common_factor() -> Statement[Any]:
    return state(
        N,
        lambda i: gcd(i.n**17 + 9, (i.n + 1) ** 17 + 9),
        lambda i: 1,
    )


@far
def more_numbers_with_an_odd_number_of_factors() -> Statement[Any]:
    def surplus(n: int) -> int:
        total = 0
        for k in range(1, n + 1):
            factors, rest, divisor = 0, k, 2
            while rest > 1:
                while rest % divisor == 0:
                    factors, rest = factors + 1, rest // divisor
                divisor += 1
            total += (-1) ** factors
        return total

    return state(
        N.where("n >= 2"),
        lambda i: surplus(i.n),
        lambda i: 0,
        asserts=at_most,
    )


@far
def an_assertion_far_out() -> Statement[Any]:
    def form(i: N) -> int:
        assert i.n < 10**6
        return i.n

    return state(
        N,
        lambda i: i.n if i.n < 10**6 else 0,
        form,
    )


@far
def a_wrong_case_for_long_rows() -> Statement[Any]:
    return state(
        Entries,
        lambda i: sum(i.x),
        lambda i: sum(i.x) if len(i.x) < 1000 else 0,
    )


@far
def a_small_denominator_is_needed() -> Statement[Any]:
    return state(
        Q.where("0 < x"),
        lambda i: i.x,
        lambda i: i.x if i.x.denominator < 10**15 else 0,
    )


@far
def a_reading_that_stops_looking() -> Statement[Any]:
    return state(
        N,
        lambda i: i.n**2,
        lambda i: i.n,
        effort=Effort(instances=1, drawn=0),
    )


@far
def a_cap_as_if_it_were_the_domain() -> Statement[Any]:
    return state(
        Five,
        lambda i: comb(i.n, 4) + comb(i.n, 2) + 1 + (i.n == 5),
        lambda i: 2 ** (i.n - 1),
        effort=Effort(largest={"n": 4}),
    )


@far
def the_sum_of_so_many_numbers_with_a_late_term() -> Statement[Any]:
    return state(
        N,
        lambda i: sum(range(i.n + 1)),
        lambda i: Fraction(i.n * (i.n + 1), 2) + (i.n // 1000) * (i.n % 7),
    )


@far
def fermats_numbers_by_their_first_members() -> Statement[Any]:
    class Exponent(Instance):
        k: int = integer(0)

    def is_prime(n: int) -> bool:
        return n > 1 and all(n % d for d in range(2, min(isqrt(n), 300) + 1))

    return state(Exponent, lambda i: is_prime(2 ** (2**i.k) + 1), lambda i: i.k >= 0, asserts=decides,
                 effort=Effort(instances=8, drawn=0, largest={"k": 4}))  # fmt: skip


@far
def a_maximum_that_forgets_one_of_many() -> Statement[Any]:
    return state(
        Entries.where("len(x) >= 1"),
        lambda i: max(i.x),
        lambda i: max(i.x[:50]),
    )


# --- undefined forms ------------------------------------------------------------------------------------------------


@attempt
def a_quotient_of_nothing_by_nothing() -> Statement[Any]:
    return state(
        Pair,
        lambda i: 1,
        lambda i: i.a / i.a,
    )


@attempt
def the_logarithm_of_a_product_of_negative_numbers() -> Statement[Any]:
    class Both(Instance):
        a: Fraction = rational(below=0)
        b: Fraction = rational(below=0)

    return state(
        Both,
        lambda i: log(i.a * i.b),
        lambda i: log(i.a) + log(i.b),
    )


@attempt
def the_largest_of_an_empty_row() -> Statement[Any]:
    return state(
        Entries,
        lambda i: max(i.x) if i.x else 0,
        lambda i: max(i.x),
    )


@attempt
def an_entry_that_is_not_there() -> Statement[Any]:
    return state(
        Entries.where("len(x) >= 1"),
        lambda i: i.x[0],
        lambda i: i.x[1] if len(i.x) > 2 else i.x[len(i.x)],
    )


@attempt
def a_form_that_raises() -> Statement[Any]:
    def form(i: N) -> int:
        if i.n > 3:
            raise RuntimeError("not today")
        return i.n

    return state(N, lambda i: min(i.n, 3), form)


@attempt
def a_generator_that_raises() -> Statement[Any]:
    def parts(n: int) -> Iterator[int]:
        yield n
        raise StopIteration

    return state(N, lambda i: i.n + 1, lambda i: sum(parts(i.n)))


@attempt
def a_form_that_ends_the_program() -> Statement[Any]:
    def form(i: N) -> int:
        if i.n > 2:
            raise SystemExit(0)
        return i.n

    return state(N, lambda i: min(i.n, 2), form)


# --- a text that says something else than the code ------------------------------------------------------------------


def _texted(text: str, corrected: str = "") -> Statement[Any]:
    right, wrong = (lambda i: Fraction(i.n * (i.n + 1), 2)), (lambda i: i.n**3 + 1)
    truth = lambda i: sum(range(i.n + 1))  # noqa: E731
    if corrected:
        return state(N, truth, wrong, corrected=Form(right, corrected))
    return state(N, truth, right, printed=Form(right, text))


@attempt
def a_text_with_another_power() -> Statement[Any]:
    return _texted("n²")


@attempt
def a_text_with_another_sign() -> Statement[Any]:
    return _texted("n (n − 1) / 2")


@attempt
def a_text_that_forgets_the_half() -> Statement[Any]:
    return _texted("S(n) = n (n + 1)")


@attempt
def a_correction_with_another_text() -> Statement[Any]:
    return _texted("", "n (n + 1) / 3")


@attempt
def a_text_that_differs_late() -> Statement[Any]:
    return _texted("n (n + 1) / 2 + " + "".join(f"(n − {k})" for k in range(1, 41)))


@attempt
def a_text_of_a_reading_that_says_something_else() -> Statement[Any]:
    right = lambda i: Fraction(i.n * (i.n + 1), 2)  # noqa: E731
    other = Reading(name="as meant", printed=Form(right, "n^2"))
    return state(N, lambda i: sum(range(i.n + 1)), right, printed=Form(right, "n (n + 1) / 2"), readings=(other,))


# --- a domain that is narrower than it seems ------------------------------------------------------------------------


@attempt
def sorted_rows_as_if_they_were_all() -> Statement[Any]:
    class Pairs(Instance):
        x: tuple[Fraction, ...] = row(rational(), 2)

    return state(Pairs, lambda i: max(i.x), lambda i: i.x[0])


@attempt
def positive_numbers_as_if_they_were_all() -> Statement[Any]:
    return state(Z, lambda i: abs(i.n), lambda i: i.n)


@attempt
def whole_numbers_as_if_they_were_all() -> Statement[Any]:
    return state(Q.where("x >= 1"), lambda i: i.x, lambda i: i.x // 1)


@attempt
def one_field_that_repeats_another() -> Statement[Any]:
    class Twice(Instance):
        n: int = integer(1)
        m: int = integer("n", "n + 1")

    return state(Twice, lambda i: i.m, lambda i: i.n)


@attempt
def a_bound_that_names_a_later_field() -> Statement[Any]:
    class Backwards(Instance):
        n: int = integer(1, "m")
        m: int = integer(1)

    return state(Backwards, lambda i: i.n, lambda i: -i.n)


@attempt
def a_condition_that_reaches_into_python() -> Statement[Any]:
    return state(N.where("n.__class__ == 1"), lambda i: i.n, lambda i: -i.n)


@attempt
def a_condition_that_calls_what_it_likes() -> Statement[Any]:
    return state(N.where("print(n) == n"), lambda i: i.n, lambda i: -i.n)


# --- instances that are left out ------------------------------------------------------------------------------------


@attempt
def a_form_that_assumes() -> Statement[Any]:
    def form(i: N) -> int:
        assume(i.n < 4)
        return i.n

    return state(N, lambda i: min(i.n, 3), form)


@attempt
def a_truth_that_rejects() -> Statement[Any]:
    def truth(i: N) -> int:
        return i.n if i.n < 4 else reject()

    return state(N, truth, lambda i: min(i.n, 3))


@attempt
def a_domain_without_instances() -> Statement[Any]:
    return state(N.where("n < 0"), lambda i: i.n, lambda i: -i.n)


@attempt
def an_empty_range() -> Statement[Any]:
    class Nobody(Instance):
        n: int = integer(3, 2)

    return state(Nobody, lambda i: i.n, lambda i: -i.n)


@attempt
def a_condition_that_is_no_truth_value() -> Statement[Any]:
    return state(N.where("n"), lambda i: i.n, lambda i: -i.n)


@attempt
def a_condition_that_is_undefined() -> Statement[Any]:
    return state(N.where("1 / (n - 3) < 0"), lambda i: i.n, lambda i: min(i.n, 2))


@attempt
def a_premise_that_never_holds() -> Statement[Any]:
    return state(N, lambda i: i.n, lambda i: (i.n < 0, -i.n), asserts=provided(equals))


@attempt
def a_sufficient_condition_that_never_holds() -> Statement[Any]:
    return state(N, lambda i: i.n > 10**9, lambda i: i.n < 0, asserts=implies)


@attempt
def no_effort_at_all() -> Statement[Any]:
    return state(N, lambda i: i.n, lambda i: -i.n, effort=Effort(instances=0, drawn=0))


# --- a truth that copies the form -----------------------------------------------------------------------------------


def total_of_both(i: Pair) -> Value:
    return i.a + i.b


def written_again(j: Pair) -> Value:
    return j.a + j.b


def called(i: Pair) -> Value:
    return total_of_both(i)


def called_and_named(i: Pair) -> Value:
    value = total_of_both(i)
    return value  # noqa: RET504


def called_with_nothing_added(i: Pair) -> Value:
    return 0 + 1 * total_of_both(i)


def the_other_way_round(i: Pair) -> Value:
    return i.b + i.a


@attempt
def the_truth_is_the_form() -> Statement[Any]:
    return state(Pair, total_of_both, total_of_both)


@attempt
def the_truth_is_the_form_with_other_names() -> Statement[Any]:
    return state(Pair, written_again, total_of_both)


@attempt
def the_truth_calls_the_form() -> Statement[Any]:
    return state(Pair, called, total_of_both)


@attempt
def the_form_calls_the_truth() -> Statement[Any]:
    return state(Pair, total_of_both, called_and_named)


@attempt
def both_call_the_same() -> Statement[Any]:
    return state(Pair, called, called_and_named)


@attempt
def the_truth_calls_the_form_and_adds_nothing() -> Statement[Any]:
    return state(Pair, called_with_nothing_added, total_of_both)


@attempt
def the_truth_is_the_form_the_other_way_round() -> Statement[Any]:
    return state(Pair, the_other_way_round, total_of_both)


@attempt
def the_truth_is_a_part_of_the_form() -> Statement[Any]:
    return state(Pair, partial(called), lambda i: total_of_both(i))


@attempt
def what_the_form_means_ignores_the_form() -> Statement[Any]:
    return state(Pair, lambda i: max(i.a, i.b), total_of_both, means=lambda i, said: max(i.a, i.b))


@attempt
def what_the_form_means_is_looked_up_in_the_truth() -> Statement[Any]:
    def truth(i: Pair) -> Value:
        return max(i.a, i.b)

    return state(Pair, truth, total_of_both, means=lambda i, said: truth(i) if said >= 0 else said)


# --- numbers of one's own -------------------------------------------------------------------------------------------


class LyingFraction(Fraction):
    """A number that equals everything."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = Fraction.__hash__


class LyingInt(int):
    """A number that is never above or below another."""

    def __gt__(self, other: object) -> bool:
        return False

    __lt__ = __gt__


@dataclass(frozen=True)
class LyingRecord:
    """A record that compares as it likes."""

    value: int

    def __gt__(self, other: object) -> bool:
        return False

    __lt__ = __gt__


class LyingTuple(NamedTuple):
    """A row of one's own type."""

    value: int

    def __len__(self) -> int:
        return 0


class LyingQuadratic(Quadratic):
    """A quadratic number that compares as it likes."""

    def __gt__(self, other: object) -> bool:
        return False

    __lt__ = __gt__


class LyingExpr(Expr):
    """An expression that encloses nothing of itself."""

    def enclose(self) -> Any:
        return expr(1).enclose()


def _values() -> dict[str, Any]:
    return {
        "a_fraction_of_ones_own": LyingFraction(7),
        "an_integer_of_ones_own": LyingInt(7),
        "a_record_that_compares_itself": LyingRecord(7),
        "a_tuple_of_ones_own": LyingTuple(7),
        "a_number_of_ones_own_in_a_row": (1, LyingFraction(7)),
        "a_quadratic_number_of_ones_own": LyingQuadratic(Fraction(1), Fraction(1), 2),
        "an_expression_of_ones_own": LyingExpr("exp", (expr(1),)),
        "a_wide_enclosure": Interval(Fraction(0), Fraction(10**9)),
        "a_wide_enclosure_in_a_row": (Interval(Fraction(0), Fraction(10**9)),),
        "a_float": 1.0,
        "a_decimal": Decimal(1),
        "not_a_number": math.nan,
        "a_symbol": sympy.Symbol("n"),
        "a_sympy_number": sympy.Integer(1),
        "a_complex_number": 1 + 0j,
        "a_text": "1",
        "nothing": None,
    }


def _of_value(value: Any) -> Attempt:
    return lambda: state(Five, lambda i: i.n, lambda i: value)


ATTEMPTS.update({name: _of_value(value) for name, value in _values().items()})


@attempt
def a_wide_enclosure_as_the_truth() -> Statement[Any]:
    return state(Five, lambda i: Interval(Fraction(0), Fraction(10**9)), lambda i: i.n)


@attempt
def more_by_less_than_the_precision() -> Statement[Any]:
    return state(Five, lambda i: 1 + exp(-1450 * i.n), lambda i: 1, asserts=at_most)


@attempt
def equal_up_to_a_thousand_digits() -> Statement[Any]:
    return state(Five, lambda i: i.n, lambda i: i.n + Fraction(1, 10**1000))


@attempt
def equal_roots_up_to_many_digits() -> Statement[Any]:
    return state(Five, lambda i: sqrt(i.n * 10**900 + 1), lambda i: sqrt(i.n * 10**900))


# --- relations of one's own -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Loose:
    """A relation under a known name that is never broken."""

    name: str = "equals"
    one_sided: bool = False

    def check(self, claimed: object, true: object) -> Check:
        return Check(None)


class LooseOrder(Order):
    """A known relation, loosened."""

    def check(self, claimed: object, true: object) -> Check:
        return Check(None)


def _relations() -> dict[str, Any]:
    return {
        "a_relation_of_ones_own": Loose(),
        "a_known_name_for_another_relation": Compared("equals", "<"),
        "a_copy_of_a_relation": copy.copy(equals),
        "a_relation_of_a_subclass": LooseOrder(Fraction(0), Fraction(2)),
        "an_order_of_floats": Order(0.5, 1e9),  # type: ignore[arg-type]
        "a_bound_within_another": Between(Compared("at least", "?"), Compared("at most", "?")),
        "a_provision_for_another": Provided(Compared("equals", "?")),
        "a_property_under_the_name_of_a_relation": Satisfies("equals"),
        "the_name_of_a_relation": "equals",
    }


def _of_relation(relation: Any) -> Attempt:
    return lambda: state(Five, lambda i: i.n, lambda i: i.n + 1, asserts=relation)


ATTEMPTS.update({name: _of_relation(relation) for name, relation in _relations().items()})


@attempt
def an_own_relation_slipped_in_later() -> Statement[Any]:
    made = state(Five, lambda i: i.n, lambda i: i.n + 1)
    object.__setattr__(made, "asserts", Loose())
    return made


# --- fields, instances, domains of one's own ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Chosen(_Integer):
    """A field that says one thing and gives another."""

    def at_cost(self, cost: int, known: Any) -> Iterator[int]:
        yield from [1] if cost == 0 else []

    def most(self, known: Any) -> int | None:
        return 0


@attempt
def a_field_of_ones_own() -> Statement[Any]:
    class Sly(Instance):
        n: int = Chosen(1, None)  # type: ignore[assignment]

    return state(Sly, lambda i: i.n**2, lambda i: i.n)


@attempt
def a_row_of_a_field_of_ones_own() -> Statement[Any]:
    class Sly(Instance):
        x: tuple[int, ...] = row(Chosen(1, None), 1)

    return state(Sly, lambda i: i.x[0] ** 2, lambda i: i.x[0])


@attempt
def an_instance_that_changes_what_it_is_given() -> Statement[Any]:
    class Sly(Instance):
        n: int = integer(1, 9)

        def __post_init__(self) -> None:
            object.__setattr__(self, "n", min(self.n, 2))

    return state(Sly, lambda i: i.n * (i.n - 1), lambda i: 2 * (i.n - 1))


@attempt
def an_instance_that_is_changed_later() -> Statement[Any]:
    class Sly(Instance):
        n: int = integer(1, 9)

    made = state(Sly, lambda i: i.n * (i.n - 1), lambda i: 2 * (i.n - 1))
    Sly.__post_init__ = lambda self: object.__setattr__(self, "n", min(self.n, 2))  # type: ignore[method-assign,attr-defined]
    return made


@attempt
def a_field_that_is_read_otherwise() -> Statement[Any]:
    class Sly(Instance):
        n: int = integer(1, 9)

    Sly.__getattribute__ = lambda self, name: (  # type: ignore[method-assign]
        min(object.__getattribute__(self, name), 2) if name == "n" else object.__getattribute__(self, name)
    )
    return state(Sly, lambda i: i.n * (i.n - 1), lambda i: 2 * (i.n - 1))


class Short(Declared[Any]):
    """A domain that gives what it likes."""

    def enumerated(self, effort: Effort) -> tuple[list[Any], bool]:
        return [N(1)], True


@attempt
def a_domain_of_ones_own() -> Statement[Any]:
    return state(Short(N), lambda i: i.n**2, lambda i: i.n)


class Whole(Domain[Any]):
    """A domain that calls itself whole."""

    @property
    def whole(self) -> bool:
        return True


@attempt
def a_domain_that_calls_itself_whole() -> Statement[Any]:
    return state(Whole(Declared(N), Effort(instances=1)), lambda i: i.n**2, lambda i: i.n)


@attempt
def an_enumeration_that_is_filled_in() -> Statement[Any]:
    filled: Domain[Any] = Domain(Declared(N), Effort())
    filled.__dict__["_enumeration"] = ([N(1)], True)
    return state(filled, lambda i: i.n**2, lambda i: i.n)


@attempt
def a_list_of_instances() -> Statement[Any]:
    return state([N(1)], lambda i: i.n**2, lambda i: i.n)


class SlyCaps(dict[str, int]):
    """Caps that do not show."""

    def __iter__(self) -> Iterator[str]:
        return iter(())


@attempt
def caps_that_do_not_show() -> Statement[Any]:
    return state(Five, lambda i: min(i.n, 2), lambda i: i.n, effort=Effort(largest=SlyCaps(n=2)))


@attempt
def a_form_that_changes_its_instance() -> Statement[Any]:
    def form(i: Five) -> int:
        object.__setattr__(i, "n", 1)
        return 1

    return state(Five, lambda i: i.n, form)


# --- parts of a statement of one's own ------------------------------------------------------------------------------


class SlyForm(Form[Any]):
    """A form that is two functions."""

    @property
    def evaluate(self) -> Any:
        return (lambda i: i.n) if random.random() < 2 else None

    @evaluate.setter
    def evaluate(self, value: Any) -> None:
        pass


@attempt
def a_form_of_ones_own() -> Statement[Any]:
    return state(Five, lambda i: i.n, None, printed=SlyForm(lambda i: i.n + 1, "n + 1"))


class SlyTruth(Definition[Any]):
    """A definition of one's own."""


@attempt
def a_truth_of_ones_own() -> Statement[Any]:
    return state(Five, SlyTruth(lambda i: i.n + 1), lambda i: i.n + 1)


class SlyStatement(Statement[Any]):
    """A statement that checks nothing when it is made."""

    def __post_init__(self) -> None:
        pass


@attempt
def a_statement_of_ones_own() -> Statement[Any]:
    made = state(Five, lambda i: i.n, lambda i: i.n + 1)
    parts = {name: getattr(made, name) for name in made.__dataclass_fields__}
    return SlyStatement(**{**parts, "asserts": Loose()})


# --- certificates and models that are about something else ----------------------------------------------------------


def program(i: Five) -> LinearProgram:
    model = Model("minimise")
    model.row("x", {model.variable("x", cost=1): 1}, ">=", i.n)
    return model.build()


def upwards(i: Five) -> LinearProgram:
    model = Model("maximise")
    model.row("x", {model.variable("x", cost=1): 1}, ">=", i.n)
    return model.build()


def impossible(i: Five) -> LinearProgram:
    model = Model("minimise")
    model.row("x", {model.variable("x", cost=1): 1}, "<=", -i.n)
    return model.build()


@attempt
def the_maximum_of_something_to_minimise() -> Statement[Any]:
    return state(Five, maximum(program), lambda i: i.n)


@attempt
def an_unbounded_program() -> Statement[Any]:
    return state(Five, maximum(upwards), lambda i: i.n)


@attempt
def an_infeasible_program() -> Statement[Any]:
    return state(Five, minimum(impossible), lambda i: i.n)


@attempt
def the_certificate_of_another_instance() -> Statement[Any]:
    truth = minimum(program)
    assert truth.certify is not None
    other = truth.certify(Five(1))
    return state(Five, replace(truth, certify=lambda i: other), lambda i: 1)


@attempt
def a_certificate_without_evidence() -> Statement[Any]:
    truth = minimum(program)
    forged = lambda i: Certificate("linear-program", truth.describe(i), {"minimum": "1"})  # noqa: E731
    return state(Five, replace(truth, certify=forged), lambda i: 1)


@attempt
def a_property_that_everything_has() -> Statement[Any]:
    truth: Property[Any] = Property(
        name="minimum",
        holds=lambda i, fact: True,
        describe=lambda i, said: {"linear-program": program(i).instance()},
        certify=lambda i, said: minimum(program).certify(i),  # type: ignore[misc]
    )
    return state(Five, truth, lambda i: i.n + 1, asserts=optimal)


@attempt
def a_comparison_typed_in() -> Statement[Any]:
    truth: Quantity[Any] = Quantity(
        kind="evaluation", name="true",
        describe=lambda i: {"instance": {"n": 1}, "claimed": "1", "true": "1", "relation": "equals"},
    )  # fmt: skip
    return state(Five, truth, lambda i: i.n + 1)


# --- code that is read otherwise than it runs -----------------------------------------------------------------------


def _decorated(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def wrapper(i: Any) -> Any:
        return function(i) if i.n < 300 else 0

    return wrapper


@_decorated
def decorated(i: N) -> Value:
    return i.n


@far
def a_decorated_form() -> Statement[Any]:
    return state(
        N,
        lambda i: i.n + i.n - i.n,
        decorated,
    )


def replaced_code(i: N) -> Value:
    return i.n


@attempt
def a_form_whose_code_was_replaced() -> Statement[Any]:
    def running(i: N) -> Value:
        return i.n if i.n < 10**6 else 0

    form = copy.copy(replaced_code)
    form.__code__ = running.__code__
    return state(N, lambda i: i.n + i.n - i.n, form)


FAR.add("a_form_whose_code_was_replaced")


@far
def shadowed_names() -> Statement[Any]:
    def form(i: Pair) -> Value:
        max: Any = lambda a, b: a if a - b > 0 or a > 10**6 else b  # noqa: E731
        return max(i.a, i.b)

    return state(
        Pair,
        lambda i: i.a if i.a > i.b else i.b,
        form,
    )


@attempt
def a_hint_that_is_no_square() -> Statement[Any]:
    return state(Q, lambda i: abs(i.x), lambda i: i.x, hints=(square("x ** (1/2)"),))


@attempt
def a_hint_of_ones_own() -> Statement[Any]:
    return state(Q, lambda i: abs(i.x), lambda i: i.x, hints=(Hint("know", ("x",)),))


@attempt
def a_correction_that_is_wrong_too() -> Statement[Any]:
    return state(N, lambda i: i.n, lambda i: -i.n, corrected=Form(lambda i: i.n**2, "n^2"))


@attempt
def rows_of_other_lengths() -> Statement[Any]:
    return state(Entries, lambda i: i.x, lambda i: i.x[:2])


@attempt
def a_truth_value_for_a_number() -> Statement[Any]:
    return state(Five, lambda i: 1, lambda i: i.n >= 1)
