"""VIPR proofs as the checker alone reads them: each rule, what ends a proof, and what is refused."""

from __future__ import annotations

import tracemalloc
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from optcheck.checker.core import Verified
from optcheck.checker.integer import Constraint
from optcheck.checker.vipr import Multipliers, Proof, check_vipr
from optcheck.errors import CertificateRejected, TooCostly

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


def _checked(text: str, limit: float = 10) -> Verified:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "proof.vipr"
        path.write_text(text, encoding="utf-8")
        return check_vipr(path, limit)


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


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ("S L -1 OBJ { sol } -1", "no worse than 0"),
        ("S G 0 OBJ { sol } -1", "no worse than 0"),
        ("S L 0 0 { sol } -1", "no worse than 0"),
    ],
)
def test_sol_assumes_no_more_than_the_best_solution(step: str, message: str) -> None:
    text = SPLIT.split("RTP")[0] + f"RTP range 1 2\nSOL 1\np 1 0 1\nDER 2\n{step}\nD G 1 0 {{ asm }} -1\n"
    with pytest.raises(CertificateRejected, match=message):
        _checked(text)


def test_sol_steps_by_one_only_where_the_objective_does() -> None:
    """x is continuous: nothing between the best solution and 1 less may be left out."""
    text = SPLIT.replace("INT 1\n0\n", "INT 0\n").split("RTP")[0] + "RTP range 1/2 1\nSOL 1\np 1 0 1\nDER 2\n"
    bound = "D G 1/2 OBJ { lin 1 0 1 } -1\n"
    assert _checked(text + "S L 1 OBJ { sol } -1\n" + bound).fact("minimum", ">=").value == Fraction(1, 2)
    with pytest.raises(CertificateRejected, match="no worse than 1"):
        _checked(text + "S L 0 OBJ { sol } -1\n" + bound)


EMPTY = (
    SPLIT.split("RTP")[0].replace("U L 5/2", "U L 3/4")
    + """RTP infeas
SOL 0
DER 5
A1 L 0 1 0 1 { asm } -1
A2 G 1 1 0 1 { asm } -1
D1 G 1/2 0 { lin 2 0 1 2 -1 } -1
D2 L -1/4 0 { lin 2 1 1 3 -1 } -1
D3 G 1 0 { uns 4 2 5 3 } -1
"""
)


def test_a_program_without_integer_points() -> None:
    verified = _checked(EMPTY)
    assert [str(fact) for fact in verified.facts] == ["program is infeasible"]
    assert verified.statement == "of the integer program in the file, with 1 variable and 2 constraints: " + (
        "no point is feasible"
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("D3 G 1 0 { uns 4 2 5 3 }", "D3 G 1 0 { sol }"), "an optimum to be proved"),
        (("uns 4 2 5 3", "uns 4 3 5 2"), "without assumptions"),
        (("uns 4 2 5 3", "uns 4 2 5 2"), "one <= and one >="),
        (("uns 4 2 5 3", "uns 3 2 5 3"), "both sides dominate"),
        (("uns 4 2 5 3", "uns 4 2 9 3"), "number of a constraint"),
        (("A2 G 1 1 0 1", "A2 G 2 1 0 1"), "in integers"),
        (("A2 G 1 1 0 1", "A2 G 1 1 0 2"), "other terms"),
        (("INT 1\n0", "INT 0"), "in integers"),
        (("INT 1\n0", "INT 1\n1"), r"INT: expected 0\.\.0"),
        (("D1 G 1/2 0", "D1 G 0 0"), "both sides dominate"),
        (("lin 2 0 1 2 -1", "lin 2 0 1 0 -1"), "one for each"),
        (("lin 2 0 1 2 -1", "lin 2 0 1 7 -1"), "below 4"),
        (("lin 2 0 1 2 -1", "lin 1/2 0 1"), "an integer from 0"),
        (("lin 2 0 1 2 -1", "lin -1"), "an integer from 0"),
        (("lin 2 0 1 2 -1", "lin 2 0 1 1/2 -1"), "an integer"),
        (("lin 2 0 1 2 -1", "lin 2 0 . 2 -1"), "VIPR file"),
        (("lin 2 0 1 2 -1", "lin 2 0 1e0 2 -1"), "VIPR file"),
        (("lin 2 0 1 2 -1", "lin 2 0 1.0/1 2 -1"), "VIPR file"),
        (("lin 2 0 1 2 -1", "lin 2 0 1.-0 2 -1"), "VIPR file"),
        (("lin 2 0 1 2 -1", "lin 2 0 1/0 2 -1"), "positive denominator"),
        (("lin 2 0 1 2 -1", "lin 1 0 " + "1" * 100_001), "digits"),
        (("lin 2 0 1 2 -1", "guess"), "asm or lin or rnd"),
        (("D3 G 1 0 { uns 4 2 5 3 } -1", "D3 G 1 0 { uns 4 2 5 3"), "more words"),
        (("A1 L 0 1 0 1", "A1 \x1b[2J"), r"E or L or G, got .*x1b"),
    ],
)
def test_changed_proofs_of_infeasibility_are_refused(change: tuple[str, str], message: str) -> None:
    assert change[0] in EMPTY
    with pytest.raises(CertificateRejected, match=message):
        _checked(EMPTY.replace(*change))


