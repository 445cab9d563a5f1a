"""The domain of a statement as data: an instance is a class whose fields say what may stand in them.

::

    class Parties(Instance):
        n: int = integer(2)
        t: int = integer(1, "n - 1")
        required: tuple[Fraction, ...] = row(rational(at_least=0), "n")
        active: tuple[int, ...] = subset("n", least=1)
        conditions = ("t * len(active) <= n",)

From the declaration alone come the ordered enumeration of small instances, the strategy that draws larger ones, the
words, and whether the set is finite. Bounds and conditions may be texts: arithmetic on the fields (see
:mod:`optcheck.claims.fields`).

The cost of an instance is the sum over its fields (:mod:`optcheck.claims.fields`); instances are enumerated by cost, so
each comes at a finite index, and no part of the domain is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from inspect import get_annotations
from itertools import count
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeGuard, TypeVar, dataclass_transform

from optcheck.claims.fields import (
    Choice,
    Condition,
    Content,
    Distribution,
    Field,
    Integer,
    Known,
    Rational,
    Record,
    Row,
    Subset,
    choice,
    distribution,
    flag,
    holds,
    integer,
    parsed,
    rational,
    row,
    subset,
    texts,
)
from optcheck.errors import InvalidInput

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy

REDRAWN = 8  # times that a field is drawn again where a condition on it fails
MOST_TRIED = 40  # candidates for each instance that is wanted, before enumeration gives up
LARGEST_COST = 10_000  # beyond which a domain counts as endless
EMPTY_LEVELS = 200  # costs in a row without any instance, after which enumeration stops


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """How far instances are looked at: no part of the domain.

    ``instances`` small ones in order, ``drawn`` ones at random, and no number in size, no row or set in length above
    what ``largest`` says for its field.
    """

    instances: int = 150
    drawn: int = 60
    largest: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Plain numbers and a plain dict: what is left out must show."""
        if type(self.largest) is not dict:
            raise InvalidInput(f"the largest sizes come as a dict of fields, got the {type(self.largest).__name__}")
        if type(self.instances) is not int or self.instances < 1 or type(self.drawn) is not int or self.drawn < 0:
            raise InvalidInput(f"an effort is 1 instance at least, and 0 drawn ones, got {self!r}")


USUAL = Effort()


def record(of: type[Instance] | Declaration, *, symbol: str | None = None) -> Content:
    """An instance of another class."""
    return Record(declared(of), symbol)


@dataclass_transform(
    frozen_default=True, field_specifiers=(integer, rational, row, subset, choice, distribution, flag, record)
)
class Instance:
    """An instance of a statement; its class declares the domain."""

    conditions: ClassVar[tuple[str, ...]] = ()
    _fields: ClassVar[dict[str, Field]] = {}
    _conditions: ClassVar[tuple[Condition, ...]] = ()

    def __init_subclass__(cls) -> None:
        """Turn the declaration into a frozen record that validates what it is given."""
        names = [name for name in get_annotations(cls) if name != "conditions"]
        for name, kind in vars(cls).items():
            if isinstance(kind, Field) and name not in names:
                raise InvalidInput(f"{cls.__name__}.{name} needs the type of its values: {name}: TYPE = ...")
        declared_here: dict[str, Field] = {}
        for name in names:
            kind = cls.__dict__.get(name)
            if not _is_known(kind):
                raise InvalidInput(f"{cls.__name__}.{name} must be integer(), rational(), row(), ... got {kind!r}")
            declared_here[name] = kind
            delattr(cls, name)
        if own := sorted((set(vars(cls)) & {*cls._fields}) | {one for one in vars(cls) if _is_special(one)}):
            raise InvalidInput(f"{cls.__name__} defines {', '.join(own)}: an instance is what its fields say")
        cls._fields = {**cls._fields, **declared_here}
        cls._conditions = tuple(parsed(text) for text in cls.conditions)
        _check_names(cls)
        dataclass(frozen=True)(cls)

    def __post_init__(self) -> None:
        """Every field is what was declared, given those before it, and the conditions hold."""
        known: dict[str, Content] = {}
        for name, kind in self._fields.items():
            value = kind.exact(getattr(self, name))
            object.__setattr__(self, name, value)
            problem = kind.check(value, known)
            if problem is not None:
                raise InvalidInput(f"{type(self).__name__}: {name} {problem}")
            known[name] = value
        for condition in self._conditions:
            if not holds(condition, known):
                raise InvalidInput(f"{type(self).__name__} needs {condition.text}, got {self!r}")

    @classmethod
    def where(cls, *conditions: str) -> Declared[Self]:
        """The instances that meet further conditions."""
        return Declared(cls, tuple(map(parsed, conditions)))


_SPECIAL = (
    "__module__", "__qualname__", "__doc__", "__annotations__", "__firstlineno__", "__static_attributes__",
    "__parameters__", "__orig_bases__", "__annotate__", "__annotate_func__", "__annotations_cache__",
)  # fmt: skip


