"""What a paper states, as data: the printed form, the instances it speaks about, and where the truth comes from.

A claim is one file that defines ``CLAIM``; the registry finds it by its path. The author states, the kernel judges. The
words of a verdict (outcome, strength, impact, mark) are listed here once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from optcheck.claims.conditions import evaluate, parsed
from optcheck.claims.domain import Declaration, Effort, declared
from optcheck.claims.expressions import Value
from optcheck.claims.relations import Relation, is_known
from optcheck.claims.truths import Combination, Definition, Property, Quantity, Truth
from optcheck.errors import InvalidInput

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


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
    BY_ROUNDING = "by rounding"  # a number larger by 1e-11, relatively, would do


class Substance(StrEnum):
    """How much of a statement that is wrong is left."""

    FALLS = "result falls"  # what it concludes is not so
    LINE = "repaired by a line"  # the same result with another formula or condition
    SLIP = "slip or corner"  # a mark, or a slip of the text


I = TypeVar("I")  # noqa: E741 - the instance
Wider = TypeVar("Wider", contravariant=True)  # a formula for more than the instances of the domain fits as well
Formula = Callable[[I], Value]  # of numbers in the audit, of symbols in a proof


@dataclass(frozen=True, slots=True)
class Form(Generic[Wider]):
    """A formula: an ordinary module-level function of the instance, and how it reads.

    Called with symbols in the instance it is the formula for a proof. ``asserts`` is the form's own relation, where a
    correction says more (or less) than the print.
    """

    evaluate: Formula[Wider]
    text: str
    asserts: Relation | None = None


@dataclass(frozen=True)
class Domain(Generic[I]):
    """A declared domain as the kernel walks through it: small instances in order, then larger ones, drawn.

    ``corner`` is the condition of instances that one may think excluded (lambda = 1, ties). They come last, so that a
    failure elsewhere is shown.
    """

    declared: Declaration
    effort: Effort
    corner: str = ""

    def __post_init__(self) -> None:
        if self.corner:
            self.declared.where(self.corner)  # which says what a condition may be

    @property
    def description(self) -> str:
        """The declaration in words."""
        return self.declared.words()

    @cached_property
    def _enumeration(self) -> tuple[list[I], bool]:
        return self.declared.enumerated(self.effort)

    @property
    def whole(self) -> bool:
        """Whether the grid is all there is: a finite declaration, enumerated to its end."""
        return self._enumeration[1]

    def grid(self) -> list[I]:
        """The small instances, in order."""
        return sorted(self._enumeration[0], key=self.order) if self.corner else self._enumeration[0]

    def order(self, instance: I) -> tuple[object, ...]:
        """The key by which the search walks, and towards which larger failures are shrunk."""
        return (self.is_corner(instance), *self.declared.order(instance))

    def is_corner(self, instance: I) -> bool:
        """Whether the instance lies in the corner."""
        return bool(self.corner) and evaluate(parsed(self.corner), vars(instance)) is True

    def strategy(self) -> SearchStrategy[I]:
        """Draws larger instances."""
        return self.declared.strategy(self.effort)

    def without_corner(self) -> Domain[I]:
        """The domain without its corner."""
        return Domain(self.declared.where(f"not ({self.corner})"), self.effort) if self.corner else self


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
    probability at a budget). ``impact`` may depend on what is claimed and true: the worst of all failing instances
    counts. ``falls``: what the print concludes is not so, and the correction says something else. ``hints`` help the
    prover, ``argument`` is prose for what it cannot decide. ``effort`` says how far instances are looked at. ``corner``
    is the condition of a corner that one may think excluded. ``measure`` is for what no instance can decide.
    ``expected`` is the verdict that the audit must find: left out, it must be corrected where it has a correction, and
    hold where it has none.
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
    falls: bool = False
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
    fields = statement.domain.declared.fields
    for text in (text for hint in statement.hints for text in hint.texts):
        if unknown := parsed(text).names - set(fields):
            known = ", ".join(fields)
            raise InvalidInput(
                f"{statement.id}: the hint {text!r} names {', '.join(sorted(unknown))}; the fields are {known}"
            )


def _listed(statement: Statement[Any]) -> Domain[Any]:
    """The declaration, to be enumerated anew: an enumeration that came with the domain counts for nothing."""
    given = statement.domain
    is_listed = type(given) is Domain
    corner = statement.corner or (given.corner if is_listed else "")
    try:
        return Domain(declared(given.declared if is_listed else given), statement.effort, corner)
    except InvalidInput as error:
        raise InvalidInput(f"{statement.id}: {error}") from error
