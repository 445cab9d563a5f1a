"""What a paper states, as data: the printed form, the instances it speaks about, and where the truth comes from.

A claim is one file that defines ``CLAIM``; the registry finds it by its path. The author states, the kernel judges. The
words of a verdict (outcome, strength, impact, mark) are listed here once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Never, Self, TypeVar
from weakref import WeakKeyDictionary

from optcheck.checker.core import Fact
from optcheck.claims.domain import USUAL, Declaration, Effort, declared
from optcheck.claims.expressions import Number, Value, compare, is_row, touches
from optcheck.claims.fields import evaluate, parsed
from optcheck.errors import InvalidInput
from optcheck.exact.files import Certificate
from optcheck.exact.numbers import Exact, Quadratic
from optcheck.lp.integer import solve
from optcheck.lp.program import LinearProgram, Model

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


# --- What a statement asserts between the truth and what its form gives: objects that decide, and that know the gap.
#
# Read "the truth is ... what the form says": ``at_most`` is an upper bound that the form gives, ``at_least`` a lower
# bound. A relation that is violated names the two numbers that violate it and how they compare, so that the kernel can
# measure the exact gap and build the certificate.


@dataclass(frozen=True, slots=True)
class Violation:
    """Two values that should compare otherwise: the form's, what it is to the truth, and the truth."""

    left: Number | bool
    sign: str
    right: Number | bool


@dataclass(frozen=True, slots=True)
class Check:
    """What a relation found: a violation or none.

    ``open``: enclosures overlap, so nothing was decided. ``vacuous``: a premise was false, so nothing was asserted.
    """

    violation: Violation | None
    open: bool = False
    vacuous: bool = False


@dataclass(frozen=True, slots=True)
class Compared:
    """A relation of numbers (entry by entry for rows) that is broken when the form's number compares so."""

    name: str
    broken: str  # what the form's number then is to the truth
    one_sided: bool = True

    @property
    def sign(self) -> str:
        """What the truth is to the form's number."""
        return _HOLDS[self.broken]

    def check(self, claimed: Value, true: Value) -> Check:
        """Compare; rows must have the same length."""
        if is_row(claimed) or is_row(true):
            return _entry_by_entry(self, claimed, true)
        if isinstance(claimed, bool) or isinstance(true, bool):
            raise InvalidInput(f"{self.name} compares numbers, got {claimed!r} and {true!r}")
        order = compare(claimed, true)
        if order is None:
            return Check(None, open=not (self.broken in ("<", ">") and touches(claimed, self.broken, true)))
        return Check(Violation(claimed, self.broken, true) if order in _SIGNS[self.broken] else None)


_HOLDS = {"!=": "=", "<": "<=", "<=": "<", ">": ">=", ">=": ">"}
_SIGNS = {"!=": (-1, 1), "<": (-1,), "<=": (-1, 0), ">": (1,), ">=": (1, 0)}


def _entry_by_entry(relation: Compared, claimed: Value, true: Value) -> Check:
    if not is_row(claimed) or not is_row(true) or len(claimed) != len(true):
        raise InvalidInput(f"{relation.name} needs rows of one length, got {claimed!r} and {true!r}")
    checks = [relation.check(one, other) for one, other in zip(claimed, true, strict=True)]
    return _both(*checks)


def _both(*checks: Check) -> Check:
    """All of them: the first violation, else whether one is open."""
    broken = next((check for check in checks if check.violation is not None), None)
    return broken or Check(None, any(check.open for check in checks))


equals = Compared("equals", "!=", one_sided=False)
identity = Compared("identity", "!=", one_sided=False)
at_most = Compared("at most", "<")
at_least = Compared("at least", ">")
less = Compared("less", "<=")
greater = Compared("greater", ">=")


@dataclass(frozen=True, slots=True)
class Between:
    """The form gives a lower and an upper bound."""

    lower: Compared = at_least
    upper: Compared = at_most
    name: ClassVar[str] = "between"
    one_sided: ClassVar[bool] = True

    def check(self, claimed: Value, true: Value) -> Check:
        """Both sides."""
        low, high = claimed
        return _both(self.upper.check(high, true), self.lower.check(low, true))


def between(*, strictly_above: bool = False, strictly_below: bool = False) -> Between:
    """The truth lies between the two bounds that the form gives."""
    return Between(greater if strictly_above else at_least, less if strictly_below else at_most)


