"""From a claim of the old kind to its verdict; claims of ``optcheck.claims`` go to the kernel in ``judging``."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from optcheck.audit.claim import Claim, Form, Proof, Strength
from optcheck.audit.judging import judge as kernel
from optcheck.audit.plain import imports, plain
from optcheck.audit.search import Hit, Search, Stage, search, survey
from optcheck.audit.verdict import Counterexample, Verdict
from optcheck.claims import claim as claims
from optcheck.errors import CertificateRejected, InvalidInput
from optcheck.exact.certificate import verify


def judge(claim: Claim | claims.Claim[Any], seed: int = 0) -> Verdict:
    """Compute the verdict on ``claim``. The same seed gives the same verdict.

    Raises what the claim's own code raises; ``InvalidInput`` when nothing was checked or the corrected form
    is wrong as well; ``CertificateRejected`` when the evidence of a counterexample is not accepted.
    """
    if isinstance(claim, claims.Claim):
        return kernel.judge(claim, seed)
    printed = _search(claim, claim.printed, seed)
    if printed.hit is None:
        return _clean(claim, printed)
    counterexample = _counterexample(printed.hit)
    if claim.corrected is None:
        strength = claim.strength or Strength.PROVED  # one verified counterexample settles it
        seen = _survey(claim, printed)
        return _verdict(claim, "refuted", strength, printed, counterexample=counterexample, survey=seen)
    corrected = _checked_correction(claim, claim.corrected, seed)
    evidence = _evidence(claim, corrected)
    return _verdict(
        claim,
        "corrected",
        evidence.strength,
        printed,
        counterexample=counterexample,
        survey=_survey(claim, printed),
        proof=plain(evidence.proof),
        correction=claim.corrected.text,
        correction_checked=corrected.checked,
        exhausted=f"{_exhausted(claim, printed)}; the correction: {_walked(corrected)}",
    )


def _search(claim: Claim, form: Form, seed: int) -> Search[Any]:
    return search(claim.domain, lambda instance: claim.compare(form.evaluate, instance), seed)


def _survey(claim: Claim, printed: Search[Any]) -> str:
    return survey(claim.domain, lambda instance: claim.compare(claim.printed.evaluate, instance), printed.grid - 1)


def _clean(claim: Claim, result: Search[Any]) -> Verdict:
    """The printed form was never wrong: it holds, or can only be measured."""
    if claim.measure is not None:
        measured = claim.measure()
        return _verdict(
            claim,
            "undecidable",
            Strength.MEASURED,
            result,
            measurement={"reason": measured.reason, "figures": plain(measured.figures)},
            timings=dict(measured.timings) or None,
        )
    evidence = _evidence(claim, result)
    return _verdict(claim, "holds", evidence.strength, result, proof=plain(evidence.proof))


def _counterexample(hit: Hit[Any]) -> Counterexample:
    found = hit.discrepancy
    document = json.loads(json.dumps(found.certificate.document()), parse_float=_no_float)
    verified = verify(document)  # after the round trip: what a reader of the file will check
    return Counterexample(
        instance=plain(hit.instance),
        literal=repr(hit.instance),
        imports=imports(hit.instance),
        claimed=plain(found.claimed),
        true=plain(found.true),
        gap=plain(found.gap),
        impact=found.impact.value,
        stage=hit.stage.value,
        explanation=found.explanation,
        certificate=document,
        proves=verified.statement,
    )


def _no_float(text: str) -> float:
    raise CertificateRejected("certificate", "exact numbers", f"the float {text}")


def _checked_correction(claim: Claim, form: Form, seed: int) -> Search[Any]:
    result = _search(claim, form, seed)
    if result.hit is not None:
        found = result.hit.discrepancy
        raise InvalidInput(
            f"{claim.id}: the corrected form is wrong too, at {plain(result.hit.instance)}: "
            f"claimed {plain(found.claimed)}, true {plain(found.true)}"
        )
    return result


@dataclass(frozen=True, slots=True)
class _Evidence:
    strength: Strength
    proof: Proof | None


def _evidence(claim: Claim, result: Search[Any]) -> _Evidence:
    """How strongly a clean search supports the form; without an instance and without a proof it does not."""
    proof = claim.proof() if claim.proof is not None else None
    if (proof is None or not proof.complete) and result.checked == 0:
        raise InvalidInput(f"{claim.id}: the domain is empty, so nothing was checked")
    if claim.strength is not None:
        return _Evidence(claim.strength, proof)
    if proof is not None and proof.complete:
        return _Evidence(Strength.PROVED, proof)
    return _Evidence(Strength.EXHAUSTIVE if claim.domain.strategy is None else Strength.SAMPLED, proof)


def _exhausted(claim: Claim, result: Search[Any]) -> str:
    return f"{_walked(result)} (the grid: {claim.domain.description})"


def _walked(result: Search[Any]) -> str:
    on_grid = result.hit is not None and result.hit.stage is Stage.GRID
    drawn = f", then {result.random} drawn at random" if result.random else ""
    return f"{'the first' if on_grid else 'all'} {result.grid} instances of the grid{drawn}"


def _verdict(claim: Claim, name: str, strength: Strength, result: Search[Any], **more: Any) -> Verdict:
    return Verdict(
        **{
            "id": claim.id,
            "place": claim.place,
            "title": claim.title,
            "relation": claim.relation.value,
            "statement": claim.title,
            "verdict": name,
            "expected": claim.expected.value,
            "strength": strength.value,
            "checked": result.checked,
            "exhausted": _exhausted(claim, result),
            "printed": claim.printed.text,
            "plot": claim.plot() if claim.plot is not None else None,
            **more,
        }
    )
