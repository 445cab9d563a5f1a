"""The secure noisy sum with real processes: the right result, to the active parties only, with everybody's noise."""

from __future__ import annotations

import importlib.util
import multiprocessing
import subprocess
import sys
from contextlib import ExitStack
from fractions import Fraction
from pathlib import Path
from types import ModuleType

import pytest

from optcheck import noise
from optcheck.errors import InvalidInput, MissingExtra, OptcheckError
from optcheck.noise import secure_sum, share

PATH = Path(__file__).parents[2] / "examples" / "secure_noisy_sum.py"


def _load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("secure_noisy_sum", PATH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["secure_noisy_sum"] = module
    spec.loader.exec_module(module)
    return module


def _plan(n: int = 3, threshold: int = 1, active: tuple[int, ...] = (0, 2), dimension: int = 1) -> noise.Plan:
    return noise.make(noise.Question.of([1] * n, "1e-5", 2, threshold=threshold, active=active, dimension=dimension))


def test_active_parties_get_the_sum_of_all_shares(tmp_path: Path) -> None:
    pytest.importorskip("mpyc", reason='needs MPyC: pip install "optcheck[mpc]"')
    mean, plan = noise.Mean.of_range(0, 2), _plan(dimension=2)
    plan.save(tmp_path / "plan.json")
    values = {
        name: mean.share(plan, name, [Fraction(j % 5, 2) for j in range(500)]).steps for name in plan.question.names
    }
    shares = {name: [a + b for a, b in zip(values[name], noise.draw(plan, name), strict=True)] for name in values}
    released = secure_sum.run_on_loopback(plan, shares, tmp_path / "plan.json")
    totals = [sum(column) * plan.grid for column in zip(*shares.values(), strict=True)]
    assert released == {"party 1": totals, "party 2": None, "party 3": totals}
    assert abs(mean.result(plan, totals)[0] - 1) < Fraction(12 * 2 * round(plan.total), 1500)


def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("mpyc", reason='needs MPyC: pip install "optcheck[mpc]"')
    example = _load()
    example.main(["--parties", "3", "--threshold", "1", "--active", "2"])
    printed = capsys.readouterr().out
    assert "party 1 gets nothing" in printed
    assert "party 2 gets nothing" not in printed
    assert "party 3 gets nothing" in printed
    assert "standard deviation of the noise" in printed


def test_each_party_clips_its_value_and_draws_its_own_noise(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = _load().plan_for(3, 1, None)
    monkeypatch.setattr(share, "draw", lambda plan, name: [1])
    shares = [secure_sum._own_share(plan, "party 1", secure_sum.Value(value, 0, 10)) for value in (12, 5, -1)]
    assert [(share[0] - 1) * plan.grid for share in shares] == [10, 5, 0]
    assert capsys.readouterr().err.count("party 1: the value was outside 0 to 10 and was clipped") == 2


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (_plan(3, threshold=2), "threshold from 1 to 1, got 3 parties and threshold 2"),
        (_plan(3, threshold=0), "got 3 parties and threshold 0"),
        (_plan(2, threshold=1, active=(0,)), "at least 3 parties"),
        (_plan(3, active=()), "no active party takes part"),
    ],
)
def test_plans_that_sharing_cannot_serve_are_refused(plan: noise.Plan, message: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=message):
        secure_sum.run_on_loopback(plan, {}, tmp_path / "plan.json")


def test_a_top_up_takes_shares_and_no_values(tmp_path: Path) -> None:
    pytest.importorskip("mpyc", reason='needs MPyC: pip install "optcheck[mpc]"')
    plan = noise.top_up(_plan(4, active=(0, 1, 2, 3)), ["party 4"])
    plan.save(tmp_path / "plan.json")
    shares: dict[str, list[int] | secure_sum.Value] = {name: [7] for name in plan.question.names}
    assert secure_sum.run_on_loopback(plan, shares, tmp_path / "plan.json")["party 1"] == [21 * plan.grid]
    shares["party 2"] = secure_sum.Value("0.75", 0, 1)
    with pytest.raises(InvalidInput, match="tops up shares that were drawn before"):
        secure_sum.run_on_loopback(plan, shares, tmp_path / "plan.json")
    with pytest.raises(InvalidInput, match="tops up shares that were drawn before"):
        secure_sum._own_share(plan, "party 2", secure_sum.Value("0.75", 0, 1))