@dataclass(frozen=True, slots=True)
class Order:
    """The truth lies between two constant multiples of what the form gives: O(...) with its constants named."""

    low: Fraction
    high: Fraction
    one_sided: ClassVar[bool] = True

    @property
    def name(self) -> str:
        """The constants belong to what is asserted."""
        return f"between {self.low} and {self.high} times"

    def check(self, claimed: Value, true: Value) -> Check:
        """low * form <= truth <= high * form."""
        return _both(at_most.check(self.high * claimed, true), at_least.check(self.low * claimed, true))


def order(low: int | Fraction, high: int | Fraction) -> Order:
    """An order with its constants."""
    return Order(Fraction(low), Fraction(high))


@dataclass(frozen=True, slots=True)
class Logical:
    """A relation of truth values."""

    name: str
    allowed: Callable[[bool, bool], bool]
    one_sided: bool = False
    premise: Callable[[bool, bool], bool] = lambda said, true: True

    def check(self, claimed: Value, true: Value) -> Check:
        """Whether the two truth values go together."""
        if not isinstance(claimed, bool) or not isinstance(true, bool):
            raise InvalidInput(f"{self.name} relates truth values, got {claimed!r} and {true!r}")
        violation = None if self.allowed(claimed, true) else Violation(claimed, "!=", true)
        return Check(violation, vacuous=not self.premise(claimed, true))


decides = Logical("if and only if", lambda said, true: said == true)
implies = Logical("sufficient", lambda said, true: true or not said, True, lambda said, true: said)
implied_by = Logical("necessary", lambda said, true: said or not true, True, lambda said, true: true)


@dataclass(frozen=True, slots=True)
class Provided:
    """Another relation, asserted only where the form's own premise holds: a condition that a correction adds."""

    relation: Compared | Logical
    one_sided: ClassVar[bool] = True

    @property
    def name(self) -> str:
        """That of the relation, and that there is a premise."""
        return f"{self.relation.name}, provided its premise"

    def check(self, claimed: Value, true: Value) -> Check:
        """The form gives its premise and what it then says."""
        premise, said = claimed
        if not isinstance(premise, bool):
            raise InvalidInput(f"{self.name} needs a premise that is true or false, got {premise!r}")
        return self.relation.check(said, true) if premise else Check(None, vacuous=True)


def provided(relation: Compared | Logical) -> Provided:
    """The relation, where the premise that the form gives first holds."""
    return Provided(relation)


@dataclass(frozen=True, slots=True)
class Satisfies:
    """What the form gives has a property, which the checker decides for it."""

    name: str
    one_sided: ClassVar[bool] = True

    def check(self, claimed: Value, true: Value) -> Check:
        """The property must have been verified to be true."""
        if not isinstance(true, bool):
            raise InvalidInput(f"{self.name} is a property: the checker must say whether it holds, got {true!r}")
        return Check(None if true else Violation(True, "!=", False))


def satisfies(name: str) -> Satisfies:
    """A property of another name."""
    return Satisfies(name)


optimal = Satisfies("optimal")
equilibrium = Satisfies("equilibrium")

Relation = Compared | Between | Order | Logical | Provided | Satisfies
_SINGLE = (equals, identity, at_most, at_least, less, greater, decides, implies, implied_by)


def is_known(relation: object) -> bool:
    """Whether it is one of the relations above, by identity: a name is easily given to something else."""
    if any(relation is one for one in _SINGLE):
        return True
    match relation:
        case Between(lower, upper) if type(relation) is Between:
            return any(lower is one for one in (at_least, greater)) and any(upper is one for one in (at_most, less))
        case Order(low, high) if type(relation) is Order:
            return type(low) is Fraction and type(high) is Fraction
        case Provided(inner) if type(relation) is Provided:
            return any(inner is one for one in _SINGLE)
        case Satisfies(name) if type(relation) is Satisfies:
            return type(name) is str and all(name != one.name for one in _SINGLE)
    return False


def exact_gap(violation: Violation, distance: Callable[[Number, Number], Number]) -> Number:
    """How far the two values of a violation are apart: 1 for truth values."""
    if isinstance(violation.left, bool) or isinstance(violation.right, bool):
        return 1
    return distance(violation.left, violation.right)


# --- Where the truth comes from: a certificate about the instance that the kernel hands over, or a definition.
#
# A family of claims declares once how its instances read as documents of the checker. The kernel has the certificate
# verified, compares its instance with that document, and reads the value of the named quantity from what was verified.
# The optimum of a linear or integer program (:func:`minimum`, :func:`maximum`) is such a quantity, whoever solved it.


Posed = TypeVar("Posed")
I_contra = TypeVar("I_contra", contravariant=True)

