"""Planted errors: mutants of a form, of what defines the truth and of the domain, and what becomes of them.

A mutant has one changed node of its syntax tree, in the function or in a helper of the same module that it calls. A
domain is changed by leaving out one of its conditions or by moving one end of a field. An error that changes nothing is
put to the prover, which may show that the statement is true with it as well; else it is called what it is: not told
apart on so many instances.
"""

from __future__ import annotations

import ast
import copy
import importlib
import inspect
import itertools
import linecache
import random
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, cached_property
from types import FunctionType, ModuleType
from typing import Generic, TypeVar

from optcheck.audit.goal import decide_goal, defining
from optcheck.audit.trial import Bench, Endless, Undefined, cpu_limit, explore
from optcheck.audit.verdict import PlantedRecord, plain
from optcheck.claims.claim import (
    Claim,
    Combination,
    Definition,
    Form,
    Formula,
    Quantity,
    Truth,
    maximum,
    minimum,
)
from optcheck.claims.domain import Declaration, Declared, Instance
from optcheck.claims.expressions import Value
from optcheck.claims.fields import Field
from optcheck.errors import InvalidInput

I = TypeVar("I")  # noqa: E741 - the instance
T = TypeVar("T")


class Kind(StrEnum):
    """What kind of slip a mutation imitates."""

    SIGN = "sign"
    TERM = "dropped term"
    FACTOR = "dropped factor"
    INDEX = "index shift"
    STRICTNESS = "strictness"
    EXTREMUM = "max for min"
    CONSTANT = "constant"
    ARGUMENT = "dropped argument"
    FUNCTION = "dropped function"
    ROUNDING = "rounding"
    END = "end of a range"
    CONDITION = "dropped condition"
    BOUND = "moved bound"


Change = tuple[Kind, ast.expr]

_STRICTNESS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}
_EXTREMUM = {"max": "min", "min": "max", "largest": "smallest", "smallest": "largest"}
_FUNCTIONS = ("sqrt", "exp", "log", "erfc", "surd", "abs")
_ROUNDING = {"floor": "ceil", "ceil": "floor"}


def changes(node: ast.AST) -> Iterator[Change]:
    """Every changed version of one expression, in a fixed order."""
    change = _CHANGES.get(type(node))
    if change is not None:
        yield from change(node)


def _binary(node: ast.BinOp) -> Iterator[Change]:
    match node.op:
        case ast.Add():
            yield Kind.SIGN, ast.BinOp(node.left, ast.Sub(), node.right)
            yield Kind.TERM, node.left
            yield Kind.TERM, node.right
        case ast.Sub():
            yield Kind.SIGN, ast.BinOp(node.left, ast.Add(), node.right)
            yield Kind.TERM, node.left
        case ast.Mult():
            yield Kind.FACTOR, node.left
            yield Kind.FACTOR, node.right
        case ast.Div():
            yield Kind.FACTOR, node.left
        case ast.FloorDiv():
            yield Kind.FACTOR, node.left
            up = ast.BinOp(ast.UnaryOp(ast.USub(), node.left), ast.FloorDiv(), node.right)
            yield Kind.ROUNDING, ast.UnaryOp(ast.USub(), up)


def _unary(node: ast.UnaryOp) -> Iterator[Change]:
    if isinstance(node.op, ast.USub):
        yield Kind.SIGN, node.operand


def _compare(node: ast.Compare) -> Iterator[Change]:
    for position, operator in enumerate(node.ops):
        if type(operator) in _STRICTNESS:
            operators = [*node.ops[:position], _STRICTNESS[type(operator)](), *node.ops[position + 1 :]]
            yield Kind.STRICTNESS, ast.Compare(node.left, operators, node.comparators)


def _call(node: ast.Call) -> Iterator[Change]:
    if not isinstance(node.func, ast.Name):
        return
    name, arguments = node.func.id, node.args
    if name in _EXTREMUM:
        yield Kind.EXTREMUM, ast.Call(ast.Name(_EXTREMUM[name], ast.Load()), arguments, node.keywords)
        for index in range(len(arguments) if len(arguments) > 1 else 0):
            yield Kind.ARGUMENT, _extreme(node.func, [*arguments[:index], *arguments[index + 1 :]], node.keywords)
    elif name in _FUNCTIONS and len(arguments) == 1:
        yield Kind.FUNCTION, arguments[0]
    elif name in _ROUNDING:
        yield Kind.ROUNDING, ast.Call(ast.Name(_ROUNDING[name], ast.Load()), arguments, node.keywords)
    elif name == "range":
        for index in range(min(len(arguments), 2)):
            for shift in (ast.Add(), ast.Sub()):
                moved = [*arguments[:index], _moved(arguments[index], shift), *arguments[index + 1 :]]
                yield Kind.END, ast.Call(node.func, moved, [])


