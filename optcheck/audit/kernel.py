"""From a claim to its verdict: the letter first, then every other reading, and the marks that follow from them."""

from __future__ import annotations

import ast
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import filterfalse
from types import CodeType
from typing import Generic, TypeVar

from optcheck.audit import registry
from optcheck.audit.goal import Goal, check_no_copy, decide_goal, premises
from optcheck.audit.planted import Mutant, mutants, spread
from optcheck.audit.trial import (
    Bench,
    Endless,
    Hit,
    Search,
    Stage,
    Undefined,
    patience,
    says_nothing,
    search,
    shown,
    survey,
    unnoticed,
)
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
from optcheck.claims import functions
from optcheck.claims.claim import Claim, Definition, Form, Impact, Mark, Outcome, Reading, Strength, fresh
from optcheck.claims.domain import Declaration
from optcheck.claims.expressions import Expr, NoNumber, Value, compare
from optcheck.errors import InvalidInput
from optcheck.exact.numbers import Quadratic
from optcheck.formal import Theorem, is_compared, machine_checked

# --- The text of a form against its code: where the text is a formula of the fields, both must give the same numbers
# Read are arithmetic, powers, roots, logarithms and products without a sign: "n (n − 1) / 2", "σ = Δ √(2 ln(5/δ))". A
# text that is anything else, or that can be read in two ways ("1 / 2n"), is words: nothing is compared, and the verdict
# says so. The formula that a reader can rely on is always the one that is typeset from the code.


I = TypeVar("I")  # noqa: E741 - the instance
UNDEFINED = (ArithmeticError, LookupError, ValueError, NoNumber)
_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_NAME = rf"(?:(?![{_RAISED}\d])\w(?:(?![{_RAISED}])\w)*)"
_HEAD = re.compile(rf"({_NAME})(?:\([\w, ]*\))?[*²]?\s*=(?!=)")  # the name of what is defined
_TOKEN = re.compile(rf"\s*(?:(\d+(?:\.\d+)?)|({_NAME})|(⁻?[{_RAISED}]+)|(\*\*|\S))")
_OPERATORS = ("+", "-", "*", "/", "^", "**", ",")
_SIGNS = str.maketrans({"−": "-", "–": "-", "·": "*", "×": "*", "÷": "/", "[": "(", "]": ")"})
_FUNCTIONS = {"sqrt": "sqrt", "ln": "log", "log": "log", "exp": "exp", "max": "max", "min": "min", "erfc": "erfc"}
_MEANING: dict[str, object] = {
    **{name: getattr(functions, name) for name in ("sqrt", "log", "exp", "erfc", "power")},
    "max": functions.largest, "min": functions.smallest, "pi": functions.pi(), "Fraction": Fraction, "__builtins__": {},
}  # fmt: skip


class _Words(Exception):
    """The text is no formula, or none that can be read in one way only."""


def compared_text(bench: Bench[I], form: Form[I]) -> int:
    """At how many instances the text was compared with the code, 0 for words; raises InvalidInput where they differ."""
    code = formula(form.text, bench.claim.domain.declared)
    return 0 if code is None else sum(_agrees(bench, form, code, one) for one in bench.instances)


def _agrees(bench: Bench[I], form: Form[I], code: CodeType, instance: I) -> bool:
    """Whether both have a number at the instance, which is then the same."""
    try:
        said, written = bench.value(form, instance), _value(code, instance)
    except (*UNDEFINED, Undefined):
        return False
    if isinstance(said, bool) or not isinstance(said, int | Fraction | Quadratic | Expr):
        return False
    if compare(said, written) not in (0, None):
        raise InvalidInput(
            f"{bench.claim.id}: the text {form.text!r} gives {written} at {instance!r}, and the code gives {said}"
        )
    return True


def _value(code: CodeType, instance: object) -> Value:
    known = {name: Fraction(part) for name, part in vars(instance).items() if isinstance(part, int | Fraction)}
    return eval(code, {**known, **_MEANING})  # of a text that has arithmetic only


def formula(text: str, domain: Declaration) -> CodeType | None:
    """The text as an expression of the fields; None for words."""
    try:
        names = _names(domain)
        python = "".join(_python(_without_head(text.strip(), names), names))
        tree = ast.parse(python, mode="eval")
    except (_Words, SyntaxError):
        return None
    if isinstance(tree.body, ast.Tuple):
        return None
    return compile(ast.fix_missing_locations(_Powers().visit(tree)), f"<{text}>", "eval", dont_inherit=True)


def _without_head(text: str, names: Mapping[str, str]) -> str:
    """The text without the name of what it defines; an equation of a field defines nothing."""
    head = _HEAD.match(text)
    if head is None:
        return text
    if head[1] in names:
        raise _Words
    return text[head.end() :]


