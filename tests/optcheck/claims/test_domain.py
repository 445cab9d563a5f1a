"""A declared domain: enumeration, draws, words and finiteness come from the one declaration."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from optcheck.claims import Effort, Instance, choice, distribution, flag, integer, rational, record, row, subset
from optcheck.claims.claim import Domain
from optcheck.claims.domain import Declared
from optcheck.claims.fields import evaluate, parsed
from optcheck.errors import InvalidInput


class Open(Instance):
    """Numbers of every kind."""

    n: int = integer(2)
    t: int = integer(1, "n - 1")
    share: Fraction = rational(above=0, below=1)
    size: Fraction = rational(at_least=0)
    any_sign: Fraction = rational()


class Sets(Instance):
    """Rows and sets."""

    n: int = integer(1)
    active: tuple[int, ...] = subset("n", least=1)
    levels: tuple[Fraction, ...] = row(rational(at_least=Fraction(1, 2), at_most=3), "n")
    free: tuple[int, ...] = row(integer(-1, 1), least=1, most=3)
    chances: tuple[Fraction, ...] = distribution("n")


class Finite(Instance):
    """Finitely many."""

    n: int = integer(1, 3)
    bits: tuple[bool, ...] = row(flag(), "n")
    some: tuple[int, ...] = subset("n")
    word: str = choice("a", "b")
    number: Fraction = choice("1/2 3")


class Outer(Instance):
    """A record inside."""

    inner: Finite = record(Finite)
    k: int = integer(0, 2)
    conditions = ("k < inner.n",)


DECLARED: list[Declared[Any]] = [
    Declared(Open), Declared(Sets), Declared(Finite), Declared(Outer), Open.where("share + size < 2", "t * 2 <= n"),
    Sets.where("sum(levels) <= 4", "len(active) == n"), Finite.where("n == 2"),
]  # fmt: skip


@pytest.mark.parametrize("domain", DECLARED, ids=lambda domain: domain.of.__name__)
def test_enumeration_is_ordered_without_repeats_and_inside(domain: Declared[Any]) -> None:
    found, _ = domain.enumerated(Effort(instances=300))
    assert len(found) == 300 or domain.most is not None
    keys = [domain.order(one) for one in found]
    assert keys == sorted(keys)
    assert len(set(found)) == len(found)
    assert all(domain.problem(one) is None for one in found)
    for one in found:
        assert type(one)(**vars(one)) == one  # valid by its own rules


@pytest.mark.parametrize("domain", DECLARED, ids=lambda domain: domain.of.__name__)
def test_a_longer_enumeration_starts_like_a_shorter_one(domain: Declared[Any]) -> None:
    short, long = (domain.enumerated(Effort(instances=count))[0] for count in (40, 300))
    whole = [one for one in long if domain.cost(one) < domain.cost(short[-1])]
    assert short[: len(whole)] == whole


def test_finite_domains_are_enumerated_whole() -> None:
    found, whole = Declared(Finite).enumerated(Effort(instances=10_000))
    wanted = {
        (n, bits, some, word, number)
        for n in (1, 2, 3)
        for bits in product((False, True), repeat=n)
        for size in range(n + 1)
        for some in combinations(range(n), size)
        for word in ("a", "b")
        for number in (Fraction(1, 2), Fraction(3))
    }
    assert whole
    assert {(one.n, one.bits, one.some, one.word, one.number) for one in found} == wanted
    nested, all_of_them = Declared(Outer).enumerated(Effort(instances=10_000))
    assert all_of_them
    assert len(nested) == sum(min(3, one.n) for one in found)


def test_a_corner_comes_last_and_nothing_is_left_out() -> None:
    effort = Effort(instances=200, drawn=1)
    plain, cornered = Domain[Any](Declared(Open), effort), Domain[Any](Declared(Open), effort, "t == n - 1")
    instances = cornered.grid()
    assert {repr(one) for one in instances} == {repr(one) for one in plain.grid()}
    marks = [one.t == one.n - 1 for one in instances]
    assert marks == sorted(marks)
    assert {False, True} == set(marks)


def test_what_is_cut_is_not_whole() -> None:
    assert Declared(Finite).enumerated(Effort(instances=len(Declared(Finite).enumerated(Effort(instances=9999))[0])))[1]
    assert not Declared(Finite).enumerated(Effort(instances=100))[1]
    assert not Declared(Finite).enumerated(Effort(instances=10_000, largest={"n": 2}))[1]
    assert not Declared(Open).enumerated(Effort(instances=100))[1]


@given(st.fractions(), st.fractions())
def test_every_rational_of_a_range_comes_at_its_cost(one: Fraction, other: Fraction) -> None:
    low, high = sorted((one, other))
    if low == high:
        return
    kind = rational(at_least=low, below=high)
    value = (low + high) / 2
    cost = kind.cost(value, {})
    if cost < 12:
        assert value in list(kind.at_cost(cost, {}))
    assert low in list(kind.at_cost(kind.cost(low, {}), {}))
    assert high not in list(kind.at_cost(2, {}))


@pytest.mark.parametrize("domain", DECLARED, ids=lambda domain: domain.of.__name__)
def test_draws_lie_inside(domain: Declared[Any]) -> None:
    @settings(max_examples=60, database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(domain.strategy(Effort()))
    def inside(drawn: Any) -> None:
        assert domain.problem(drawn) is None
        domain.order(drawn)

    inside()


def test_drawn_sets_keep_to_the_cap() -> None:
    class Members(Instance):
        n: int = integer(2)
        some: tuple[int, ...] = subset("n", least=1)

    @settings(max_examples=40, database=None, deadline=None)
    @given(Declared(Members).strategy(Effort(largest={"n": 9, "some": 2})))
    def capped(drawn: Members) -> None:
        assert drawn.n <= 9
        assert 1 <= len(drawn.some) <= 2

    capped()


def test_words_name_every_bound() -> None:
    assert Declared(Open).words() == (
        "n >= 2, whole; 1 <= t <= n - 1, whole; 0 < share < 1; size >= 0; any_sign rational"
    )
    assert Sets.where("sum(levels) <= 4").words() == (
        "n >= 1, whole; active a set of at least 1 of n; 1/2 <= each of levels <= 3 (n of them); "
        "-1 <= each of free <= 1, whole (1 to 3 of them); chances: probabilities of n outcomes; sum(levels) <= 4"
    )
    assert "word in {a, b}" in Declared(Finite).words()
    assert "k < inner.n" in Declared(Outer).words()


OPEN: Any = Open
FINITE: Any = Finite
OUTER: Any = Outer


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (lambda: OPEN(1, 1, Fraction(1, 2), 0, 0), "Open: n must be it >= 2"),
        (lambda: OPEN(True, 1, Fraction(1, 2), 0, 0), "must be an int, got the bool"),
        (lambda: OPEN(3, 3, Fraction(1, 2), 0, 0), "Open: t must be"),
        (lambda: OPEN(3, 1, 0.5, 0, 0), "got the float 0.5"),
        (lambda: OPEN(3, 1, Fraction(1), 0, 0), "Open: share must be"),
        (lambda: OUTER(FINITE(1, (True,), (), "a", 3), 1), "Outer needs k < inner.n"),
        (lambda: FINITE(1, (1,), (), "a", 3), "has an entry that must be one of False, True"),
        (lambda: FINITE(2, (True, True), (1, 0), "a", 3), "in order"),
        (lambda: Open.where("z > 1"), "'z > 1' names z; the fields are n, t, share, size, any_sign"),
        (lambda: Open.where("__import__('os')"), "calls __import__"),
        (lambda: Open.where("n > 0.5"), "numbers are whole"),
        (lambda: Open.where("[n][0] == n"), "List"),
        (lambda: rational(at_least=0, above=0), "one lower and one upper bound"),
    ],
)
def test_what_breaks_a_declaration_is_named(make: Any, complaint: str) -> None:
    with pytest.raises(InvalidInput, match=complaint):
        make()


def test_a_bound_speaks_of_earlier_fields_only() -> None:
    with pytest.raises(InvalidInput, match="t: 'n' names n; the fields before it are none"):

        class Backwards(Instance):
            t: int = integer(1, "n")
            n: int = integer(1)


@given(st.integers(-5, 5), st.integers(1, 5))
def test_conditions_are_python_with_fractions(a: int, b: int) -> None:
    known = {"a": a, "b": b, "row": (a, b)}
    assert evaluate(parsed("a / b"), known) == Fraction(a, b)
    assert evaluate(parsed("a // b + a % b"), known) == a // b + a % b
    assert evaluate(parsed("0 <= a < b or not a == b"), known) is (0 <= a < b or a != b)
    assert evaluate(parsed("sum(x * x for x in row if x > 0)"), known) == sum(x * x for x in (a, b) if x > 0)
    assert evaluate(parsed("max(row) - min(a, b) + len(row) + abs(a)"), known) == max(a, b) - min(a, b) + 2 + abs(a)


class Upload(Instance):
    """A record with a symbol."""

    size: int = integer(1, symbol="|D_i|")


class Round(Instance):
    """Rows of records, and a symbol of its own."""

    uploads: tuple[Upload, ...] = row(record(Upload))
    clip: int = integer(symbol="C")


def test_symbols_of_records_are_those_of_the_whole() -> None:
    assert Declared(Round).symbols == {"size": "|D_i|", "clip": "C"}
