"""What is translated gives what Python gives; what cannot be translated says where and why."""

from __future__ import annotations

import functools
import importlib
import itertools
import math
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import proofs_numeric
from optcheck.audit.translate import Untranslatable, document, source_of
from optcheck.checker import work
from optcheck.checker.core import check_document
from optcheck.checker.evaluation import value_of
from optcheck.checker.language import MOST_CHARACTERS, call, parse
from optcheck.checker.reals import Number, Real, enclosure
from optcheck.checker.values import Named
from optcheck.claims import Claim, Definition
from optcheck.claims.expressions import (
    Expr,
    Infinite,
    gaussian_delta,
    interval,
    largest,
    log,
    smallest,
    sqrt,
    surd,
    total,
)
from optcheck.errors import CertificateRejected
from optcheck.exact.numbers import Quadratic

LIMIT = 10  # seconds' worth of steps


class Shade(Enum):
    DARK = "d"
    LIGHT = "l"


@dataclass(frozen=True, slots=True)
class Part:
    weight: Fraction
    shade: Shade = Shade.DARK

    @property
    def doubled(self) -> Fraction:
        return 2 * self.weight

    def shifted(self, by: Fraction, *, times: int = 1) -> Fraction:
        return self.weight + times * by


@dataclass(frozen=True, slots=True)
class Whole:
    n: int
    row: tuple[Fraction, ...]
    part: Part

    @property
    def count(self) -> int:
        return len(self.row)

    @property
    def ratio(self) -> Fraction:
        return self.part.doubled / (self.count + 1)

    @classmethod
    def made(cls, n: int, weight: Fraction) -> Whole:
        return cls(n, (weight,), Part(weight))


numbers = st.fractions(-9, 9, max_denominator=6)
parts = st.builds(Part, numbers, st.sampled_from(Shade))
wholes = st.builds(Whole, st.integers(1, 6), st.lists(numbers, min_size=1, max_size=4).map(tuple), parts)
HALF = Fraction(1, 2)
TABLE = {(1, "a"): Fraction(1, 3), (2, "b"): Fraction(5, 7), (3, "c"): Fraction(2), (4, "d"): Fraction(9, 4)}


def evaluated(text: str, instance: object) -> object:
    with work.budget(LIMIT):
        return call(parse(text), "entry", value_of(document(instance), "instance"))


def same(found: object, wanted: object) -> bool:
    """Whether a value of the language is Python's; of expressions, whether enclosures of twelve digits overlap."""
    if isinstance(wanted, Infinite):
        return found == "infinite"
    if isinstance(wanted, Enum | str | bool | None):
        return found == (wanted.name if isinstance(wanted, Enum) else wanted)
    if isinstance(wanted, tuple | list):
        return isinstance(found, tuple | list) and len(found) == len(wanted) and all(map(same, found, wanted))
    if isinstance(found, Named):
        return all(same(part, getattr(wanted, name)) for name, part in found.fields.items())
    if isinstance(wanted, Expr | Quadratic | int | Fraction) and isinstance(found, Number):
        if not isinstance(found, Real) and not isinstance(wanted, Expr):
            return found == wanted
        a, b = enclosure(found), interval(wanted, 1024)
        return a.low <= b.high and b.low <= a.high and a.high - a.low <= abs(a.high) / 10**11
    return False


# --- functions of every make ----------------------------------------------------------------------------------------


def plainly(whole: Whole) -> object:
    """A docstring, an annotation and a property of a property."""
    value: Fraction = whole.ratio + whole.part.shifted(HALF, times=2)
    return value, whole.count, max(whole.row)


def with_helpers(whole: Whole) -> object:
    return helper(whole.row, power=2), TABLE[min(whole.n, 2), "a" if whole.n < 2 else "b"], memory(3)


def helper(sum: tuple[Fraction, ...], power: int = 1) -> Fraction:
    """Parameters that are called like functions of the language."""
    count: Fraction = total(sum)
    return Fraction(count**power)


@functools.cache
def memory(depth: int) -> int:
    return 1 if depth == 0 else 2 * memory(depth - 1)


def shadowing(whole: Whole) -> object:
    helper = [x * 2 for x in whole.row]
    return [helper + 1 for helper in helper], sorted(whole.row, key=lambda memory: -memory)


def generated(whole: Whole) -> object:
    return list(steps(whole.row)), sum(1 for _ in steps(()))


def steps(row: tuple[Fraction, ...]) -> Iterator[Fraction]:
    for item in row:
        if item < 0:
            yield -item
        yield from (item, item + 1)