class _Powers(ast.NodeTransformer):
    """Powers by the exact function: Python's own are floats where the exponent is no whole number."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        left, right = self.visit(node.left), self.visit(node.right)
        if isinstance(node.op, ast.Pow):
            return ast.Call(ast.Name("power", ast.Load()), [left, right], [])
        return ast.BinOp(left, node.op, right)


def _names(domain: Declaration) -> Mapping[str, str]:
    """What stands for a field: its name, its symbol, and the Greek letter that its name spells."""
    found = {name: name for name in domain.fields}
    for name, kind in domain.fields.items():
        for other in (kind.symbol, _letter(name)):
            if other and found.setdefault(other, name) != name:
                found[other] = ""  # of two fields: it stands for neither
    return found


def _letter(name: str) -> str:
    try:
        return unicodedata.lookup(f"greek small letter {name.strip('_')}".replace("lambda", "lamda"))
    except KeyError:
        return ""


def _python(text: str, names: Mapping[str, str]) -> Iterator[str]:
    """The text in Python's notation, with the signs of products written."""
    before, signs = "", [""]  # the kind of the token before, and the last sign at each depth of brackets
    for kind, token in _tokens(text, names):
        if before == "function" and kind != "(":
            raise _Words  # the root of what?
        if before in ("value", ")") and kind in ("number", "value", "function", "("):
            if kind == "number" or signs[-1] in ("/", "**"):
                raise _Words  # two numbers in a row, or 1 / 2n
            signs[-1] = "*"
            yield "*"
        yield token
        if kind == "(":
            signs.append("")
        elif kind == ")":
            signs = signs[:-1] or [""]
        elif kind == "sign":
            signs[-1] = token
        before = "value" if kind in ("number", "raised") else kind