def _extreme(name: ast.expr, arguments: list[ast.expr], keywords: list[ast.keyword]) -> ast.expr:
    """The largest or smallest of what is left: of one value that value itself."""
    alone = len(arguments) == 1 and not keywords and not isinstance(arguments[0], ast.Starred)
    return arguments[0] if alone else ast.Call(name, arguments, keywords)


def _subscript(node: ast.Subscript) -> Iterator[Change]:
    if not isinstance(node.ctx, ast.Load):
        return
    for shift in (ast.Add(), ast.Sub()):
        for index in _shifted(node.slice, shift):
            yield Kind.INDEX, ast.Subscript(node.value, index, ast.Load())


def _shifted(index: ast.expr, shift: ast.operator) -> Iterator[ast.expr]:
    if isinstance(index, ast.Slice):
        if index.lower is not None:
            yield ast.Slice(_moved(index.lower, shift), index.upper, index.step)
        if index.upper is not None:
            yield ast.Slice(index.lower, _moved(index.upper, shift), index.step)
    elif not (isinstance(index, ast.Constant) and isinstance(index.value, str)) and not isinstance(index, ast.Tuple):
        yield _moved(index, shift)


def _moved(index: ast.expr, shift: ast.operator) -> ast.expr:
    return ast.BinOp(index, shift, ast.Constant(1))


def _constant(node: ast.Constant) -> Iterator[Change]:
    if type(node.value) is int:
        yield Kind.CONSTANT, ast.Constant(node.value + 1)


_CHANGES: dict[type[ast.AST], Callable[..., Iterator[Change]]] = {
    ast.BinOp: _binary,
    ast.UnaryOp: _unary,
    ast.Compare: _compare,
    ast.Call: _call,
    ast.Subscript: _subscript,
    ast.Constant: _constant,
}


@dataclass(frozen=True, slots=True)
class Mutant(Generic[I]):
    """A broken formula: what was changed, and the function that computes it."""

    kind: Kind
    line: int
    before: str
    after: str
    evaluate: Formula[I]
    code: str = ""

    def readable(self) -> Formula[I]:
        """The function with a source, for those who read it."""
        file = f"<{self.code}>"  # a name for each source: what was read is remembered by it
        linecache.cache[file] = (len(self.code), None, self.code.splitlines(keepends=True), file)
        namespace = dict(self.evaluate.__globals__)
        exec(compile(self.code, file, "exec", dont_inherit=True), namespace)
        function: Formula[I] = namespace[self.evaluate.__name__]
        return function


def mutants(formula: Formula[I] | None) -> Iterator[Mutant[I]]:
    """Every mutant of a module-level function, in the order of the source."""
    if not isinstance(formula, FunctionType) or formula.__closure__ or formula.__name__ == "<lambda>":
        raise InvalidInput(f"only a function defined at the top of a module can be mutated, got {formula!r}")
    module = sys.modules.get(formula.__module__ or "")
    if module is None or getattr(module, "__file__", None) is None:  # typed at a prompt
        raise InvalidInput(f"only a function in a file can be mutated, got {formula!r}")
    tree = ast.Module(_definitions(module, formula.__name__), [])
    for node in _expressions(tree):
        for change in changes(node):
            yield _mutant(module, formula.__name__, tree, node, change)


def _mutant(module: ModuleType, name: str, tree: ast.Module, node: ast.expr, change: Change) -> Mutant[I]:
    kind, changed = change
    broken = ast.fix_missing_locations(copy.deepcopy(tree, {id(node): changed}))  # a copy, but for this node
    namespace = dict(vars(module))  # the oracle keeps the module's own functions
    exec(compile(broken, f"<mutant of {module.__name__}>", "exec"), namespace)
    after = ast.unparse(ast.fix_missing_locations(changed))
    return Mutant(kind, node.lineno, ast.unparse(node), after, namespace[name], ast.unparse(_without_types(broken)))


def _without_types(tree: ast.Module) -> ast.Module:
    """The code without annotations, whose names may mean nothing when it is run elsewhere."""
    for part in ast.walk(tree):
        if isinstance(part, ast.FunctionDef):
            part.returns = None
        elif isinstance(part, ast.arg):
            part.annotation = None
    return tree


@dataclass(frozen=True, slots=True)
class Widened:
    """A domain with more instances: what was changed, and the declaration."""

    kind: Kind
    before: str
    after: str
    domain: Declaration
    line: int = 0  # it stands in no function


