"""VIPR both ways: what we write is accepted, incomplete steps are completed, and what changed files prove is true."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck.checker.core import Verified
from optcheck.checker.vipr import check_vipr
from optcheck.errors import CertificateRejected, InvalidInput
from optcheck.lp.integer import solve_integer
from optcheck.lp.program import LinearProgram
from optcheck.lp.vipr import integer_to_vipr, verify_vipr
from tests.optcheck.checker.test_vipr import GOAL, HEAD, ROUNDED, SPLIT
from tests.strategies.integer_programs import integer_programs, optimum


def _checked(text: str, complete: bool = False) -> Verified:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "proof.vipr"
        path.write_text(text, encoding="utf-8")
        return verify_vipr(path) if complete else check_vipr(path)


def test_incomplete_steps_are_completed() -> None:
    incomplete = ROUNDED.replace("lin 2  0 1/2  1 -1/2", "lin incomplete").replace(
        "lin 2  0 1/4  3 3/4", "lin incomplete 3"
    )
    assert _checked(HEAD + GOAL + incomplete, complete=True).value == 1
    with pytest.raises(CertificateRejected, match="completes it"):
        _checked(HEAD + GOAL + incomplete)
    with pytest.raises(CertificateRejected, match="dominates"):
        _checked(HEAD + GOAL + incomplete.replace("C3 G -1/2", "C3 G -1/3"), complete=True)
    weak = SPLIT.replace("lin 2 0 1 2 -1", "lin weak { 1 U 0 2 0 } 1 0 1")
    assert _checked(weak, complete=True).fact("minimum", ">=").value == 1


@settings(deadline=None)
@given(program=integer_programs(gaps=False))
def test_our_proofs_are_accepted(program: LinearProgram) -> None:
    answer = solve_integer(program, limit=30)
    verified = _checked("".join(integer_to_vipr(program, answer.outcome)))
    if answer.status == "infeasible":
        assert verified.fact("program").value == "infeasible"
    else:
        assert verified.fact("minimum").value == program.sign * answer.outcome.value  # type: ignore[operator]


@settings(deadline=None)
@given(program=integer_programs(gaps=False), seed=st.integers(0, 10**6))
def test_what_changed_files_prove_is_true(program: LinearProgram, seed: int) -> None:
    """Words of the derivations and of the goal are changed: the program stays, and so does its optimum."""
    text = "".join(integer_to_vipr(program, solve_integer(program, limit=30).outcome))
    start, random, truth = text.index("RTP"), Random(seed), optimum(program)
    sign = program.sign
    for _ in range(20):
        words = text[start:].split(" ")
        k = random.randrange(len(words))
        words[k] = random.choice(
            [*"01235EGL", "-1", "1/2", "lin", "rnd", "uns", "sol", "asm", "-1/3", words[random.randrange(len(words))]]
        )
        try:
            verified = _checked(text[:start] + " ".join(words))
        except CertificateRejected:
            continue
        for fact in verified.facts:
            if fact.quantity == "program":
                assert fact.value == ("infeasible" if truth is None else "optimal")
            elif truth is not None:
                least = sign * truth
                assert {"=": fact.value == least, ">=": least >= fact.value, "<=": least <= fact.value}[fact.relation]  # type: ignore[operator]


def test_gaps_have_no_form() -> None:
    program = replace(_gap_free(), integers=frozenset(), gaps=((0, 0, 1),))
    with pytest.raises(InvalidInput, match="semi-continuous"):
        "".join(integer_to_vipr(program, solve_integer(program).outcome))


def _gap_free() -> LinearProgram:
    from optcheck import Model

    model = Model("minimise")
    model.variable("x", cost=1, upper=2)
    return replace(model.build(), integers=frozenset())
