"""The soak of random programs: a short run of every backend, and what it does about a failure."""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from optcheck import solve
from optcheck.errors import NotCertified
from optcheck.lp.backends import BACKENDS
from optcheck.lp.simplex import exact_outcome
from tests.soak import _peer, families, programs


def _given(out: Path, count: int) -> argparse.Namespace:
    return argparse.Namespace(count=count, minutes=10.0, seed=3, out=out, backend=None, only=None)


def test_a_short_soak_has_no_failure(tmp_path: Path) -> None:
    tally = programs.soak(_given(tmp_path / "out", 36))
    assert tally.failures == []
    assert sum(tally.counts[name] for name in programs.OUTCOMES) == 36
    assert {tally.counts[f"backend {name}"] for name in BACKENDS} == {6}
    assert (tally.counts[f"{_peer.QSOPT.name} agrees"] > 0) is _peer.QSOPT.installed
    assert not (tmp_path / "out").exists()


def test_a_failure_is_told_and_written_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> object:
        raise NotCertified("out of luck")

    monkeypatch.setattr(programs, "solve", fail)
    tally = programs.soak(_given(tmp_path / "out", 1))
    assert len(tally.failures) == 1
    record = json.loads((tmp_path / "out" / "program-3-0.json").read_text())
    assert (record["seed"], record["program"], record["fault"]) == (3, 0, "NotCertified: out of luck")


def test_a_wrong_answer_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, always = families.draw(random.Random("3/5"))
    monkeypatch.setattr(programs, "solve", lambda *_, **__: solve(always))
    tally = programs.soak(_given(tmp_path / "out", 30))
    assert any("in truth" in failure for failure in tally.failures)


def test_every_family_and_every_class_comes_up() -> None:
    seen: Counter[str] = Counter()
    for k in range(150):
        name, program = families.draw(random.Random(k))
        seen.update([name, *families.classes(program, exact_outcome(program))])
    corners = {"with an empty row", "with a fixed column", "with a free column", "degenerate"}
    assert set(seen) == {*families.FAMILIES, *programs.OUTCOMES, *corners}


@pytest.mark.parametrize(("text", "said"), [("status OPTIMAL\nValue = 7/3\n", "says optimal 7/3"), ("", "no answer")])
def test_a_peer_is_heard(text: str, said: str) -> None:
    """A stand-in that prints a fixed answer: what it says is held against the truth, silence is no contradiction."""
    program = families.FAMILIES["klee-minty"](random.Random(1))
    stand_in = replace(_peer.QSOPT, command=lambda model, solution: ["printf", "%s", text])
    assert _peer.opinion(program, exact_outcome(program), stand_in) == said


def test_a_peer_that_contradicts_is_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "opinion", lambda *_: "says optimal 7/3")
    case = next(case for k in range(9) if _peer.can_read((case := programs.Case.of(3, k, "highs")).program))
    tally = programs.Tally()
    assert "QSopt_ex says optimal 7/3, in truth" in str(tally.add(case, ask_peer=True))
    assert tally.failures
