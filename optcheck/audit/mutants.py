"""What becomes of planted errors, in many claims at once: each must change the verdict, or be shown to be no error.

Errors are planted in the right form, in what defines the truth (a definition, a program), and in the domain. One that
changes nothing is put to the prover, which may show that the statement is true with it as well; else it is called what
it is: not told apart on so many instances.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from functools import cached_property, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FunctionType
from typing import Generic, TypeVar

from optcheck.audit.goal import decide_goal, defining
from optcheck.audit.kernel import Mutant, Widened, mutants, spread, widened
from optcheck.audit.registry import Source, error_line, load
from optcheck.audit.run import Ended, Job, Started, run_locally
from optcheck.audit.trial import Bench, Endless, Undefined, cpu_limit, explore
from optcheck.audit.verdict import Discrepancy, Record, plain
from optcheck.claims.claim import Claim, Combination, Definition, Domain, Form, Quantity, Truth, maximum, minimum
from optcheck.claims.domain import Declaration
from optcheck.claims.expressions import Value
from optcheck.errors import InvalidInput

I = TypeVar("I")  # noqa: E741 - the instance
Planted = Mutant[I] | Widened
MOST_OUTSIDE = 40  # instances outside the domain at which a widened one is tried
FORMAT = 1


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
    found = [*_in_form(form), *_in_truth(claim.truth), *_in_domain(claim.domain)]
    chosen = found if per_claim is None else spread(found, _kind, per_claim, f"{seed} {claim.id}")
    trials = _Trials(claim, form, seed)
    _need_working(trials.bench, form)
    return [trials.fate(part, planted) for part, planted in chosen]


def _kind(one: tuple[Part, Planted[I]]) -> str:
    return f"{one[0]} {one[1].kind}"


def _in_form(form: Form[I]) -> Iterator[tuple[Part, Planted[I]]]:
    yield from ((Part.FORM, one) for one in mutants(form.evaluate))


def _in_truth(truth: Truth[I]) -> Iterator[tuple[Part, Planted[I]]]:
    defines = None if isinstance(truth, Combination) else defining(truth)
    if isinstance(defines, FunctionType) and not defines.__closure__ and defines.__name__ != "<lambda>":
        yield from ((Part.TRUTH, one) for one in mutants(defines))


def _in_domain(domain: Domain[I]) -> Iterator[tuple[Part, Planted[I]]]:
    yield from ((Part.DOMAIN, one) for one in widened(domain.declared))


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

    def fate(self, part: Part, planted: Planted[I]) -> Trial:
        """Try one of them."""
        if isinstance(planted, Widened):
            return self._widened(planted)
        variant = self._variant(part, planted.evaluate)
        bench = self.bench if part is Part.FORM else Bench(variant)
        form = variant.right_form
        assert form is not None
        for count, instance in enumerate(self._instances(), start=1):
            outcome = _fate_at(bench, form, instance)
            if outcome is not None:
                return self._trial(part, planted, outcome[0], count, f"at {plain(instance)}: {outcome[1]}")
        return self._unchanged(part, planted, variant)

    def _variant(self, part: Part, function: Callable[..., Value]) -> Claim[I]:
        """The claim with another function in one place."""
        if part is Part.FORM:
            form = replace(self.form, evaluate=function)
            is_printed = self.form is self.claim.printed
            return replace(self.claim, printed=form) if is_printed else replace(self.claim, corrected=form)
        return replace(self.claim, truth=_other_truth(self.claim.truth, function))

    def _unchanged(self, part: Part, mutant: Mutant[I], variant: Claim[I]) -> Trial:
        """Nothing was wrong with the mutant anywhere: say why that is."""
        if self.claim.domain.whole and not self._differing(part, mutant):
            return self._trial(part, mutant, Fate.EQUIVALENT, self._count, "the same value at all instances there are")
        if self._is_proved(part, mutant):
            return self._trial(part, mutant, Fate.EQUIVALENT, self._count, "algebra decides the statement with it too")
        form = variant.right_form
        assert form is not None
        other = self._differing(part, mutant)
        if other and not self.bench.relation(form).one_sided and variant.means is None:
            return self._trial(part, mutant, Fate.SURVIVED, self._count, f"{other}; the comparison did not notice")
        why = other or "the same value at all of them"
        return self._trial(part, mutant, Fate.NOT_TOLD_APART, self._count, f"on {self._count} instances: {why}")

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

    def _is_proved(self, part: Part, mutant: Mutant[I]) -> bool:
        with TemporaryDirectory() as folder:
            variant = self._variant(part, mutant.readable(Path(folder)))
            form = variant.right_form
            assert form is not None
            goal = decide_goal(variant, form, self.bench.instances)
        return goal is not None and goal.decided

    def _widened(self, planted: Widened) -> Trial:
        """At an instance that only the wider domain has the statement must fail; else the condition is not needed."""
        declared = self.claim.domain.declared
        bench = Bench(replace(self.claim, domain=planted.domain))
        try:
            outside = [one for one in bench.instances if not _is_in(one, declared)][:MOST_OUTSIDE]
        except InvalidInput as error:
            return self._trial(Part.DOMAIN, planted, Fate.CRASHED, 0, str(error))
        for count, instance in enumerate(outside, start=1):
            outcome = _fate_at(bench, self.form, instance)
            if outcome is not None:
                return self._trial(Part.DOMAIN, planted, outcome[0], count, f"at {plain(instance)}: {outcome[1]}")
        goal = decide_goal(bench.claim, self.form, bench.instances)
        if goal is not None and goal.decided:
            return self._trial(Part.DOMAIN, planted, Fate.EQUIVALENT, len(outside), "algebra decides the wider one too")
        nowhere = "no instance was found that only the wider domain has"
        why = f"true on {len(outside)} instances outside the domain too" if outside else nowhere
        return self._trial(Part.DOMAIN, planted, Fate.NOT_TOLD_APART, len(outside), why)

    def _trial(self, part: Part, planted: Planted[I], fate: Fate, checked: int, why: str) -> Trial:
        line = planted.line if isinstance(planted, Mutant) else 0
        return Trial(self.claim.id, part, planted.kind.value, line, planted.before, planted.after, fate, checked, why)


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


def _fate_at(bench: Bench[I], form: Form[I], instance: I) -> tuple[Fate, str] | None:
    try:
        with cpu_limit():
            discrepancy = bench.compare(form, instance)
    except (Exception, Endless, Undefined) as error:
        return Fate.CRASHED, f"{type(error).__name__}: {error}"
    return None if discrepancy is None else (Fate.REFUTED, _claimed(discrepancy))


def _claimed(discrepancy: Discrepancy) -> str:
    return f"claimed {_short(discrepancy.claimed)}, true {_short(discrepancy.true)}"


def _short(value: object, longest: int = 120) -> str:
    text = str(value)
    return text if len(text) <= longest else text[:longest] + " …"


@dataclass(frozen=True, slots=True)
class Tried:
    """All trials of one claim, or why there are none."""

    source: Source
    trials: tuple[Trial, ...]
    problem: str | None = None

    @property
    def failed(self) -> bool:
        """Whether a wrong formula went unnoticed, or nothing could be tried."""
        return self.problem is not None or any(trial.fate is Fate.SURVIVED for trial in self.trials)

    @property
    def open(self) -> int:
        """How many were not told apart."""
        return sum(trial.fate is Fate.NOT_TOLD_APART for trial in self.trials)


def try_all(
    sources: Sequence[Source], *, seed: int, per_claim: int | None, processes: int, limit: float | None
) -> Iterator[Started | Ended[Tried]]:
    """Try the mutants of every claim."""
    job = Job(partial(_try_one, seed=seed, per_claim=per_claim), _lost, limit)
    return run_locally(list(sources), job, processes)


def _try_one(source: Source, seed: int, per_claim: int | None) -> Tried:
    try:
        return Tried(source, tuple(try_mutants(load(source), seed, per_claim)))
    except Exception as error:
        return Tried(source, (), error_line(error))


def _lost(source: Source, message: str, seconds: float) -> Tried:
    return Tried(source, (), message)


def counts(tried: Sequence[Tried]) -> dict[str, Counter[Fate]]:
    """How many mutants of each paper met which fate."""
    table: dict[str, Counter[Fate]] = {}
    for item in tried:
        table.setdefault(item.source.paper, Counter()).update(trial.fate for trial in item.trials)
    return table


def document(tried: Sequence[Tried], seed: int) -> Record:
    """The result as JSON data: counts per paper, every trial, and what could not be tried.

    ``untouched`` claims have no right form, or one without anything to change.
    """
    ordered = sorted(tried, key=lambda item: item.source.id)
    return {
        "format": FORMAT,
        "seed": seed,
        "counts": {paper: dict(sorted(fates.items())) for paper, fates in sorted(counts(ordered).items())},
        "mutants": [asdict(trial) for item in ordered for trial in item.trials],
        "untouched": [item.source.id for item in ordered if not item.trials and item.problem is None],
        "problems": {item.source.id: item.problem for item in ordered if item.problem is not None},
    }
