"""The goal of a statement, and whether algebra decides it: for all instances of the domain, form REL truth.

Nobody but the kernel writes the goal. It is made of the declared domain, the source of the form and the source of the
definition; both are read on the kernel's own symbols (:mod:`optcheck.audit.symbols`), case by case, and each case is
decided by normal forms and signs (:mod:`optcheck.audit.facts`). Hints of the author add cases or squares to look at,
never a step that counts. What is not decided is not proved, whatever else is known.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from types import FunctionType, ModuleType
from typing import TypeVar

import sympy

from optcheck.audit.facts import Comparison, Facts, NotReadable, Path, paths
from optcheck.audit.registry import code_of
from optcheck.audit.symbols import (
    Reader,
    Record,
    Term,
    constant,
    read,
    source_of,
    symbols_of,
)
from optcheck.audit.trial import Bench, Endless, cpu_limit
from optcheck.audit.verdict import Example, Premises, plain, readable
from optcheck.audit.verdict import Record as Document
from optcheck.claims.claim import (
    Between,
    Combination,
    Compared,
    Definition,
    Form,
    Logical,
    Order,
    Property,
    Provided,
    Quantity,
    Relation,
    Satisfies,
    Statement,
    Truth,
)
from optcheck.claims.expressions import Expr, Infinite, Value, expr
from optcheck.claims.fields import parsed
from optcheck.errors import InvalidInput
from optcheck.exact.numbers import Quadratic

# --- What a reader must believe: which instances a statement speaks about, and what its forms are compared with.
#
# Everything else about a verdict is computed from these two. No machine can see that a declared domain is narrower than
# the paper's own conditions, or that a model is not the paper's; so they come first, in words and as code.


I = TypeVar("I")  # noqa: E741 - the instance
MOST_ROWS = 12  # of a program that is written out
_COMPARED = {
    "equals": "equals",
    "identity": "is the same as",
    "at most": "is at most",
    "at least": "is at least",
    "less": "is less than",
    "greater": "is greater than",
}
_LOGICAL = {"if and only if": "exactly where", "sufficient": "wherever", "necessary": "only where"}


def assertion(relation: Relation, truth: str = "the truth", form: str = "what the form gives") -> str:
    """What a statement asserts, as a sentence.

    >>> from optcheck.claims.claim import at_most
    >>> assertion(at_most)
    'the truth is at most what the form gives'
    """
    match relation:
        case Compared(name):
            return f"{truth} {_COMPARED[name]} {form}"
        case Between():
            return f"{truth} lies between the two bounds in {form}"
        case Order(low, high):
            return f"{truth} lies between {low} and {high} times {form}"
        case Logical(name):
            return f"{truth} holds {_LOGICAL[name]} {form} says so"
        case Provided(inner):
            return f"{assertion(inner, truth, form)}, wherever the premise in it holds"
        case Satisfies(name):
            return f"{form} is {name}"


def truth_words(truth: Truth[I]) -> str:
    """What the truth is, in the checker's own names for quantities and kinds."""
    match truth:
        case Definition():
            return f"the definition “{getattr(truth.value, '__name__', 'without a name')}”, evaluated at the instance"
        case Quantity(kind="linear-program"):
            return f"the {truth.name} of the linear program that belongs to the instance, solved and certified"
        case Quantity():
            return f"the {truth.name}, which the checker derives from the instance ({truth.kind})"
        case Property():
            return f"the property “{truth.name}”, which the checker decides for the instance and the form's value"
        case Combination():
            return " combined with ".join(map(truth_words, truth.parts))


def premises(bench: Bench[I], form: Form[I], instance: I | None) -> Premises:
    """Domain and truth of a statement; what the checker established at one instance, where it does."""
    claim = bench.claim
    return {
        "domain": claim.domain.description,
        "asserts": assertion(bench.relation(form), form=subject(claim)),
        "truth": truth_words(claim.truth),
        "definition": list(dict.fromkeys(code for function in authored(claim.truth) for code in code_of(function))),
        "conversion": [] if claim.means is None else list(code_of(claim.means)),
        "example": None if instance is None else _example(bench, form, instance),
    }


def subject(claim: Statement[I]) -> str:
    """What the truth is compared with."""
    return "what the form gives" if claim.means is None else "what the form's value means"


def defining(truth: Truth[I]) -> Callable[..., object] | None:
    """What an author wrote: a definition, the function that gives a program, or the one that combines quantities."""
    if isinstance(truth, Definition | Combination):
        return truth.value
    return truth.program if isinstance(truth, Quantity) else None


def authored(truth: Truth[I]) -> list[Callable[..., object]]:
    """All that an author wrote for it: for quantities that are combined the functions that give their programs, too."""
    parts = truth.parts if isinstance(truth, Combination) else ()
    return [one for one in (*(part.program for part in parts), defining(truth)) if one is not None]