def test_names_may_hold_what_begins_a_comment_elsewhere() -> None:
    text = HEAD.replace("x y", "x%1 y").replace("C1 G", "C%1 G") + GOAL + ROUNDED
    assert _checked("% x\n" + text.replace("DER 4", "DER 4 % four\n%five")).value == 1


def test_every_derivation_is_checked() -> None:
    """What was to be proved is proved by number 5; number 6 is not read past."""
    text = (HEAD + GOAL + ROUNDED).replace("DER 4", "DER 5").replace(
        "4 1 } 0", "4 1 } -1"
    ) + "C7 G 2 OBJ { lin 1 5 1 } -1\n"
    with pytest.raises(CertificateRejected, match="derivation 6"):
        _checked(text)
    assert _checked(text.replace("C7 G 2", "C7 G 1")).value == 1


LARGEST = SPLIT.split("RTP")[0].replace("OBJ min", "OBJ max")


def test_a_maximum() -> None:
    verified = _checked(LARGEST + "RTP range 2 2\nSOL 2\np 1 0 1\nq 1 0 2.0\nDER 1\nD L 2 OBJ { rnd 1 1 1 } -1\nrest\n")
    assert [str(fact) for fact in verified.facts] == ["program is optimal", "maximum = 2"]
    assert verified.value == 2
    assert verified.statement.endswith("the maximum is 2")
    with pytest.raises(CertificateRejected, match="as good as 2"):
        _checked(LARGEST + "RTP range 2 2\nSOL 1\np 1 0 1\nDER 1\nD L 2 OBJ { rnd 1 1 1 } -1\n")


def test_sol_of_a_maximum() -> None:
    text = (
        LARGEST + "RTP range 2 {}\nSOL 1\nq 1 0 2\nDER 2\nS G 3 OBJ {{ sol }} -1\nD G 1/2 0 {{ lin 2 1 -1 2 1 }} -1\n"
    )
    assert _checked(text.format(2)).fact("maximum", "=").value == 2
    with pytest.raises(CertificateRejected, match="lower end"):
        _checked(text.format(1))


@pytest.mark.parametrize(
    ("goal", "facts", "words"),
    [
        ("-inf inf", [], "nothing is claimed"),
        ("-inf 2", ["minimum <= 2"], "the minimum is <= 2"),
        ("1 inf", ["minimum >= 1"], "the minimum is >= 1"),
        ("0.5 +2", ["minimum >= 1/2", "minimum <= 2"], "the minimum is >= 1/2 and <= 2"),
    ],
)
def test_a_range_states_its_finite_ends(goal: str, facts: list[str], words: str) -> None:
    text = SPLIT.split("RTP")[0] + f"RTP range {goal}\nSOL 1\np 1 0 1\nDER 1\nD G 1 OBJ {{ rnd 1 0 1 }} -1\n"
    verified = _checked(text)
    assert [str(fact) for fact in verified.facts] == facts
    assert verified.statement.endswith(words)