def widened(domain: Declaration) -> Iterator[Widened]:
    """The domain without one of its conditions, or with one end of a field moved outwards."""
    for index, condition in enumerate(domain.conditions):
        rest = (*domain.conditions[:index], *domain.conditions[index + 1 :])
        yield Widened(Kind.CONDITION, condition.text, "no condition", Declared(domain.of, rest))
    texts = domain.of.conditions
    for index, text in enumerate(texts):
        less = _variant(domain.of, {}, (*texts[:index], *texts[index + 1 :]))
        yield Widened(Kind.CONDITION, text, "no condition", Declared(less, domain.conditions))
    for name, kind in domain.fields.items():
        for wider in kind.wider():
            variant = _variant(domain.of, {name: wider}, texts)
            yield Widened(Kind.BOUND, kind.words(name), wider.words(name), Declared(variant, domain.conditions))


def _variant(of: type[Instance], fields: dict[str, Field], conditions: tuple[str, ...]) -> type[Instance]:
    annotations = dict.fromkeys(fields, object)
    return type(of.__name__, (of,), {**fields, "conditions": conditions, "__annotations__": annotations})


def _definitions(module: ModuleType, name: str) -> list[ast.stmt]:
    """The function and everything it calls that the same module defines, as fresh syntax trees."""
    known = _functions(module.__name__)
    reached: dict[str, ast.FunctionDef] = {}
    waiting = [name]
    while waiting:
        current = waiting.pop()
        if current in known and current not in reached:
            reached[current] = copy.deepcopy(known[current])
            waiting.extend(node.id for node in ast.walk(known[current]) if isinstance(node, ast.Name))
    return sorted(reached.values(), key=lambda definition: definition.lineno)


@cache
def _functions(module: str) -> dict[str, ast.FunctionDef]:
    tree = ast.parse(inspect.getsource(importlib.import_module(module)))
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


def _expressions(node: ast.AST) -> Iterator[ast.expr]:
    """Every expression that computes something; no annotations, messages or docstrings."""
    for name, value in ast.iter_fields(node):
        if name in _NOT_COMPUTING:
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or isinstance(child, ast.Raise | ast.Assert | ast.JoinedStr):
                continue
            if isinstance(child, ast.expr) and not _is_index(node, name):
                yield child
            yield from _expressions(child)


def _is_index(parent: ast.AST, name: str) -> bool:
    """An index is shifted by the change of its subscript; changing it once more would only repeat that."""
    return isinstance(parent, ast.Slice) or (isinstance(parent, ast.Subscript) and name == "slice")


_NOT_COMPUTING = {"annotation", "returns", "decorator_list", "type_params", "ctx", "op", "ops"}


def spread(candidates: Sequence[T], kind: Callable[[T], str], count: int, seed: str) -> list[T]:
    """``count`` mutants, the kinds in turn, at random within a kind but the same for the same seed."""
    by_kind: dict[str, list[T]] = defaultdict(list)
    for mutant in candidates:
        by_kind[kind(mutant)].append(mutant)
    generator = random.Random(seed)
    kinds = [generator.sample(group, len(group)) for group in by_kind.values()]
    generator.shuffle(kinds)
    turns = itertools.zip_longest(*kinds)
    return [mutant for turn in turns for mutant in turn if mutant is not None][:count]


class Fate(StrEnum):
    """What became of a mutant."""

    REFUTED = "refuted"  # a counterexample with an accepted certificate
    CRASHED = "crashed"  # it cannot be evaluated at an instance of the domain
    EQUIVALENT = "equivalent"  # shown to be no error, by algebra or on every instance of a finite domain
    NOT_TOLD_APART = "not told apart"  # nothing was wrong with it at the instances that were looked at
    SURVIVED = "survived"  # other values, and the comparison for equality did not notice


class Part(StrEnum):
    """Where an error was planted."""

    FORM = "form"
    TRUTH = "truth"
    DOMAIN = "domain"


# --- A few errors for every verdict, tried at the first instances ---


PLANTED = 6  # errors that are planted in the form for every verdict
INSTANCES_PLANTED = 30  # at which they are tried
SECONDS_PLANTED = 0.5  # of computing for each of them


