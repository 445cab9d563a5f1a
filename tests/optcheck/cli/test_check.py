"""``optcheck check``: other solvers' answers judged from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import highspy
import pytest

from tests.optcheck.cli.conftest import Command
from tests.optcheck.cli.test_solve import DIET


@pytest.fixture
def diet(tmp_path: Path) -> str:
    (tmp_path / "diet.lp").write_text(DIET.replace("2/3", "0.75"))
    return str(tmp_path / "diet.lp")


def test_what_highs_says_is_right_within_rounding(command: Command, diet: str, tmp_path: Path) -> None:
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    highs.readModel(diet)
    highs.run()
    solution = str(tmp_path / "highs.sol")
    highs.writeSolution(solution, 0)
    answer = command("check", diet, solution)
    assert answer.status == 0
    assert answer.out.startswith("answer     HiGHS, Optimal: 2 values")
    assert answer.out.splitlines()[-1].startswith("right")


@pytest.mark.parametrize(
    ("values", "status", "last"),
    [
        ("bread 11/7\nmilk 8/7\n", 0, "right: every row and bound holds"),
        ("bread 1\nmilk 1\n", 1, "infeasible by 2"),
        ("bread 10\nmilk 0\n", 1, "not optimal by 3.36"),
    ],
)
def test_the_last_line_and_the_status_tell(
    command: Command, diet: str, tmp_path: Path, values: str, status: int, last: str
) -> None:
    (tmp_path / "a.txt").write_text(values)
    answer = command("check", diet, str(tmp_path / "a.txt"))
    assert answer.status == status
    assert answer.out.splitlines()[-1].startswith(last)


def test_broken_rows_are_shown_worst_first(command: Command, diet: str, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("bread -1\nmilk 1.5\n")
    answer = command("check", diet, str(tmp_path / "a.txt"), "--rows", "1")
    assert "row energy  >= 7   7" in answer.out
    assert "... and 2 more" in answer.out
    document = json.loads(command("check", diet, str(tmp_path / "a.txt"), "--json").out)
    assert document["verdict"] == "infeasible"
    assert [item["name"] for item in document["violations"]] == ["energy", "protein", "bread"]
    assert (document["worst_violation"], document["optimum"]) == (7, "23/14")


def test_a_status_is_judged_too(command: Command, diet: str, tmp_path: Path) -> None:
    (tmp_path / "a.sol").write_text("Model status\nInfeasible\n")
    answer = command("check", diet, str(tmp_path / "a.sol"))
    assert answer.status == 1
    assert answer.out.splitlines()[-1].startswith("wrong: the answer says infeasible, but the program has the optimum")


def test_files_that_cannot_be_used(command: Command, diet: str, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("cheese 1\n")
    answer = command("check", diet, str(tmp_path / "a.txt"))
    assert (answer.status, "'cheese' is none" in answer.err) == (2, True)
    assert command("check", diet, str(tmp_path / "none.sol")).status == 2


SEMI = "min\n 3 x + y\nst\n c: x + y >= 1\nbounds\n 2 <= x <= 5\n y <= 0.5\nsemi\n x\nend\n"


@pytest.mark.parametrize(("values", "broken"), [("x 1\ny 1\n", "1 gap, 1 bound"), ("x 2\n", "nothing"), ("", None)])
def test_what_is_broken_is_counted_by_kind(command: Command, tmp_path: Path, values: str, broken: str | None) -> None:
    model, solution = tmp_path / "m.lp", tmp_path / "s.sol"
    model.write_text(SEMI)
    solution.write_text(values or "solution status: infeasible\nno solution available\n")
    lines = command("check", str(model), str(solution)).out.splitlines()
    assert [line.split(maxsplit=1)[1] for line in lines if line.startswith("broken  ")][:1] == [broken] * bool(broken)
    assert any("not named" in line for line in lines) == (values == "x 2\n")  # of a status alone no column is counted