def _example(bench: Bench[I], form: Form[I], instance: I) -> Example | None:
    """The problem at an instance, its optimal point and multipliers, and the checker's sentence."""
    if isinstance(bench.claim.truth, Definition):
        return None
    evidence = bench.truth(instance, bench.value(form, instance))
    solved = [text for document in evidence.documents for text in _program(document)]
    return {"instance": plain(instance), "problem": solved, "proves": evidence.proves}


def _program(document: Document) -> list[str]:
    """A linear or integer program and its solution in words, line by line."""
    if document["kind"] not in ("linear-program", "integer-program"):
        return []
    program, evidence = document["instance"], document["evidence"]
    columns, rows = program["columns"], program["rows"]
    if max(len(columns), len(rows)) > MOST_ROWS:
        return [f"a program of {len(columns)} columns and {len(rows)} rows, which the certificate lists"]
    lines = [f"{program['sense']} {_sum(enumerate(program['costs']), columns)}"]
    for name, terms, sign, side in zip(rows, program["terms"], program["relations"], program["rhs"], strict=True):
        lines.append(f"{name}: {_sum(terms, columns)} {sign} {side}")
    lines.append(f"optimal point: {readable(dict(zip(columns, evidence['primal'], strict=True)))}")
    if "integers" in program:
        return [*lines, f"integers: {', '.join(columns[j] for j in program['integers'])}"]
    used = {name: factor for name, factor in zip(rows, evidence["dual"], strict=True) if factor not in (0, "0")}
    return [*lines, f"multipliers: {readable(used) or 'all 0'}"]


def _sum(terms: Iterable[tuple[int, object]], columns: Sequence[str]) -> str:
    parts = [_term(factor, columns[column]) for column, factor in terms if factor not in (0, "0")]
    return " + ".join(parts).replace("+ -", "- ") or "0"


def _term(factor: object, name: str) -> str:
    return {"1": name, "-1": f"-{name}"}.get(str(factor), f"{factor} {name}")


# --- The goal of a statement, and whether algebra decides it: for all instances of the domain, form REL truth ---


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
    words = f"for all {statement.domain.description}: {assertion(relation, 'the definition', subject(statement))}"
    try:
        with cpu_limit():
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
        goals = _obligations(relation, said, true)
        words = "; ".join(f"{left} {sign} {right}" for left, sign, right in goals)
        where = f" where {', '.join(path.words)}" if path.words else ""
        if all(_is_shown(left, sign, right, path.facts) for left, sign, right in goals):
            shown.append(f"{words}{where}")
        elif not path.facts.is_contradictory():
            raise NotReadable(f"not decided{where}: {words}")
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


_MIRRORED = {"=": "==", "<=": ">=", "<": ">", ">=": "<=", ">": "<"}


def _obligations(relation: Relation, said: Term, true: Term) -> list[tuple[Term, str, Term]]:
    """What the relation asks, as comparisons of two terms: the form's, and the truth's."""
    if type(relation) is Compared:
        return _each(said, _MIRRORED[relation.sign], true)
    if type(relation) is Logical and isinstance(said, bool) and isinstance(true, bool):
        return [] if relation.allowed(said, true) else [(sympy.Integer(0), "==", sympy.Integer(1))]
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


def _need_agreement(statement: Statement[I], form: Form[I], instances: list[I]) -> None:
    """Reading and running the code give the same at some instances: else the reading proves something else."""
    assert isinstance(statement.truth, Definition)
    for instance in instances[:COMPARED]:
        for function in (form.evaluate, statement.truth.value):
            outcomes = list(paths(partial(_read_at, function, instance)))
            if len(outcomes) != 1 or not _agree(outcomes[0][1], function(instance)):
                raise NotReadable(f"read and run, {function.__name__} gives different values at {instance!r}")


def _read_at(function: Callable[..., Value], instance: I, path: Path) -> Term:
    return read(function, (constant(instance),), path)


def _agree(term: Term, value: Value) -> bool:
    if isinstance(value, tuple | list):
        return isinstance(term, tuple) and len(term) == len(value) and all(map(_agree, term, value))
    if isinstance(value, bool | Infinite):
        return type(term) is type(value) and bool(term == value)
    if not isinstance(value, int | Fraction | Quadratic | Expr) or not isinstance(term, sympy.Expr):
        return False
    return Facts().is_zero(term - expr(value).sympy())


# --- when nothing is compared: a truth that is the form again, or one of the two that calls the other --------------


DEEPEST = 8  # calls inside calls that are written out


# Two functions are the same if their code is, whatever their arguments and local names are called, with the functions
# that they call written out, sums and products in one order, and without what adds 0 or multiplies by 1.


def check_no_copy(statement: Statement[I], form: Form[I]) -> None:
    """Raise InvalidInput where the truth at an instance is the form there, or is computed from it, or the reverse."""
    if not isinstance(statement.truth, Definition):
        return  # the checker derives it
    truth, said = _plain(statement.truth.value), _plain(form.evaluate)
    if statement.means is None and (truth is said or _code(truth) == _code(said)):
        raise InvalidInput(f"{statement.id}: its truth copies the form, so nothing is compared")
    if _calls(truth, said, 0, set()) or _calls(said, truth, 0, set()):
        raise InvalidInput(f"{statement.id}: of its truth and its form one calls the other, so nothing is compared")