def planted(bench: Bench[I], form: Form[I]) -> PlantedRecord:
    """Errors planted in a right form and in what defines the truth, and how many of them the comparison notices.

    One with which the statement's code raises is counted apart: there was nothing to compare.
    """
    chosen = spread(list(_slips(bench.claim, form)), _kind, PLANTED, bench.claim.id)
    instances = bench.instances[:INSTANCES_PLANTED]
    fates = [_noticed(bench, form, part, slip, instances) for part, slip in chosen]
    loose = [one for one, fate in zip(chosen, fates, strict=True) if fate is None]
    return {
        "tried": len(chosen),
        "told_apart": fates.count(Fate.REFUTED),
        "raised": fates.count(Fate.CRASHED),
        "instances": len(instances),
        "not_told_apart": [f"{part}, line {one.line}: {one.before} → {one.after}" for part, one in loose],
    }


def _slips(claim: Claim[I], form: Form[I]) -> Iterator[tuple[Part, Mutant[I]]]:
    """The errors that can be planted; a function without a file, or inside another one, has none."""
    truth = claim.truth.value if isinstance(claim.truth, Definition) else None
    for part, function in ((Part.FORM, form.evaluate), (Part.TRUTH, truth)):
        with suppress(InvalidInput, OSError, SyntaxError):
            yield from ((part, mutant) for mutant in mutants(function))


def _noticed(bench: Bench[I], form: Form[I], part: Part, slip: Mutant[I], instances: Sequence[I]) -> Fate | None:
    """What the instances show of a mutant: it is wrong, or it only raises; None for neither, and for endless code."""
    if part is Part.FORM:
        broken, where = Form(slip.evaluate, form.text, form.asserts), bench
    else:
        broken, where = form, Bench(replace(bench.claim, truth=Definition(slip.evaluate)))
    fate = None
    try:
        with cpu_limit(SECONDS_PLANTED):
            for instance in instances:
                try:
                    if where.compare(broken, instance) is not None:
                        return Fate.REFUTED
                except Exception:
                    fate = Fate.CRASHED
    except Endless:
        return None
    return fate


# --- What becomes of many errors: each must change the verdict, or be shown to be no error ---


MOST_OUTSIDE = 40  # instances outside the domain at which a widened one is tried
Planted = Mutant[I] | Widened
_Outcome = tuple[Fate, int, str]  # what becomes of it, after how many instances, and why


@dataclass(frozen=True, slots=True)
class Trial:
    """A mutant of a claim and its fate; ``why`` explains it, with an instance where one decides."""

    claim: str
    part: Part
    kind: str
    line: int
    before: str
    after: str
    fate: Fate
    checked: int
    why: str


def try_mutants(claim: Claim[I], seed: int = 0, per_claim: int | None = None) -> list[Trial]:
    """Try the mutants of a claim's correct form, truth and domain: all, or ``per_claim``, spread over the kinds."""
    form = claim.right_form
    if form is None:
        return []
    candidates = list(_candidates(claim, form))
    chosen = candidates if per_claim is None else spread(candidates, _kind, per_claim, f"{seed} {claim.id}")
    trials = _Trials(claim, form, seed)
    _need_working(trials.bench, form)
    return [trials.trial(part, planted) for part, planted in chosen]


def _kind(one: tuple[Part, Planted[I]]) -> str:
    return f"{one[0]} {one[1].kind}"


def _candidates(claim: Claim[I], form: Form[I]) -> Iterator[tuple[Part, Planted[I]]]:
    yield from ((Part.FORM, one) for one in mutants(form.evaluate))
    defines = None if isinstance(claim.truth, Combination) else defining(claim.truth)
    if isinstance(defines, FunctionType) and not defines.__closure__ and defines.__name__ != "<lambda>":
        yield from ((Part.TRUTH, one) for one in mutants(defines))
    yield from ((Part.DOMAIN, one) for one in widened(claim.domain.declared))


def _need_working(bench: Bench[I], form: Form[I]) -> None:
    """Refuse a claim whose right form fails on the grid: planted errors would show nothing about it."""
    if not bench.instances:
        raise InvalidInput(f"{bench.claim.id}: the grid of its domain is empty")
    for instance in bench.instances:
        if bench.compare(form, instance) is not None or bench.open(form):
            raise InvalidInput(f"{bench.claim.id}: the form is wrong as it stands, at {plain(instance)}")


