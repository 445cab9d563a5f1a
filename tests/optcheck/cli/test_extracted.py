"""The second checker from the command line: what it says, and what is said where it is not built."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from optcheck import formal as extracted
from optcheck.errors import CertificateRejected, InvalidInput
from optcheck.tpmdp import allocate
from tests.optcheck.cli.conftest import Command

DOCUMENT: dict[str, Any] = {
    "format": 1,
    "kind": "linear-program",
    "instance": {
        "sense": "minimise",
        "columns": ["x"],
        "costs": ["1"],
        "lower": ["0"],
        "upper": [None],
        "rows": ["third"],
        "relations": [">="],
        "rhs": ["1"],
        "terms": [[[0, "3"]]],
    },
    "evidence": {"status": "optimal", "value": "1/3", "primal": ["1/3"], "dual": ["1/3"]},
}
needs_program = pytest.mark.skipif(not extracted.PROGRAM.is_file(), reason="make formal has not built it")


def _file(folder: Path, document: dict[str, Any]) -> Path:
    path = folder / "proof.json"
    path.write_text(json.dumps(document))
    return path


def _stand_in(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program = folder / "program"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setattr(extracted, "PROGRAM", program)


def test_without_the_program_it_says_how_to_build_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extracted, "PROGRAM", tmp_path / "absent")
    with pytest.raises(InvalidInput, match="run make formal"):
        extracted.verify_extracted(_file(tmp_path, DOCUMENT))


def test_a_program_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _stand_in(tmp_path, "exec sleep 60", monkeypatch)
    with pytest.raises(InvalidInput, match="no answer within"):
        extracted.verify_extracted(_file(tmp_path, DOCUMENT), limit=0.2)


def test_a_program_that_dies_proves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _stand_in(tmp_path, 'echo "$2: proved: anything"; exit 3', monkeypatch)
    with pytest.raises(InvalidInput):
        extracted.verify_extracted(_file(tmp_path, DOCUMENT))


@needs_program
def test_it_accepts_a_proof(command: Command, tmp_path: Path) -> None:
    path = _file(tmp_path, DOCUMENT)
    assert extracted.verify_extracted(path) == "the minimum is 1/3"
    answer = command("verify", "--with", "extracted", str(path))
    assert answer.status == 0
    assert answer.out == f"{path}: proved: the minimum is 1/3\n"


@needs_program
def test_it_accepts_an_allocation(tmp_path: Path) -> None:
    path = tmp_path / "allocation.json"
    allocate([3, 1, 2], threshold=1).certify().save(path)
    assert extracted.verify_extracted(path) == "every constraint of Eq. 6 holds and the total 4 is the minimum"


@needs_program
def test_it_rejects_a_wrong_proof(tmp_path: Path) -> None:
    wrong = DOCUMENT | {"evidence": DOCUMENT["evidence"] | {"value": "1/4"}}
    with pytest.raises(CertificateRejected, match="does not prove"):
        extracted.verify_extracted(_file(tmp_path, wrong))


@needs_program
def test_a_kind_that_it_does_not_know_is_not_rejected_but_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="kinds of the extracted checker"):
        extracted.verify_extracted(_file(tmp_path, DOCUMENT | {"kind": "comparison"}))
