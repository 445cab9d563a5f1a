"""VIPR both ways: what we write is accepted; strangers' files are checked, completed, refused where they are lax."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck.checker.facts import Verified
from optcheck.checker.vipr import check_vipr
from optcheck.errors import CertificateRejected, InvalidInput
from optcheck.lp.integer import solve_integer
from optcheck.lp.program import LinearProgram
from optcheck.lp.vipr import integer_to_vipr, verify_vipr
from tests.strategies.integer_programs import integer_programs, optimum

# min x + y with 4 x + y >= 1 and 4 x - y <= 2, integers: the format's own example of rounding.
HEAD = """VER 1.0
VAR 2
x y
INT 2
0 1
OBJ min
2 0 1 1 1
CON 2 0
C1 G 1  2  0 4  1 1
C2 L 2  2  0 4  1 -1
"""
GOAL = """RTP range 1 1
SOL 2
feas 2  0 1  1 2
opt 1  1 1
"""
ROUNDED = """DER 4
C3 G -1/2  1  1 1 { lin 2  0 1/2  1 -1/2 } 3
C4 G 0     1  1 1 { rnd 1  2 1 } 4
C5 G 1/4   OBJ  { lin 2  0 1/4  3 3/4 } 5
C6 G 1     OBJ  { rnd 1  4 1 } 0
"""


def _checked(text: str, complete: bool = False) -> Verified:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "proof.vipr"
        path.write_text(text, encoding="utf-8")
        return verify_vipr(path) if complete else check_vipr(path)


def test_a_proof_by_rounding() -> None:
    assert _checked("% a comment\n" + HEAD + GOAL + ROUNDED).fact("minimum").value == 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("3 3/4", "3 1/4"), "dominates"),
        (("C6 G 1 ", "C6 G 2 "), "dominates"),
        (("1 -1/2 } 3", "1 1/2 } 3"), "sign"),
        (("INT 2\n0 1", "INT 1\n0"), "integer variables"),
        (("opt 1  1 1", "opt 1  1 -1"), "to hold"),
        (("opt 1  1 1", "opt 1  1 1/2"), "an integer"),
        (("opt 1  1 1", "opt 1  0 1"), "to hold"),
        (("RTP range 1 1", "RTP range 2 2"), "without assumptions"),
        (("RTP range 1 1", "RTP range 0 0"), "as good as"),
        (("RTP range 1 1", "RTP infeas"), "without assumptions"),
        (("rnd 1  4 1", "rnd 2  4 1"), "VIPR file"),
        (("{ rnd 1  4 1 } 0", "{ asm } 0"), "without assumptions"),
        (("rnd 1  4 1", "rnd 1  2 1"), "still be used"),
        (("rnd 1  4 1", "rnd 1  9 1"), "below"),
        (("C1 G 1  2  0 4  1 1", "C1 G 1  2  0 4  0 1"), "new one"),
        (("DER 4", "DER 3"), "without assumptions"),
        (("VER 1.0", "VER 2.0"), "1.1"),
    ],
)
def test_changed_proofs_are_refused(change: tuple[str, str], message: str) -> None:
    text = HEAD + GOAL + ROUNDED
    assert change[0] in text
    with pytest.raises(CertificateRejected, match=message):
        _checked(text.replace(change[0], change[1]))


SPLIT = """VER 1.1
VAR 1
x
INT 1
0
OBJ min
1 0 1
CON 2 2
L G 1/2 1 0 1
U L 5/2 1 0 1
RTP range 1 inf
SOL 0
DER 4
A1 L 0 1 0 1 { asm } -1
A2 G 1 1 0 1 { asm } -1
D1 G 1/2 0 { lin 2 0 1 2 -1 } -1
D2 G 1 OBJ { uns 4 2 3 3 } -1
"""


def test_a_split_discharges_its_assumptions() -> None:
    assert _checked(SPLIT).fact("minimum", ">=").value == 1


def test_a_split_between_integers_is_needed() -> None:
    """x <= 1/2 or x >= 3/2 loses x = 1; the original checker does not look."""
    lax = SPLIT.replace("A1 L 0", "A1 L 1/2").replace("A2 G 1", "A2 G 3/2").replace("range 1 inf", "range 3/2 inf")
    lax = (
        lax.replace("G 1/2 1 0 1", "G 3/5 1 0 1")
        .replace("D1 G 1/2 0", "D1 G 1/10 0")
        .replace("D2 G 1 OBJ", "D2 G 3/2 OBJ")
    )
    with pytest.raises(CertificateRejected, match="in integers"):
        _checked(lax)


def test_the_best_solution_bounds_what_sol_can_prove() -> None:
    """With "sol" the best point may not be beaten; a bound beyond that point would be false."""
    text = (
        SPLIT.split("RTP")[0]
        + "RTP range {} 2\nSOL 1\np 1 0 1\nDER 2\nS L 0 OBJ {{ sol }} -1\nD G 1/2 0 {{ lin 2 0 1 2 -1 }} -1\n"
    )
    assert _checked(text.format(1)).fact("minimum", ">=").value == 1
    with pytest.raises(CertificateRejected, match="beyond the best solution"):
        _checked(text.format(2))


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
    verified = _checked(integer_to_vipr(program, answer.outcome))
    if answer.status == "infeasible":
        assert verified.fact("program").value == "infeasible"
    else:
        assert verified.fact("minimum").value == program.sign * answer.outcome.value  # type: ignore[operator]


@settings(deadline=None)
@given(program=integer_programs(gaps=False), seed=st.integers(0, 10**6))
def test_what_changed_files_prove_is_true(program: LinearProgram, seed: int) -> None:
    """Words of the derivations and of the goal are changed: the program stays, and so does its optimum."""
    text = integer_to_vipr(program, solve_integer(program, limit=30).outcome)
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
        integer_to_vipr(program, solve_integer(program).outcome)


def _gap_free() -> LinearProgram:
    from optcheck import Model

    model = Model("minimise")
    model.variable("x", cost=1, upper=2)
    return replace(model.build(), integers=frozenset())
