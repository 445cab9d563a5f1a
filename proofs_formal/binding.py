"""Closed forms evaluated by Coq itself on thousands of instances, and compared exactly with optcheck's functions.

A binding names a boolean expression of Coq about ``case``, one instance together with what optcheck computes for it.
Coq evaluates it with ``vm_compute``; every case must give ``true``.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from optcheck.audit import registry
from optcheck.claims.claim import Domain
from optcheck.exact.numbers import Exact
from proofs_formal import build, sources

__all__ = ["Binding", "bind_claim", "bindings", "boolean", "check", "listed", "rational"]

SEED = 20
CLAIM_CASES, FEWEST = 1000, 100  # instances of a claim
_CHUNK = 500  # cases in one command of Coq

# An instance, what the form says about it, and a source of chance: the case as Coq literals, or None.
Literals = Callable[[Any, Any, Random], tuple[str, ...] | None]


@dataclass(frozen=True, slots=True)
class Binding:
    """A function of optcheck and the expression that says that Coq's closed form gives the same.

    ``cases`` draws instances and yields each as a tuple of Coq literals, the last of which is optcheck's answer, or for
    a ``claim`` what the claim's form says.
    """

    name: str
    module: str
    expression: str
    cases: Callable[[Random], Iterable[tuple[str, ...]]]
    claim: str | None = None


def bind_claim(claim: str, module: str, expression: str, literals: Literals) -> Binding:
    """The form that the mark in the sources names, on the claim's own instances; some may have no literals."""

    def cases(random: Random) -> Iterator[tuple[str, ...]]:
        form, instances = _form(claim), _instances(registry.find(claim).domain)
        for instance in random.sample(instances, min(len(instances), CLAIM_CASES)):
            case = literals(instance, form(instance), random)
            if case is not None:
                yield case

    return Binding(f"claim {claim}", module, expression, cases, claim)


def _instances(domain: Domain[Any]) -> list[Any]:
    """Those of the audit, and more where it looks at few: here nothing is solved."""
    effort = replace(domain.effort, instances=max(domain.effort.instances, FEWEST))
    return list(domain.declared.enumerated(effort)[0])


def _form(claim: str) -> Callable[[Any], Any]:
    marked = next(theorem.claims[claim] for theorem in sources.all_theorems() if claim in theorem.claims)
    form = getattr(registry.find(claim), marked)
    evaluate: Callable[[Any], Any] = form.evaluate
    return evaluate


def rational(value: Exact) -> str:
    """A literal of Coq's rationals.

    >>> from fractions import Fraction
    >>> rational(Fraction(-3, 2))
    '((-3)#2)'
    """
    return f"(({value.numerator})#{value.denominator})"


def boolean(value: object) -> str:
    """A literal of Coq's booleans."""
    return "true" if value else "false"


def listed(literals: Iterable[str]) -> str:
    """A literal of Coq's lists."""
    return f"[{'; '.join(literals)}]"


def bindings() -> list[Binding]:
    """Every binding, found in the files of the folder."""
    package = importlib.import_module("proofs_formal.bindings")
    names = sorted(module.name for module in pkgutil.iter_modules(package.__path__))
    modules = [importlib.import_module(f"proofs_formal.bindings.{name}") for name in names]
    return [binding for module in modules for binding in module.BINDINGS]


def check(binding: Binding) -> int:
    """Have Coq evaluate every case; the number of cases, or BuildFailed with the first ones that differ."""
    try:
        cases = list(binding.cases(Random(SEED)))
    except (AttributeError, TypeError, ValueError) as error:  # a claim's instances or values have changed
        raise build.BuildFailed(f"{binding.name} cannot be compared with Coq: {error!r}") from error
    name = "Bind_" + re.sub(r"\W", "_", binding.name)
    (build.BUILD / f"{name}.v").write_text(_source(binding, cases, name), encoding="utf-8")
    build.compile_file(f"{name}.v")
    wrong = [int(index) for index in re.findall(r"\d+", _answers(name, len(cases)))]
    if wrong:
        shown = "\n".join(f"  {' , '.join(cases[index])}" for index in wrong[:3])
        raise build.BuildFailed(f"{binding.name} differs from Coq on {len(wrong)} of {len(cases)} cases:\n{shown}")
    return len(cases)


def _answers(name: str, count: int) -> str:
    texts = [(build.BUILD / f"{name}_{start}.out").read_text() for start in range(0, count, _CHUNK)]
    return " ".join(text.partition("=")[2].partition(":")[0] for text in texts)


def _source(binding: Binding, cases: list[tuple[str, ...]], name: str) -> str:
    lines = [
        "From Coq Require Import QArith Qreduction List Bool. Import ListNotations.",
        f"From Optcheck.{binding.module.rpartition('.')[0]} Require Import {binding.module.rpartition('.')[2]}.",
        "Definition same_list (a b : list Q) : bool :=",
        "  Nat.eqb (length a) (length b) && forallb (fun p => Qeq_bool (fst p) (snd p)) (combine a b).",
        f"Definition agrees := {binding.expression}.",
        "Definition wrong first cases := map fst (filter (fun c => negb (agrees (snd c)))",
        "  (combine (map N.of_nat (seq first (length cases))) cases)).",
        "Open Scope Q_scope.",
    ]
    for start in range(0, len(cases), _CHUNK):
        chunk = ";\n ".join(f"({', '.join(case)})" for case in cases[start : start + _CHUNK])
        lines.append(f'Redirect "{name}_{start}" Eval vm_compute in wrong {start}%nat\n[{chunk}].')
    return "\n".join(lines) + "\n"
