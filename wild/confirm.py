"""Compare what the installed packages return with our restatements, and write down which versions were confirmed."""

from __future__ import annotations

import json
import subprocess
from dataclasses import fields
from fractions import Fraction
from pathlib import Path
from typing import Any

from optcheck.audit import registry
from optcheck.audit.trial import Bench
from optcheck.claims import Claim
from optcheck.claims.expressions import interval
from optcheck.errors import InvalidInput
from optcheck.exact.files import write_atomically

CONFIRMED = Path(__file__).parent.parent / "proofs_numeric" / "libraries" / "confirmed.json"
CLOSE = Fraction(1, 10**12)  # relative: a formula in doubles may differ from the exact one by some last bits
SECONDS = 600
Entry = dict[str, Any]


def load() -> dict[str, Entry]:
    """The calls, and what they returned when they were last made."""
    recorded: dict[str, Entry] = json.loads(CONFIRMED.read_text(encoding="utf-8"))
    return recorded


def confirm(python: Path) -> list[str]:
    """Make every call again with the given interpreter, and renew the file; one line for each statement.

    A package that is not installed keeps its old entry. A formula that disagrees with its restatement is an error.
    """
    entries = load()
    script = Path(__file__).with_name("calls.py")
    done = subprocess.run(
        [str(python), str(script)],
        input=json.dumps(entries),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=True,
    )
    answers = json.loads(done.stdout)
    lines = [_renewed(name, entry, answers[name]) for name, entry in entries.items()]
    write_atomically(CONFIRMED, json.dumps(entries, indent=1) + "\n")
    return lines


def _renewed(name: str, entry: Entry, answer: Entry | None) -> str:
    if answer is None:
        return f"{name}: {entry['package']} is not installed; still {entry['version']}"
    same = answer["returned"] == [call["returned"] for call in entry["calls"]]
    entry["version"] = answer["version"]
    for call, returned in zip(entry["calls"], answer["returned"], strict=True):
        call["returned"] = returned
    answered = sum(returned is not None for returned in answer["returned"])
    bits = "the recorded bits" if same else "other bits than recorded"
    calls = f"{answered} of {len(entry['calls'])} calls answered"
    return f"{name}: {entry['package']} {entry['version']}, {calls}, {bits}; {agreement(name, entry)}"


def agreement(name: str, entry: Entry) -> str:
    """How the returned numbers agree with the form; raises where they do not."""
    if entry["recorded"]:
        return "judged as recorded"
    worst = max(differences(name, entry), default=None)
    if worst is None or worst > CLOSE:
        raise InvalidInput(f"{name}: {entry['package']} {entry['version']} does not compute our restatement: {worst}")
    return f"agrees with the restatement within {float(worst):.0e}" if worst else "agrees to the last bit"


def differences(name: str, entry: Entry) -> list[Fraction]:
    """The relative differences of returned numbers and the exact form."""
    claim = registry.find(f"libraries/{name}")
    assert isinstance(claim, Claim)
    answered = [call for call in entry["calls"] if call["returned"] is not None]
    return [_difference(claim, call["at"], float.fromhex(call["returned"][0])) for call in answered]


def _difference(claim: Claim[Any], at: str, returned: float) -> Fraction:
    kind = type(next(iter(claim.domain.grid())))
    values: list[Any] = [int(value) if value.denominator == 1 else value for value in map(Fraction, at.split())]
    names = [field.name for field in fields(kind)]  # of which a sensitivity at the end is 1 in the calls
    if len(values) > len(names):  # the last field is a row
        values[len(names) - 1 :] = [tuple(values[len(names) - 1 :])]
    instance = kind(**dict.fromkeys(names, 1) | dict(zip(names, values, strict=False)))
    exact = interval(Bench(claim).value(claim.printed, instance)).low
    if float(exact) == returned:
        return Fraction(0)
    return abs(Fraction(returned) - exact) / abs(exact)