def branching(whole: Whole) -> object:
    if whole.n > 5:
        raise ValueError(f"too many: {whole.n}")
    assert whole.n > 0, "none"
    match whole.part.shade:
        case Shade.DARK:
            return whole.part is None
        case _:
            return whole.part.shade


def collecting(whole: Whole) -> object:
    found: list[Fraction] = []
    chosen = set()
    for x in whole.row:
        found.insert(0, x)
        chosen.add(x)
    table = {**{x: x * x for x in whole.row}, Fraction(99): Fraction(2)}
    return found, len(chosen), sum(table.values()), found.count(found[0]), found.index(found[-1])


def sets(whole: Whole) -> object:
    rows = [whole.row, (whole.part.weight, HALF)]
    common = [sorted(set(whole.row).intersection(item)) for item in rows]
    rest = [sorted(set(item).difference(whole.row)) for item in rows]
    tests = [(set(item).isdisjoint(whole.row), set(whole.row).issubset(item)) for item in rows]
    once = (x for x in whole.row)
    return common, rest, tests, sorted(set(whole.row).intersection(once)), [whole.row.count(item) for item in rows[1]]


def of_records(whole: Whole) -> object:
    other = replace(whole, n=whole.n + 1)
    again = Whole.made(3, whole.part.weight)
    return other.n, again.ratio, Part(Fraction(1)).shade, [one.doubled for one in (whole.part, again.part)]


def irrational(whole: Whole) -> object:
    shift = 1 + abs(whole.part.weight)
    return sqrt(shift), surd(2) * shift, log(shift + 1), gaussian_delta(shift, HALF), largest(whole.row), smallest(1, 2)


def modules(whole: Whole) -> object:
    pairs = itertools.product(whole.row, repeat=2)
    return math.comb(whole.n + 3, 2), [a * b for a, b in pairs], math.prod(whole.row)


def closure(factor: Fraction, inner: Callable[[Whole], Fraction]) -> Callable[[Whole], object]:
    def found(whole: Whole) -> object:
        return factor * inner(whole)

    return found


two = (lambda whole: whole.n + 1, lambda whole: whole.n + 2)
FUNCTIONS: list[Callable[[Whole], object]] = [
    plainly,
    with_helpers,
    shadowing,
    generated,
    collecting,
    sets,
    of_records,
    irrational,
    modules,
    *two,
    closure(Fraction(2, 3), lambda whole: whole.ratio),
    lambda whole: sorted(whole.row, key=lambda a: max((a, -a), key=lambda b: b * whole.n)),
]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: getattr(function, "__name__", "object"))
@given(whole=wholes)
def test_the_checker_evaluates_what_python_does(function: Callable[[Whole], object], whole: Whole) -> None:
    assert same(evaluated(source_of(function, "entry", whole), whole), function(whole))


@given(wholes)
def test_what_python_raises_is_undefined(whole: Whole) -> None:
    text = source_of(branching, "entry", whole)
    if whole.n > 5:
        with pytest.raises(CertificateRejected, match="undefined"):
            evaluated(text, whole)
    else:
        assert same(evaluated(text, whole), branching(whole))


WHOLE = Whole(2, (Fraction(1), Fraction(3, 2)), Part(Fraction(5)))


def test_the_text_is_readable_and_the_same_every_time() -> None:
    text = source_of(plainly, "entry", WHOLE)
    assert text == source_of(plainly, "entry", WHOLE)
    assert text.splitlines() == [
        "def entry(whole):",
        "    value = ratio_of(whole) + shifted_of(whole.part, Fraction(1, 2), times=2)",
        "    return (value, count_of(whole), max(whole.row))",
        "",
        "def ratio_of(self):",
        "    return doubled_of(self.part) / (count_of(self) + 1)",
        "",
        "def shifted_of(self, by, times=1):",
        "    return self.weight + times * by",
        "",
        "def count_of(self):",
        "    return len(self.row)",
        "",
        "def doubled_of(self):",
        "    return 2 * self.weight",
    ]


def test_long_constants_get_their_own_line() -> None:
    text = source_of(with_helpers, "entry", WHOLE)
    assert text.startswith("TABLE = {(1, 'a'): Fraction(1, 3)")


def test_a_record_becomes_an_object_of_its_fields() -> None:
    assert document(WHOLE) == {"n": 2, "row": [1, "3/2"], "part": {"weight": 5, "shade": "DARK"}}
    assert document((None, True, 2**60, Quadratic(1, 2, 3))) == [None, True, str(2**60), "1 + 2*sqrt(3)"]
    for bad in (0.5, "1/2", "", {1: 2}):
        with pytest.raises(Untranslatable):
            document(bad)