def _is_special(name: str) -> bool:
    """Whether a method of this name could make an instance something else than its fields."""
    return name.startswith("__") and name.endswith("__") and name not in _SPECIAL


def _is_known(kind: object) -> TypeGuard[Field]:
    """Whether it is one of the fields above, by identity: a field of one's own could say one thing and give another."""
    if type(kind) is Row:
        return _is_known(kind.of)
    if type(kind) is Record:
        return type(kind.of) is Declared
    return type(kind) in (Integer, Rational, Choice, Subset, Distribution)


def _check_names(cls: type[Instance]) -> None:
    """Bounds speak of earlier fields, conditions of any."""
    before: dict[str, None] = {}
    for name, kind in cls._fields.items():
        for text in texts(kind):
            if unknown := parsed(text).names - set(before):
                fields_before = f"the fields before it are {', '.join(before) or 'none'}"
                raise InvalidInput(
                    f"{cls.__name__}.{name}: {text!r} names {', '.join(sorted(unknown))}; {fields_before}"
                )
        before[name] = None
    for condition in cls._conditions:
        if unknown := condition.names - set(before):
            raise InvalidInput(_unknown(cls, condition, unknown))


def _unknown(cls: type[Instance], condition: Condition, unknown: frozenset[str]) -> str:
    names, fields_of = ", ".join(sorted(unknown)), ", ".join(cls._fields)
    return f"{cls.__name__}: the condition {condition.text!r} names {names}; the fields are {fields_of}"


def _record_symbols(kind: Field) -> Iterator[tuple[str, str]]:
    """Symbols of the fields of a record, or of those that a row holds."""
    if isinstance(kind, Row):
        yield from _record_symbols(kind.of)
    elif isinstance(kind, Record):
        yield from kind.of.symbols.items()


I = TypeVar("I", bound=Instance)  # noqa: E741 - the instance


