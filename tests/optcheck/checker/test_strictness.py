"""Every field of every kind, mechanically: what does not belong there is refused, and by name."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from optcheck import Certificate, verify
from optcheck.checker.core import _kind, digest, kinds
from optcheck.checker.reading import Record
from optcheck.errors import CertificateRejected, InvalidInput
from tests.fuzz.specimens import specimens
from tests.optcheck.checker.wrong_values import Place, assert_read, holder, places, replaced, wrong_values

SPECIMENS = specimens()
_OTHERS = ("delivery", "evaluation")  # plans in chunks have a walk of their own; evaluations are in no table yet
NAMES = [f"{index}-{document['kind']}" for index, document in enumerate(SPECIMENS)]
OPTIONAL = {
    "gaussian-variance": {"insufficient"},
    "tpmdp-point": {"optimum", "program"},
    "cordp-optimum": {"d", "whole", "pair", "dual"},
    "noise-plan": {"least", "earlier", "modulus"},
}  # may be absent in some specimen of the kind; a note in all of them


@pytest.mark.parametrize("document", SPECIMENS, ids=NAMES)
def test_wrong_types_are_refused_everywhere(document: dict[str, Any]) -> None:
    for place, value in places(document):
        for wrong in wrong_values(place, value) if place else ([], "x", 3, None):
            mutant = replaced(document, place, wrong) if place else wrong
            if _is_fine(document["kind"], place):
                continue
            with pytest.raises(CertificateRejected) as rejection:
                verify(mutant) if isinstance(mutant, dict) else verify({"certificate": mutant})
            assert_read(rejection.value, place, wrong)


def _is_fine(kind: str, place: Place) -> bool:
    """A definition takes any value."""
    return kind == "evaluation" and place[:2] == ("instance", "instance") and len(place) > 2


@pytest.mark.parametrize("document", SPECIMENS, ids=NAMES)
def test_unknown_fields_are_refused_everywhere(document: dict[str, Any]) -> None:
    for place, value in places(document):
        if isinstance(value, dict) and place[:2] != ("instance", "instance"):
            mutant = copy.deepcopy(document)
            target = holder(mutant, place)[place[-1]] if place else mutant
            target["unknown"] = 1
            with pytest.raises(CertificateRejected, match="unknown"):
                verify(mutant)


@pytest.mark.parametrize("document", SPECIMENS, ids=NAMES)
def test_missing_fields_are_refused_everywhere(document: dict[str, Any]) -> None:
    for place, value in places(document):
        for name in value if isinstance(value, dict) else ():
            if name in OPTIONAL.get(document["kind"], ()) or (*place, name) == ("note",):
                continue
            if _is_fine(document["kind"], (*place, name)):  # a definition need not use every field
                continue
            mutant = copy.deepcopy(document)
            target = holder(mutant, place)[place[-1]] if place else mutant
            del target[name]
            with pytest.raises(CertificateRejected) as rejection:
                verify(mutant)
            assert_read(rejection.value, (*place, name), "missing")


@pytest.mark.parametrize("document", SPECIMENS, ids=NAMES)
def test_every_kind_states_facts_about_its_instance(document: dict[str, Any]) -> None:
    proved = verify(document)
    assert proved.facts
    assert proved.digest == digest(document["kind"], document["instance"])
    assert proved.statement.isprintable()
    for fact in proved.facts:
        assert proved.fact(fact.quantity, fact.relation).quantity == fact.quantity
        assert (fact.relation == "is") == isinstance(fact.value, str | bool)
    with pytest.raises(LookupError, match="states nothing about 'the weather'"):
        proved.fact("the weather")


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("adpml-optimal-schedule", "with amplitudes ("),
        ("randomized-response-optimum", "about the function (0, 0, 0, 1) at lambdas"),
        ("tpmdp-point", ", t = "),
    ],
)
def test_sentences_name_what_the_number_depends_on(kind: str, words: str) -> None:
    said = [verify(document).statement for document in SPECIMENS if document["kind"] == kind]
    assert any(words in statement for statement in said), said


def test_there_is_a_specimen_of_every_kind() -> None:
    assert {document["kind"] for document in SPECIMENS} == set(kinds())


def test_every_field_that_is_declared_occurs_in_a_specimen() -> None:
    kinds()
    here = [record for record in _records(Record) if record.__module__.rpartition(".")[2] not in _OTHERS]
    seen: dict[str, set[str | int]] = {}
    for document in SPECIMENS:
        seen.setdefault(document["kind"], set()).update(step for place, _ in places(document) for step in place)
    forgotten = [record for record in here if not any(record.declared.keys() <= names for names in seen.values())]
    assert here
    assert forgotten == []


def _records(record: type[Record]) -> Iterator[type[Record]]:
    for one in record.__subclasses__():
        yield one
        yield from _records(one)


def test_a_kind_is_found_without_loading_the_others() -> None:
    assert {name: _kind(name) for name in kinds()} == dict(kinds())


@pytest.mark.parametrize("name", ["", "KINDS", "core", "linear", "\ud800", "x" * 10**6, 7, None, ["evaluation"]])
def test_what_is_no_kind_is_refused_with_the_list_of_kinds(name: object) -> None:
    with pytest.raises(CertificateRejected, match="expected one of adpml-"):
        verify({"format": 1, "kind": name, "instance": {}, "evidence": {}})


def test_different_instances_have_different_digests() -> None:
    """Names may look like numbers: nothing is normalised but the order of an object's fields."""
    one, two = {"x": 1, "y": {"b": "7", "a": "text"}}, {"y": {"a": "text", "b": "7"}, "x": 1}
    assert digest("kind", one) == digest("kind", two)
    assert digest("kind", one) != digest("other", one)
    values: list[object] = ["1", "01", 1, True, None, "1/2", "2/4", "0.5", [1], ["1"], [], {}, "", "null", [[1]]]
    assert len({digest("kind", {"x": value}) for value in values}) == len(values)


def test_a_long_integer_is_written_as_a_text(tmp_path: Path) -> None:
    long, file = "1" + "0" * 5000, tmp_path / "proof.json"
    whole = json.dumps(SPECIMENS[0])
    file.write_text(whole.replace('"evidence": {', f'"evidence": {{"more": {long}, ', 1), encoding="utf-8")
    with pytest.raises(CertificateRejected, match="digits"):
        verify(file)


HOSTILE = [
    '{"format": 1, "format": 1, "kind"',
    '{"format": 2, "kind"',
    '{"format": 1.0, "kind"',
    '{"extra": 0.5, "format": 1, "kind"',
    '{"extra": NaN, "format": 1, "kind"',
    '{"extra": 1, "format": 1, "kind"',
    '{"format": true, "kind"',
    '\ufeff{"format": 1, "kind"',
]


@pytest.mark.parametrize("start", HOSTILE)
def test_files_are_loaded_and_verified_by_one_reader(start: str, tmp_path: Path) -> None:
    text = json.dumps(SPECIMENS[0])
    file = tmp_path / "proof.json"
    file.write_text(text.replace('{"format": 1, "kind"', start, 1), encoding="utf-8")
    with pytest.raises(CertificateRejected):
        verify(file)
    with pytest.raises((CertificateRejected, InvalidInput)):
        Certificate.load(file).verify()


@pytest.mark.parametrize("document", SPECIMENS, ids=NAMES)
def test_a_saved_certificate_is_the_same_one(document: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "proof.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    loaded = Certificate.load(file)
    assert loaded.verify() == verify(file) == verify(document)
    assert loaded.document() == document
