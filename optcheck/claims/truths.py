"""Where the truth comes from: a certificate about the instance that the kernel hands over, or a definition.

A family of claims declares once how its instances read as documents of the checker. The kernel has the certificate
verified, compares its instance with that document, and reads the value of the named quantity from what was verified.
The optimum of a linear or integer program (:func:`minimum`, :func:`maximum`) is such a quantity, whoever solved it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Generic, Never, TypeVar
from weakref import WeakKeyDictionary

from optcheck.checker.core import Fact
from optcheck.claims.expressions import Value
from optcheck.errors import InvalidInput
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import Exact, Quadratic
from optcheck.lp.integer import solve
from optcheck.lp.program import LinearProgram, Model

Posed = TypeVar("Posed")
I = TypeVar("I", contravariant=True)  # noqa: E741 - the instance: what is true of users is true of one user

Document = Mapping[str, object]  # as the checker reads it
Holds = Callable[[I, Fact], bool]


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
class Quantity(Generic[I]):
    """A number, row or truth value that a certificate of one kind establishes for an instance.

    ``describe`` gives the document that a certificate about the instance must carry, ``certify`` the certificate (left
    out where the checker needs no evidence). ``name`` is the quantity in the checker's facts; ``holds`` turns its fact
    into a proposition. ``program`` is the model behind it, to be shown.
    """

    kind: str
    name: str
    describe: Callable[[I], Document]
    certify: Callable[[I], Certificate] | None = None
    holds: Holds[I] | None = None
    program: Callable[[I], LinearProgram] | None = None

    def wanted(self, instance: I) -> Mapping[str, Document]:
        """The document of an instance, under the kind of certificate that it needs: integer columns have their own."""
        document = self.describe(instance)
        integers = self.kind == "linear-program" and "integers" in document
        return {"integer-program" if integers else self.kind: document}


@dataclass(frozen=True, slots=True, kw_only=True)
class Property(Generic[I]):
    """Something that what the form gives has or has not: optimal, an equilibrium, feasible.

    ``describe`` gives, for each kind of certificate that can decide it, the document that holds the instance and the
    form's value. ``holds`` reads the fact called ``name``. ``gap`` names the fact that says by how much the property
    fails, or two facts that differ by that.
    """

    name: str
    holds: Holds[I]
    describe: Callable[[I, Value], Mapping[str, Document]]
    certify: Callable[[I, Value], Certificate] | None = None
    gap: str | tuple[str, str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Combination(Generic[I]):
    """A value that several quantities give together, each with its own certificate."""

    parts: tuple[Quantity[I], ...]
    value: Callable[..., Value]

    def __post_init__(self) -> None:
        if not self.parts:
            raise InvalidInput("a combination needs quantities that the checker verifies, got none")


@dataclass(frozen=True, slots=True)
class Definition(Generic[I]):
    """A number defined by an expression of the instance; the checker evaluates its text where the form differs."""

    value: Callable[[I], Value]


Truth = Quantity[I] | Property[I] | Combination[I] | Definition[I]


@dataclass(frozen=True, slots=True)
class Stated(Generic[I]):
    """What a program asks for, in the language of definitions: which points are feasible, and what a point costs."""

    feasible: Callable[[I, Value], bool]
    cost: Callable[[I, Value], Value]


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


def _described(function: Callable[..., object]) -> str:
    """A function's name, file and line, where it has them."""
    code = getattr(function, "__code__", None)
    name = getattr(function, "__name__", repr(function))
    return name if code is None else f"{name} ({Path(code.co_filename).name}:{code.co_firstlineno})"