@dataclass(frozen=True)
class Declared(Generic[I]):
    """A class of instances, with further conditions."""

    of: type[I]
    conditions: tuple[Condition, ...] = ()

    @property
    def symbols(self) -> dict[str, str]:
        """The paper's symbols of the fields that have one, those of records in them included."""
        inner = (symbols for kind in self.of._fields.values() for symbols in _record_symbols(kind))
        return {**dict(inner), **{name: kind.symbol for name, kind in self.of._fields.items() if kind.symbol}}

    def __post_init__(self) -> None:
        for condition in self.conditions:
            if unknown := condition.names - set(self.fields):
                raise InvalidInput(_unknown(self.of, condition, unknown))

    @property
    def fields(self) -> dict[str, Field]:
        """The fields by name, in order."""
        return self.of._fields

    @cached_property
    def all_conditions(self) -> tuple[Condition, ...]:
        """Those of the class and the further ones."""
        return (*self.of._conditions, *self.conditions)

    def where(self, *conditions: str) -> Declared[I]:
        """The instances that meet further conditions."""
        return replace(self, conditions=(*self.conditions, *map(parsed, conditions)))

    def words(self) -> str:
        """The declaration in words: what stands in each field, and the conditions."""
        parts = [kind.words(name) for name, kind in self.fields.items()]
        return "; ".join([*parts, *(condition.text for condition in self.all_conditions)])

    def problem(self, instance: I) -> str | None:
        """Why an instance of the class is not in the domain; None if it is."""
        broken = (one.text for one in self.conditions if not holds(one, vars(instance)))
        return next((f"needs {text}" for text in broken), None)

    def order(self, instance: I) -> tuple[int, Content]:
        """The key by which instances are enumerated and counterexamples shrunk: the cost, then field by field."""
        known: dict[str, Content] = {}
        keys = []
        for name, kind in self.fields.items():
            value = getattr(instance, name)
            keys.append((kind.cost(value, known), kind.key(value, known)))
            known[name] = value
        return sum(cost for cost, _ in keys), tuple(keys)

    def cost(self, instance: I) -> int:
        """The cost of an instance: that of all its fields."""
        return self.order(instance)[0]

    @cached_property
    def most(self) -> int | None:
        """The largest cost that an instance can have; None where there is none, whatever the conditions."""
        return self._largest_cost(list(self.fields.items()), {}, LARGEST_COST)

    def at_cost(self, cost: int, largest: Mapping[str, int] | None = None) -> Iterator[I]:
        """The instances of exactly this cost, in order."""
        for known in self._partial(list(self.fields.items()), cost, {}, largest or {}):
            if known is not None:
                yield self._made(known)

    def made(self, known: dict[str, Content]) -> I:
        """The instance with these fields, if it is in the domain."""
        instance = self._made(known)
        if problem := self.problem(instance):
            raise InvalidInput(f"{instance!r} {problem}")
        return instance

    def _made(self, known: dict[str, Content]) -> I:
        """The instance with these fields; its class must leave them as they are."""
        made = self.of(**known)
        if any(getattr(made, name) != value for name, value in known.items()):
            raise InvalidInput(f"{self.of.__name__} changes what it is given: {known!r} became {made!r}")
        return made

    def _partial(
        self, rest: list[tuple[str, Field]], cost: int, known: dict[str, Content], largest: Mapping[str, int]
    ) -> Iterator[dict[str, Content] | None]:
        """All ways to fill the remaining fields at a cost, those before being known; None for a broken condition."""
        if not rest:
            yield from [known] if cost == 0 else []
            return
        (name, kind), *others = rest
        most = kind.most(known)
        ways = range((cost if most is None else min(cost, most)) + 1)
        for own in ways if others else ways[cost:]:
            for value in kind.at_cost(own, known):
                if _size(value) <= largest.get(name, _size(value)):
                    filled = {**known, name: value}
                    if self._meets(name, filled):
                        yield from self._partial(others, cost - own, filled, largest)
                    else:
                        yield None

    @cached_property
    def _by_last(self) -> dict[str, list[Condition]]:
        """Each condition under the last field that it names: there it is decided."""
        conditions: dict[str, list[Condition]] = {name: [] for name in self.fields}
        for condition in self.all_conditions:
            last = max(condition.names, key=list(self.fields).index, default=next(iter(self.fields)))
            conditions[last].append(condition)
        return conditions

    def _meets(self, name: str, known: Known) -> bool:
        return all(holds(condition, known) for condition in self._by_last[name])

    def enumerated(self, effort: Effort) -> tuple[list[I], bool]:
        """The first instances in order, and whether these are all there are; of the last cost some, evenly."""
        instances: list[I] = []
        tried = idle = 0
        for cost in count():
            level: list[I] = []
            alive = False
            for known in self._partial(list(self.fields.items()), cost, {}, effort.largest):
                alive, tried = True, tried + 1
                level += [] if known is None else [self._made(known)]
                if tried > MOST_TRIED * effort.instances + 2000:
                    break
            room = effort.instances - len(instances)
            if len(level) > room:
                return instances + [level[index * len(level) // room] for index in range(room)], False
            instances += level
            if tried > MOST_TRIED * effort.instances + 2000:
                return instances, False
            idle = 0 if alive else idle + 1
            ended = self.most is not None and self.most <= cost
            if ended or idle > EMPTY_LEVELS:
                return instances, ended and not any(name in self.fields for name in effort.largest)
        raise AssertionError("costs have no end")

    def _largest_cost(self, rest: list[tuple[str, Field]], known: dict[str, Content], largest: int) -> int | None:
        """The largest cost of what remains, by going through what is known to be finite; None if it may be endless."""
        if not rest:
            return 0
        (name, kind), *others = rest
        most = kind.most(known)
        if most is None or most > largest:
            return None
        if not any(name in parsed(text).names for _, other in others for text in texts(other)):
            below = self._largest_cost(others, known, largest)  # the rest does not depend on this field
            return None if below is None else most + below
        worst = -1
        for own in range(most + 1):
            for value in kind.at_cost(own, known):
                below = self._largest_cost(others, {**known, name: value}, largest)
                if below is None:
                    return None
                worst = max(worst, own + below)
        return worst

    def strategy(self, effort: Effort = USUAL) -> SearchStrategy[I]:
        """Draws instances of the domain, mostly larger ones than those that are enumerated."""
        from hypothesis import assume
        from hypothesis import strategies as st

        @st.composite
        def drawn(draw: DrawFn) -> I:
            known: dict[str, Content] = {}
            for name, kind in self.fields.items():
                assume(kind.most(known) != -1)
                for _ in range(REDRAWN):
                    known[name] = kind.draw(draw, known, effort.largest.get(name))
                    if self._meets(name, known):
                        break
                assume(self._meets(name, known))
            return self._made(known)

        return drawn()


Declaration = Declared[Any]  # of instances of whatever class


def _size(value: object) -> Content:
    return len(value) if isinstance(value, tuple) else abs(value) if isinstance(value, int | Fraction) else 0


def sizes(instance: Any) -> dict[str, int]:
    """How large the numbers of an instance are, rounded up, and how long its rows."""
    parts = {name: getattr(instance, name) for name in instance._fields}
    return {name: -int(-_size(part) // 1) for name, part in parts.items() if isinstance(part, int | Fraction | tuple)}


def declared(domain: type[I] | Declared[I]) -> Declared[I]:
    """The domain that a class of instances declares."""
    if type(domain) is Declared:
        return domain
    if type(domain) is type and issubclass(domain, Instance) and domain is not Instance:
        return Declared(domain)
    raise InvalidInput(f"a domain is a class of instances, or one with conditions, got {domain!r}")
