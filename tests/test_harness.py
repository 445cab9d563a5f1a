"""The tests about the tests: the same examples every time, every hang ended and named, every failure kept."""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.soak import __main__ as soak
from tests.soak import lowest, properties
from tests.soak._arguments import SKIPPED, read

ROOT = Path(__file__).parent.parent

HANGING = """
import ctypes, signal, time
import pytest

def block_all_signals():
    signal.pthread_sigmask(signal.SIG_BLOCK, set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP})

def test_in_native_code_that_keeps_pythons_lock():
    block_all_signals()
    ctypes.PyDLL(None).sleep(3600)

@pytest.mark.parametrize("number", range(6))
def test_sound(number):
    assert number >= 0

def test_in_native_code_that_releases_it():
    block_all_signals()
    ctypes.CDLL(None).sleep(3600)

def test_in_python():
    while True:
        time.sleep(0.01)
"""

DRAWING = """
from hypothesis import given, settings, strategies as st

@settings(max_examples=20)
@given(st.lists(st.fractions()))
def test_drawn(values):
    with open(%r, "a") as stream:
        print(values, file=stream)
"""

FAILING = """
from hypothesis import given, strategies as st

@given(st.integers(0, 10**6))
def test_fails(value):
    assert value < 1000
"""


def write_test(folder: Path, name: str, text: str) -> Path:
    """A test file outside the repository that is run as those inside are."""
    (folder / "conftest.py").write_text("from tests.conftest import *")
    (folder / name).write_text(text)
    return folder / name


