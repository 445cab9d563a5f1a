"""From a claim to its verdict: the letter first, then every other reading, and the marks that follow from them.

The errors that are planted to see what the comparison notices stand last.
"""

from __future__ import annotations

import ast
import copy
import importlib
import inspect
import itertools
import random
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from itertools import filterfalse
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Generic, TypeVar

from optcheck.audit import registry
from optcheck.audit.goal import Goal, check_no_copy, decide_goal, premises
from optcheck.audit.trial import (
    Bench,
    Endless,
    Hit,
    Search,
    Stage,
    cpu_limit,
    says_nothing,
    search,
    shown,
    survey,
    unnoticed,
)
from optcheck.audit.typeset import compared_text
from optcheck.audit.verdict import (
    Basis,
    Counterexample,
    GoalRecord,
    PlantedRecord,
    Premises,
    ReadingRecord,
    Verdict,
    imports,
    plain,
)
from optcheck.claims.claim import Claim, Definition, Form, Formula, Impact, Mark, Outcome, Reading, Strength, fresh
from optcheck.claims.domain import Declaration, Declared, Field, Instance, declared
from optcheck.errors import InvalidInput
from optcheck.formal import Theorem, is_compared, machine_checked

I = TypeVar("I")  # noqa: E741 - the instance
T = TypeVar("T")

PLANTED = 6  # errors that are planted in the form for every verdict
INSTANCES_PLANTED = 30  # at which they are tried
SECONDS_PLANTED = 0.5  # of computing for each of them


@dataclass(frozen=True, slots=True)
class Finding(Generic[I]):
    """What was found out about one reading of a claim."""

    outcome: Outcome
    strength: Strength
    printed: Search[I]
    corrected: Search[I] | None = None
    goal: Goal | None = None


def judge(claim: Claim[I], seed: int = 0) -> Verdict:
    """Compute the verdict on ``claim``. The same seed gives the same verdict.

    Raises what the claim's own code raises; ``InvalidInput`` when nothing was checked or the corrected form is wrong as
    well; ``UnfoundedClaim`` or ``CertificateRejected`` when the truth of an instance has no foundation.
    """
    bench, is_ours = Bench(fresh(claim)), _is_ours(claim)
    finding = examine(bench, seed, is_ours)
    verdict = _verdict(bench, finding)
    if is_ours:
        verdict = _with_theorem(claim, verdict)
    readings = [_judge_reading(claim, reading, seed, is_ours) for reading in claim.readings]
    marks = [*_degenerate(bench, finding, seed), *_marks(claim.readings, readings, finding)]
    return replace(verdict, readings=readings, marks=marks)


FORM_JUDGED = {Outcome.HOLDS: "printed", Outcome.CORRECTED: "corrected"}


def _is_ours(claim: Claim[I]) -> bool:
    """Whether it is the very statement that optcheck comes with, and no other one of its name.

    Its theorem and its written argument were read beside it, as all of our code is. Nobody but its author has read a
    stranger's argument, and the kernel cannot: it is shown, and the strength stays that of what was computed.
    """
    known = {source.id: source for source in registry.sources()} if registry.is_built_in() else {}
    return claim.id in known and registry.load(known[claim.id]) is claim


def _with_theorem(claim: Claim[I], verdict: Verdict) -> Verdict:
    """The verdict with the theorem of a proof assistant that is about the very form that was found to be right."""
    theorem: Theorem | None = machine_checked(verdict.id)
    if theorem is None or theorem.forms[verdict.id] != FORM_JUDGED.get(Outcome(verdict.verdict)):
        return verdict
    if not is_compared(claim.id, registry.statement_digest(registry.find_source(claim.id).module)):
        return verdict
    strength = Strength.MACHINE_CHECKED.value
    return replace(verdict, strength=strength, alone=strength, theorem=str(theorem), proposition=theorem.statement)


def examine(bench: Bench[I], seed: int, is_ours: bool = False) -> Finding[I]:
    """Search for a counterexample of the printed form, then look at the correction and the goal."""
    claim = bench.claim
    printed = _certified(bench, _worst(bench, _search(bench, claim.printed, seed)))
    if printed.hit is None:
        if claim.measure is not None:
            return Finding(Outcome.UNDECIDABLE, Strength.MEASURED, printed)
        if bench.open(claim.printed):
            return Finding(Outcome.UNDECIDABLE, Strength.CHECKED, printed)
        return _supported(bench, claim.printed, Outcome.HOLDS, printed, None, is_ours)
    if claim.corrected is None:
        return Finding(Outcome.REFUTED, _by_counterexample(printed.hit), printed)
    corrected = _search(bench, claim.corrected, seed)
    if corrected.hit is not None:
        raise InvalidInput(
            f"{claim.id}: the corrected form is wrong too, at {plain(corrected.hit.instance)}: "
            f"{shown(corrected.hit.discrepancy)}"
        )
    if bench.open(claim.corrected):
        raise InvalidInput(f"{claim.id}: the corrected form is left open at {bench.open(claim.corrected)} instances")
    return _supported(bench, claim.corrected, Outcome.CORRECTED, printed, corrected, is_ours)


