"""Errors in a part of the domain only: a proof that covers the rest of it does not see them.

Where x exceeds y, the form is wrong by x - y, for any two numbers x and y among the instance's own, 0 and 1; and it is
wrong by what x leaves when it is divided by 1 or 2. A proof that is about x <= y alone, or about whole numbers, finds
nothing wrong: there the error is 0, also for symbols.

Running a proof: on the very form that is judged, and on forms with planted errors, which it must refuse.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from enum import StrEnum
from fractions import Fraction
from functools import partial
from itertools import permutations
from typing import Generic, TypeVar

from optcheck.audit.planted import Kind, Mutant, mutants, spread
from optcheck.audit.search import Endless, patience
from optcheck.audit.trial import CHANGES, Bench, Change, changed
from optcheck.claims.arguments import Argument, Step
from optcheck.claims.claim import Form, Formula, Strength
from optcheck.claims.expressions import Value, is_row
from optcheck.claims.functions import Row, largest
from optcheck.errors import InvalidInput

I = TypeVar("I")  # noqa: E741 - the instance
Term = str | int  # a field's name, or a number
LARGE = 1000  # more than a bound has to spare, on the small instances of a grid


@dataclass(frozen=True, slots=True)
class _Partly(Generic[I]):
    """The form, wrong by a multiple of an error that is 0 in a part of the domain."""

    evaluate: Formula[I]
    error: Callable[[I], Value]
    factor: int

    def __call__(self, instance: I) -> Value:
        value, error = self.evaluate(instance), self.factor * self.error(instance)
        return value if error == 0 else changed(value, lambda number: number + error)


def errors_in_parts(evaluate: Formula[I], instances: Sequence[I], *, one_sided: bool) -> Iterator[Mutant[I]]:
    """The form with one such error, for each that some of the instances shows.

    Where the relation is one-sided, an error in its direction would be true, and a small one as well: both directions
    are tried, with a large error.
    """
    for words, error in _errors(_numbers(instances[0])):
        if any(map(error, instances)):
            for factor in (LARGE, -LARGE) if one_sided else (1,):
                times = "" if factor == 1 else f"{factor} times "
                yield Mutant(Kind.VALUE, 0, "its value", f"more by {times}{words}", _Partly(evaluate, error, factor))


def _errors(names: list[str]) -> Iterator[tuple[str, Callable[[object], Value]]]:
    terms: list[Term] = [*names, 0, 1]
    for x, y in permutations(terms, 2):
        if {x, y} != {0, 1}:
            yield f"{x} - {y} where {x} > {y}", partial(_excess, x, y)
    for x in names:
        for step in (1, 2):
            yield f"{x} modulo {step}", partial(_remainder, x, step)


def _excess(x: Term, y: Term, instance: object) -> Value:
    return largest(_number(instance, x) - _number(instance, y), 0)


def _remainder(x: str, step: int, instance: object) -> Value:
    return _number(instance, x) % step


def _numbers(instance: object) -> list[str]:
    if not is_dataclass(instance):
        return []
    return [item.name for item in fields(instance) if _is_number(getattr(instance, item.name))]


def _is_number(value: object) -> bool:
    return isinstance(value, int | Fraction) and not isinstance(value, bool)


def _number(instance: object, term: Term) -> Value:
    return getattr(instance, term) if isinstance(term, str) else term


def is_symbolic(value: object) -> bool:
    """Whether symbols, or rows of which only symbols are known, stand in an instance."""
    if isinstance(value, Row) or getattr(value, "free_symbols", None):
        return True
    if isinstance(value, list | tuple):
        return any(map(is_symbolic, value))
    if is_dataclass(value):
        return any(is_symbolic(getattr(value, item.name)) for item in fields(value))
    return any(map(is_symbolic, getattr(value, "__dict__", {}).values()))  # a stand-in for an instance


def left_out(used: Sequence[object], instances: Sequence[object]) -> str | None:
    """A field with a value on the grid that was not used, and for which no symbol stood."""
    for item in fields(instances[0]) if is_dataclass(instances[0]) else ():
        seen = [getattr(one, item.name) for one in used if hasattr(one, item.name)]  # a stand-in may lack it
        for value in (getattr(one, item.name) for one in instances if seen):
            if not any(_covers(one, value) for one in seen):
                return f"it leaves out {item.name} = {value}"
    return None


def _covers(seen: object, value: object) -> bool:
    """Whether a proof that put this in speaks about the value: symbols stand for all, rows for rows of their length."""
    if isinstance(seen, list | tuple) and isinstance(value, list | tuple):
        return len(seen) == len(value) and all(map(_covers, seen, value))
    return is_symbolic(seen) or bool(seen == value)


PLANTED = 4  # errors in the source of a proved form, while it is judged; `optcheck mutants --proofs` plants all


class ProofFate(StrEnum):
    """What a proof made of a form with a planted error."""

    REJECTED = "rejected"
    EQUIVALENT = "equivalent"  # accepted: the same value at every instance of the grid
    STILL_TRUE = "still true"  # accepted: another value, for which the relation holds on the whole grid
    BELIEVED = "believed"  # accepted, although it is wrong at some instance


@dataclass(frozen=True, slots=True)
class Planted(Generic[I]):
    """A planted error and what the proof made of it."""

    mutant: Mutant[I]
    fate: ProofFate
    why: str


@dataclass(frozen=True, slots=True)
class Ran:
    """A proof that was executed: its steps, how strong that makes it, and what weakens it."""

    steps: tuple[Step, ...]
    strength: Strength
    remarks: tuple[str, ...]


@dataclass(slots=True)
class _Watched(Generic[I]):
    """The form, and the instances at which it was evaluated."""

    evaluate: Formula[I]
    used: list[I] = field(default_factory=list)

    def __call__(self, instance: I) -> Value:
        self.used.append(instance)
        return self.evaluate(instance)


def run_proof(bench: Bench[I], form: Form[I], seed: int) -> Ran:
    """Execute the claim's proof for a form; raises where a step fails, or where the proof is not about the form."""
    argument, watched = _execute(bench, form.evaluate)
    if all(step.kind == "words" for step in argument.steps):
        raise InvalidInput(f"{bench.claim.id}: the proof has no step that is executed")
    if not watched.used:
        raise InvalidInput(f"{bench.claim.id}: the proof never evaluates the form, so it is about something else")
    weakness = _weakness(argument, watched.used, bench.instances)
    if weakness is not None:
        return Ran(tuple(argument.steps), Strength.ARGUED, (weakness,))
    tried = _plant(bench, form, seed, PLANTED, in_parts=True)
    believed = [item for item in tried if item.fate is ProofFate.BELIEVED]
    remarks = tuple(f"it accepts a planted error ({item.why})" for item in believed)
    return Ran(tuple(argument.steps), Strength.ARGUED if believed else Strength.PROVED, remarks)


