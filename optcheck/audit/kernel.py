"""From a claim to its verdict: the letter first, then every other reading, and the marks that follow from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import filterfalse
from typing import Generic, TypeVar

from optcheck.audit import registry
from optcheck.audit.goal import Goal, check_no_copy, decide_goal, premises
from optcheck.audit.mutants import planted
from optcheck.audit.search import Hit, Search, Stage, search, survey
from optcheck.audit.trial import Bench, says_nothing, shown, unnoticed
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
from optcheck.claims.claim import Claim, Form, Impact, Mark, Outcome, Reading, Strength, fresh
from optcheck.claims.domain import declared
from optcheck.errors import InvalidInput
from optcheck.formal import Theorem, is_compared, machine_checked, statement_digest

I = TypeVar("I")  # noqa: E741 - the instance

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
    return None if name is None else planted(bench, getattr(bench.claim, name))


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