def test_equations_dominate_and_are_not_rounded() -> None:
    text = "VER 1.0\nVAR 1\nx\nINT 1\n0\nOBJ min\n1 0 1\nCON 1 0\nE E 2 1 0 1\nRTP range 2 2\nSOL 1\np 1 0 2\nDER 2\n"
    steps = "D E 2 OBJ { rnd 1 0 1 } -1\nF G 2 OBJ { lin 1 1 1 } -1\n"
    assert _checked(text + steps).value == 2
    with pytest.raises(CertificateRejected, match="dominates"):
        _checked((text + steps).replace("D E 2", "D E 1"))
    with pytest.raises(CertificateRejected, match="an integer for variable 0"):
        _checked((text + steps).replace("p 1 0 2", "p 1 0 1/2"))


def _completed(text: str, multipliers: Multipliers) -> list[tuple[int, ...]]:
    """What a completer is asked for that answers with these multipliers."""
    asked = list[tuple[int, ...]]()

    def completer(proof: Proof, target: Constraint, active: Sequence[int], given: Multipliers) -> Multipliers:
        asked.append((*active, *(index for index, _ in given)))
        return multipliers

    with TemporaryDirectory() as folder:
        path = Path(folder) / "proof.vipr"
        path.write_text(text, encoding="utf-8")
        check_vipr(path, completer=completer)
    return asked


@pytest.mark.parametrize(
    ("step", "asked"),
    [
        ("lin incomplete", ()),
        ("lin incomplete 0 2", (0, 2)),
        ("lin weak { 1 U 0 2 0 } 1 0 1", (2, 0)),
        ("lin weak { 0 } 1 0 1 }", (0,)),  # closed twice
    ],
)
def test_a_completer_is_asked_and_not_trusted(step: str, asked: tuple[int, ...]) -> None:
    text = SPLIT.replace("lin 2 0 1 2 -1", step)
    assert _completed(text, [(0, 1), (2, -1)]) == [asked]
    for wrong in ([(0, 1)], [(0, 1), (2, 1)], [(0, 1), (7, 1)], [(1, 1), (2, -1)]):
        with pytest.raises(CertificateRejected):
            _completed(text, wrong)
    with pytest.raises(CertificateRejected, match="completes it"):
        _checked(text)


def test_bounds_that_are_marked_as_global_are_offered_to_weak_steps() -> None:
    """SCIP marks so what it derived about a column; the word proves nothing."""
    text = SPLIT.replace("DER 4", "DER 5").replace("uns 4", "uns 5").replace("lin 2 0 1 2 -1", "lin weak { 0 } 1 0 1")
    text = text.replace("D1", "B L 0 1 0 1 { lin 1 2 1 } -1 global\nD1")
    assert _completed(text, [(0, 1), (2, -1)]) == [(4, 0)]
    with pytest.raises(CertificateRejected):
        _completed(text, [(0, 1)])
    with pytest.raises(CertificateRejected, match="E or L or G"):
        _completed(text.replace("global", "local"), [(0, 1), (2, -1)])


def test_what_a_step_has_used_up_is_gone() -> None:
    """The first step says that nothing after number 3 uses it: number 4 may not."""
    late = ROUNDED.replace("DER 4", "DER 5").replace("C5 G", "C4b G -1 1 1 1 { lin 1 2 1 } 5\nC5 G")
    with pytest.raises(CertificateRejected, match="constraint 2: expected one that may still be used"):
        _checked(HEAD + GOAL + late.replace("{ rnd 1  2 1 } 4", "{ rnd 1  2 1 } 9"))


def test_work_is_paid_for() -> None:
    """A budget below zero is not topped up by a file this short."""
    with pytest.raises(TooCostly):
        _checked(HEAD + GOAL + ROUNDED, limit=-10)


ONE = "VER 1.0\nVAR {0}\n{1}\nINT 0\nOBJ min\n{2}\nCON {3} 0\n{4}RTP range 0 inf\nSOL 0\nDER {5}\n{6}"


