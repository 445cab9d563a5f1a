"""Every replayed report: the truth is proved, the wrong answer is caught, and the page shows what is computed."""

from __future__ import annotations

from pathlib import Path

import pulp
import pytest

import optcheck
from benchmarks.replays import REPLAYS, Replay, caught, judged, main, table
from optcheck.lp.backends import pulp_problem
from optcheck.lp.program import LinearProgram

PAGE = Path(__file__).parent.parent.parent / "docs" / "second-opinion.md"
RIGHT = {"scipy/scipy#22592", "scipy/scipy#19421"}  # both were misreadings: of bounds, and of sides
STILL = [replay for replay in REPLAYS if "PuLP" in replay.rerun]


@pytest.mark.parametrize("replay", REPLAYS, ids=lambda replay: replay.report)
def test_the_truth_is_proved_and_the_answer_judged(replay: Replay) -> None:
    judgement = judged(replay)
    assert judgement.answer is not None
    assert (judgement.answer.status, judgement.answer.value) == (replay.truth, replay.value)
    assert judgement.answer.certificate.verify().statement
    assert caught(judgement) == ("the answer is right" if replay.report in RIGHT else "caught")


def test_there_are_linear_and_integer_programs_of_several_projects() -> None:
    programs = [replay.build() for replay in REPLAYS]
    assert len(REPLAYS) >= 15
    assert 5 <= sum(program.continuous for program in programs) <= len(programs) - 5
    assert len({replay.report.partition("/")[0] for replay in REPLAYS}) >= 5
    assert len({replay.report for replay in REPLAYS}) == len(REPLAYS)


def test_the_page_is_fresh(capsys: pytest.CaptureFixture[str]) -> None:
    """`python -m benchmarks.replays` prints the table."""
    assert main() == 0
    assert capsys.readouterr().out.strip() == table()
    assert table() in PAGE.read_text(encoding="utf-8")


@pytest.mark.filterwarnings("ignore:.*PuLP 4:DeprecationWarning")
@pytest.mark.parametrize("replay", STILL, ids=lambda replay: replay.report)
def test_the_installed_cbc_is_given_a_second_opinion(replay: Replay) -> None:
    """Whatever it says today: the opinion is wrong exactly where the answer is."""
    program = replay.build()
    problem = _in_pulp(program)
    problem.solve(pulp.PULP_CBC_CMD(msg=False))
    opinion = optcheck.second_opinion(problem, decimal=True)
    assert opinion.answer is not None
    assert opinion.answer.value == replay.value
    says_right = pulp.LpStatus[problem.status] == "Optimal" and pulp.value(problem.objective) == float(
        replay.value or 0
    )
    assert opinion.wrong != says_right


def _in_pulp(program: LinearProgram) -> pulp.LpProblem:
    problem, columns = pulp_problem(program.to_floats())
    for j in program.integers:
        columns[j].cat = pulp.LpInteger
    return problem
