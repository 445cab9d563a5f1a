"""Terms and propositions of Coq: whole numbers are Z, all other numbers are real.

A value of a formula is a number, a condition, a row, a record of these, or a word. What has no term is refused, and
then no statement is written.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from optcheck.audit.translate import Untranslatable
from optcheck.claims.expressions import Value  # here a Number, Condition, Rows, Span, row or record of these, a word

Type: TypeAlias = "str | tuple[Type, ...]"  # "Z", "R", "bool", ("list", type), ("prod", type, type)
LONGEST = 20_000  # characters of a term
ATOM, APPLIED, POWER, TIMES, PLUS = 0, 10, 30, 40, 50  # how loosely a term holds together


@dataclass(frozen=True, slots=True)
class Number:
    """A term of type Z or R; ``known`` where it is a constant."""

    kind: str
    text: str
    level: int = ATOM
    known: Fraction | None = None

    def at(self, level: int) -> str:
        """The term where no looser one may stand."""
        return self.text if self.level <= level else f"({self.text})"


@dataclass(frozen=True, slots=True)
class Condition:
    """Something true or false: as a proposition, and as a test that computes."""

    prop: str
    test: str
    known: bool | None = None

    def negated(self) -> Condition:
        """It does not hold."""
        if self.known is not None:
            return truth(not self.known)
        return Condition(f"~ ({self.prop})", f"(negb {self.test})")


@dataclass(frozen=True, slots=True)
class Extended:
    """A number where a condition holds, and else infinite."""

    finite: Condition
    value: Number


@dataclass(frozen=True, slots=True)
class Rows:
    """A list of unknown length."""

    of: Type
    text: str


@dataclass(frozen=True, slots=True)
class Span:
    """The whole numbers from low to high - 1."""

    low: Number
    high: Number


@dataclass(frozen=True, slots=True)
class Opaque:
    """A function that is not looked into: calling it gives itself and its arguments."""

    name: str


class NoTerm(Untranslatable):
    """A construct that is not written in Coq."""

    def __init__(self, construct: str) -> None:
        super().__init__("", 0, construct)
        self.args = (f"{construct} has no term",)


INFINITE = "infinite"  # as translated code writes it


def as_extended(value: Value) -> Extended:
    """A number, or infinity."""
    if value == INFINITE:
        return Extended(truth(False), constant(0))
    if not isinstance(value, Number | Extended):
        raise refused(f"{value!r:.80} as a number")
    return value if isinstance(value, Extended) else Extended(truth(True), value)


def refused(construct: str) -> NoTerm:
    """It has no term."""
    return NoTerm(construct)


def constant(value: Fraction | int, kind: str = "") -> Number:
    """A number as it is written."""
    exact = Fraction(value)
    kind = kind or ("Z" if exact.denominator == 1 else "R")
    text = str(exact.numerator) if exact.denominator == 1 else f"{exact.numerator} / {exact.denominator}"
    return Number(kind, text, ATOM if exact.denominator == 1 and exact >= 0 else TIMES, exact)


def truth(value: bool) -> Condition:
    """A condition that is decided."""
    return Condition("True" if value else "False", "true" if value else "false", value)


def real(number: Number) -> Number:
    """The number as a real one."""
    if number.kind == "R":
        return number
    if number.known is not None:
        return constant(number.known, "R")
    return Number("R", f"IZR {number.at(ATOM)}", APPLIED)


def common_type(kinds: list[Type]) -> Type:
    """The type of a list of such: whole numbers among real ones are real."""
    if all(kind == kinds[0] for kind in kinds):
        return kinds[0]
    if all(isinstance(kind, tuple) and kind[0] == "list" for kind in kinds):
        return ("list", common_type([kind[1] for kind in kinds]))
    if not all(kind in ("Z", "R") for kind in kinds):
        raise refused(f"{' and '.join(map(type_text, kinds))} in one place")
    return "R"


def _made_real(found: Type, wanted: Type) -> str | None:
    """The function that makes the one of the other."""
    if (found, wanted) == ("Z", "R"):
        return "IZR"
    if isinstance(found, tuple) and isinstance(wanted, tuple) and found[0] == wanted[0] == "list":
        inner = _made_real(found[1], wanted[1])
        return inner and (f"map {inner}" if inner == "IZR" else f"map ({inner})")
    return None


def conjunction(parts: list[str]) -> str:
    """All of them, each once."""
    kept = [f"({part})" for part in dict.fromkeys(parts) if part != "True"]
    return " /\\ ".join(kept) if kept else "True"


def type_text(kind: Type) -> str:
    """A type as Coq writes it."""
    if isinstance(kind, str):
        return kind
    if kind[0] == "record":
        return f"({' * '.join(type_text(part[2]) for part in kind[1:])})"
    inner = [type_text(part) for part in kind[1:]]
    if kind[0] == "list":
        return f"list {inner[0]}" if isinstance(kind[1], str) else f"list ({inner[0]})"
    return f"({inner[0]} * {inner[1]})"


def lifted(kind: Type, text: str) -> Value:
    """The value that a term of this type is."""
    if kind in ("Z", "R"):
        return Number(str(kind), text)
    if kind == "bool":
        return Condition(f"{text} = true", text)
    if kind[0] == "list":
        return Rows(kind[1], text)
    if kind[0] == "record":
        return _fields_of(list(kind[1:]), text)
    return lifted(kind[1], f"(fst {text})"), lifted(kind[2], f"(snd {text})")


def _fields_of(fields: list[Type], text: str) -> dict[str, Value]:
    """A record is a tuple of its fields: pairs of pairs, the last field outermost."""
    _, name, kind = tuple(fields[-1])
    before = fields[:-1]
    if not before:
        return {str(name): lifted(kind, text)}
    return {**_fields_of(before, f"(fst {text})"), str(name): lifted(kind, f"(snd {text})")}


def compared(left: Number, sign: str, right: Number) -> Condition:
    """Two numbers compared."""
    if left.known is not None and right.known is not None:
        found = {"<": left.known < right.known, "<=": left.known <= right.known, "=": left.known == right.known}
        return truth(found[sign])
    whole = left.kind == right.kind == "Z"
    one, other = (left, right) if whole else (real(left), real(right))
    prop = f"{one.at(PLUS)} {sign} {other.at(PLUS)}"
    test = {"<": "ltb", "<=": "leb", "=": "eqb"}[sign]
    called = f"Z.{test}" if whole else f"R{test}"
    return Condition(f"({prop})%Z" if whole else prop, f"({called} {one.at(ATOM)} {other.at(ATOM)})")


def comparison(left: Number, sign: str, right: Number) -> Condition:
    """Any of Python's signs."""
    match sign:
        case ">" | ">=":
            return compared(right, "<" if sign == ">" else "<=", left)
        case "!=":
            return compared(left, "=", right).negated()
    return compared(left, {"==": "="}.get(sign, sign), right)


