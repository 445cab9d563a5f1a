"""From a claim to its verdict: the search for a counterexample, the letter first, then every other reading, and marks.

The text of a form is held against its code as well.
"""

from __future__ import annotations

import ast
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from itertools import filterfalse, product
from types import CodeType
from typing import Generic, TypeVar, cast

from hypothesis import target

from optcheck.audit import registry
from optcheck.audit.goal import Goal, check_no_copy, decide_goal, premises
from optcheck.audit.mutants import planted
from optcheck.audit.trial import Bench, Undefined, explore, shown, unnoticed
from optcheck.audit.verdict import (
    Basis,
    Counterexample,
    Discrepancy,
    GoalRecord,
    Premises,
    ReadingRecord,
    Verdict,
    greek_letter,
    imports,
    key_of,
    plain,
)
from optcheck.claims import expressions
from optcheck.claims.claim import Claim, Domain, Form, Impact, Mark, Outcome, Reading, Strength, fresh
from optcheck.claims.domain import Declaration, declared
from optcheck.claims.expressions import Expr, NoNumber, Value, compare
from optcheck.claims.fields import Called
from optcheck.errors import InvalidInput
from optcheck.exact.numbers import Quadratic
from optcheck.formal import Theorem, is_compared, machine_checked, statement_digest

I = TypeVar("I")  # noqa: E741 - the instance

# --- The search: the grid in its order, random larger instances, shrinking ---


Compare = Callable[[I], Discrepancy | None]

SHRINK_ROUNDS = 12
MOST_MARKS = 300


class Stage(StrEnum):
    """Which stage produced the counterexample that is reported."""

    GRID = "grid"
    RANDOM = "random"
    SHRUNK = "shrunk"


@dataclass(frozen=True, slots=True)
class Hit(Generic[I]):
    """An instance at which the form is wrong."""

    instance: I
    discrepancy: Discrepancy
    stage: Stage


@dataclass(frozen=True, slots=True)
class Search(Generic[I]):
    """What was looked at: how many instances of the grid and drawn at random, and the smallest failure."""

    grid: int
    random: int
    hit: Hit[I] | None

    @property
    def checked(self) -> int:
        """Instances compared in all."""
        return self.grid + self.random


def search(domain: Domain[I], instances: Iterable[I], compare: Compare[I], seed: int) -> Search[I]:
    """Look for the smallest instance at which the comparison finds something wrong; first in the domain's grid."""
    run = _RandomSearch(domain, compare)
    count = 0
    for count, instance in enumerate(instances, start=1):
        discrepancy = compare(instance)
        if discrepancy is not None:
            return Search(count, 0, Hit(instance, discrepancy, Stage.GRID))
    if domain.effort.drawn == 0:
        return Search(count, 0, None)
    _sample(run, seed)
    if run.best is not None:
        _shrink(run, seed)
        _round(run)
    return Search(count, run.compared, run.best)