def _plain(function: object) -> object:
    """The function that a partial call stands for."""
    return _plain(function.func) if isinstance(function, partial) else function


def _calls(start: object, goal: object, index: int, seen: set[tuple[int, int]]) -> bool:
    """Whether a function hands its argument at this place on to another, itself or by way of others.

    To call it with another argument is another matter: a lemma may speak of what was rearranged.
    """
    if not isinstance(start, FunctionType) or (id(start), index) in seen:
        return False
    seen.add((id(start), index))
    try:
        node = source_of(start)
    except NotReadable:
        return False
    names = [one.arg for one in node.args.args][index : index + 1]
    for call in (part for part in ast.walk(node) if isinstance(part, ast.Call)):
        for position, argument in enumerate(call.args):
            if isinstance(argument, ast.Name) and argument.id in names:
                called = _plain(_meant(call.func, start))
                if called is goal or _calls(called, goal, position, seen):
                    return True
    return False


def _meant(name: ast.expr, function: FunctionType) -> object:
    """What a name, or a name of a module, stands for in a function."""
    if isinstance(name, ast.Attribute):
        owner = _meant(name.value, function)
        return vars(owner).get(name.attr) if isinstance(owner, ModuleType) else None
    if not isinstance(name, ast.Name):
        return None
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    return cells[name.id].cell_contents if name.id in cells else function.__globals__.get(name.id)


def _code(function: object, depth: int = 0) -> object:
    """What a function computes, written in one way; the function itself where it has no source."""
    plain = _plain(function)
    if not isinstance(plain, FunctionType):
        return plain
    try:
        node = source_of(plain)
    except NotReadable:
        return plain
    names: dict[str, ast.expr] = {one.arg: ast.Name(f"argument{index}") for index, one in enumerate(node.args.args)}
    value = _returned(node, names, plain, depth)
    if value is not None:
        return ast.dump(value)
    assert isinstance(node, ast.FunctionDef)
    renaming = _Writing(names, plain, DEEPEST)  # steps of an algorithm: as they stand
    return [ast.dump(renaming.visit(part)) for part in deepcopy(node.body[bool(ast.get_docstring(node)) :])]


def _returned(
    node: ast.FunctionDef | ast.Lambda, names: dict[str, ast.expr], function: FunctionType, depth: int
) -> ast.expr | None:
    """The value that is returned in terms of the arguments; None for more than names and one value."""
    if isinstance(node, ast.Lambda):
        return _written(node.body, names, function, depth)
    for part in node.body[bool(ast.get_docstring(node)) :]:
        match part:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                names = {**names, name: _written(value, names, function, depth)}
            case ast.Return(value=ast.expr() as value):
                return _written(value, names, function, depth)
            case _:
                return None
    return None


def _written(value: ast.expr, names: dict[str, ast.expr], function: FunctionType, depth: int) -> ast.expr:
    result = _Writing(names, function, depth).visit(deepcopy(value))
    assert isinstance(result, ast.expr)
    return result


class _Writing(ast.NodeTransformer):
    """Names replaced by what they stand for, calls by what is returned, sums and products in one order."""

    def __init__(self, names: dict[str, ast.expr], function: FunctionType, depth: int) -> None:
        self.names, self.function, self.depth = names, function, depth

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """What the name stands for; a function of another module may have the same name and be another one."""
        if node.id in self.names:
            return self.names[node.id]
        meant = self.function.__globals__.get(node.id)
        return ast.Name(f"{getattr(meant, '__module__', '')}.{getattr(meant, '__qualname__', node.id)}")

    def visit_Call(self, node: ast.Call) -> ast.AST:
        called = self._called(node.func)
        self.generic_visit(node)
        if called is None or node.keywords or self.depth >= DEEPEST:
            return node
        try:
            source = source_of(called)
        except NotReadable:
            return node
        parameters = [one.arg for one in source.args.args]
        if len(parameters) != len(node.args):
            return node
        names = dict(zip(parameters, node.args, strict=True))
        return _returned(source, names, called, self.depth + 1) or node

    def _called(self, name: ast.expr) -> FunctionType | None:
        called = None if isinstance(name, ast.Name) and name.id in self.names else _meant(name, self.function)
        return called if isinstance(called, FunctionType) and not called.__module__.startswith("optcheck.") else None

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        neutral = {ast.Add: 0, ast.Sub: 0, ast.Mult: 1, ast.Div: 1}.get(type(node.op))
        if neutral is None:
            return node
        both = isinstance(node.op, ast.Add | ast.Mult)
        sides = sorted((node.left, node.right), key=ast.dump) if both else [node.left, node.right]
        for side in (0, 1) if both else (1,):
            if isinstance(sides[side], ast.Constant) and sides[side].value == neutral:  # type: ignore[attr-defined]
                return sides[1 - side]
        return ast.BinOp(sides[0], node.op, sides[1])
