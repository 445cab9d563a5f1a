"""A plan as a certificate of kind ``noise-plan``, and back: the file of a plan is its proof."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np

from optcheck.checker.families.noise_plan import Evidence, Instance
from optcheck.errors import InvalidInput
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import to_json, to_text
from optcheck.noise.plan import Plan
from optcheck.noise.question import Question
from optcheck.tpmdp import allocate
from optcheck.tpmdp.allocation import runs

__all__ = ["KIND", "certificate", "load"]

KIND = "noise-plan"
_SECONDS = 3600.0  # one's own plan may be large; strangers' files are checked by `optcheck verify`
_PACKING = ("unit", "horizon", "tracks", "leaders", "bound")


def certificate(plan: Plan) -> Certificate:
    """What is asked and what is given, with a bound on what is possible."""
    question = plan.question
    instance = {
        "names": list(question.names),
        "epsilon": [to_json(value) for value in question.epsilons],
        "delta": [to_json(value) for value in question.deltas],
        "sensitivity": [to_json(value) for value in question.sensitivities],
        "active": runs(np.array(question.active, dtype=np.int64)),
        "threshold": question.threshold,
        "dropouts": question.dropouts,
        "releases": question.releases,
        "dimension": question.dimension,
    }
    evidence = {
        "grid": to_text(plan.grid),
        "smoothing": to_json(plan.smoothing),
        "required": list(plan.required),
        "variances": list(plan.variances),
    }
    before = {} if plan.earlier is None else {"earlier": list(plan.earlier)}
    return Certificate(KIND, instance, evidence | before | _least(plan))


def _least(plan: Plan) -> dict[str, object]:
    """Why no noise of this kind can have a much smaller total: the packing for variances that do not suffice."""
    question, short = plan.question, list(plan.insufficient)
    if not any(short):
        return {}
    proof = allocate(short, question.threshold, question.active, question.dropouts).certify()
    packing = {name: proof.evidence[name] for name in _PACKING if name in proof.evidence}
    return {"least": {"insufficient": [to_json(value) for value in short], **packing}}


def load(path: str | Path) -> Plan:
    """Read a plan from its file, and have the checker prove it first."""
    proof = Certificate.load(path)
    if proof.kind != KIND:
        raise InvalidInput(f"{path} must be a plan (a certificate of kind {KIND}), got kind {proof.kind}")
    proof.verify(_SECONDS)
    given, found = Instance(proof.instance, "instance"), Evidence(proof.evidence, "evidence")
    ends = given.active
    question = Question(
        names=tuple(given.names),
        epsilons=tuple(given.epsilon),
        deltas=tuple(given.delta),
        sensitivities=tuple(given.sensitivity),
        active=tuple(j for start, stop in zip(ends[::2], ends[1::2], strict=True) for j in range(start, stop)),
        threshold=given.threshold,
        dropouts=given.dropouts,
        releases=given.releases,
        dimension=given.dimension,
    )
    least = found.least
    return Plan(
        question,
        Fraction(found.grid),
        tuple(found.required),
        tuple(found.variances),
        (0,) * question.n if least is None else tuple(least.insufficient),
        Fraction(0 if least is None else least.bound),
        found.smoothing,
        None if found.earlier is None else tuple(found.earlier),
    )