def _search(bench: Bench[I], form: Form[I], seed: int) -> Search[I]:
    return search(bench.claim.domain, bench.instances, lambda instance: bench.compare(form, instance), seed)


def _worst(bench: Bench[I], printed: Search[I]) -> Search[I]:
    """The search with the smallest failure of the worst impact, where that depends on the instance."""
    claim, hit = bench.claim, printed.hit
    if hit is None or isinstance(claim.impact, Impact):
        return printed
    ranks, worst = list(Impact), printed
    for count, instance in enumerate(bench.instances, start=1):
        found = bench.compare(claim.printed, instance)
        if found is not None and ranks.index(found.impact) < ranks.index(hit.discrepancy.impact):
            hit = Hit(instance, found, Stage.GRID)
            worst = replace(printed, grid=count, hit=hit)
    return worst


def _certified(bench: Bench[I], printed: Search[I]) -> Search[I]:
    """The search with the certificate of its counterexample."""
    hit = printed.hit
    if hit is None:
        return printed
    discrepancy = bench.certified(bench.claim.printed, hit.instance, hit.discrepancy)
    return replace(printed, hit=replace(hit, discrepancy=discrepancy))


def _by_counterexample(hit: Hit[I]) -> Strength:
    """One counterexample settles it, if somebody else than the statement's own code computed it."""
    return Strength.CHECKED if hit.discrepancy.basis is Basis.OWN else Strength.PROVED


def _supported(
    bench: Bench[I], form: Form[I], outcome: Outcome, printed: Search[I], corrected: Search[I] | None, is_ours: bool
) -> Finding[I]:
    """How strongly a clean search, a decided goal and an argument support a form; without an instance they do not."""
    result = corrected or printed
    if result.checked == 0:
        raise InvalidInput(f"{bench.claim.id}: the domain is empty, so nothing was checked")
    if form not in bench.asserted:
        raise InvalidInput(f"{bench.claim.id}: its premise holds at no instance looked at, so nothing was compared")
    strengths = [_by_search(bench)]
    if says_nothing(bench, form):
        raise InvalidInput(f"{bench.claim.id} says nothing: its form, doubled, negated or shifted, passes as well")
    if loose := unnoticed(bench, form):
        raise InvalidInput(f"{bench.claim.id}: its form could as well be {' or '.join(loose)}: nothing notices it")
    check_no_copy(bench.claim, form)
    goal = decide_goal(bench.claim, form, bench.instances)
    strengths += [Strength.ARGUED] if bench.claim.argument and is_ours else []
    strengths += [Strength.PROVED] if goal is not None and goal.decided else []
    return Finding(outcome, min(strengths, key=lambda strength: strength.rank), printed, corrected, goal)


def _by_search(bench: Bench[I]) -> Strength:
    return Strength.EXHAUSTIVE if bench.claim.domain.whole else Strength.CHECKED


def _judge_reading(claim: Claim[I], reading: Reading[I], seed: int, is_ours: bool) -> ReadingRecord:
    bench = Bench(claim.read_as(reading))
    finding = examine(bench, seed, is_ours)
    if finding.outcome is not reading.expected:
        raise InvalidInput(
            f"{claim.id}, read as {reading.name!r}: computed {finding.outcome}, expected {reading.expected}"
        )
    _texts(bench)
    hit = finding.printed.hit
    return {
        "name": reading.name,
        "marks": _degenerate(bench, finding, seed),
        "verdict": finding.outcome.value,
        "strength": finding.strength.value,
        "rests_on": list(reading.rests_on),
        "checked": finding.printed.checked,
        "printed": bench.claim.printed.text,
        "evidence": None if hit is None else hit.discrepancy.basis.value,
        "counterexample": None if hit is None else {"instance": plain(hit.instance), **shown(hit.discrepancy)},
        "correction": None if bench.claim.corrected is None else bench.claim.corrected.text,
    }


def _marks(readings: Sequence[Reading[I]], judged: Sequence[ReadingRecord], finding: Finding[I]) -> list[str]:
    """A reading that holds (outside its corner) where the letter fails leaves its mark."""
    if finding.printed.hit is None:
        return []
    pairs = zip(readings, judged, strict=True)
    marks = [
        reading.mark
        for reading, verdict in pairs
        if reading.mark and (verdict["verdict"] == Outcome.HOLDS or Mark.DEGENERATE in verdict["marks"])
    ]
    return [mark.value for mark in dict.fromkeys(marks)]


