"""A declared statement as a proposition of Coq, written by the machine: for all instances, form REL truth.

The domain's fields are bound and its conditions are hypotheses; form and truth are the terms that
:mod:`proofs_formal.reader` reads from their code, together with what must hold for them to be defined. A rational field
is bound as a real number: what holds for all reals holds for all rationals. Choices are written out, one proposition
for each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from textwrap import fill
from typing import Never, TypeVar

from optcheck.audit.translate import Untranslatable, source_of
from optcheck.claims import fields as fields_of
from optcheck.claims.claim import (
    Between,
    Combination,
    Compared,
    Definition,
    Form,
    Order,
    Provided,
    Quantity,
    Relation,
    Stated,
    Statement,
    decides,
    implied_by,
    implies,
    stated_models,
)  # fmt: skip
from optcheck.claims.domain import Declaration
from optcheck.claims.expressions import Value
from optcheck.claims.fields import Bound, Field, parsed
from optcheck.lp.program import LinearProgram
from proofs_formal.reader import Reader, program
from proofs_formal.terms import (
    INFINITE,
    Condition,
    Extended,
    Number,
    Opaque,
    Rows,
    Span,
    Type,
    above_all,
    as_condition,
    as_extended,
    as_number,
    both,
    comparison,
    conjunction,
    constant,
    lifted,
    lowered,
    lowered_as,
    multiply,
    real,
    refused,
    truth,
    type_text,
)  # fmt: skip

__all__ = ["Untranslatable", "definition_text", "identifier", "proposition"]

I = TypeVar("I")  # noqa: E741 - the instance
MOST_CHOICES = 64
WIDTH = 118
# Words of Coq, and names of its library and of ours, that no variable may have.
RESERVED = frozenset(
    (
        "as", "at", "cofix", "else", "end", "exists", "exists2", "fix", "for", "forall", "fun", "if", "in",
        "let", "match", "mod", "return", "then", "where", "with", "Prop", "Set", "Type", "R", "Z", "Q", "nat",
        "list", "bool", "In", "nil", "fst", "snd", "map", "filter", "fold_left", "combine", "length", "nth",
        "rev", "sqrt", "exp", "erfc", "ln", "PI", "IZR", "up", "seq", "repeat", "firstn", "skipn", "insert",
        "combinations", "choose", "binomial", "item", "sum", "prod", "pow", "power", "floor", "ceil", "exact",
        "total", "tuples", "picked", "orders", "permutations",
    )
)  # fmt: skip


def identifier(claim: str) -> str:
    """The name of a claim's statement in Coq.

    >>> identifier("tpmdp/eq-7-subcase-2")
    'tpmdp_eq_7_subcase_2'
    """
    return claim.replace("/", "_").replace("-", "_")


def definition_text(statement: Statement[I], form: Form[I]) -> str:
    """The definition of the statement, as it stands in the generated sources."""
    return f"Definition {identifier(statement.id)} : Prop :=\n{proposition(statement, form)}.\n"


def proposition(statement: Statement[I], form: Form[I]) -> str:
    """For all instances of the domain, what the form gives is to the truth what the statement asserts."""
    declared = statement.domain.declared
    if declared is None:
        raise refused("a domain that is not declared")
    propositions = [_for_all(statement, form, declared, chosen) for chosen in _choices(declared)]
    if len(propositions) == 1:
        return propositions[0]
    return " /\\\n".join(f"({one.strip()})" for one in propositions)


def _choices(declared: Declaration) -> list[dict[str, object]]:
    """One of the values for each choice, in every combination."""
    combinations: list[dict[str, object]] = [{}]
    for name, kind in declared.fields.items():
        if isinstance(kind, fields_of.Choice):
            combinations = [{**one, name: value} for one in combinations for value in kind.values]
    if len(combinations) > MOST_CHOICES:
        raise refused(f"{len(combinations)} combinations of choices")
    return combinations


def _for_all(statement: Statement[I], form: Form[I], declared: Declaration, chosen: dict[str, object]) -> str:
    reader = Reader(taken=set(RESERVED))
    lines: list[str] = []
    instance = _bind(declared, "", chosen, reader, lines)
    if instance is None:
        return "  True"
    reader.needs.clear()  # conditions of the domain are evaluated for its instances only
    said = _read(reader, form.evaluate, declared, instance)
    if statement.means is not None:
        said = _read(reader, statement.means, declared, instance, said)
    true = _truth(reader, statement, declared, instance, lines)
    goal = _goal(form.asserts or statement.asserts, said, true)
    needs = [f"({one}) /\\" for one in dict.fromkeys(reader.needs)]
    return "\n".join(map(_wrapped, (*lines, *needs, goal)))


def _wrapped(line: str) -> str:
    return fill(
        line, WIDTH, initial_indent="  ", subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
    )


def _truth(reader: Reader, statement: Statement[I], declared: Declaration, instance: Value, lines: list[str]) -> Value:
    """The value of a definition; for optima variables, of which the hypotheses say that they are the optima."""
    match statement.truth:
        case Definition(value):
            return _read(reader, value, declared, instance)
        case Quantity(kind="linear-program", name="minimum" | "maximum" as which, program=model) if model is not None:
            return _optimum(reader, which, model, declared, instance, lines)
        case Combination(parts=parts, value=value) if all(
            part.name in ("minimum", "maximum") and part.program for part in parts
        ):
            found = [_optimum(reader, p.name, p.program, declared, instance, lines) for p in parts if p.program]
            return _read(reader, value, declared, *found)
    raise refused(f"a truth that is a {type(statement.truth).__name__}")


def _optimum(
    reader: Reader, which: str, model: Callable[[I], LinearProgram], declared: Declaration, instance: Value,
    lines: list[str],
) -> Number:  # fmt: skip
    """A number that is the least or the greatest cost of the model's feasible points."""
    known = {f"model_{place}": function for place, function in enumerate(stated_models())}
    opaque = {name: Opaque(name) for name in known}
    if model in known.values():
        posed, name = instance, next(name for name, function in known.items() if function is model)
    else:
        posed_program = _read(reader, model, declared, instance, known=known, given=opaque)
        if not (isinstance(posed_program, tuple) and len(posed_program) == 2 and isinstance(posed_program[0], Opaque)):
            raise refused(f"the program {getattr(model, '__name__', '')}, of which nothing is stated,")
        posed, name = posed_program[1], posed_program[0].name
    meaning = stated_models()[known[name]]
    point = reader.fresh("x")
    binder = f"fun {point} : list R =>"
    premises = [f"forall {point} : list R, "]
    parts: list[str] = []
    if meaning.among is not None:
        protects, total = _meaning(reader, stated_models()[meaning.among], declared, posed, point, premises)
        parts.append(f"optimum ({binder} {protects}) ({binder} {total}) {point}")
    feasible, cost = _meaning(reader, meaning, declared, posed, point, premises)
    feasible = " /\\ ".join([*parts, f"({feasible})" if parts else feasible])
    value = reader.fresh("v")
    extreme = {"minimum": "least", "maximum": "greatest"}[which]
    lines.append(f"forall {value} : R, {extreme} ({binder} {feasible}) ({binder} {cost}) {value} ->")
    return Number("R", value)


