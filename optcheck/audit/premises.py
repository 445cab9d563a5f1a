"""What a reader must believe: which instances a statement speaks about, and what its forms are compared with.

Everything else about a verdict is computed from these two. No machine can see that a declared domain is narrower than
the paper's own conditions, or that a model is not the paper's; so they come first, in words and as code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from optcheck.audit.trial import Bench
from optcheck.audit.typeset import code_of
from optcheck.audit.verdict import Example, Premises, Record, plain
from optcheck.audit.wording import readable
from optcheck.claims.claim import Form, Statement
from optcheck.claims.relations import Between, Compared, Logical, Order, Provided, Relation, Satisfies
from optcheck.claims.truths import Combination, Definition, Property, Quantity, Truth

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

    >>> from optcheck.claims.relations import at_most
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
    claim, defines = bench.claim, defining(bench.claim.truth)
    return {
        "domain": claim.domain.description,
        "asserts": assertion(bench.relation(form), form=_subject(claim)),
        "truth": truth_words(claim.truth),
        "definition": [] if defines is None else list(code_of(defines)),
        "conversion": [] if claim.means is None else list(code_of(claim.means)),
        "example": None if instance is None else _example(bench, form, instance),
    }


def _subject(claim: Statement[I]) -> str:
    return "what the form gives" if claim.means is None else "what the form's value means"


def defining(truth: Truth[I]) -> Callable[..., object] | None:
    """What an author wrote: a definition, the function that gives a program, or the one that combines quantities."""
    if isinstance(truth, Definition | Combination):
        return truth.value
    return truth.program if isinstance(truth, Quantity) else None


def _example(bench: Bench[I], form: Form[I], instance: I) -> Example | None:
    """The problem at an instance, its optimal point and multipliers, and the checker's sentence."""
    if isinstance(bench.claim.truth, Definition):
        return None
    evidence = bench.truth(instance, bench.value(form, instance))
    solved = [text for document in evidence.documents for text in _program(document)]
    return {"instance": plain(instance), "problem": solved, "proves": evidence.proves}


def _program(document: Record) -> list[str]:
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
    parts = [_term(factor, columns[place]) for place, factor in terms if factor not in (0, "0")]
    return " + ".join(parts).replace("+ -", "- ") or "0"


def _term(factor: object, name: str) -> str:
    return {"1": name, "-1": f"-{name}"}.get(str(factor), f"{factor} {name}")
