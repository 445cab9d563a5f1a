"""What a paper states, as data: the printed form, the instances it speaks about, and where the truth comes from.

A claim is one file that defines ``CLAIM``; the registry finds it by its path. The author states, the kernel judges. The
words of a verdict (outcome, strength, impact, mark) are listed here once, and so are the helpers for domains that an
author writes out: rows of small rationals in a declared order, strategies that draw larger ones, and products of parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import astuple, dataclass, field, is_dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement, product
from math import ceil, floor
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeVar

from optcheck.claims.conditions import evaluate, parsed
from optcheck.claims.domain import Declaration, Effort, Instance, declared
from optcheck.claims.expressions import Value
from optcheck.claims.relations import Relation, is_known
from optcheck.claims.truths import Combination, Definition, Property, Quantity, Truth
from optcheck.errors import InvalidInput
from optcheck.exact.numbers import to_text

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

__all__ = [
    "Claim",
    "Domain",
    "Form",
    "Formula",
    "Hint",
    "Measurement",
    "Reading",
    "Statement",
    "split",
    "square",
]


class Outcome(StrEnum):
    """What the audit finds out about a statement."""

    HOLDS = "holds"
    REFUTED = "refuted"
    CORRECTED = "corrected"
    UNDECIDABLE = "undecidable"
    ERROR = "error"


class Strength(StrEnum):
    """How far the evidence reaches, the strongest first. Computed, never declared."""

    MACHINE_CHECKED = "machine-checked"  # by a proof assistant
    PROVED = "proved"  # the kernel's own goal, decided on symbols for the whole domain
    EXHAUSTIVE = "exhaustive"  # a finite domain, enumerated whole
    ARGUED = "argued"  # a written argument beside the checked instances
    CHECKED = "checked"  # instances, compared exactly or by enclosures
    MEASURED = "measured"  # figures

    @property
    def rank(self) -> int:
        """0 for the strongest."""
        return list(Strength).index(self)


def weakest(strengths: Iterable[Strength]) -> Strength:
    """A chain is as strong as its weakest link.

    >>> weakest([Strength.PROVED, Strength.CHECKED]).value
    'checked'
    """
    return max(strengths, key=lambda strength: strength.rank)


class Impact(StrEnum):
    """What goes wrong for somebody who uses the printed formula."""

    SAFETY = "safety"
    OPTIMALITY = "optimality"
    VALUE = "value"
    TEXT = "text"


class Mark(StrEnum):
    """What stands beside the verdict of the letter."""

    DEGENERATE = "degenerate"  # every failure lies in a declared corner of the domain
    AS_SCANNED = "as scanned"  # the text at hand is a scan, and the obvious repair of one line holds
    AS_ITS_PROOF_USES_IT = "as its proof uses it"  # the reading with which the paper's proof computes holds


Rational = int | Fraction
_SPREAD = 10**6  # so many numerators are drawn before they are folded into the range


def amounts(numbers: str) -> tuple[Fraction, ...]:
    """Exact numbers written in a line.

    >>> amounts("1 1/2")
    (Fraction(1, 1), Fraction(1, 2))
    """
    return tuple(Fraction(text) for text in numbers.split())


def sorted_rows(numbers: str, least: int, most: int) -> Iterator[tuple[Fraction, ...]]:
    """Rows of these numbers in the given order, repeated or not, of every length from ``least`` to ``most``.

    >>> [texts(row) for row in sorted_rows("1 1/2", 1, 2)]
    [['1'], ['1/2'], ['1', '1'], ['1', '1/2'], ['1/2', '1/2']]
    """
    for length in range(least, most + 1):
        yield from combinations_with_replacement(amounts(numbers), length)


def simplicity(values: Iterable[Rational]) -> tuple[object, ...]:
    """A key that puts simple numbers first: few zeros, small denominators, small numerators, few negative ones."""
    row = tuple(map(Fraction, values))
    zeros, negative = sum(value == 0 for value in row), sum(value < 0 for value in row)
    denominator = max((value.denominator for value in row), default=1)
    return (zeros, denominator, max((abs(value.numerator) for value in row), default=0), negative, row)


def number_order(value: Rational) -> tuple[int, int, bool]:
    """Smaller denominators first, then smaller sizes."""
    return value.denominator, abs(value.numerator), value < 0


def numbers_order(values: Iterable[Rational]) -> tuple[tuple[int, int, bool], ...]:
    """The order of number lists of one length: largest part first, so that simple ones come first."""
    keys = [number_order(value) for value in values]
    return (max(keys, default=(0, 0, False)), *keys)


def texts(values: Iterable[Rational]) -> list[str]:
    """Exact numbers as the checker reads them."""
    return [to_text(value) for value in values]


def fractions(low: Fraction | int, high: Fraction | int, most: int) -> SearchStrategy[Fraction]:
    """Rationals from ``low`` to ``high``, both included where they can be written with a denominator up to ``most``.

    Hypothesis draws a fraction's numerator after its denominator, through a strategy built anew each time; drawing both
    at once takes a fraction of the time.
    """
    from hypothesis import strategies as st

    denominators = [d for d in range(1, most + 1) if ceil(low * d) <= floor(high * d)]

    def fold(denominator: int, drawn: int) -> Fraction:
        first, last = ceil(low * denominator), floor(high * denominator)
        return Fraction(first + drawn % (last - first + 1), denominator)

    return st.builds(fold, st.sampled_from(denominators), st.integers(0, _SPREAD))


def decimals(most: int, places: int) -> SearchStrategy[Fraction]:
    """Small numbers: 1 to ``most`` in one of the first so many decimal places."""
    from hypothesis import strategies as st

    return st.builds(lambda digit, place: Fraction(digit, 10**place), st.integers(1, most), st.integers(1, places))


def fraction_rows(entries: SearchStrategy[Fraction], least: int, most: int) -> SearchStrategy[tuple[Fraction, ...]]:
    """Rows of drawn numbers, of every length from ``least`` to ``most``."""
    from hypothesis import strategies as st

    return st.lists(entries, min_size=least, max_size=most).map(tuple)


I = TypeVar("I")  # noqa: E741 - the instance
Wider = TypeVar("Wider", contravariant=True)  # a formula for more than the instances of the domain fits as well
Formula = Callable[[I], Value]  # of numbers in the audit, of symbols in a proof


class Ordered(Protocol):
    """A key that sorts."""

    def __lt__(self, other: Self, /) -> bool:
        """Whether it comes first."""


def simple_first(instance: object) -> Ordered:
    """The order of instances that are dataclasses of exact numbers and rows: short rows first, then simple numbers."""
    if not is_dataclass(instance) or isinstance(instance, type):
        raise InvalidInput(f"instances that are no dataclasses need an order of their own, got {instance!r}")
    lengths: list[int] = []
    numbers = list(_numbers(astuple(instance), lengths))
    return (len(numbers), lengths, simplicity(numbers))


def _numbers(row: Iterable[object], lengths: list[int]) -> Iterator[int | Fraction]:
    """What is in a row and in the rows inside it, whose lengths are noted."""
    for item in row:
        if isinstance(item, tuple | list):
            lengths.append(len(item))
            yield from _numbers(item, lengths)
        elif isinstance(item, int | Fraction):
            yield item
        else:
            raise InvalidInput(f"instances of more than exact numbers need an order of their own, got {item!r}")


@dataclass(frozen=True, slots=True)
class Form(Generic[Wider]):
    """A formula: an ordinary module-level function of the instance, and how it reads.

    Called with symbols in the instance it is the formula for a proof. ``asserts`` is the form's own relation, where a
    correction says more (or less) than the print.
    """

    evaluate: Formula[Wider]
    text: str
    asserts: Relation | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Domain(Generic[I]):
    """The instances a claim is judged on.

    ``grid`` yields small instances, ``order`` is the declared order in which the search walks them and towards which
    larger hits are shrunk, ``strategy`` draws larger ones, ``guide`` is a number that the random search tries to make
    large. ``exhaustive`` says in words which set of instances the grid is ("every split of up to six users"); it does
    not count, since nobody but its author can know: only a declared domain is known to be ``whole``. ``degenerate``
    says which instances are a corner that one may think excluded (lambda = 1, ties), ``corner`` in words.
    """

    description: str = field(kw_only=False)
    grid: Callable[[], Iterable[I]] = field(kw_only=False)
    order: Callable[[I], Ordered] = field(default=simple_first, kw_only=False)
    strategy: Callable[[], SearchStrategy[I]] | None = None
    examples: int = 200
    guide: Callable[[I], Value] | None = None
    exhaustive: str | None = None
    degenerate: Callable[[I], bool] | None = None
    corner: str = ""

    @property
    def declared(self) -> Declaration | None:
        """The declaration from which the grid comes; None for a grid that somebody wrote."""
        return self.grid.declared if type(self.grid) is _Enumeration else None

    @property
    def whole(self) -> bool:
        """Whether the grid is known to be all there is: a finite declaration, enumerated to its end."""
        return type(self.grid) is _Enumeration and self.grid.enumeration[1]

    def where(self, keep: Callable[[I], bool], description: str) -> Domain[I]:
        """The instances of the grid that are kept, and no random ones."""
        return Domain(description=description, grid=lambda: filter(keep, self.grid()), order=self.order)

    def without_corner(self) -> Domain[I]:
        """The domain without its degenerate instances."""
        is_corner, draw = self.degenerate, self.strategy
        if is_corner is None:
            return self
        return replace(
            self,
            grid=lambda: (instance for instance in self.grid() if not is_corner(instance)),
            strategy=None if draw is None else lambda: draw().filter(lambda instance: not is_corner(instance)),
            degenerate=None,
        )


@dataclass(frozen=True)
class _Enumeration:
    """The grid of a declared domain."""

    declared: Declaration
    effort: Effort

    @cached_property
    def enumeration(self) -> tuple[list[Instance], bool]:
        """The instances, and whether they are all there are."""
        return self.declared.enumerated(self.effort)

    def __call__(self) -> list[Instance]:
        return self.enumeration[0]


def listed(domain: type[Instance] | Declaration, effort: Effort, corner: str = "") -> Domain[Any]:
    """The declared domain as the kernel walks through it; a corner comes last, so that a failure elsewhere is shown."""
    which = declared(domain)
    plain = Domain(
        description=which.words(),
        grid=_Enumeration(which, effort),
        order=which.order,
        strategy=lambda: which.strategy(effort),
        examples=effort.drawn,
    )
    if not corner:
        return plain
    condition = which.where(corner).conditions[-1]

    def is_corner(instance: Instance) -> bool:
        return evaluate(condition, vars(instance)) is True

    return replace(
        plain,
        order=lambda instance: (is_corner(instance), which.order(instance)),
        degenerate=is_corner,
        corner=corner,
    )


@dataclass(frozen=True, slots=True)
class Measurement:
    """Figures reported where nothing can be decided.

    ``figures`` must be reproducible; readings of a clock belong in ``timings``, which the JSON leaves out.
    """

    reason: str
    figures: Mapping[str, object]
    timings: Mapping[str, float] = field(default_factory=dict)


EXPECTED: Outcome = None  # type: ignore[assignment] # replaced by what the correction implies when the claim is made


def _set_default_outcome(stated: Statement[I] | Reading[I]) -> None:
    """Without a word of the author: corrected where there is a correction, holds where there is none."""
    if stated.expected is None:
        object.__setattr__(stated, "expected", Outcome.HOLDS if stated.corrected is None else Outcome.CORRECTED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading(Generic[I]):
    """Another way to read the print: what is left out is as in the claim, whose own parts are the letter.

    Only correction, argument and what that rests on are the reading's own: the claim's are about the letter.
    ``expected`` is as for a claim. ``mark`` is what stands beside the verdict when the letter fails and this reading
    holds.
    """

    name: str
    expected: Outcome = EXPECTED
    mark: Mark | None = None
    domain: Any = None  # as for a statement
    truth: Truth[I] | None = None
    asserts: Relation | None = None
    means: Callable[[I, Value], Value] | None = None
    printed: Form[I] | None = None
    corrected: Form[I] | None = None
    argument: str = ""
    hints: tuple[Hint, ...] = ()
    corner: str = ""
    effort: Effort | None = None
    rests_on: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        _set_default_outcome(self)


@dataclass(frozen=True, slots=True)
class Hint:
    """Something that helps the prover to find a proof; it never counts as a step.

    ``split`` says in which order two quantities may stand: both orders are looked at. ``square`` is an expression whose
    square may be used. Both are texts of the language of conditions.
    """

    kind: str
    texts: tuple[str, ...]


def split(one: str, other: str) -> Hint:
    """Look at both orders of two expressions of the fields."""
    return Hint("split", (parsed(one).text, parsed(other).text))


def square(base: str) -> Hint:
    """The square of an expression of the fields is not negative."""
    return Hint("square", (parsed(base).text,))


USUAL = Effort()


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement(Generic[I]):
    """A printed statement with everything that is needed to judge it.

    ``domain`` is a class of instances, which declares it, or such a class with conditions. ``truth`` is compared by
    ``asserts`` with what the form gives, or with what ``means`` makes of it (the cost of an allocation, the failure
    probability at a budget). ``impact`` may depend on what is claimed and true. ``hints`` help the prover, ``argument``
    is prose for what it cannot decide. ``effort`` says how far instances are looked at. ``corner`` is the condition of
    a corner that one may think excluded. ``measure`` is for what no instance can decide. ``expected`` is the verdict
    that the audit must find: left out, it must be corrected where it has a correction, and hold where it has none.
    """

    id: str = field(kw_only=False)
    place: str
    title: str
    domain: Any  # a Domain once the statement is made
    printed: Form[I]
    asserts: Relation
    truth: Truth[I]
    expected: Outcome = EXPECTED
    means: Callable[[I, Value], Value] | None = None
    corrected: Form[I] | None = None
    impact: Impact | Callable[[Value, Value], Impact] = Impact.VALUE
    argument: str = ""
    hints: tuple[Hint, ...] = ()
    corner: str = ""
    effort: Effort = USUAL
    rests_on: tuple[str, ...] = ()
    readings: tuple[Reading[Any], ...] = ()  # which may speak about other instances
    measure: Callable[[], Measurement] | None = None
    plot: Callable[[], str] | None = None

    def __post_init__(self) -> None:
        paper, slash, name = self.id.partition("/")
        if not (paper and slash and name):
            raise InvalidInput(f"a claim's id is PAPER/NAME, got {self.id!r}")
        if type(self.domain) is not Domain or self.domain.declared is not None:
            object.__setattr__(self, "domain", _listed(self))
        self._check_parts()
        _set_default_outcome(self)
        if self.expected is Outcome.CORRECTED and self.corrected is None:
            raise InvalidInput(f"{self.id}: expected to be corrected, but there is no corrected form")

    def _check_parts(self) -> None:
        """Say at once what a type checker would have said."""
        _check_words(self)
        for name, form in (("printed", self.printed), ("corrected", self.corrected)):
            if type(form) is not Form and (name == "printed" or form is not None):
                raise InvalidInput(f"{self.id}: {name} must be a Form, got {form!r}")
        if type(self.truth) not in _TRUTHS or any(type(part) is not Quantity for part in _parts(self.truth)):
            kinds = "definition(function), minimum(program), maximum(program), a Quantity, Property or Combination"
            raise InvalidInput(f"{self.id}: truth must be {kinds}, got {self.truth!r}")
        for relation in (self.asserts, *(form.asserts for form in (self.printed, self.corrected) if form is not None)):
            if relation is not None and not is_known(relation):
                raise InvalidInput(
                    f"{self.id}: asserts must be a relation of optcheck.claims.relations, such as equals, "
                    f"got {relation!r}"
                )
        if not callable(self.domain.grid):
            given = type(self.domain.grid).__name__
            raise InvalidInput(f"{self.id}: the domain's grid must be a function without arguments, got a {given}")

    @property
    def paper(self) -> str:
        """The folder name of the paper: the part of the id before the slash."""
        return self.id.partition("/")[0]

    @property
    def right_form(self) -> Form[I] | None:
        """The form that is expected to be right, if there is one."""
        if self.expected is Outcome.CORRECTED:
            return self.corrected
        return self.printed if self.expected is Outcome.HOLDS else None

    def read_as(self, reading: Reading[Any]) -> Statement[Any]:
        """The statement under another reading."""
        overriding = {
            name: getattr(reading, name)
            for name in ("domain", "truth", "asserts", "means", "printed", "effort")
            if getattr(reading, name) is not None
        }
        return replace(
            self,
            **overriding,
            corrected=reading.corrected,
            expected=reading.expected,
            argument=reading.argument,
            hints=reading.hints,
            corner=reading.corner,
            rests_on=reading.rests_on,
            readings=(),
            measure=None,
        )


Claim = Statement
_TRUTHS = (Quantity, Property, Combination, Definition)


def _parts(truth: Truth[I]) -> tuple[Quantity[I], ...]:
    return truth.parts if isinstance(truth, Combination) else ()


def fresh(statement: Statement[I]) -> Statement[I]:
    """The statement made anew, so that its parts are checked as they are now; only a plain Statement is one."""
    if type(statement) is not Statement:
        raise InvalidInput(f"a statement is a Statement, got the {type(statement).__name__} {statement!r}")
    return replace(statement)


_WORDS = {"place": str, "title": str, "argument": str, "corner": str, "effort": Effort}
_ROWS = {"hints": Hint, "rests_on": str, "readings": Reading}


def _check_words(statement: Statement[I]) -> None:
    """What is neither form nor truth nor relation: words, rows of words, and words of a list."""
    for name, kind in _WORDS.items():
        if type(part := getattr(statement, name)) is not kind:
            raise InvalidInput(f"{statement.id}: {name} must be of type {kind.__name__}, got {part!r}")
    for name, kind in _ROWS.items():
        part = getattr(statement, name)
        if type(part) is not tuple or any(type(one) is not kind for one in part):
            raise InvalidInput(f"{statement.id}: {name} must be a tuple, each of type {kind.__name__}, got {part!r}")
    for name, words in (("expected", Outcome), ("impact", Impact)):
        part = getattr(statement, name)
        if part is not None and not callable(part):
            if part not in list(words):
                raise InvalidInput(f"{statement.id}: {name} must be one of {', '.join(words)}, got {part!r}")
            object.__setattr__(statement, name, words(part))
    _check_hints(statement)


def _check_hints(statement: Statement[I]) -> None:
    """Hints speak of fields."""
    declaration = statement.domain.declared
    for text in (text for hint in statement.hints for text in hint.texts) if declaration is not None else ():
        if unknown := parsed(text).names - set(declaration.fields):
            known = ", ".join(declaration.fields)
            raise InvalidInput(
                f"{statement.id}: the hint {text!r} names {', '.join(sorted(unknown))}; the fields are {known}"
            )


def _listed(statement: Statement[Any]) -> Domain[Any]:
    """The declaration, enumerated anew: an enumeration that came with the domain counts for nothing."""
    given = statement.domain
    corner = statement.corner or (given.corner if isinstance(given, Domain) else "")
    try:
        return listed(getattr(given, "declared", None) or given, statement.effort, corner)
    except InvalidInput as error:
        raise InvalidInput(f"{statement.id}: {error}") from error


Part = str | Iterable[object]  # exact numbers written in a line, or anything


def each(make: Callable[..., I], *parts: Part) -> Callable[[], Iterator[I]]:
    """A grid of all combinations of the parts.

    >>> list(each(divmod, (7,), (2, 3))())
    [(3, 1), (2, 1)]
    """
    rows = [amounts(part) if isinstance(part, str) else tuple(part) for part in parts]
    return lambda: (make(*case) for case in product(*rows))


def every(
    description: str, make: Callable[..., I], *parts: Part, order: Callable[[I], Ordered] = simple_first
) -> Domain[I]:
    """The domain of every combination of the parts; simple ones first.

    >>> from dataclasses import make_dataclass
    >>> Budget = make_dataclass("Budget", ["epsilon", "times"])
    >>> list(every("two budgets", Budget, "1 1/2", [3]).grid())
    [Budget(epsilon=Fraction(1, 1), times=3), Budget(epsilon=Fraction(1, 2), times=3)]
    """
    return Domain(description=description, grid=each(make, *parts), order=order)