def _meaning(
    reader: Reader, meaning: Stated[Never], declared: Declaration, posed: Value, point: str, premises: list[str]
) -> tuple[str, str]:
    """What makes a point feasible, and its cost; that it is feasible becomes a premise of what is read later."""
    with reader.guarded(*premises):
        feasible = as_condition(_read(reader, meaning.feasible, declared, posed, Rows("R", point)))
    premises.append(f"({feasible.prop})")
    with reader.guarded(*premises):
        cost = real(as_number(_read(reader, meaning.cost, declared, posed, Rows("R", point))))
    return feasible.prop, cost.text


def _read(
    reader: Reader, function: Callable[..., Value], declared: Declaration, *arguments: Value,
    known: Mapping[str, object] | None = None, given: Mapping[str, Value] | None = None,
) -> Value:  # fmt: skip
    names = program(source_of(function, "entry", declared.of, known))
    names |= dict(given or {})
    return reader.call(names["entry"], list(arguments))


# --- the domain ---


def _bind(
    declared: Declaration, prefix: str, chosen: dict[str, object], reader: Reader, lines: list[str]
) -> dict[str, Value] | None:
    """Bind every field; None where the choices contradict a condition."""
    known: dict[str, Value] = {}
    for name, kind in declared.fields.items():
        if name in chosen and not prefix:
            known[name] = _chosen(chosen[name])
        else:
            known[name] = _bound(kind, prefix + name, known, reader, lines)
    for condition in declared.all_conditions:
        found = as_condition(reader.value(condition.tree, known))
        if found.known is False:
            return None
        if found.known is None:
            lines.append(f"({found.prop}) ->")
    return known