def both(parts: list[Condition], every: bool) -> Condition:
    """All of them, or one of them."""
    left = [part for part in parts if part.known is not every]
    if any(part.known is (not every) for part in left):
        return truth(not every)
    if len(left) < 2:
        return left[0] if left else truth(every)
    sign, called = ("/\\", "andb") if every else ("\\/", "orb")
    test = left[-1].test
    for part in reversed(left[:-1]):
        test = f"({called} {part.test} {test})"
    return Condition(f" {sign} ".join(f"({part.prop})" for part in left), test)


def above_all(left: Extended, sign: str, right: Extended) -> Condition:
    """Numbers compared of which either may be infinite: infinity is above every number, and equal to itself."""
    if sign in (">", ">="):
        return above_all(right, {">": "<", ">=": "<="}[sign], left)
    if sign == "!=":
        return above_all(left, "==", right).negated()
    inside, a, b = comparison(left.value, sign, right.value), left.finite, right.finite
    if sign == "<":
        return both([a, both([b.negated(), inside], False)], True)
    if sign == "<=":
        return both([b.negated(), both([a, inside], True)], False)
    return both([both([a, b, inside], True), both([a.negated(), b.negated()], True)], False)


def lowered(value: Value) -> tuple[Type, str]:
    """The type and the term of a value, as an argument."""
    match value:
        case Number(kind, text, level, known):
            plain = level == ATOM and (known is None or kind == "R")
            return kind, text if plain else f"({text})%{kind}"
        case Condition():
            return "bool", value.test
        case Rows() | Span():
            rows = as_rows(value)
            return ("list", rows.of), rows.text
        case tuple():
            rows = as_rows(value)
            return ("list", rows.of), rows.text
    raise refused(f"{value!r:.80} as a term")


def lowered_as(value: Value, kind: Type) -> str:
    """The term of a value, as one of this type: a whole number may be a real one."""
    if kind == "R" and isinstance(value, Number):
        return lowered(real(value))[1]
    if isinstance(value, tuple) and kind[0] == "list":
        return f"[{'; '.join(lowered_as(one, kind[1]) for one in value)}]"
    found, text = lowered(value)
    if found == kind:
        return text
    made = _made_real(found, kind)
    if made is not None:
        return f"({made} {text})"
    raise refused(f"a {type_text(found)} as a {type_text(kind)}")