Document = Mapping[str, object]  # as the checker reads it
Holds = Callable[[I_contra, Fact], bool]


def says(word: str) -> Holds[object]:
    """The fact says this word."""
    return lambda _, fact: fact.value == word


def number_of(fact: Fact) -> Exact | Quadratic:
    """The fact's value, where it is one number; raises TypeError otherwise."""
    if isinstance(fact.value, str | bool | tuple):
        raise TypeError(f"{fact} holds no single number")
    return fact.value


def compares(*signs: str) -> Holds[object]:
    """The fact compares its quantity with its value by one of these signs."""
    return lambda _, fact: fact.relation in signs


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity(Generic[I_contra]):
    """A number, row or truth value that a certificate of one kind establishes for an instance.

    ``describe`` gives the document that a certificate about the instance must carry, ``certify`` the certificate (left
    out where the checker needs no evidence). ``name`` is the quantity in the checker's facts; ``holds`` turns its fact
    into a proposition. ``program`` is the model behind it, to be shown.
    """

    kind: str
    name: str
    describe: Callable[[I_contra], Document]
    certify: Callable[[I_contra], Certificate] | None = None
    holds: Holds[I_contra] | None = None
    program: Callable[[I_contra], LinearProgram] | None = None

    def wanted(self, instance: I_contra) -> Mapping[str, Document]:
        """The document of an instance, under the kind of certificate that it needs: integer columns have their own."""
        document = self.describe(instance)
        integers = self.kind == "linear-program" and "integers" in document
        return {"integer-program" if integers else self.kind: document}


