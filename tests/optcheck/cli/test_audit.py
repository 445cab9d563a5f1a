"""``optcheck audit``, ``claims`` and ``show``."""

from __future__ import annotations

import json
import os
import shutil
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from optcheck.exact.files import verify
from tests.optcheck.cli.conftest import Command


def test_an_audit_prints_refutations_and_writes_everything(command: Command, tmp_path: Path) -> None:
    files = {name: tmp_path / name for name in ("a.json", "a.html", "t.json")}
    answer = command(
        "audit", "sums", "primes/euler", "--jobs", "1",
        "--json", str(files["a.json"]), "--html", str(files["a.html"]), "--timings", str(files["t.json"]),
    )  # fmt: skip
    assert answer.status == 0
    assert "primes/euler  Eq. 5  refuted  (text)" in answer.out
    assert "5 statements: 1 holds, 1 corrected, 2 refuted, 1 undecidable; 0 not as expected, 0 missing" in answer.out
    assert f"report: {files['a.html']}" in answer.out
    assert "n (n + 1) (2n + 1) / 6" in answer.out
    claims = json.loads(files["a.json"].read_text())["claims"]
    assert [entry["id"] for entry in claims] == [
        "primes/euler",
        "sums/growth",
        "sums/late",
        "sums/linear",
        "sums/squares",
    ]
    assert files["a.html"].read_text().startswith("<!doctype html>")
    timings = json.loads(files["t.json"].read_text())
    assert timings["sums/growth"]["measured"] == {"seconds": 0.5}
    assert all(entry["seconds"] >= 0 for entry in timings.values())


def test_two_runs_give_the_same_bytes(command: Command, tmp_path: Path) -> None:
    first, second = tmp_path / "1.json", tmp_path / "2.json"
    command("audit", "sums", "--jobs", "2", "--json", str(first))
    command("audit", "sums", "--jobs", "1", "--json", str(second))
    assert first.read_bytes() == second.read_bytes()


def test_the_audit_fails_when_a_statement_has_no_claim(command: Command) -> None:
    answer = command("audit", "--jobs", "1")
    assert answer.status == 1
    assert "1 known statement without a claim file: primes/absent" in answer.out


def test_the_audit_fails_on_errors_and_surprises(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPTCHECK_CLAIMS", "tests.optcheck.audit.broken")
    answer = command("audit", "bad/raises", "bad/unexpected", "--jobs", "1")
    assert answer.status == 1
    assert "its form: TypeError" in answer.out
    assert "computed holds, expected refuted" in answer.out


def test_claims_lists_statements_and_says_which_nobody_judges(command: Command) -> None:
    answer = command("claims", "primes")
    assert answer.status == 0
    assert "n^2 + n + 41 is prime [Eq. 5]" in answer.out
    assert "a statement that nobody has written a claim for [Eq. 9]  (no claim file)" in answer.out
    assert "sums/" not in answer.out


def test_show_explains_and_hands_out_the_certificate(command: Command, tmp_path: Path) -> None:
    proof = tmp_path / "proof.json"
    answer = command("show", "sums/squares", "--certificate", str(proof))
    assert answer.status == 0
    for part in (
        "The sum of the first n squares, printed with a wrong sign.",
        "n >= 0, whole",
        "corrected  (checked)",
        "evaluates two definitions",
        "optcheck show sums/squares --certificate sums-squares.json --claims tests.optcheck.audit.samples  &&",
        "optcheck verify sums-squares.json",
        ">>> CLAIM.printed.evaluate(instance)",
        "optcheck audit sums/squares --claims tests.optcheck.audit.samples",
    ):
        assert part in answer.out
    assert verify(proof).kind == "evaluation"
    assert "two definitions evaluated at n = 1: " in command("verify", str(proof)).out


def test_show_reports_proofs_and_measurements(command: Command) -> None:
    assert "induction" in command("show", "sums/linear").out
    assert "ratio at 1000 = 4002/1001" in command("show", "sums/growth").out


def test_show_says_which_goal_was_decided(command: Command) -> None:
    answer = " ".join(command("show", "adpml/eq-8", "--claims", "proofs_numeric").out.split())
    assert "the definition is the same as what the form's value means: decided by algebra" in answer


def test_show_comes_back_from_a_claim_that_does_not_end(command: Command) -> None:
    answer = command("show", "bad/slow", "--claims", "tests.optcheck.audit.broken", "--limit", "1")
    assert "stopped at the limit of 1 s" in answer.out


def test_a_claim_that_holds_has_no_certificate_to_write(command: Command, tmp_path: Path) -> None:
    answer = command("show", "sums/linear", "--certificate", str(tmp_path / "no.json"))
    assert answer.status == 2
    assert "there is no counterexample, hence no certificate" in answer.err


@pytest.mark.parametrize("options", [(), ("--no-cache",)])  # which scripts of former versions pass
def test_an_interrupt_is_one_line(command: Command, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]) -> None:
    def interrupted(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("optcheck.cli.audit.run", interrupted)
    answer = command("audit", "sums/linear", *options)
    assert (answer.status, answer.err.splitlines()[-1]) == (130, "optcheck: interrupted")


def test_ctrl_c_ends_the_audit_in_one_line(tmp_path: Path) -> None:
    root = Path(__file__).parents[3]
    marker = tmp_path / "judging"
    environment = {
        **os.environ,
        "OPTCHECK_CLAIMS": "tests.optcheck.audit.broken",
        "PYTHONPATH": str(root),
        "SLOW_CLAIM_MARKER": str(marker),
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "optcheck.cli", "audit", "bad/slow"],
        cwd=root,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 200
    while time.monotonic() < deadline and not marker.exists():
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=90)
    assert process.returncode == 130
    assert "optcheck: interrupted" in err
    assert "Traceback" not in err


