"""On every exhibit of solver trouble the proved outcome is the true one."""

from __future__ import annotations

import re
import subprocess
from dataclasses import replace
from importlib import metadata

import pulp
import pytest

from benchmarks import museum as museum_solvers
from benchmarks.museum import EXHIBITS, SOLVER_EXHIBITS, Exhibit, examine, main
from optcheck.lp.simplex import exact_outcome
from optcheck.lp.solve import solve

ALL = EXHIBITS + SOLVER_EXHIBITS


@pytest.mark.parametrize("exhibit", ALL, ids=lambda exhibit: exhibit.name)
def test_the_truth_is_proved(exhibit: Exhibit) -> None:
    answer = solve(exhibit.build(), exhibit.backend)
    assert (answer.status, answer.value) == (exhibit.status, exhibit.value)


@pytest.mark.parametrize("exhibit", ALL, ids=lambda exhibit: exhibit.name)
def test_the_exact_simplex_method_agrees(exhibit: Exhibit) -> None:
    program = exhibit.build()
    outcome = exact_outcome(program)
    assert type(outcome).__name__.lower() == exhibit.status
    program.certificate(outcome).verify()


def test_floats_alone_go_wrong_somewhere() -> None:
    """The museum would be empty otherwise: HiGHS's own status is not the truth on several exhibits."""
    wrong = []
    for exhibit in EXHIBITS:
        solution = solve(exhibit.build()).solution
        if solution is None or solution.status.value != exhibit.status:
            wrong.append(exhibit.name)
    assert {"thin-1e-30", "one-ulp", "faint-descent", "dropped-coefficient"} <= set(wrong)


def test_whether_trouble_still_happens_is_found_by_running() -> None:
    """These are matters of tolerances, not of a version: they happen with any of them."""
    happens = {e.name: examine(e).still_happens for e in EXHIBITS}
    assert happens["thin-1e-30"]
    assert happens["one-ulp"]
    assert happens["beyond-doubles"]
    assert not happens["beale"]
    assert not happens["three-covers"]


def test_a_solver_that_says_the_truth_is_believed_and_one_that_does_not_is_not() -> None:
    truth = SOLVER_EXHIBITS[2]
    assert truth.value is not None
    assert not examine(replace(truth, backend="highs")).still_happens
    assert examine(replace(truth, backend="highs", value=truth.value + 10**9)).still_happens
    assert examine(replace(truth, backend="highs", status="infeasible", value=None)).still_happens


def test_the_tour_names_every_exhibit(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(museum_solvers, "_TIMEOUT", 0.5)  # two of them never come back
    assert main() == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2 * len(ALL)
    assert all(exhibit.seen_in for exhibit in SOLVER_EXHIBITS)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_recorded_version_of_cbc_is_the_one_that_it_prints() -> None:
    if metadata.version("pulp") != "3.3.2":
        pytest.skip("the exhibits were seen with the cbc of PuLP 3.3.2, another one is installed")
    said = subprocess.run([pulp.PULP_CBC_CMD().path, "-quit"], capture_output=True, text=True, check=False).stdout
    (version,) = re.findall(r"Version: ([0-9.]+)", said)
    seen = {exhibit.seen_in for exhibit in SOLVER_EXHIBITS if exhibit.backend == "pulp-cbc"}
    assert seen == {f"CBC {version}, PuLP 3.3.2"}