@dataclass(frozen=True, slots=True, kw_only=True)
class Property(Generic[I_contra]):
    """Something that what the form gives has or has not: optimal, an equilibrium, feasible.

    ``describe`` gives, for each kind of certificate that can decide it, the document that holds the instance and the
    form's value. ``holds`` reads the fact called ``name``. ``gap`` names the fact that says by how much the property
    fails, or two facts that differ by that.
    """

    name: str
    holds: Holds[I_contra]
    describe: Callable[[I_contra, Value], Mapping[str, Document]]
    certify: Callable[[I_contra, Value], Certificate] | None = None
    gap: str | tuple[str, str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Combination(Generic[I_contra]):
    """A value that several quantities give together, each with its own certificate."""

    parts: tuple[Quantity[I_contra], ...]
    value: Callable[..., Value]

    def __post_init__(self) -> None:
        if not self.parts:
            raise InvalidInput("a combination needs quantities that the checker verifies, got none")


@dataclass(frozen=True, slots=True)
class Definition(Generic[I_contra]):
    """A number defined by an expression of the instance; the checker evaluates its text where the form differs."""

    value: Callable[[I_contra], Value]


Truth = Quantity[I_contra] | Property[I_contra] | Combination[I_contra] | Definition[I_contra]


@dataclass(frozen=True, slots=True)
class Stated(Generic[I_contra]):
    """What a program asks for, in the language of definitions: which points are feasible, and what a point costs.

    ``among`` is another such model where the points have to be optima of that one.
    """

    feasible: Callable[[I_contra, Value], bool]
    cost: Callable[[I_contra, Value], Value]
    among: Callable[[I_contra], LinearProgram] | None = None


_STATED: WeakKeyDictionary[object, Stated[Never]] = WeakKeyDictionary()  # by model: what a claim brings, it may add


def stated(program: Callable[[Posed], LinearProgram], meaning: Stated[Posed]) -> None:
    """Say what a model asks for: a proof assistant reads this, and a test holds the rows of the program against it."""
    _STATED[program] = meaning


def stated_models() -> Mapping[object, Stated[Never]]:
    """All of which something was said."""
    return _STATED


def definition(value: Callable[[Posed], Value]) -> Definition[Posed]:
    """The number that a function of the instance defines: shown first on the card, since it must be believed."""
    return Definition(value)


def minimum(program: Callable[[Posed], LinearProgram]) -> Quantity[Posed]:
    """The minimum of the program that belongs to an instance."""
    return _optimum(program, "minimum")


def maximum(program: Callable[[Posed], LinearProgram]) -> Quantity[Posed]:
    """The maximum of the program that belongs to an instance."""
    return _optimum(program, "maximum")


def _optimum(program: Callable[[Posed], LinearProgram], name: str) -> Quantity[Posed]:
    return Quantity(
        kind="linear-program",
        name=name,
        describe=lambda instance: _posed(program, instance, name).instance(),
        certify=lambda instance: _solved(program, instance, name),
        program=program,
    )


def _posed(program: Callable[[Posed], LinearProgram], instance: Posed, name: str) -> LinearProgram:
    """The program of an instance, if it is one and asks for what is called so."""
    posed: object = program(instance)
    if isinstance(posed, Model):
        raise InvalidInput(f"{_described(program)} gives a Model: its program is what build() makes of it")
    if not isinstance(posed, LinearProgram):
        raise InvalidInput(f"{_described(program)} must give a LinearProgram, got {posed!r:.200}")
    if not posed.sense.startswith(name.removesuffix("imum")):
        raise InvalidInput(f"the program of {_described(program)} is to {posed.sense}, so it has no {name}")
    return posed


def _solved(program: Callable[[Posed], LinearProgram], instance: Posed, name: str) -> Certificate:
    """The certificate of the program as it is listed, row by row; an optimum must be there."""
    answer = solve(replace(_posed(program, instance, name), certifier=None))
    if answer.status != "optimal":
        raise InvalidInput(f"the program of {_described(program)} is {answer.status}, so it has no {name}")
    return answer.certificate


def _described(function: object) -> str:
    """A function's name, file and line, where it has them."""
    name, at = getattr(function, "__name__", repr(function)), defined_at(function)
    return f"{name} ({at})" if at else name


def defined_at(function: object) -> str:
    """File and first line of a function, where it has them."""
    code = getattr(function, "__code__", None)
    return "" if code is None else f"{Path(code.co_filename).name}:{code.co_firstlineno}"


# --- What a paper states, as data: the printed form, the instances it speaks about, and where the truth comes from ---


class Word(StrEnum):
    """A word of a verdict, and what it means."""

    _value_: str
    meaning: str

    def __new__(cls, value: str, meaning: str = "") -> Self:
        """The member that is this text."""
        word = str.__new__(cls, value)
        word._value_, word.meaning = value, meaning
        return word

    @classmethod
    def meanings(cls) -> dict[str, str]:
        """Every word with its meaning, in order."""
        return {word.value: word.meaning for word in cls}


class Outcome(Word):
    """What the audit finds out about a statement."""

    HOLDS = "holds", "no counterexample to the printed form; the strength says how far that reaches"
    CORRECTED = "corrected", "the printed form has a verified counterexample; the corrected form has none"
    REFUTED = "refuted", "the printed form has a verified counterexample, and no correction is offered"
    UNDECIDABLE = "undecidable", "no instance can decide the statement; figures are reported instead"
    ERROR = "error", "no verdict could be computed"


class Strength(Word):
    """How far the evidence reaches, the strongest first. Computed, never declared."""

    MACHINE_CHECKED = "machine-checked", "a theorem that a proof assistant has checked"
    PROVED = "proved", "the statement itself, decided by algebra on symbols for its whole domain"
    EXHAUSTIVE = "exhaustive", "a finite domain, every instance of which was compared"
    ARGUED = "argued", "a written argument, read beside the statement, and instances that were compared"
    CHECKED = "checked", "instances that were compared, exactly or by enclosures"
    MEASURED = "measured", "figures only"

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


class Impact(Word):
    """What goes wrong for somebody who uses the printed formula."""

    SAFETY = "safety", "privacy or feasibility breaks"
    OPTIMALITY = "optimality", "more is spent than needed"
    VALUE = "value", "a printed number or formula is off"
    TEXT = "text", "a slip of the text: sign, index, typing"


class Mark(Word):
    """What stands beside the verdict of the letter."""

    DEGENERATE = "degenerate", "every failure lies in a declared corner of the domain"
    AS_SCANNED = "as scanned", "the text at hand is a scan, and the obvious repair of one line holds"
    AS_ITS_PROOF_USES_IT = "as its proof uses it", "the reading with which the paper's own proof computes holds"
    BY_ROUNDING = "by rounding", "a number larger by 1e-11, relatively, would do at every point"


class Substance(Word):
    """How much of a statement that is wrong is left."""

    FALLS = "result falls", "what the print concludes is not so: refuted, or so judged by the statement's author"
    LINE = "repaired by a line", "the same result holds with another formula or condition"
    SLIP = "slip or corner", "it fails in a corner, in the scan, by rounding or in a slip of the text only"


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

    def changed(self, known: Mapping[str, Value], name: str, value: Value) -> I:
        """The instance with another value in one field; refused outside the domain."""
        instance: I = self.declared.made({**known, name: value})
        return instance

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
                    f"{self.id}: asserts must be a relation of optcheck.claims.claim, such as equals, got {relation!r}"
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