def test_what_is_kept_is_paid_for() -> None:
    """A chain of sums, each with all assumptions so far, once filled gigabytes."""
    first = "A G 0 1 0 1 { asm } -1\n"
    sums = "".join(f"{first}B G 0 1 0 {k + 1} {{ lin 2 {2 * k - 2} 1 {2 * k - 1} 1 }} -1\n" for k in range(1, 2000))
    with pytest.raises(TooCostly):
        _checked(ONE.format(1, "x", "1 0 1", 0, "", 3999, first + sums), limit=1)


def test_the_objective_is_kept_once() -> None:
    dense = "1000 " + " ".join(f"{j} 1" for j in range(1000))
    rows = "c G 0 OBJ\n" * 3000
    tracemalloc.start()
    proved = _checked(ONE.format(1000, "x " * 1000, dense, 3000, rows, 1, "D G 0 OBJ { lin 1 7 1 } -1"))
    assert tracemalloc.get_traced_memory()[1] < 10 * 10**6
    tracemalloc.stop()
    assert proved.fact("minimum", ">=").value == 0


def test_lines_may_be_of_any_length_and_comments_too() -> None:
    text = "% " + "a" * 200_000 + "\n" + (HEAD + GOAL + ROUNDED).replace("\n", " " * 40_000)
    assert _checked(text + "% " + "b" * 70_000).fact("minimum").value == 1
    assert _checked(text.replace("C6 G 1 ", "C6 G " + "0" * 90_000 + "1 ")).fact("minimum").value == 1
    with pytest.raises(CertificateRejected, match="words of at most"):
        _checked("VER 1.0 VAR 1 " + "x" * 400_000)


_WIDE = (
    "VER 1.0 VAR {n} {x} INT {n} {indices} OBJ min {n} {terms} CON {m} 0 {rows} RTP range 0 0 SOL {points} DER {steps}"
)


@pytest.mark.parametrize(
    ("rows", "points", "steps"),
    [
        (0, "5000 " + "p 0 " * 5000, "0"),
        (5000, "5000 " + "p 0 " * 5000, "0"),
        (0, "1 p 0", "5000 " + "S L 0 OBJ { sol } -1 " * 5000),
        (0, "1 p 0", "5000 " + "A L 0 OBJ { asm } -1 " * 5000),
    ],
    ids=["solutions", "rows at solutions", "objectives", "assumed objectives"],
)
def test_what_is_looked_at_again_is_paid_for_again(rows: int, points: str, steps: str, tmp_path: Path) -> None:
    """Every solution at all integer variables and rows, every OBJ at all its terms: once nobody paid for that."""
    n = 5000
    indices = " ".join(map(str, range(n)))
    text = _WIDE.format(
        n=n, x="x " * n, indices=indices, terms=indices.replace(" ", " 1 ") + " 1", m=rows, rows="c L 0 0 " * rows,
        points=points, steps=steps,
    )  # fmt: skip
    path = tmp_path / "wide.vipr"
    path.write_text(text)
    with pytest.raises(TooCostly):
        check_vipr(path, 0.01)


def _rounded(constraint: str, objective: str, lin: str, bound: str, goal: str) -> str:
    """One integer x; a multiple of the only constraint bounds the objective, and its right side is rounded."""
    head = f"VER 1.0\nVAR 1\nx\nINT 1\n0\nOBJ min\n1 0 {objective}\nCON 1 0\nC {constraint}\nRTP range {goal} inf\n"
    first = f"D {bound} OBJ {{ lin 1 0 {lin} }} -1"
    return f"{head}SOL 0\nDER 2\n{first}\nE G {goal} OBJ {{ rnd 1 1 1 }} -1\n"


def test_a_sum_is_rounded_only_where_its_integers_have_integers() -> None:
    """2 x >= 3/2 of an integer x says 2 x >= 2; x/2 >= 1/2 does not say x/2 >= 1."""
    assert _checked(_rounded("G 3 1 0 4", "2", "1/2", "G 3/2", "2")).fact("minimum", ">=").value == 2
    with pytest.raises(CertificateRejected, match="integers on integer variables"):
        _checked(_rounded("G 1 1 0 1", "1/2", "1/2", "G 1/2", "1"))
