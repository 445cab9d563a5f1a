"""Verdicts that come from elsewhere (a cache file, a cluster), checked like those of a stranger.

What the claim itself states is taken from the claim, every certificate is checked again, and the rest must at least
have the shape of a verdict.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import is_dataclass, replace
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints, is_typeddict

from optcheck.audit.plain import Record
from optcheck.audit.registry import Source, docstring, load
from optcheck.audit.searching.search import Stage
from optcheck.audit.verdict import Verdict
from optcheck.claims.claim import Claim
from optcheck.claims.verdicts import Impact, Outcome, Strength
from optcheck.errors import InvalidInput
from optcheck.exact.certificate import verify
from optcheck.formal import machine_checked

__all__ = ["restored"]

I = TypeVar("I")  # noqa: E741 - the instance

_CERTIFICATE = {"format", "kind", "instance", "evidence"}
_MARKS = frozenset(".x!")


def restored(source: Source, record: object) -> Verdict:
    """The verdict in a record, if it can be one on this claim.

    Raises InvalidInput for another shape or another claim, CertificateRejected for evidence that proves nothing.
    """
    _need(_fits(record, Verdict), "it has not the shape of a verdict")
    assert isinstance(record, dict)
    _need(record["id"] == source.id, f"it is about {record['id']!r}")
    verdict = Verdict.from_record(record)
    _check_words(verdict)
    for certificate in _certificates(record):
        verify(certificate)
    found = verdict.counterexample
    if found is not None:
        said = "; ".join(verify(document).statement for document in (found.certificate, *found.more))
        _need(said == found.proves, "its certificates prove something else")
    claim = load(source)
    _need(verdict.verdict == _outcome(claim, found is not None), "verdict and evidence do not fit")
    _need((verdict.measurement is not None) == (verdict.verdict == Outcome.UNDECIDABLE), "measured is the undecidable")
    _need((verdict.alone == Strength.MEASURED) == (verdict.verdict == Outcome.UNDECIDABLE), "its strength does not fit")
    for strength in (verdict.strength, verdict.alone):
        _need(_can_be(strength, verdict.verdict, claim), f"the claim has nothing that makes it {strength}")
    return _stated(verdict, claim, docstring(source))


def _outcome(claim: Claim[I], is_refuted: bool) -> Outcome:
    """The one verdict that the claim can get, with a counterexample to its printed form or without."""
    if is_refuted:
        return Outcome.REFUTED if claim.corrected is None else Outcome.CORRECTED
    return Outcome.HOLDS if claim.measure is None else Outcome.UNDECIDABLE


def _can_be(strength: str | None, outcome: str, claim: Claim[I]) -> bool:
    """Whether the claim has the part that this strength is computed from; a counterexample alone settles the rest."""
    if outcome == Outcome.REFUTED:
        return strength == Strength.PROVED
    if strength in (Strength.PROVED, Strength.ARGUED):
        return claim.proof is not None
    return strength != Strength.EXHAUSTIVE or claim.domain.exhaustive is not None


def _stated(verdict: Verdict, claim: Claim[I], statement: str) -> Verdict:
    """The verdict with what does not depend on judging the claim: the file has no say in it."""
    corrected = claim.corrected.text if claim.corrected is not None and verdict.verdict == "corrected" else None
    return replace(
        verdict,
        place=claim.place,
        title=claim.title,
        relation=(claim.printed.asserts or claim.asserts).name,
        statement=statement,
        expected=claim.expected.value,
        printed=claim.printed.text,
        correction=corrected,
        plot=claim.plot() if claim.plot is not None else None,
        rests_on=list(claim.rests_on),
    )


def _check_words(verdict: Verdict) -> None:
    found = verdict.counterexample
    _need(verdict.verdict in set(Outcome), f"{verdict.verdict!r} is no verdict")
    _need(verdict.strength in set(Strength), f"{verdict.strength!r} is no strength")
    _need(found is None or found.impact in set(Impact), "its impact is unknown")
    _need(found is None or found.stage in set(Stage), "its stage is unknown")
    _need(set(verdict.survey or "") <= _MARKS, "its survey has unknown marks")
    _need(verdict.error is None, "it is an error")
    theorem = machine_checked(verdict.id) if verdict.theorem is not None else None
    _need(verdict.theorem == (None if theorem is None else str(theorem)), "it names a theorem that is not proved")
    _need((verdict.strength == Strength.MACHINE_CHECKED) == (theorem is not None), "no theorem makes it that strong")


def _certificates(data: object) -> Iterator[Record]:
    """Every certificate anywhere in the data."""
    if isinstance(data, dict) and data.keys() == _CERTIFICATE:
        yield data
    elif isinstance(data, dict | list):
        for item in data.values() if isinstance(data, dict) else data:
            yield from _certificates(item)


def _fits(value: object, hint: object) -> bool:
    """Whether JSON data has the shape of a type: a class of fields is an object with exactly these."""
    if is_dataclass(hint) or is_typeddict(hint):
        hints = get_type_hints(hint)
        return (
            isinstance(value, dict)
            and value.keys() == hints.keys()
            and all(_fits(value[name], hints[name]) for name in hints)
        )
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return any(_fits(value, part) for part in arguments)
    if origin is dict:
        return isinstance(value, dict) and all(_fits(item, arguments[1]) for item in value.values())
    if origin is list:
        return isinstance(value, list) and all(_fits(item, arguments[0]) for item in value)
    return hint in (Any, object) or type(value) is hint or (hint is float and type(value) is int)


def _need(condition: bool, complaint: str) -> None:
    if not condition:
        raise InvalidInput(complaint)