def test_a_package_of_claims_in_the_present_folder_is_found(tmp_path: Path) -> None:
    root = Path(__file__).parents[3]
    samples = root / "tests" / "optcheck" / "audit" / "samples"
    shutil.copytree(samples, tmp_path / "my_package", ignore=shutil.ignore_patterns("__pycache__"))
    for file in (tmp_path / "my_package").rglob("*.py"):
        file.write_text(file.read_text().replace("tests.optcheck.audit.samples", "my_package"))
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    program = Path(sys.executable).with_name("optcheck")
    done = subprocess.run(
        [program, "audit", "sums/linear", "--jobs", "1"],
        cwd=tmp_path,
        env={**environment, "OPTCHECK_CLAIMS": "my_package"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "1 statement: 1 holds" in done.stdout


@pytest.mark.parametrize("arguments", [("show", "sums/linear"), ("mutants", "sums/linear", "--jobs", "1")])
def test_claims_of_your_own_are_shown_and_tried(
    command: Command, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    monkeypatch.delenv("OPTCHECK_CLAIMS")
    answer = command(*arguments, "--claims", "tests.optcheck.audit.samples")
    assert answer.status == 0 or (arguments[0] == "mutants" and answer.status == 3), answer.err
    assert "linear" in answer.out or "sums" in answer.out


def test_devices_survive_the_audit(command: Command) -> None:
    before = os.stat("/dev/null").st_ino
    assert command("audit", "sums/linear", "--json", "/dev/null", "--html", "/dev/null").status == 0
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    assert os.stat("/dev/null").st_ino == before


def test_claims_that_the_environment_chose_are_named(command: Command) -> None:
    assert "the claims are those of 'tests.optcheck.audit.samples', as $OPTCHECK_CLAIMS says" in command("audit").err


def test_an_argument_in_words_is_shown_as_what_it_is(command: Command) -> None:
    shown = " ".join(command("show", "kairouz/eq-5", "--claims", "proofs_numeric").out.split())
    assert "argument 2^k times the average accuracy is the sum over transcripts" in shown
    assert "(in words: nothing of it was executed)" in shown


def test_a_claim_that_states_its_model_is_judged_in_a_process_of_its_own() -> None:
    """Loading it adds to what is known of models, which is no tampering with the kernel."""
    own = {name: value for name, value in os.environ.items() if name != "OPTCHECK_CLAIMS"}
    words = [sys.executable, "-m", "optcheck", "audit", "tpmdp/thm-2-value"]
    ran = subprocess.run(words, cwd=Path(__file__).parents[3], env=own, capture_output=True, text=True, timeout=200)
    assert ran.returncode == 0, ran.stdout[-1000:]
    assert "1 statement: 1 holds" in ran.stdout