def run_pytest(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-c", "pyproject.toml"]
    return subprocess.run([*command, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.long
def test_a_hanging_test_is_ended_and_named_and_the_rest_goes_on(tmp_path: Path) -> None:
    file = write_test(tmp_path, "test_hanging.py", HANGING)
    limits = ["-o", "timeout=8", "-o", "faulthandler_timeout=12"]
    done = run_pytest(str(file), "-n", "2", "--dist", "worksteal", "-p", "no:cov", *limits)
    assert done.returncode == 1
    for name in ("keeps_pythons_lock", "releases_it"):
        assert re.search(rf"crashed while running .*test_in_native_code_that_{name}", done.stdout), done.stdout
    assert re.search(r"FAILED .*test_in_python - Failed: Timeout", done.stdout)
    assert "3 failed, 6 passed" in done.stdout


def test_the_limits_are_those_of_the_configuration(pytestconfig: pytest.Config) -> None:
    assert 0 < float(pytestconfig.getini("timeout")) < float(pytestconfig.getini("faulthandler_timeout"))
    assert pytestconfig.getini("faulthandler_exit_on_timeout") is True


def test_coverage_does_not_slow_down_what_does_not_count_for_it() -> None:
    """As it did in the processes of pytest-xdist, by a factor of two."""
    assert sys.gettrace() is None


def drawn(tmp_path: Path, *arguments: str) -> str:
    kept = tmp_path / "drawn.txt"
    kept.unlink(missing_ok=True)
    file = write_test(tmp_path, "test_drawing.py", DRAWING % str(kept))
    assert run_pytest(str(file), *arguments).returncode == 0
    return kept.read_text()


def test_the_same_examples_are_drawn_every_time(tmp_path: Path) -> None:
    first = drawn(tmp_path)
    assert first.count("\n") >= 20
    assert drawn(tmp_path, "-n", "1", "--hypothesis-seed=5") == first  # not even a seed changes them


def test_a_soak_draws_what_its_seed_says(tmp_path: Path) -> None:
    first, again, other = (
        drawn(tmp_path, "--hypothesis-profile=soak", f"--hypothesis-seed={seed}") for seed in (1, 1, 2)
    )
    assert first == again
    assert first != other


def test_a_failure_of_a_soak_is_kept_and_can_be_replayed(tmp_path: Path) -> None:
    file, out = write_test(tmp_path, "test_failing.py", FAILING), tmp_path / "out"
    options = ["--hypothesis-profile=soak", "--hypothesis-seed=11"]
    run_pytest(str(file), "-n", "1", f"--failures={out}", *options)
    (kept,) = out.glob("*.txt")
    text = kept.read_text()
    assert "--hypothesis-seed=11" in text.partition("replay: ")[2].partition("\n")[0]
    assert "value=1000" in text
    assert "@reproduce_failure" in text
    assert "value=1000" in run_pytest(str(file), *options).stdout


def test_a_round_of_property_tests_says_how_it_ended(tmp_path: Path) -> None:
    file = write_test(tmp_path, "test_failing.py", FAILING)
    given = read(["--minutes", "60", "--seed", "3", "--out", str(tmp_path / "out")], "")
    assert properties._round(given, 3, [str(file)]) == 1
    assert len(list((tmp_path / "out").glob("*.txt"))) == 1
    hanging = write_test(
        tmp_path, "test_hanging.py", HANGING.replace("def test_in", "@pytest.mark.hypothesis\ndef test_in")
    )
    assert properties._round(replace(given, deadline=0.0), 3, [str(hanging)]) is None


def test_rounds_end_with_the_time(capsys: pytest.CaptureFixture[str]) -> None:
    assert properties.main(["--minutes", "0", "--seed", "3", "--out", "nowhere"]) == 0
    assert capsys.readouterr().out.strip().startswith("0 whole rounds of all property tests from seed 3 on, 0 failures")


DRIVER = """
import sys, time
def main(argv):
    print("figures first\\nall is said")
    {body}
if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize(
    ("body", "said", "status"),
    [
        ("return 0", "fine", 0),
        ("return 1", "FAILED after", 1),
        ("raise KeyError", "FAILED after", 1),
        (f"return {SKIPPED}", "skipped after", SKIPPED),
        ("sys.stdout.flush(); time.sleep(3600)", "HANGS, killed", None),
    ],
)
def test_drivers_are_found_run_and_judged(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    body: str,
    said: str,
    status: int | None,
) -> None:
    folder = tmp_path / "tests" / "soak"
    folder.mkdir(parents=True)
    (folder / "one.py").write_text(DRIVER.format(body=body))
    (folder / "_helper.py").write_text("def main(argv): ...")
    (folder / "data.py").write_text("main = 3")
    monkeypatch.setattr(soak, "ROOT", tmp_path)
    assert dict(soak.drivers([folder])) == {"tests.soak.one": 1}
    given = read(["--minutes", "0.0", "--out", str(tmp_path / "out")], "")
    assert soak._run("tests.soak.one", given, grace=10 if status is None else 200) == status
    assert f"tests.soak.one: {said}" in capsys.readouterr().out
    assert "figures first" in (tmp_path / "out" / "one" / "output.log").read_text()


def test_every_driver_of_the_repository_takes_the_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    shares = dict(soak.drivers(soak.FOLDERS))
    assert shares["tests.soak.programs"] > 2 > 1 > shares["tests.fuzz.sabotage"]
    assert {"tests.soak.properties", "tests.fuzz.certificates", "tests.fuzz.sabotage"} < set(shares)
    for name in shares:
        with pytest.raises(SystemExit) as ended:
            importlib.import_module(name).main(["--help"])
        assert ended.value.code == 0
        shown = capsys.readouterr().out
        assert all(option in shown for option in ("--minutes", "--seed", "--out"))


def test_without_a_network_the_lowest_versions_are_skipped_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.delenv("PIP_FIND_LINKS", raising=False)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    assert lowest.main(["--minutes", "1", "--out", str(tmp_path)], tmp_path / "environment") == SKIPPED
    assert "SKIPPED: the tests with the lowest allowed versions were not run: no network" in capsys.readouterr().out
    assert not (tmp_path / "environment").exists()


def test_the_time_of_a_soak_is_divided() -> None:
    shares = {"a": 1.0, "b": 2.0, "c": 1.0}
    assert soak.minutes(shares, 20, processors=1) == {"b": 10, "a": 5, "c": 5}
    assert list(soak.minutes(shares, 20, processors=2).items()) == [("b", 20), ("a", 10), ("c", 10)]
    assert soak.minutes(shares, 20, processors=64) == {"b": 20, "a": 20, "c": 20}


def test_tests_without_a_browser_are_skipped_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    done = run_pytest("tests/optcheck/audit/test_report_browser.py")
    assert re.search(
        r"^SKIPPED tests/.*::test_filters_combine_and_can_be_cleared - .*needs a browser", done.stdout, re.M
    )
    assert " passed" not in done.stdout
