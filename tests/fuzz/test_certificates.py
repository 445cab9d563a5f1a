"""A quick share of the fuzzing: no false mutant is accepted, planted faults are noticed. ``make soak`` does more."""

from __future__ import annotations

import inspect
from importlib import import_module
from pathlib import Path

import pytest

from optcheck.checker import families as families_folder
from optcheck.checker.core import kinds
from tests.fuzz.certificates import Tally, attack, judge
from tests.fuzz.sabotage import FAULTS, Fault, is_found, planted
from tests.fuzz.specimens import specimens


def test_the_oracle_agrees_with_every_specimen() -> None:
    tally = Tally()
    for document in specimens():
        judge(document, tally)
    assert tally.found == []
    assert tally.counts["accepted"] == len(specimens())


def test_no_false_or_malformed_mutant_is_accepted() -> None:
    tally = attack(3000, seed=20)
    assert tally.found == []
    assert tally.counts["accepted"] > 100
    assert tally.counts["rejected"] > 1000


def test_words_of_a_file_are_no_numbers_of_a_sentence() -> None:
    tally = Tally()
    for document in specimens():
        judge({**document, "note": '1/0, 1/3e5 and "77/5'}, tally)
    assert tally.found == []
    assert tally.counts["accepted"] == len(specimens())


def test_there_are_enough_faults_and_each_can_be_planted() -> None:
    assert len(FAULTS) >= 20
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)
    gone = [fault.name for fault in FAULTS if fault.old not in inspect.getsource(import_module(fault.module))]
    assert gone == []


def test_faults_are_planted_in_every_family_and_shown_by_every_kind() -> None:
    families = {path.stem for path in Path(str(families_folder.__file__)).parent.glob("*.py")} - {"__init__"}
    assert families - {fault.module.rpartition(".")[2] for fault in FAULTS} == set()
    assert set(kinds()) - {fault.kind for fault in FAULTS} == set()


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_planted_faults_are_noticed(fault: Fault) -> None:
    assert is_found(fault)


@pytest.mark.parametrize("fault", FAULTS[::9], ids=lambda fault: fault.name)
def test_a_planted_fault_is_gone_afterwards(fault: Fault) -> None:
    with planted(fault):
        pass
    assert attack(50, seed=3, kinds=frozenset({fault.kind})).found == []
