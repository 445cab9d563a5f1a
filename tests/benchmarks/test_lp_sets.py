"""The comparison of exact solvers: what is charged, what is compared, and a run on a tiny folder."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from benchmarks import lp_scaled, lp_sets
from benchmarks.lp_peers import PEERS, Peer, Said
from benchmarks.lp_sets import Measured, charged, table
from optcheck import Model, solve
from optcheck.lp.mps import to_mps
from optcheck.lp.read import read

LIMIT = 10.0


def _model(side: object = "1/2") -> Model:
    model = Model("minimise")
    x, y = model.variable("x", cost=3), model.variable("y", cost=2, upper=4)
    model.row("both", {x: 1, y: 1}, ">=", side)
    return model


def _result(model: str, peer: str, seconds: float, status: str, value: int | None = None) -> Measured:
    return Measured(model, peer, seconds, 0.5, 1.0, Said(status, None if value is None else Fraction(value)))


def test_failures_and_lonely_outcomes_are_charged_at_the_limit() -> None:
    results = [
        *(_result("a", peer, 1.0, "optimal") for peer in ("one", "two", "three")),
        _result("b", "one", 1.0, "infeasible"),
        _result("b", "two", 1.0, "infeasible"),
        _result("b", "three", 1.0, "optimal"),
        _result("c", "one", 1.0, ""),
        _result("c", "two", 11.0, "optimal"),
        _result("c", "three", 1.0, "optimal"),
    ]
    assert charged(results, LIMIT, False) == {"one": [1, 1, 10], "two": [1, 1, 10], "three": [1, 10, 1]}
    assert charged(results, LIMIT, True)["one"] == [0.5, 0.5, 10]


def test_values_that_differ_are_named() -> None:
    results = [_result("a", "one", 1.0, "optimal", 3), _result("a", "two", 1.0, "optimal", 4)]
    assert "| one | 1 of 1 | 1.000 s | 1.000 s | 0.500 s, 0.500 s | 1 | none |" in table(results, LIMIT)
    assert table(results, LIMIT).endswith("| a |\n")


@pytest.mark.parametrize(
    ("name", "output", "said"),
    [
        ("optcheck", "start 0.1 x\noptimal 1/3", Said("optimal", Fraction(1, 3))),
        ("optcheck", "start 0.1 x\ninfeasible ", Said("infeasible")),
        ("optcheck", "Traceback", Said("")),
        ("QSopt_ex", "status = INFEASIBLE", Said("infeasible")),
        ("GLPK exact", "OPTIMAL SOLUTION FOUND", Said("optimal")),
        ("GLPK exact", "PROBLEM HAS NO PRIMAL FEASIBLE SOLUTION", Said("infeasible")),
        ("GLPK exact", "MPS file processing error", Said("")),
    ],
)
def test_what_solvers_print_is_understood(name: str, output: str, said: Said, tmp_path: Path) -> None:
    peer = next(peer for peer in PEERS if peer.name == name)
    assert peer.read(output, tmp_path / "none.sol") == said


def test_a_solution_of_qsopt_is_read(tmp_path: Path) -> None:
    solution = tmp_path / "solution.sol"
    solution.write_text("status OPTIMAL\n\tValue = -406659/875\nVARS:\n")
    peer = next(peer for peer in PEERS if peer.name == "QSopt_ex")
    assert peer.read("", solution) == Said("optimal", Fraction(-406659, 875))


def test_a_folder_is_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    to_mps(_model().build(), tmp_path / "small.mps")
    assert lp_sets.main([str(tmp_path), "--limit", "60", "--out", str(tmp_path / "out"), "--only", "optcheck"]) == 0
    assert "| optcheck | 1 of 1 |" in capsys.readouterr().out
    names = ["profile.pdf", "profile.png", "profile.svg", "results.csv", "table.md"]
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == names
    assert "small,optcheck" in (tmp_path / "out" / "results.csv").read_text()


def test_of_several_short_runs_the_least_counts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    times = {"quick": iter([0.3, 0.2, 0.4]), "slow": iter([5.0])}

    def measure(peer: Peer, model: Path, limit: float) -> Measured:
        return Measured("small", peer.name, next(times[peer.name]), 0.0, 1.0, Said("optimal"))

    monkeypatch.setattr(lp_sets, "measure", measure)
    peers = [replace(PEERS[0], name=name) for name in times]
    runs = lp_sets.measure_all(peers, tmp_path / "small.mps", 60.0, repeat=3)
    assert [(run.peer, run.seconds) for run in runs] == [("quick", 0.2), ("slow", 5.0)]


def test_an_empty_folder_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert lp_sets.main([str(tmp_path)]) == 2
    assert "nothing to compare: 0 models" in capsys.readouterr().err


def test_a_run_past_the_limit_is_ended(tmp_path: Path) -> None:
    busy = Peer(
        "busy", "sh", lambda model, solution: ["sh", "-c", "while :; do :; done"], lambda text, path: Said("optimal")
    )
    assert lp_sets.measure(busy, tmp_path / "some.mps", 1.0).said == Said("")


def test_scaled_copies_have_the_same_optimum(tmp_path: Path) -> None:
    to_mps(_model("3/4").build(), tmp_path / "small.mps")
    assert lp_scaled.main([str(tmp_path), str(tmp_path / "copies")]) == 0
    copies = sorted((tmp_path / "copies").iterdir())
    assert [path.name for path in copies] == ["small-3.mps", "small-6.mps", "small-9.mps"]
    assert {solve(read(path)).value for path in copies} == {Fraction(3, 2)}


def test_earlier_runs_come_back_exactly(tmp_path: Path) -> None:
    runs = [
        Measured("a", "x", 1.5, 0.25, 10.0, Said("optimal", Fraction(1, 3))),
        Measured("b", "x", 2.0, 0.0, 11.0, Said("infeasible")),
    ]
    lp_sets.write_csv(runs, tmp_path / "results.csv")
    assert lp_sets.read_csv(tmp_path / "results.csv") == runs


def test_soplex_is_read_by_its_status_line(tmp_path: Path) -> None:
    soplex = next(peer for peer in PEERS if peer.needs == "soplex")
    text = "Reconstructed solution dual infeasible (3).\nSoPlex status       : problem is solved [optimal]\n"
    assert soplex.read(text, tmp_path / "none") == Said("optimal")
    assert soplex.read("Reconstructed solution dual infeasible (3).\n", tmp_path / "none") == Said("")


def test_values_of_thousands_of_digits_are_read(tmp_path: Path) -> None:
    ours = next(peer for peer in PEERS if peer.name == "optcheck")
    assert ours.read("start 0.1 x\noptimal 1" + "0" * 5000 + "/3", tmp_path / "none").value == Fraction(10**5000, 3)


_TINY = Path(__file__).parents[1] / "optcheck" / "lp" / "data"
_UNBOUNDED = "NAME u\nROWS\n N cost\n G r\nCOLUMNS\n x cost -1 r 1\nRHS\n rhs r 1\nENDATA\n"


@pytest.mark.parametrize("peer", PEERS, ids=lambda peer: peer.name)
def test_each_solver_has_the_right_outcome_on_tiny_files(peer: Peer, tmp_path: Path) -> None:
    if not peer.installed:
        pytest.skip(f"{peer.name} is not installed")
    unbounded = tmp_path / "unbounded.mps"
    unbounded.write_text(_UNBOUNDED)
    wanted = {_TINY / "corners.mps": "infeasible", _TINY / "unnamed_sets.mps": "optimal", unbounded: "unbounded"}
    for model, status in wanted.items():
        said = lp_sets.measure(peer, model, 60.0).said
        assert said.status == status
        assert said.value in (None, 4)