def _weakness(argument: Argument, used: list[I], instances: list[I]) -> str | None:
    """What keeps a proof from being one of the form on the whole domain, as far as its steps tell."""
    if not argument.is_executed:
        return "words join its steps"
    if not any(map(is_symbolic, used)):
        return "it evaluates the form at numbers only"
    return left_out(used, instances)


def plant(bench: Bench[I], form: Form[I], seed: int, most: int | None) -> Iterator[Planted[I]]:
    """Plant errors in the form's source, all or some, and in its value, and let the proof judge.

    Errors in a part of the domain are for proofs without words: what words carry over to all cases, no step can refuse.
    """
    argument, _ = _execute(bench, form.evaluate)
    return _plant(bench, form, seed, most, in_parts=argument.is_executed)


def _plant(bench: Bench[I], form: Form[I], seed: int, most: int | None, *, in_parts: bool) -> Iterator[Planted[I]]:
    found = list(mutants(form.evaluate))
    chosen = found if most is None else spread(found, most, f"{seed} {bench.claim.id}")
    partly = _in_parts(bench, form) if in_parts else ()
    for mutant in (*chosen, *_of_its_value(form.evaluate), *partly):
        yield _try(bench, form, mutant)


def _in_parts(bench: Bench[I], form: Form[I]) -> Iterator[Mutant[I]]:
    """Errors in a part of the domain, or in one entry of a row: a proof may be about the rest only."""
    yield from errors_in_parts(form.evaluate, bench.instances, one_sided=bench.relation(form).one_sided)
    said = bench.value(form, bench.instances[0])
    for place in range(len(said) if is_row(said) else 0):
        for by in (LARGE, -LARGE):
            yield Mutant(Kind.VALUE, 0, f"its entry {place + 1}", f"more by {by}", _moving(form.evaluate, place, by))


def _moving(evaluate: Formula[I], place: int, by: int) -> Formula[I]:
    def moved(instance: I) -> Value:
        row = list(evaluate(instance))
        row[place] = changed(row[place], lambda number: number + by)
        return tuple(row)

    return moved


def _of_its_value(evaluate: Formula[I]) -> Iterator[Mutant[I]]:
    """The form doubled, negated and shifted: there is always something to plant, wherever its source may be."""
    for name, change in CHANGES.items():
        yield Mutant(Kind.VALUE, 0, "its value", name, _changing(evaluate, change))


def _changing(evaluate: Formula[I], change: Change) -> Formula[I]:
    return lambda instance: changed(evaluate(instance), change)


def _try(bench: Bench[I], form: Form[I], mutant: Mutant[I]) -> Planted[I]:
    where = f"line {mutant.line}: " if mutant.line else ""
    change = f"{where}{mutant.before} -> {mutant.after}"
    try:
        with patience():
            _execute(bench, mutant.evaluate)
    except (Exception, Endless) as error:
        return Planted(mutant, ProofFate.REJECTED, f"{change}: {error}")
    fate, instance = _accepted(bench, form, Form(mutant.evaluate, form.text, form.asserts))
    return Planted(mutant, fate, change if instance is None else f"{change}, at {instance!r}")


def _accepted(bench: Bench[I], form: Form[I], broken: Form[I]) -> tuple[ProofFate, object]:
    """What an accepted error is: none at all, a weaker truth, or a wrong form."""
    differs: object = None
    for instance in bench.instances:
        try:
            with patience():
                same = bench.value(broken, instance) == bench.value(form, instance)
                if not same and not bench.agrees(broken, instance):
                    return ProofFate.BELIEVED, instance
        except (Exception, Endless):
            return ProofFate.BELIEVED, instance
        differs = differs if same else instance
    return (ProofFate.EQUIVALENT, None) if differs is None else (ProofFate.STILL_TRUE, differs)


def _execute(bench: Bench[I], evaluate: Formula[I]) -> tuple[Argument, _Watched[I]]:
    argument, watched = Argument(), _Watched(evaluate)
    assert bench.claim.proof is not None
    bench.claim.proof(argument, watched)
    return argument, watched
