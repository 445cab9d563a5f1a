"""The comparison of closed forms with Coq's: cases are drawn, and a case that differs is reported. Needs no Coq."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from proofs_formal import binding, build, sources
from proofs_formal.binding import Binding

PAIR = Binding("a.b", "adpml.Schedule", "fun '(a, b) => Qeq_bool a b", lambda _: [("1", "1"), ("2", "3")])


def _coq_answers(folder: Path, monkeypatch: pytest.MonkeyPatch, words: str) -> None:
    monkeypatch.setattr(build, "BUILD", folder)
    monkeypatch.setattr(build, "compile_file", lambda file: (folder / "Bind_a_b_0.out").write_text(words))


@pytest.mark.parametrize("bound", binding.bindings(), ids=lambda bound: bound.name)
def test_every_binding_has_many_cases(bound: Binding) -> None:
    assert len(set(bound.cases(Random(1)))) >= (90 if bound.claim else 900)


def test_every_claim_that_a_theorem_names_is_bound_or_its_statement_generated() -> None:
    named = {claim for theorem in sources.all_theorems() if theorem.generated is None for claim in theorem.claims}
    assert named <= {bound.claim for bound in binding.bindings()}


def test_agreement_counts_the_cases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _coq_answers(tmp_path, monkeypatch, "     = nil\n     : list N\n")
    assert binding.check(PAIR) == 2
    assert "(1, 1);\n (2, 3)" in (tmp_path / "Bind_a_b.v").read_text()


def test_a_case_that_differs_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _coq_answers(tmp_path, monkeypatch, "     = [1%N]\n     : list N\n")
    with pytest.raises(build.BuildFailed, match=r"a\.b differs from Coq on 1 of 2 cases:\n  2 , 3"):
        binding.check(PAIR)


def test_literals() -> None:
    assert binding.rational(Fraction(-3, 2)) == "((-3)#2)"
    assert binding.listed([binding.boolean(True), binding.boolean(0)]) == "[true; false]"
