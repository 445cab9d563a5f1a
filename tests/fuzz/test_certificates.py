"""A quick share of the fuzzing: no false mutant is accepted, planted faults are noticed. ``make soak`` does more."""

from __future__ import annotations

import ast
from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest

from optcheck.checker.core import kinds
from tests.fuzz import files, laws, oracle, simplex
from tests.fuzz.certificates import Tally, attack, false_ones, judge, specimens
from tests.fuzz.laws import LAWS
from tests.fuzz.oracle import TRUTHS
from tests.fuzz.sabotage import Fault, Outcome, faults, modules, outcome, planted
from tests.fuzz.specimens import specimens as certificates

SAMPLE = sorted(faults(), key=lambda fault: sha256(fault.name.encode()).digest())[:60]  # the same when others change
MOST_SURVIVORS = 2  # of the sample: a sense of 2 for 1 in integer.row, of which only the sign counts


def test_the_oracle_agrees_with_every_specimen() -> None:
    tally = Tally()
    for document in specimens():
        judge(document, tally)
    assert tally.found == []
    assert tally.counts["accepted"] == len(specimens())


def test_there_is_an_oracle_and_a_specimen_for_every_kind() -> None:
    assert set(TRUTHS) == {*kinds(), *files.HOMES} == {document["kind"] for document in specimens()}


def test_what_proves_nothing_is_refused_by_name() -> None:
    """Also what lies just beyond an edge."""
    tally = Tally()
    for document in false_ones():
        judge(document, tally, is_false=True)
    assert tally.found == []
    assert tally.counts["rejected"] == len(false_ones()) > 300


def test_no_oracle_uses_the_library_under_test() -> None:
    for path in [*Path(__file__).parent.glob("truths_*.py"), Path(oracle.__file__), Path(simplex.__file__)]:
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
        names += [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
        assert names
        assert not [name for name in names if name.split(".")[0] in ("optcheck", "lp_models", "proofs_numeric")], path


def test_no_false_or_malformed_mutant_is_accepted() -> None:
    tally = attack(3000, seed=20)
    assert tally.found == []
    assert tally.counts["accepted"] > 100
    assert tally.counts["rejected"] > 1000


def test_words_of_a_file_are_no_numbers_of_a_sentence() -> None:
    tally = Tally()
    for document in certificates():
        judge({**document, "note": '1/0, 1/3e5 and "77/5'}, tally)
    assert tally.found == []
    assert tally.counts["accepted"] == len(certificates())


def test_faults_are_planted_in_every_rule_and_every_definition() -> None:
    assert {fault.module for fault in faults()} == set(modules())
    assert len(faults()) > 3000
    assert set().union(*(fault.kinds for fault in faults())) == {*kinds(), *files.HOMES}


def test_most_planted_faults_are_noticed() -> None:
    """By a true specimen, a decoy or a few mutants; ``python -m tests.fuzz.sabotage`` tries all neighbours too."""
    found = Counter(outcome(fault, mutants=200, whole=False) for fault in SAMPLE)
    assert found[Outcome.UNNOTICED] <= MOST_SURVIVORS, found
    assert found[Outcome.BROKEN] < found[Outcome.REFUSED] + found[Outcome.FALSE], found


@pytest.mark.parametrize("fault", SAMPLE[:10], ids=lambda fault: fault.name)
def test_a_planted_fault_is_gone_afterwards(fault: Fault) -> None:
    with planted(fault):
        pass
    assert attack(50, seed=3, kinds=fault.kinds).found == []


@pytest.mark.parametrize("module", sorted(LAWS))
def test_the_arithmetic_of_the_checker_keeps_its_laws(module: str) -> None:
    assert laws.holds(module)