def _chosen(value: object) -> Value:
    if isinstance(value, bool):
        return truth(value)
    return constant(value) if isinstance(value, int | Fraction) else value


def _bound(kind: Field, name: str, known: dict[str, Value], reader: Reader, lines: list[str]) -> Value:
    if isinstance(kind, fields_of.Record):
        inner = _bind(kind.of, f"{name}_", {}, reader, lines)
        if inner is None:
            raise refused(f"{name}, which is never what it is declared to be")
        return inner
    variable = reader.fresh(name)
    typed = _type(kind)
    hypotheses = [one.prop for one in _restrictions(kind, lifted(typed, variable), known, reader) if one.known is None]
    lines.append(" ".join([f"forall {variable} : {type_text(typed)},", *(f"({one}) ->" for one in hypotheses)]))
    return lifted(typed, variable)


def _type(kind: Field) -> Type:
    match kind:
        case fields_of.Integer():
            return "Z"
        case fields_of.Rational():
            return "R"
        case fields_of.Row(of=of):
            return ("list", _type(of))
        case fields_of.Subset():
            return ("list", "Z")
        case fields_of.Record(of=of):
            return ("record", *(("field", name, _type(inner)) for name, inner in of.fields.items()))
        case fields_of.Distribution():
            return ("list", "R")
        case fields_of.Choice(values) if all(type(one) is int for one in values):
            return "Z"
        case fields_of.Choice(values) if all(type(one) is Fraction for one in values):
            return "R"
        case fields_of.Choice(values) if all(type(one) is bool for one in values):
            return "bool"
    raise refused(f"a field {kind!r:.60}")


def _restrictions(kind: Field, value: Value, known: dict[str, Value], reader: Reader) -> Iterator[Condition]:
    """What holds for a value of the field."""
    end = partial(_end, known=known, reader=reader)
    match kind:
        case fields_of.Integer(low, high):
            yield from _within(value, end(low), end(high), "<=", "<=")
        case fields_of.Rational(low, high, open_low, open_high):
            yield from _within(value, end(low), end(high), "<" if open_low else "<=", "<" if open_high else "<=")
        case fields_of.Row(of, least, most, falling):
            yield from _lengths(value, end(least), end(most))
            yield _each(of, value, known, reader)
            if falling:
                yield Condition(f"StronglySorted {_above(value)} {value.text}", "")
        case fields_of.Subset(size, least, most):
            yield from _lengths(value, end(least), end(most))
            yield Condition(f"StronglySorted Z.lt {value.text}", "")
            yield _members(value, end(size), reader)
        case fields_of.Distribution(size):
            yield from _lengths(value, end(size), end(size))
            yield Condition(f"(forall p : R, In p {value.text} -> 0 <= p) /\\ sumR {value.text} = 1", "")
        case fields_of.Record(of):
            yield from _of_record(of, value, reader)
        case fields_of.Choice(values) if type(values[0]) is not bool:
            yield both([comparison(value, "==", constant(one)) for one in values], False)


def _members(rows: Rows, size: Number | None, reader: Reader) -> Condition:
    """Every member of a set is one of the numbers 0 to size - 1."""
    item = reader.fresh("i")
    assert size is not None
    inside = reader.member(Number("Z", item), Span(constant(0), size))
    return Condition(f"forall {item} : Z, In {item} {rows.text} -> {inside.prop}", "")


