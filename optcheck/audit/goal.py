"""The goal of a statement, and whether algebra decides it: for all instances of the domain, form REL truth.

Nobody but the kernel writes the goal. It is made of the declared domain, the source of the form and the source of the
definition; both are read on the kernel's own symbols (:mod:`optcheck.audit.symbols`), case by case, and each case is
decided by normal forms and signs (:mod:`optcheck.audit.facts`). Hints of the author add cases or squares to look at,
never a step that counts. What is not decided is not proved, whatever else is known.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TypeVar

import sympy

from optcheck.audit.facts import Facts
from optcheck.audit.premises import assertion
from optcheck.audit.search import Endless, patience
from optcheck.audit.symbols import (
    Comparison,
    NotReadable,
    Path,
    Reader,
    Record,
    Term,
    constant,
    paths,
    read,
    symbols_of,
)
from optcheck.claims.claim import Form, Statement
from optcheck.claims.conditions import parsed
from optcheck.claims.expressions import Expr, Infinite, Value
from optcheck.claims.relations import (
    Between,
    Order,
    Provided,
    Relation,
    at_least,
    at_most,
    decides,
    equals,
    greater,
    identity,
    implied_by,
    implies,
    less,
)
from optcheck.claims.truths import Definition
from optcheck.exact.numbers import Quadratic

__all__ = ["Goal", "decide_goal"]

I = TypeVar("I")  # noqa: E741 - the instance
COMPARED = 12  # instances at which reading and running must agree


@dataclass(frozen=True, slots=True)
class Goal:
    """What is to be shown, in words and in symbols, and how it was decided; ``how`` says why where it was not."""

    words: str
    symbols: str
    decided: bool
    how: str


def decide_goal(statement: Statement[I], form: Form[I], instances: list[I]) -> Goal | None:
    """The goal and whether it is decided; None where there is none to state, since the truth is no definition."""
    if not isinstance(statement.truth, Definition):
        return None
    relation = form.asserts or statement.asserts
    said = "what the form gives" if statement.means is None else "what the form's value means"
    words = f"for all {statement.domain.description}: {assertion(relation, 'the definition', said)}"
    try:
        with patience():
            cases = _cases(statement, form, relation)
            _need_agreement(statement, form, instances)
    except (NotReadable, Endless, sympy.PolynomialError, RecursionError) as reason:
        return Goal(words, "", False, f"{reason}")
    except (ArithmeticError, TypeError, ValueError, AttributeError, LookupError, NotImplementedError) as reason:
        return Goal(words, "", False, f"{type(reason).__name__}: {reason}")
    how = "by algebra" if len(cases) == 1 else f"by algebra, in {len(cases)} cases"
    return Goal(words, cases[0] if len(cases) == 1 else "; ".join(cases), True, how)


def _cases(statement: Statement[I], form: Form[I], relation: Relation) -> list[str]:
    """What was shown in each case; raises NotReadable where a case is not decided."""
    declared = statement.domain.declared
    assert isinstance(statement.truth, Definition)
    define = statement.truth.value
    shown: list[str] = []

    def run(path: Path) -> tuple[Term, Term]:
        instance = symbols_of(declared, path)
        _use_hints(statement, instance, path)
        true = read(define, (instance,), path)  # first: most of what has no reading is a definition by enumeration
        said = read(form.evaluate, (instance,), path)
        if statement.means is not None:
            said = read(statement.means, (instance, said), path)
        return said, true

    for path, (said, true) in paths(run):
        goals = list(_obligations(relation, said, true))
        if not all(_is_shown(left, sign, right, path.facts) for left, sign, right in goals):
            if path.facts.is_contradictory():
                continue
            where = f" where {', '.join(path.words)}" if path.words else ""
            raise NotReadable(f"not decided{where}: {'; '.join(_text(*one) for one in goals)}")
        where = f" where {', '.join(path.words)}" if path.words else ""
        shown.append("; ".join(_text(*one) for one in goals) + where)
    if not shown:
        raise NotReadable("the domain is empty, as far as algebra shows")
    return shown


def _use_hints(statement: Statement[I], instance: Record, path: Path) -> None:
    reader = Reader(path, {}, {})
    for hint in statement.hints:
        terms = [reader.number(reader.value(parsed(text).tree, dict(instance.values))) for text in hint.texts]
        if hint.kind == "split":
            path.decide(Comparison(terms[0] - terms[1], ">="))
        elif hint.kind == "square":
            path.facts.know(terms[0] ** 2, strict=False)


def _obligations(relation: Relation, said: Term, true: Term) -> list[tuple[Term, str, Term]]:
    """What the relation asks, as comparisons of two terms; by identity, so that no name deceives."""
    if relation is equals or relation is identity:
        return _each(said, "==", true)
    for one, sign in ((at_most, ">="), (at_least, "<="), (less, ">"), (greater, "<")):
        if relation is one:
            return _each(said, sign, true)
    if relation is decides and isinstance(said, bool) and isinstance(true, bool):
        return [] if said == true else [(sympy.Integer(0), "==", sympy.Integer(1))]
    if relation is implies and isinstance(said, bool) and isinstance(true, bool):
        return [] if true or not said else [(sympy.Integer(0), "==", sympy.Integer(1))]
    if relation is implied_by and isinstance(said, bool) and isinstance(true, bool):
        return [] if said or not true else [(sympy.Integer(0), "==", sympy.Integer(1))]
    if type(relation) is Between and isinstance(said, tuple) and len(said) == 2:
        return _obligations(relation.lower, said[0], true) + _obligations(relation.upper, said[1], true)
    if type(relation) is Order:
        low, high = (sympy.Rational(one.numerator, one.denominator) for one in (relation.low, relation.high))
        return _each(low * said, "<=", true) + _each(high * said, ">=", true)
    if type(relation) is Provided and isinstance(said, tuple) and len(said) == 2 and isinstance(said[0], bool):
        return _obligations(relation.relation, said[1], true) if said[0] else []
    raise NotReadable(f"{relation.name} of {said!r} and {true!r} is not decided by algebra")


def _each(said: Term, sign: str, true: Term) -> list[tuple[Term, str, Term]]:
    if isinstance(said, tuple) and isinstance(true, tuple) and len(said) == len(true):
        return [one for pair in zip(said, true, strict=True) for one in _each(pair[0], sign, pair[1])]
    if isinstance(said, Infinite) and isinstance(true, Infinite) and sign == "==":
        return []
    if not isinstance(said, sympy.Expr) or not isinstance(true, sympy.Expr):
        raise NotReadable(f"{said!r} and {true!r} are not compared by algebra")
    return [(said, sign, true)]


def _is_shown(left: Term, sign: str, right: Term, facts: Facts) -> bool:
    if Comparison(left - right, sign).known(facts) is True:
        return True
    both = (left - right, right - left)
    return sign == "==" and all(facts.is_positive(one, strict=False) for one in both)


def _text(left: Term, sign: str, right: Term) -> str:
    return f"{left} {sign} {right}"


def _need_agreement(statement: Statement[I], form: Form[I], instances: list[I]) -> None:
    """Reading and running the code give the same at some instances: else the reading proves something else."""
    assert isinstance(statement.truth, Definition)
    for instance in instances[:COMPARED]:
        for function in (form.evaluate, statement.truth.value):
            found = list(paths(partial(_read_at, function, instance)))
            if len(found) != 1 or not _agree(found[0][1], function(instance)):
                raise NotReadable(f"read and run, {function.__name__} gives different values at {instance!r}")


def _read_at(function: Callable[..., Value], instance: I, path: Path) -> Term:
    return read(function, (constant(instance),), path)


def _agree(term: Term, value: Value) -> bool:
    if isinstance(value, tuple | list):
        return isinstance(term, tuple) and len(term) == len(value) and all(map(_agree, term, value))
    if isinstance(value, bool | Infinite):
        return type(term) is type(value) and bool(term == value)
    if isinstance(value, int | Fraction):
        wanted: Term = sympy.Rational(value.numerator, value.denominator)
    elif isinstance(value, Expr):
        wanted = value.sympy()
    elif isinstance(value, Quadratic):
        factor, rational = Fraction(value.factor), Fraction(value.rational)
        wanted = sympy.Rational(rational.numerator, rational.denominator) + sympy.Rational(
            factor.numerator, factor.denominator
        ) * sympy.sqrt(value.root)
    else:
        return False
    return isinstance(term, sympy.Expr) and Facts().is_zero(term - wanted)