def _degenerate(bench: Bench[I], finding: Finding[I], seed: int) -> list[str]:
    """Whether the print fails, but nowhere outside the declared corner."""
    domain, printed = bench.claim.domain, bench.claim.printed
    if finding.printed.hit is None or not domain.corner:
        return []
    outside = filterfalse(domain.is_corner, bench.instances)
    rest = search(domain.without_corner(), outside, lambda instance: bench.compare(printed, instance), seed)
    return [Mark.DEGENERATE.value] if rest.hit is None and rest.checked else []


def _verdict(bench: Bench[I], finding: Finding[I]) -> Verdict:
    claim, hit = bench.claim, finding.printed.hit
    measured = claim.measure() if finding.outcome is Outcome.UNDECIDABLE and claim.measure is not None else None
    fixed = claim.corrected if finding.outcome is Outcome.CORRECTED else None
    return Verdict(
        id=claim.id,
        place=claim.place,
        title=claim.title,
        relation=bench.relation(claim.printed).name,
        statement=claim.title,
        verdict=finding.outcome.value,
        expected=claim.expected.value,
        strength=finding.strength.value,
        alone=finding.strength.value,
        checked=finding.printed.checked,
        exhausted=_exhausted(bench, finding),
        printed=claim.printed.text,
        correction=None if fixed is None else fixed.text,
        correction_checked=0 if finding.corrected is None else finding.corrected.checked,
        counterexample=None if hit is None else _counterexample(hit),
        falls=claim.falls,
        symbols=_symbols(claim),
        survey=None if hit is None else _survey(bench, finding.printed),
        argument=claim.argument,
        measurement=None if measured is None else {"reason": measured.reason, "figures": plain(measured.figures)},
        timings=None if measured is None else dict(measured.timings) or None,
        plot=claim.plot() if claim.plot is not None else None,
        rests_on=list(claim.rests_on),
        drawn=finding.printed.random,
        reach=bench.reach,
        open=bench.open(claim.printed),
        enclosed=bench.enclosed,
        goal=None if finding.goal is None else _goal(finding.goal),
        evidence=None if hit is None else hit.discrepancy.basis.value,
        premises=_premises(bench, finding),
        planted=_planted(bench, finding),
        texts=_texts(bench),
    )


def _texts(bench: Bench[I]) -> dict[str, int]:
    """At how many instances the text of each form was compared with its code; raises where the two differ."""
    forms = {"printed": bench.claim.printed, "corrected": bench.claim.corrected}
    return {name: compared_text(bench, form) for name, form in forms.items() if form is not None}


def _planted(bench: Bench[I], finding: Finding[I]) -> PlantedRecord | None:
    """A few errors planted in the right form and in what defines the truth: which of them the first instances miss."""
    name = FORM_JUDGED.get(finding.outcome)
    if name is None:
        return None
    form: Form[I] = getattr(bench.claim, name)
    chosen = spread(list(_slips(bench.claim, form)), lambda slip: f"{slip[0]} {slip[1].kind}", PLANTED, bench.claim.id)
    instances = bench.instances[:INSTANCES_PLANTED]
    loose = [(part, slip) for part, slip in chosen if not _is_noticed(bench, form, part, slip, instances)]
    return {
        "tried": len(chosen),
        "told_apart": len(chosen) - len(loose),
        "instances": len(instances),
        "not_told_apart": [f"{part}, line {one.line}: {one.before} → {one.after}" for part, one in loose],
    }


def _slips(claim: Claim[I], form: Form[I]) -> Iterator[tuple[str, Mutant[I]]]:
    """The errors that can be planted; a function without a file, or inside another one, has none."""
    truth = claim.truth.value if isinstance(claim.truth, Definition) else None
    for part, function in (("form", form.evaluate), ("truth", truth)):
        with suppress(InvalidInput, OSError, SyntaxError):
            yield from ((part, mutant) for mutant in mutants(function))


def _is_noticed(bench: Bench[I], form: Form[I], part: str, slip: Mutant[I], instances: Sequence[I]) -> bool:
    """Whether an instance tells the mutant from what is right; of one that does not end nobody knows."""
    if part == "form":
        broken, where = Form(slip.evaluate, form.text, form.asserts), bench
    else:
        broken, where = form, Bench(replace(bench.claim, truth=Definition(slip.evaluate)))
    try:
        with cpu_limit(SECONDS_PLANTED):
            return any(where.compare(broken, instance) is not None for instance in instances)
    except Endless:
        return False
    except Exception:
        return True


def _premises(bench: Bench[I], finding: Finding[I]) -> Premises:
    """What must be believed, with an example: the counterexample, or the smallest instance."""
    hit, form = finding.printed.hit, bench.claim.printed
    if hit is not None and hit.discrepancy.claimed == "undefined":
        return premises(bench, form, None)
    return premises(bench, form, next(iter(bench.instances), None) if hit is None else hit.instance)