def _of_record(of: Declaration, value: Value, reader: Reader) -> Iterator[Condition]:
    for name, inner in of.fields.items():
        yield from _restrictions(inner, value[name], value, reader)
    for condition in of.all_conditions:
        yield as_condition(reader.value(condition.tree, value))


def _end(bound: Bound, known: dict[str, Value], reader: Reader) -> Number | None:
    if bound is None:
        return None
    return as_number(reader.value(parsed(bound).tree, known)) if isinstance(bound, str) else constant(bound)


def _within(value: Number, low: Number | None, high: Number | None, below: str, above: str) -> Iterator[Condition]:
    if low is not None:
        yield comparison(low, below, value)
    if high is not None:
        yield comparison(value, above, high)


def _lengths(value: Rows, least: Number | None, most: Number | None) -> Iterator[Condition]:
    length = Number("Z", f"Z.of_nat (length {value.text})", 10)
    if least is not None and least == most:
        yield comparison(length, "==", least)
        return
    if least is not None and least.known != 0:
        yield comparison(least, "<=", length)
    if most is not None:
        yield comparison(length, "<=", most)


def _each(of: Field, rows: Rows, known: dict[str, Value], reader: Reader) -> Condition:
    """What holds for every entry of a row."""
    item = reader.fresh("x")
    parts = [one for one in _restrictions(of, lifted(rows.of, item), known, reader) if one.known is None]
    if not parts:
        return truth(True)
    held = both(parts, True).prop
    return Condition(f"forall {item} : {type_text(rows.of)}, In {item} {rows.text} -> {held}", "")


def _above(rows: Rows) -> str:
    return {"R": "Rge", "Z": "Z.ge"}[str(rows.of)]


# --- the relation ---


def _goal(relation: Relation, said: Value, true: Value) -> str:
    """What the relation asks."""
    if type(relation) is Compared:
        return _compared(true, relation.sign, said)
    if relation is decides or relation is implies or relation is implied_by:
        left, right = as_condition(said).prop, as_condition(true).prop
        if relation is implied_by:
            left, right = right, left
        return f"(({left}) {'<->' if relation is decides else '->'} ({right}))"
    if type(relation) is Between and isinstance(said, tuple) and len(said) == 2:
        return conjunction([_goal(relation.lower, said[0], true), _goal(relation.upper, said[1], true)])
    if type(relation) is Order:
        low, high = (multiply(constant(one), as_number(said)) for one in (relation.low, relation.high))
        return conjunction([_compared(true, ">=", low), _compared(true, "<=", high)])
    if type(relation) is Provided and isinstance(said, tuple) and len(said) == 2:
        return f"(({as_condition(said[0]).prop}) -> ({_goal(relation.relation, said[1], true)}))"
    raise refused(f"the relation {relation.name}")


def _compared(left: Value, sign: str, right: Value) -> str:
    if isinstance(left, tuple) and isinstance(right, tuple):
        if len(left) != len(right):
            return "False"
        return conjunction([_compared(a, sign, b) for a, b in zip(left, right, strict=True)])
    if isinstance(left, Condition) and isinstance(right, Condition) and sign == "=":
        return f"(({left.prop}) <-> ({right.prop}))"
    if INFINITE in (left, right) or isinstance(left, Extended) or isinstance(right, Extended):
        return f"({above_all(as_extended(left), {'=': '=='}.get(sign, sign), as_extended(right)).prop})"
    if isinstance(left, str | None) and isinstance(right, str | None) and sign == "=":
        return "True" if left == right else "False"
    if isinstance(left, Number) and isinstance(right, Number):
        return comparison(left, {"=": "=="}.get(sign, sign), right).prop
    if sign != "=":
        raise refused(f"rows of unknown length compared by {sign}")
    kinds = [lowered(one)[0] for one in (left, right)]
    kind = kinds[0] if kinds[0] == kinds[1] else ("list", "R")
    return f"{lowered_as(left, kind)} = {lowered_as(right, kind)}"