def survey(bench: Bench[I], failing: int) -> str:
    """Where on the grid the printed form is wrong: one mark an instance, in order, evenly thinned out on large grids.

    "." stands for right, "x" for wrong, "!" for a form or comparison that raises there. The instance at the position
    ``failing`` is among those that are kept.
    """
    step = -(-len(bench.instances) // MOST_MARKS) or 1
    return "".join(_mark(bench, instance) for instance in bench.instances[failing % step :: step])


def _mark(bench: Bench[I], instance: I) -> str:
    try:
        return "." if bench.agrees(bench.claim.printed, instance) else "x"
    except Exception:  # a form that is known to be wrong may also be undefined; the survey only counts
        return "!"


@dataclass(slots=True)
class _RandomSearch(Generic[I]):
    """The random part of one search: what has been compared, and the smallest failure so far."""

    domain: Domain[I]
    ask: Compare[I]
    best: Hit[I] | None = None
    seen: dict[str, Discrepancy | None] = field(default_factory=dict)

    @property
    def compared(self) -> int:
        return len(self.seen)

    def compare(self, instance: I, stage: Stage) -> Discrepancy | None:
        key = key_of(instance)
        if key not in self.seen:
            self.seen[key] = self.ask(instance)
        discrepancy = self.seen[key]
        if discrepancy is not None and self.is_smaller(instance):
            self.best = Hit(instance, discrepancy, stage)
        return discrepancy

    def is_smaller(self, instance: I) -> bool:
        order = self.domain.order
        return self.best is None or bool(order(instance) < order(self.best.instance))


class _Smaller(Exception):
    """Raised for a failing instance that is smaller than the best one, so that Hypothesis shrinks it."""


def _sample(run: _RandomSearch[I], seed: int) -> None:
    def visit(instance: I) -> None:
        discrepancy = run.compare(instance, Stage.RANDOM)
        if discrepancy is not None:
            target(_guidance(discrepancy.gap), label="gap")

    _explore(run, visit, seed)


def _shrink(run: _RandomSearch[I], seed: int) -> None:
    """Let Hypothesis shrink a failure; then ask for failures below the best so far, until none is found."""
    bound: tuple[object, ...] | None = None
    for round_number in range(SHRINK_ROUNDS):
        try:
            _explore(run, _raise_below(run, bound), seed + round_number, shrink=True)
        except _Smaller:
            assert run.best is not None
            bound = run.domain.order(run.best.instance)
            continue
        return


def _raise_below(run: _RandomSearch[I], bound: tuple[object, ...] | None) -> Callable[[I], None]:
    def visit(instance: I) -> None:
        is_below = bound is None or run.domain.order(instance) < bound
        if is_below and run.compare(instance, Stage.SHRUNK) is not None:
            raise _Smaller

    return visit


ROUND = tuple(Fraction(digit) * Fraction(10) ** power for power in range(-8, 3) for digit in (1, 2, 5))


def _round(run: _RandomSearch[I]) -> None:
    """Put round numbers into one field after the other, as long as a smaller failure is found."""
    while any(run.is_smaller(one) and run.compare(one, Stage.SHRUNK) is not None for one in _rounder(run)):
        pass


def _rounder(run: _RandomSearch[I]) -> Iterator[I]:
    assert run.best is not None
    known = vars(run.best.instance)
    for name, number in product(known, ROUND):
        whole = type(known[name]) is int and number.denominator == 1
        if whole or type(known[name]) is Fraction:
            with suppress(InvalidInput):  # outside the domain
                yield run.domain.changed(known, name, number.numerator if whole else number)


def _explore(run: _RandomSearch[I], visit: Callable[[I], None], seed: int, *, shrink: bool = False) -> None:
    explore(run.domain.strategy(), visit, examples=run.domain.effort.drawn, random_seed=seed, shrink=shrink)


def _guidance(gap: Value) -> float:
    """The gap as a float that steers the random search; it decides nothing."""
    try:
        size = abs(float(Fraction(gap) if isinstance(gap, str) else gap))
    except (TypeError, ValueError, OverflowError, ZeroDivisionError):
        return 0.0
    return min(size, 1e300)


# --- From a claim to its verdict ---


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
    if not is_compared(claim.id, statement_digest(registry.find_source(claim.id).module)):
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
        failure = bench.compare(claim.printed, instance)
        if failure is not None and ranks.index(failure.impact) < ranks.index(hit.discrepancy.impact):
            hit = Hit(instance, failure, Stage.GRID)
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
    strengths = [Strength.EXHAUSTIVE if bench.claim.domain.whole else Strength.CHECKED]
    if loose := unnoticed(bench, form):
        raise InvalidInput(f"{bench.claim.id}: its form could as well be {' or '.join(loose)}: nothing notices it")
    check_no_copy(bench.claim, form)
    goal = decide_goal(bench.claim, form, bench.instances)
    strengths += [Strength.ARGUED] if bench.claim.argument and is_ours else []
    strengths += [Strength.PROVED] if goal is not None and goal.decided else []
    return Finding(outcome, min(strengths, key=lambda strength: strength.rank), printed, corrected, goal)


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
    judged = FORM_JUDGED.get(finding.outcome)
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
        survey=None if hit is None else survey(bench, finding.printed.grid - 1),
        argument=claim.argument,
        measurement=None if measured is None else {"reason": measured.reason, "figures": plain(measured.figures)},
        timings=None if measured is None else dict(measured.timings) or None,
        plot=claim.plot() if claim.plot is not None else None,
        rests_on=list(claim.rests_on),
        drawn=finding.printed.random,
        reach=bench.reach,
        open=bench.open(claim.printed),
        enclosed=bench.enclosed,
        goal=None if finding.goal is None else cast(GoalRecord, asdict(finding.goal)),
        evidence=None if hit is None else hit.discrepancy.basis.value,
        premises=_premises(bench, finding),
        planted=None if judged is None else planted(bench, getattr(claim, judged)),
        texts=_texts(bench),
    )