def _survey(bench: Bench[I], printed: Search[I]) -> str:
    return survey(bench.instances, lambda instance: bench.agrees(bench.claim.printed, instance), printed.grid - 1)


def _counterexample(hit: Hit[I]) -> Counterexample:
    discrepancy = hit.discrepancy
    return Counterexample(
        instance=plain(hit.instance),
        literal=repr(hit.instance),
        imports=imports(hit.instance),
        impact=discrepancy.impact.value,
        stage=hit.stage.value,
        certificate=discrepancy.certificates[0] if discrepancy.certificates else None,
        proves=discrepancy.proves,
        more=discrepancy.certificates[1:],
        **shown(discrepancy),
    )


def _goal(goal: Goal) -> GoalRecord:
    return {"words": goal.words, "symbols": goal.symbols, "decided": goal.decided, "how": goal.how}


def _symbols(claim: Claim[I]) -> dict[str, str]:
    """The paper's symbols for the fields of its instances, and of those that other readings speak about."""
    read = (reading.domain for reading in claim.readings if reading.domain is not None)
    others = (declared(domain) for domain in read)
    return {name: symbol for one in (*others, claim.domain.declared) for name, symbol in one.symbols.items()}


def _exhausted(bench: Bench[I], finding: Finding[I]) -> str:
    """How many instances were looked at, and how far that reached."""
    symbols = _symbols(bench.claim)
    reach = ", ".join(f"{symbols.get(name, name)} {size}" for name, size in bench.reach.items())
    far = " (there are no others)" if bench.claim.domain.whole else f" (sizes up to {reach})" if reach else ""
    text = f"{_walked(finding.printed)}{far}"
    return text if finding.corrected is None else f"{text}; the correction: {_walked(finding.corrected)}"


def _walked(result: Search[I]) -> str:
    on_grid = result.hit is not None and result.hit.stage is Stage.GRID
    drawn = f", then {result.random} drawn at random" if result.random else ""
    if result.grid == 1:
        return f"the {'first' if on_grid else 'only'} instance{drawn}"
    return f"{'the first' if on_grid else 'all'} {result.grid} instances in order of size{drawn}"


# --- Planted errors: mutants of a form, of a definition, of a program, each with one changed node of its syntax tree.
#
# The node is one of the function, or of the helpers of the same module that it calls. A domain is changed by leaving
# out one of its conditions or by moving one end of a field.


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

    def readable(self, folder: Path) -> Formula[I]:
        """The function with a file in the folder that holds its source, for those who read it."""
        name = self.evaluate.__name__
        path = folder / f"{name}.py"
        path.write_text(self.code, encoding="utf-8")
        namespace = dict(self.evaluate.__globals__)
        exec(compile(self.code, str(path), "exec", dont_inherit=True), namespace)
        function: Formula[I] = namespace[name]
        return function


@dataclass(frozen=True, slots=True)
class _Slot:
    """The place of an expression in its parent: a field, or one position of a list."""

    parent: ast.AST
    name: str
    position: int | None

    def put(self, node: ast.AST) -> None:
        if self.position is None:
            setattr(self.parent, self.name, node)
        else:
            getattr(self.parent, self.name)[self.position] = node


def mutants(formula: Formula[I] | None) -> Iterator[Mutant[I]]:
    """Every mutant of a module-level function, in the order of the source."""
    if not isinstance(formula, FunctionType) or formula.__closure__ or formula.__name__ == "<lambda>":
        raise InvalidInput(f"only a function defined at the top of a module can be mutated, got {formula!r}")
    module = sys.modules.get(formula.__module__ or "")
    if module is None or getattr(module, "__file__", None) is None:  # typed at a prompt
        raise InvalidInput(f"only a function in a file can be mutated, got {formula!r}")
    tree = ast.Module(_definitions(module, formula.__name__), [])
    for node, slot in list(_expressions(tree)):
        for change in changes(node):
            yield _mutant(module, formula.__name__, tree, node, slot, change)


def _mutant(module: ModuleType, name: str, tree: ast.Module, node: ast.expr, slot: _Slot, change: Change) -> Mutant[I]:
    kind, changed = change
    slot.put(changed)
    broken = ast.fix_missing_locations(copy.deepcopy(tree))
    slot.put(node)
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


def _expressions(node: ast.AST) -> Iterator[tuple[ast.expr, _Slot]]:
    """Every expression that computes something, with its place; no annotations, messages or docstrings."""
    for name, value in ast.iter_fields(node):
        if name in _NOT_COMPUTING:
            continue
        for position, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if not isinstance(child, ast.AST) or isinstance(child, ast.Raise | ast.Assert | ast.JoinedStr):
                continue
            if isinstance(child, ast.expr) and not _is_index(node, name):
                yield child, _Slot(node, name, position)
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