def test_every_party_needs_a_share(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="every party but 0, as planned, needs a share, got none for 'party 2'"):
        secure_sum.run_on_loopback(_plan(), {"party 1": [0]}, tmp_path / "plan.json")
    with pytest.raises(InvalidInput, match="a share must be 1 integers"):
        secure_sum.play(_plan(), "party 1", [1, 2], ["a", "b", "c"])
    with pytest.raises(InvalidInput, match="an address for each of 3 parties, got 1"):
        secure_sum.play(_plan(), "party 1", [1], ["a"])


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    plan = _plan()
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match="needs MPyC"):
        secure_sum.run_on_loopback(plan, {}, tmp_path / "plan.json")


def test_a_party_that_stops_is_reported(tmp_path: Path) -> None:
    pytest.importorskip("mpyc", reason='needs MPyC: pip install "optcheck[mpc]"')
    plan = _plan()
    shares = {name: [0] for name in plan.question.names}
    with pytest.raises(OptcheckError, match=r"party \d stopped: .*No such file"):
        secure_sum.run_on_loopback(plan, shares, tmp_path / "nothing.json")


def test_the_words_of_the_party_that_fails_arrive_long_before_the_limit(tmp_path: Path) -> None:
    pytest.importorskip("mpyc", reason='needs MPyC: pip install "optcheck[mpc]"')
    plan = _plan()
    plan.save(tmp_path / "plan.json")
    shares: dict[str, list[int] | secure_sum.Value] = {name: [0] for name in plan.question.names}
    shares["party 2"] = secure_sum.Value(1, 0, 100)
    with pytest.raises(OptcheckError, match="party 2 stopped: the range of 'party 2' must be no wider"):
        secure_sum.run_on_loopback(plan, shares, tmp_path / "plan.json")


def test_a_party_that_is_planned_to_be_missing_may_be_missing(tmp_path: Path) -> None:
    pytest.importorskip("mpyc", reason='needs MPyC: pip install "optcheck[mpc]"')
    plan = noise.make(noise.Question.of([1] * 4, "1e-5", 2, threshold=1, dropouts=1, active=[0, 3]))
    plan.save(tmp_path / "plan.json")
    shares = {name: [5] for name in plan.question.names if name != "party 2"}
    result = secure_sum.run_on_loopback(plan, shares, tmp_path / "plan.json")
    assert result == {"party 1": [15 * plan.grid], "party 3": None, "party 4": [15 * plan.grid]}
    with pytest.raises(InvalidInput, match="every party but 1"):
        secure_sum.run_on_loopback(plan, {"party 1": [5], "party 4": [5]}, tmp_path / "plan.json")


def test_nobody_waits_for_ever(tmp_path: Path) -> None:
    pytest.importorskip("mpyc", reason='needs MPyC: pip install "optcheck[mpc]"')
    plan = _plan()
    plan.save(tmp_path / "plan.json")
    addresses = [f"127.0.0.1:{port}" for port in secure_sum._free_ports(3)]
    program = (
        "from optcheck.errors import OptcheckError\nfrom optcheck.noise import Plan\n"
        "from optcheck.noise.secure_sum import play\n"
        f"plan = Plan.load({str(tmp_path / 'plan.json')!r})\n"
        f"try:\n    play(plan, 'party 1', [1], {addresses!r}, seconds=2)\n"
        "except OptcheckError as error:\n    print(error)\n"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)
    assert "did not come, or not finish, within 2 s" in ended.stdout, ended.stderr


def test_a_party_on_loopback_listens_there_alone(tmp_path: Path) -> None:
    pytest.importorskip("mpyc", reason='needs MPyC: pip install "optcheck[mpc]"')
    psutil = pytest.importorskip("psutil")
    plan = _plan()
    plan.save(tmp_path / "plan.json")
    addresses = [f"127.0.0.1:{port}" for port in secure_sum._free_ports(3)]
    hosts: set[str] = set()
    with ExitStack() as running:
        incoming = secure_sum._start(running, tmp_path / "plan.json", "party 3", [1], addresses, [])
        (party,) = multiprocessing.active_children()
        while not hosts and not incoming.poll():
            sockets = psutil.Process(party.pid).net_connections()
            hosts = {item.laddr.ip for item in sockets if item.status == psutil.CONN_LISTEN}
    assert hosts == {"127.0.0.1"}