def _tokens(text: str, names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Kind and Python of each token; raises for a name or sign that is not known."""
    for number, name, raised, mark in _TOKEN.findall(unicodedata.normalize("NFC", text).translate(_SIGNS)):
        if number:
            yield "number", f"Fraction('{number}')"
        elif names.get(name):
            yield "value", names[name]
        elif name == "π":
            yield "value", "pi"
        elif name in _FUNCTIONS or mark == "√":
            yield "function", _FUNCTIONS.get(name, "sqrt")
        elif raised:
            yield "raised", f"**({unicodedata.normalize('NFKC', raised).replace('−', '-')})"
        elif mark in ("(", ")"):
            yield mark, mark
        elif mark in _OPERATORS:
            yield "sign", "**" if mark == "^" else mark
        else:
            raise _Words


# --- From a claim to its verdict: the letter first, then every other reading, and the marks that follow from them ---


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
    found = examine(bench, seed, is_ours)
    verdict = _verdict(bench, found)
    if is_ours:
        verdict = _with_theorem(claim, verdict)
    readings = [_judge_reading(claim, reading, seed, is_ours) for reading in claim.readings]
    marks = [*_degenerate(bench, found, seed), *_marks(claim.readings, readings, found)]
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
    printed = _certified(bench, _search(bench, claim.printed, seed))
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


def _certified(bench: Bench[I], printed: Search[I]) -> Search[I]:
    """The search with the certificate of its counterexample."""
    hit = printed.hit
    if hit is None:
        return printed
    found = bench.certified(bench.claim.printed, hit.instance, hit.discrepancy)
    return replace(printed, hit=replace(hit, discrepancy=found))


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
    found = examine(bench, seed, is_ours)
    if found.outcome is not reading.expected:
        raise InvalidInput(
            f"{claim.id}, read as {reading.name!r}: computed {found.outcome}, expected {reading.expected}"
        )
    _texts(bench)
    hit = found.printed.hit
    return {
        "name": reading.name,
        "marks": _degenerate(bench, found, seed),
        "verdict": found.outcome.value,
        "strength": found.strength.value,
        "rests_on": list(reading.rests_on),
        "checked": found.printed.checked,
        "printed": bench.claim.printed.text,
        "evidence": None if hit is None else hit.discrepancy.basis.value,
        "counterexample": None if hit is None else {"instance": plain(hit.instance), **shown(hit.discrepancy)},
        "correction": None if bench.claim.corrected is None else bench.claim.corrected.text,
    }


def _marks(readings: Sequence[Reading[I]], judged: Sequence[ReadingRecord], found: Finding[I]) -> list[str]:
    """A reading that holds (outside its corner) where the letter fails leaves its mark."""
    if found.printed.hit is None:
        return []
    pairs = zip(readings, judged, strict=True)
    marks = [
        reading.mark
        for reading, verdict in pairs
        if reading.mark and (verdict["verdict"] == Outcome.HOLDS or Mark.DEGENERATE in verdict["marks"])
    ]
    return [mark.value for mark in dict.fromkeys(marks)]


def _degenerate(bench: Bench[I], found: Finding[I], seed: int) -> list[str]:
    """Whether the print fails, but nowhere outside the declared corner."""
    domain, printed = bench.claim.domain, bench.claim.printed
    if found.printed.hit is None or not domain.corner:
        return []
    outside = filterfalse(domain.is_corner, bench.instances)
    rest = search(domain.without_corner(), outside, lambda instance: bench.compare(printed, instance), seed)
    return [Mark.DEGENERATE.value] if rest.hit is None and rest.checked else []


def _verdict(bench: Bench[I], found: Finding[I]) -> Verdict:
    claim, hit = bench.claim, found.printed.hit
    measured = claim.measure() if found.outcome is Outcome.UNDECIDABLE and claim.measure is not None else None
    fixed = claim.corrected if found.outcome is Outcome.CORRECTED else None
    return Verdict(
        id=claim.id,
        place=claim.place,
        title=claim.title,
        relation=bench.relation(claim.printed).name,
        statement=claim.title,
        verdict=found.outcome.value,
        expected=claim.expected.value,
        strength=found.strength.value,
        alone=found.strength.value,
        checked=found.printed.checked,
        exhausted=_exhausted(bench, found),
        printed=claim.printed.text,
        correction=None if fixed is None else fixed.text,
        correction_checked=0 if found.corrected is None else found.corrected.checked,
        counterexample=None if hit is None else _counterexample(bench, hit),
        falls=claim.falls,
        symbols={} if claim.domain.declared is None else claim.domain.declared.symbols,
        survey=None if hit is None else _survey(bench, found.printed),
        argument=claim.argument,
        measurement=None if measured is None else {"reason": measured.reason, "figures": plain(measured.figures)},
        timings=None if measured is None else dict(measured.timings) or None,
        plot=claim.plot() if claim.plot is not None else None,
        rests_on=list(claim.rests_on),
        drawn=found.printed.random,
        reach=bench.reach,
        open=bench.open(claim.printed),
        enclosed=bench.enclosed,
        goal=None if found.goal is None else _goal(found.goal),
        evidence=None if hit is None else hit.discrepancy.basis.value,
        premises=_premises(bench, found),
        planted=_planted(bench, found),
        texts=_texts(bench),
    )


def _texts(bench: Bench[I]) -> dict[str, int]:
    """At how many instances the text of each form was compared with its code; raises where the two differ."""
    forms = {"printed": bench.claim.printed, "corrected": bench.claim.corrected}
    return {name: compared_text(bench, form) for name, form in forms.items() if form is not None}


def _planted(bench: Bench[I], found: Finding[I]) -> PlantedRecord | None:
    """A few errors planted in the right form and in what defines the truth: which of them the first instances miss."""
    name = FORM_JUDGED.get(found.outcome)
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
        with patience(SECONDS_PLANTED):
            return any(where.compare(broken, instance) is not None for instance in instances)
    except Endless:
        return False
    except Exception:
        return True


def _premises(bench: Bench[I], found: Finding[I]) -> Premises:
    """What must be believed, with an example: the counterexample, or the smallest instance."""
    hit, form = found.printed.hit, bench.claim.printed
    if hit is not None and hit.discrepancy.claimed == "undefined":
        return premises(bench, form, None)
    return premises(bench, form, next(iter(bench.instances), None) if hit is None else hit.instance)


def _survey(bench: Bench[I], printed: Search[I]) -> str:
    return survey(bench.instances, lambda instance: bench.agrees(bench.claim.printed, instance), printed.grid - 1)


def _worst_impact(bench: Bench[I], shown: Impact) -> Impact:
    """Of all failing instances of the grid, where that depends on the instance."""
    if isinstance(bench.claim.impact, Impact):
        return shown
    found = (bench.compare(bench.claim.printed, instance) for instance in bench.instances)
    return min([shown, *(one.impact for one in found if one is not None)], key=list(Impact).index)


def _counterexample(bench: Bench[I], hit: Hit[I]) -> Counterexample:
    found = hit.discrepancy
    return Counterexample(
        instance=plain(hit.instance),
        literal=repr(hit.instance),
        imports=imports(hit.instance),
        impact=_worst_impact(bench, found.impact).value,
        stage=hit.stage.value,
        certificate=found.certificates[0] if found.certificates else None,
        proves=found.proves,
        more=found.certificates[1:],
        **shown(found),
    )


def _goal(goal: Goal) -> GoalRecord:
    return {"words": goal.words, "symbols": goal.symbols, "decided": goal.decided, "how": goal.how}


def _exhausted(bench: Bench[I], found: Finding[I]) -> str:
    """What was looked at, of which domain, and how far that reached."""
    domain = bench.claim.domain
    reach = ", ".join(f"{name} {size}" for name, size in bench.reach.items())
    far = "; these are all" if domain.whole else f"; sizes up to {reach}" if reach else ""
    text = f"{_walked(found.printed)} (the grid: {domain.description}{far})"
    return text if found.corrected is None else f"{text}; the correction: {_walked(found.corrected)}"


def _walked(result: Search[I]) -> str:
    on_grid = result.hit is not None and result.hit.stage is Stage.GRID
    drawn = f", then {result.random} drawn at random" if result.random else ""
    if result.grid == 1:
        return f"the {'first' if on_grid else 'only'} instance of the grid{drawn}"
    return f"{'the first' if on_grid else 'all'} {result.grid} instances of the grid{drawn}"
