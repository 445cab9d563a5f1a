"""The result of an audit as one JSON document: sorted, without timings, the same bytes for the same seed."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import fields

from optcheck.audit.plain import Record
from optcheck.audit.verdict import Counterexample, Verdict

FORMAT = 1
_FROM_COUNTEREXAMPLE = tuple(item.name for item in fields(Counterexample) if item.name != "instance")


def document(verdicts: Iterable[Verdict], seed: int, missing: Iterable[str] = ()) -> Record:
    """The JSON form of an audit. ``missing`` lists known statements for which there is no claim file."""
    claims = [entry(verdict) for verdict in sorted(verdicts, key=lambda verdict: verdict.id)]
    return {"format": FORMAT, "seed": seed, "claims": claims, "missing": sorted(missing)}


def entry(verdict: Verdict) -> Record:
    """One claim of the JSON form: all fields are always there, ``null`` where they do not apply."""
    record = verdict.to_record()
    found = record.pop("counterexample")
    for name in ("timings", "plot"):
        record.pop(name)
    record["counterexample"] = None if found is None else found["instance"]
    for name in _FROM_COUNTEREXAMPLE:
        record[name] = None if found is None else found[name]
    return record


def to_text(content: Record) -> str:
    """The document as stable, readable text."""
    return json.dumps(content, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def is_success(verdicts: Iterable[Verdict], missing: Iterable[str] = ()) -> bool:
    """Whether every statement has a computed verdict that agrees with the expectation beside it."""
    return not list(missing) and all(verdict.agrees for verdict in verdicts)
