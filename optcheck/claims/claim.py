"""What a paper states, as data: the printed form, the instances it speaks about, and where the truth comes from.

A claim is one file that defines ``CLAIM``; the registry finds it by its place. The author states, the kernel binds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import astuple, dataclass, field, is_dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeVar

from optcheck.claims.grids import simplicity
from optcheck.claims.relations import Relation
from optcheck.claims.truths import Truth
from optcheck.claims.values import Value
from optcheck.claims.verdicts import Impact, Mark, Outcome
from optcheck.errors import InvalidInput

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from optcheck.claims.arguments import Argument

__all__ = ["Claim", "Domain", "Form", "Formula", "Measurement", "Reading"]

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
    large. ``exhaustive`` says which whole set of instances the grid is ("every split of up to six users"); a grid
    that picks some leaves it out. ``degenerate`` says which instances are a corner that one may think excluded
    (lambda = 1, ties), ``corner`` in words.
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


@dataclass(frozen=True, slots=True)
class Measurement:
    """Figures reported where nothing can be decided.

    ``figures`` must be reproducible; readings of a clock belong in ``timings``, which the JSON leaves out.
    """

    reason: str
    figures: Mapping[str, object]
    timings: Mapping[str, float] = field(default_factory=dict)


EXPECTED: Outcome = None  # type: ignore[assignment] # replaced by what the correction implies when the claim is made


def _settle(stated: Claim[I] | Reading[I]) -> None:
    if stated.expected is None:
        object.__setattr__(stated, "expected", Outcome.HOLDS if stated.corrected is None else Outcome.CORRECTED)


Proof = Callable[["Argument", Formula[I]], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading(Generic[I]):
    """Another way to read the print: what is left out is as in the claim, whose own parts are the letter.

    Only correction, proof and what that rests on are the reading's own: the claim's are about the letter. ``expected``
    is as for a claim.
    ``mark`` is what stands beside the verdict when the letter fails and this reading holds.
    """

    name: str
    expected: Outcome = EXPECTED
    mark: Mark | None = None
    domain: Domain[I] | None = None
    truth: Truth[I] | None = None
    asserts: Relation | None = None
    means: Callable[[I, Value], Value] | None = None
    printed: Form[I] | None = None
    corrected: Form[I] | None = None
    proof: Proof[I] | None = None
    rests_on: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        _settle(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim(Generic[I]):
    """A printed statement with everything that is needed to judge it.

    ``truth`` is compared by ``asserts`` with what the form gives, or with what ``means`` makes of it (the cost of an
    allocation, the failure probability at a budget). ``impact`` may depend on what is claimed and true. ``proof`` is
    handed an empty argument and the form that is judged. ``measure`` is for what no instance can decide. ``expected``
    is the verdict that the audit must find: left out, the claim must be corrected where it has a correction, and hold
    where it has none.
    """

    id: str
    place: str
    title: str
    domain: Domain[I]
    printed: Form[I]
    asserts: Relation
    truth: Truth[I]
    expected: Outcome = EXPECTED
    means: Callable[[I, Value], Value] | None = None
    corrected: Form[I] | None = None
    impact: Impact | Callable[[Value, Value], Impact] = Impact.VALUE
    proof: Proof[I] | None = None
    rests_on: tuple[str, ...] = ()
    readings: tuple[Reading[Any], ...] = ()  # which may speak about other instances
    measure: Callable[[], Measurement] | None = None
    plot: Callable[[], str] | None = None

    def __post_init__(self) -> None:
        paper, slash, name = self.id.partition("/")
        if not (paper and slash and name):
            raise InvalidInput(f"a claim's id is PAPER/NAME, got {self.id!r}")
        self._check_parts()
        _settle(self)
        if self.expected is Outcome.CORRECTED and self.corrected is None:
            raise InvalidInput(f"{self.id}: expected to be corrected, but there is no corrected form")

    def _check_parts(self) -> None:
        """Say at once what a type checker would have said."""
        for name, form in (("printed", self.printed), ("corrected", self.corrected)):
            if not isinstance(form, Form) and (name == "printed" or form is not None):
                raise InvalidInput(f"{self.id}: {name} must be a Form, got {form!r}")
        for relation in (self.asserts, *(form.asserts for form in (self.printed, self.corrected) if form is not None)):
            if relation is not None and not callable(getattr(relation, "check", None)):
                raise InvalidInput(
                    f"{self.id}: asserts must be a relation of optcheck.claims.relations, such as equals, "
                    f"got {relation!r}"
                )
        if not isinstance(self.domain, Domain):
            raise InvalidInput(f"{self.id}: domain must be a Domain, got {self.domain!r}")
        if not callable(self.domain.grid):
            kind = type(self.domain.grid).__name__
            raise InvalidInput(f"{self.id}: the domain's grid must be a function without arguments, got a {kind}")

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

    def read_as(self, reading: Reading[Any]) -> Claim[Any]:
        """The claim under another reading."""
        overriding = {
            name: getattr(reading, name)
            for name in ("domain", "truth", "asserts", "means", "printed")
            if getattr(reading, name) is not None
        }
        return replace(
            self,
            **overriding,
            corrected=reading.corrected,
            expected=reading.expected,
            proof=reading.proof,
            rests_on=reading.rests_on,
            readings=(),
            measure=None,
        )