def as_rows(value: Value) -> Rows:
    """A list."""
    match value:
        case Rows():
            return value
        case Span(low, high):
            return Rows("Z", f"(Zrange {low.at(ATOM)} {high.at(ATOM)})")
        case tuple() if value:
            kind = common_type([lowered(one)[0] for one in value])
            return Rows(kind, f"[{'; '.join(lowered_as(one, kind) for one in value)}]")
    raise refused(f"{value!r:.80} as a list")


def joined(one: Value, other: Value) -> Value:
    if isinstance(one, tuple) and isinstance(other, tuple):
        return one + other
    if one == () or other == ():
        return as_rows(one if other == () else other)
    a, b = as_rows(one), as_rows(other)
    kind = common_type([a.of, b.of])
    return Rows(kind, f"({lowered_as(a, ('list', kind))} ++ {lowered_as(b, ('list', kind))})")


def chosen(test: Condition, one: Value, two: Value) -> Value:
    """One value where the test holds, else the other."""
    if test.known is not None or one == two:
        return two if test.known is False else one
    if INFINITE in (one, two) or isinstance(one, Extended) or isinstance(two, Extended):
        return _chosen_extended(test, one, two)
    if isinstance(one, tuple) and isinstance(two, tuple) and len(one) == len(two):
        return tuple(chosen(test, a, b) for a, b in zip(one, two, strict=True))
    if isinstance(one, Condition) and isinstance(two, Condition):
        if one.known is not None and two.known is not None:
            return test if one.known else test.negated()
        prop = f"(({test.prop}) -> {one.prop}) /\\ (~ ({test.prop}) -> {two.prop})"
        return Condition(prop, f"(if {test.test} then {one.test} else {two.test})")
    kind = common_type([lowered(value)[0] for value in (one, two) if value != ()])
    text = f"(if {test.test} then {lowered_as(one, kind)} else {lowered_as(two, kind)})"
    if len(text) > LONGEST:
        raise refused(f"a term of more than {LONGEST} characters")
    return lifted(kind, text)


def _chosen_extended(test: Condition, one: Value, two: Value) -> Extended:
    """The same where one of the two may be infinite."""
    a, b = as_extended(one), as_extended(two)
    finite = chosen(test, a.finite, b.finite)
    if a.finite.known is False or b.finite.known is False:
        return Extended(finite, b.value if a.finite.known is False else a.value)
    return Extended(finite, as_number(chosen(test, a.value, b.value)))


def as_condition(value: Value) -> Condition:
    if isinstance(value, bool):
        return truth(value)
    if not isinstance(value, Condition):
        raise refused(f"{value!r:.80} as a condition")
    return value


def as_number(value: Value) -> Number:
    if not isinstance(value, Number):
        raise refused(f"{value!r:.80} as a number")
    return value


def add(a: Number, b: Number) -> Number:
    if a.known == 0 or b.known == 0:
        return a if b.known == 0 else b
    return _arithmetic(a, "+", b, lambda x, y: x + y)


def subtract(a: Number, b: Number) -> Number:
    if b.known == 0:
        return a
    if a.known == 0 and b.known is None:
        return Number(b.kind, f"- {b.at(POWER)}", PLUS)
    return _arithmetic(a, "-", b, lambda x, y: x - y)


def multiply(a: Number, b: Number) -> Number:
    if a.known == 1 or b.known == 1:
        return a if b.known == 1 else b
    return _arithmetic(a, "*", b, lambda x, y: x * y)


def _arithmetic(a: Number, sign: str, b: Number, exact: Callable[[Fraction, Fraction], Fraction]) -> Number:
    kind = "Z" if a.kind == b.kind == "Z" else "R"
    if a.known is not None and b.known is not None:
        return constant(exact(a.known, b.known), kind)
    one, two = (a, b) if kind == "Z" else (real(a), real(b))
    level = TIMES if sign == "*" else PLUS
    right = POWER if sign == "*" else TIMES
    made = Number(kind, f"{one.at(level)} {sign} {two.at(right)}", level)
    if len(made.text) > LONGEST:
        raise refused(f"a term of more than {LONGEST} characters")
    return made


def length_of(rows: Rows) -> Number:
    return Number("Z", f"Z.of_nat (length {rows.text})", APPLIED)