@dataclass
class _Trials(Generic[I]):
    """A claim with its instances: the grid in order, then random ones, which are drawn when first needed."""

    claim: Claim[I]
    form: Form[I]
    seed: int

    @cached_property
    def bench(self) -> Bench[I]:
        return Bench(self.claim)

    @cached_property
    def _drawn(self) -> list[I]:
        instances: list[I] = []
        domain = self.claim.domain
        if domain.effort.drawn:
            explore(domain.strategy(), instances.append, examples=domain.effort.drawn, random_seed=self.seed)
        return instances

    def _instances(self) -> Iterator[I]:
        yield from self.bench.instances
        yield from self._drawn

    @property
    def _count(self) -> int:
        return len(self.bench.instances) + len(self._drawn)

    def trial(self, part: Part, planted: Planted[I]) -> Trial:
        """Try one of them."""
        fate, checked, why = self._widened(planted) if isinstance(planted, Widened) else self._mutant(part, planted)
        change = planted.kind.value, planted.line, planted.before, planted.after
        return Trial(self.claim.id, part, *change, fate, checked, why)

    def _mutant(self, part: Part, mutant: Mutant[I]) -> _Outcome:
        """At some instance the statement must fail; else something must say why it does not."""
        if outcome := _first(*self._with(part, mutant.evaluate), self._instances()):
            return outcome
        other = self._differing(part, mutant)
        if self.claim.domain.whole and not other:
            return Fate.EQUIVALENT, self._count, "the same value at all instances there are"
        if _is_proved(*self._with(part, mutant.readable())):
            return Fate.EQUIVALENT, self._count, "algebra decides the statement with it too"
        if other and not self.bench.relation(self.form).one_sided and self.claim.means is None:
            return Fate.SURVIVED, self._count, f"{other}; the comparison did not notice"
        why = other or "the same value at all of them"
        return Fate.NOT_TOLD_APART, self._count, f"on {self._count} instances: {why}"

    def _with(self, part: Part, function: Callable[..., Value]) -> tuple[Bench[I], Form[I]]:
        """Truth and form with another function in one place."""
        if part is Part.FORM:
            return self.bench, replace(self.form, evaluate=function)
        return Bench(replace(self.claim, truth=_other_truth(self.claim.truth, function))), self.form

    def _differing(self, part: Part, mutant: Mutant[I]) -> str:
        """An instance at which the mutant gives another value, in words; empty where there is none."""
        right = self.form.evaluate if part is Part.FORM else defining(self.claim.truth)
        assert right is not None
        for instance in self._instances():
            with suppress(Exception):
                values = mutant.evaluate(instance), right(instance)
                if repr(values[0]) != repr(values[1]):
                    return f"at {plain(instance)} it gives {_short(values[0])} instead of {_short(values[1])}"
        return ""

    def _widened(self, planted: Widened) -> _Outcome:
        """At an instance that only the wider domain has the statement must fail; else the condition is not needed."""
        bench = Bench(replace(self.claim, domain=planted.domain))
        try:
            outside = [one for one in bench.instances if not _is_in(one, self.claim.domain.declared)][:MOST_OUTSIDE]
        except InvalidInput as error:
            return Fate.CRASHED, 0, str(error)
        if outcome := _first(bench, self.form, outside):
            return outcome
        if _is_proved(bench, self.form):
            return Fate.EQUIVALENT, len(outside), "algebra decides the wider one too"
        nowhere = "no instance was found that only the wider domain has"
        why = f"true on {len(outside)} instances outside the domain too" if outside else nowhere
        return Fate.NOT_TOLD_APART, len(outside), why


def _is_proved(bench: Bench[I], form: Form[I]) -> bool:
    goal = decide_goal(bench.claim, form, bench.instances)
    return goal is not None and goal.decided


def _is_in(instance: object, domain: Declaration) -> bool:
    """Whether the narrower domain has an instance of a wider one."""
    try:
        return domain.problem(domain.of(**{name: getattr(instance, name) for name in domain.fields})) is None
    except InvalidInput:
        return False


def _other_truth(truth: Truth[I], function: Callable[..., Value]) -> Truth[I]:
    if isinstance(truth, Definition):
        return Definition(function)
    assert isinstance(truth, Quantity)
    return minimum(function) if truth.name == "minimum" else maximum(function)


def _first(bench: Bench[I], form: Form[I], instances: Iterable[I]) -> _Outcome | None:
    """What becomes of the form at the first instance that shows that it is wrong, if one does."""
    for count, instance in enumerate(instances, start=1):
        try:
            with cpu_limit():
                discrepancy = bench.compare(form, instance)
        except (Exception, Endless, Undefined) as error:
            return Fate.CRASHED, count, f"at {plain(instance)}: {type(error).__name__}: {error}"
        if discrepancy is not None:
            values = f"claimed {_short(discrepancy.claimed)}, true {_short(discrepancy.true)}"
            return Fate.REFUTED, count, f"at {plain(instance)}: {values}"
    return None


def _short(value: object, longest: int = 120) -> str:
    text = str(value)
    return text if len(text) <= longest else text[:longest] + " …"