def _texts(bench: Bench[I]) -> dict[str, int]:
    """At how many instances the text of each form was compared with its code; raises where the two differ."""
    forms = {"printed": bench.claim.printed, "corrected": bench.claim.corrected}
    return {name: compared_text(bench, form) for name, form in forms.items() if form is not None}


def _premises(bench: Bench[I], finding: Finding[I]) -> Premises:
    """What must be believed, with an example: the counterexample, or the smallest instance."""
    hit, form = finding.printed.hit, bench.claim.printed
    if hit is not None and hit.discrepancy.claimed == "undefined":
        return premises(bench, form, None)
    return premises(bench, form, next(iter(bench.instances), None) if hit is None else hit.instance)


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


# --- The text of a form against its code: where the text is a formula of the fields, both must give the same numbers.
#
# Read are arithmetic, powers, roots, logarithms and products without a sign: "n (n − 1) / 2", "σ = Δ √(2 ln(5/δ))". A
# text that is anything else, or that can be read in two ways ("1 / 2n"), is words: nothing is compared, and the verdict
# says so. The formula that a reader can rely on is always the one that is typeset from the code.


UNDEFINED = (ArithmeticError, LookupError, ValueError, NoNumber)
_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_WORD = rf"(?:(?![{_RAISED}\d])\w(?:(?![{_RAISED}])\w)*)"
_DEFINED = re.compile(rf"({_WORD})(?:\([\w, ]*\))?[*²]?\s*=(?!=)")  # the name of what is defined
_TOKEN = re.compile(rf"\s*(?:(\d+(?:\.\d+)?)|({_WORD})|(⁻?[{_RAISED}]+)|(\*\*|\S))")
_OPERATORS = ("+", "-", "*", "/", "^", "**", ",")
_ASCII_SIGNS = str.maketrans({"−": "-", "–": "-", "·": "*", "×": "*", "÷": "/", "[": "(", "]": ")"})
_FUNCTIONS = {"sqrt": "sqrt", "ln": "log", "log": "log", "exp": "exp", "max": "max", "min": "min", "erfc": "erfc"}
_MEANING: dict[str, object] = {
    **{name: getattr(expressions, name) for name in ("sqrt", "log", "exp", "erfc", "power")},
    "max": expressions.largest, "min": expressions.smallest, "pi": expressions.pi(), "Fraction": Fraction,
    "__builtins__": {},
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
    return compile(
        ast.fix_missing_locations(Called({ast.Pow: "power"}).visit(tree)), f"<{text}>", "eval", dont_inherit=True
    )


def _without_head(text: str, names: Mapping[str, str]) -> str:
    """The text without the name of what it defines; an equation of a field defines nothing."""
    head = _DEFINED.match(text)
    if head is None:
        return text
    if head[1] in names:
        raise _Words
    return text[head.end() :]


def _names(domain: Declaration) -> Mapping[str, str]:
    """What stands for a field: its name, its symbol, and the Greek letter that its name spells."""
    names = {name: name for name in domain.fields}
    for name, kind in domain.fields.items():
        for other in (kind.symbol, greek_letter(name)):
            if other and names.setdefault(other, name) != name:
                names[other] = ""  # of two fields: it stands for neither
    return names


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
    for number, name, raised, mark in _TOKEN.findall(unicodedata.normalize("NFC", text).translate(_ASCII_SIGNS)):
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