# --- what is refused ------------------------------------------------------------------------------------------------


def of_floats(whole: Whole) -> object:
    return whole.n * 0.5


def of_a_float(whole: Whole) -> object:
    return float(whole.n)


def importing(whole: Whole) -> object:
    import sys

    return sys.maxsize


def catching(whole: Whole) -> object:
    try:
        return 1 / whole.n
    except ZeroDivisionError:
        return 0


def naming(whole: Whole) -> object:
    return (found := whole.n) + found


def formatting(whole: Whole) -> object:
    return f"{whole.n}"


def joining(whole: Whole) -> object:
    return "".join(("a", "b"))


def printing(whole: Whole) -> object:
    return print(whole.n)


def of_attributes(whole: Whole) -> object:
    return whole.missing  # type: ignore[attr-defined]


def of_words(whole: Whole) -> object:
    return "é"


def of_kinds(whole: Whole) -> object:
    return isinstance(whole.n, int)


@pytest.mark.parametrize(
    ("function", "construct"),
    [
        (of_floats, "the float 0.5"),
        (of_a_float, "a float"),
        (importing, "Import"),
        (catching, "Try"),
        (naming, "NamedExpr"),
        (formatting, "JoinedStr"),
        (joining, "the method join"),
        (printing, "the function print"),
        (of_attributes, "the attribute missing"),
        (of_words, "the str 'é'"),
        (of_kinds, "isinstance"),
        (math.sqrt, "sqrt"),
        (functools.partial(math.comb, 3), "partial"),
    ],
)
def test_what_has_no_translation_names_its_place(function: Callable[..., object], construct: str) -> None:
    with pytest.raises(Untranslatable) as refused:
        source_of(function, "entry", WHOLE)
    assert construct in refused.value.construct
    if hasattr(function, "__code__"):
        assert refused.value.file == "test_translate.py"
        assert refused.value.line >= function.__code__.co_firstlineno


# --- the claims -----------------------------------------------------------------------------------------------------

PAPERS = {
    "adpml": 50,
    "chained": 88,
    "cordp": 93,
    "kairouz": 83,
    "libraries": 72,
    "tpmdp": 74,
}  # as measured: at least so many


def claims(paper: str) -> Iterator[Claim[object]]:
    package = importlib.import_module(f"proofs_numeric.{paper}")
    for module in pkgutil.iter_modules(package.__path__):
        if not module.name.startswith("_"):
            yield importlib.import_module(f"proofs_numeric.{paper}.{module.name}").CLAIM


def translations(claim: Claim[object]) -> Iterator[tuple[Callable[[object], object], str]]:
    """Forms and definition, each with its text where there is one."""
    sides = [form.evaluate for form in (claim.printed, claim.corrected) if form is not None]
    if isinstance(claim.truth, Definition):
        sides.append(claim.truth.value)
    for side in sides:
        try:
            yield side, source_of(side, "entry", next(iter(claim.domain.grid())))
        except Untranslatable:
            continue


@pytest.mark.parametrize("paper", PAPERS)
def test_forms_and_definitions_of_claims_are_evaluated_as_python_does(paper: str) -> None:
    assert paper in {module.name for module in pkgutil.iter_modules(proofs_numeric.__path__)}
    agreeing = 0
    for claim in claims(paper):
        for side, text in translations(claim):
            assert len(text) <= MOST_CHARACTERS
            agreeing += all(_agrees(claim, side, text, x) for x in itertools.islice(claim.domain.grid(), 2))
    assert agreeing >= PAPERS[paper]


def _agrees(claim: Claim[object], side: Callable[[object], object], text: str, instance: object) -> bool:
    """Never another value; the language may refuse, for example a search in a text."""
    try:
        found = evaluated(text, instance)
    except CertificateRejected:
        return False
    assert same(found, side(instance)), (claim.id, instance)
    return True


def test_a_refuted_claim_is_a_certificate_that_the_checker_evaluates() -> None:
    claim = next(claim for claim in claims("chained") if claim.id == "chained/sensitivity")
    assert isinstance(claim.truth, Definition)
    instance = next(iter(claim.domain.grid()))
    given_document = {
        "instance": document(instance),
        "claimed": source_of(claim.printed.evaluate, "claimed", instance),
        "true": source_of(claim.truth.value, "true", instance),
        "relation": "equals",
    }
    proved = check_document({"format": 1, "kind": "evaluation", "instance": given_document, "evidence": {}}, LIMIT)
    assert [str(fact) for fact in proved.facts] == [
        "that the true value equals the claimed one is False",
        "claimed = 1",
        "true = 2",
        "claimed - true < 0",
    ]
