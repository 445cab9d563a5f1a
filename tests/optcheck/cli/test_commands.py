"""Discovery of commands, help, errors in one line, ``verify``, ``reproduce`` and ``mutants``."""

from __future__ import annotations

import inspect
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from optcheck import Model, __version__, solve
from optcheck.checker import __main__ as checker
from optcheck.cli import commands, outlines
from optcheck.cli._console import BROKEN_PIPE, visible
from optcheck.cli.new import template
from optcheck.cli.reproduce import Reproduction, reproductions
from optcheck.errors import InvalidInput, MissingExtra
from optcheck.exact.files import Certificate
from tests.optcheck.cli.conftest import Command

ROOT = Path(__file__).parents[3]
MODEL = Model("minimise")
MODEL.variable("x", cost=1, lower="1/2")
GOOD = solve(MODEL.build()).certificate
BAD = Certificate(GOOD.kind, GOOD.instance, {**GOOD.evidence, "value": "1/3"})


def test_every_command_is_found_and_has_help_with_an_example(command: Command) -> None:
    names = [function.__name__ for function in commands()]
    assert {"audit", "claims", "mutants", "reproduce", "show", "verify"} <= set(names)
    for name in names:
        answer = command(name.replace("_", "-"), "--help")
        assert answer.status == 0
        assert f"optcheck {name}" in answer.out, "the help shows an example"


def test_the_list_of_commands_is_what_the_modules_hold() -> None:
    loaded = [(function.__name__, inspect.getdoc(function)) for function in commands()]
    assert [(function.__name__, function.__doc__) for function in outlines()] == loaded


def test_the_list_names_every_command_and_a_wrong_word_is_answered(command: Command) -> None:
    listed = command("--help").out
    for function in commands():
        assert f" {function.__name__.replace('_', '-')} " in listed
    answer = command("verfy", "proof.json")
    assert answer.status == 2
    assert "Did you mean 'verify'?" in answer.err


def test_the_version_is_shown(command: Command) -> None:
    assert command("--version").out == f"optcheck {__version__}\n"


def test_verify_says_what_is_proved(command: Command, tmp_path: Path) -> None:
    GOOD.save(tmp_path / "good.json")
    answer = command("verify", str(tmp_path / "good.json"))
    assert answer.status == 0
    assert "the minimum of the linear program with 0 rows and 1 column is 1/2" in answer.out


def test_a_bad_certificate_is_one_line_and_status_1(command: Command, tmp_path: Path) -> None:
    BAD.save(tmp_path / "bad.json")
    answer = command("verify", str(tmp_path / "bad.json"))
    assert answer.status == 1
    assert answer.out == ""
    assert answer.err.startswith(f"{tmp_path / 'bad.json'}: REJECTED: ")
    assert "objective" in answer.err
    assert len(answer.err.splitlines()) == 1


def test_verify_names_each_file_and_goes_on(command: Command, tmp_path: Path) -> None:
    names = ("a", "bad", "absent", "z")
    a, bad, absent, z = (str(tmp_path / f"{name}.json") for name in names)
    for path in (a, z):
        GOOD.save(path)
    BAD.save(bad)
    answer = command("verify", a, bad, absent, z)
    assert [line.partition(": ")[0] for line in answer.out.splitlines()] == [a, z]
    assert [line.partition(": ")[0] for line in answer.err.splitlines()] == [bad, absent]
    assert answer.status == 2
    assert command("verify", a, bad, z).status == 1
    assert command("verify", a, z).status == 0


@pytest.mark.parametrize("files", [["good"], ["bad", "good"], ["good", "absent", "bad"], ["folder"], []])
def test_the_bare_checker_has_the_same_exit_codes(
    command: Command, tmp_path: Path, files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    GOOD.save(tmp_path / "good")
    BAD.save(tmp_path / "bad")
    (tmp_path / "folder").mkdir()
    paths = [str(tmp_path / name) for name in files]
    assert checker.main(paths) == command("verify", *paths).status


def test_a_pipe_into_which_nobody_writes_is_not_waited_for(command: Command, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    answer = command("verify", str(pipe))
    assert (answer.status, answer.err) == (2, f"{pipe}: cannot be read: it is a pipe into which nobody writes\n")
    GOOD.save(tmp_path / "good.json")
    with subprocess.Popen(["cat", str(tmp_path / "good.json")], stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        assert command("verify", f"/dev/fd/{writer.stdout.fileno()}").status == 0


@pytest.mark.parametrize(
    "words", ["allocate pipe.csv -t 1", "solve pipe.mps", "solve pipe.mps.gz", "check diet.lp pipe.sol"]
)
def test_no_command_waits_for_such_a_pipe(command: Command, tmp_path: Path, words: str) -> None:
    (tmp_path / "diet.lp").write_text("min x\nst\nr: x >= 1\nend\n")
    pipe = next(word for word in words.split() if word.startswith("pipe"))
    os.mkfifo(tmp_path / pipe)
    answer = command(*(str(tmp_path / word) if "." in word else word for word in words.split()))
    assert answer.status == 2
    assert "cannot be read: it is a pipe into which nobody writes" in " ".join(answer.err.split())


@pytest.mark.parametrize("limit", ["inf", "nan", "1e400", "1e305", "-1"])
def test_a_limit_is_finite(command: Command, tmp_path: Path, limit: str, capsys: pytest.CaptureFixture[str]) -> None:
    GOOD.save(tmp_path / "good.json")
    for arguments in (["verify", str(tmp_path / "good.json")], ["audit", "sums/linear"], ["mutants", "sums/linear"]):
        answer = command(*arguments, "--limit", limit)
        assert answer.status == 2
        assert "Invalid value for '--limit'" in answer.err
    with pytest.raises(SystemExit, match="2"):
        checker.main(["--limit", limit, str(tmp_path / "good.json")])
    assert "--limit needs a number of seconds from 0 to 1000000000" in capsys.readouterr().err


def test_every_help_page_says_what_the_exit_status_means(command: Command) -> None:
    said = " ".join(command("--help").out.split())
    assert "Exit status of every command: 0 all is well; 1 something was judged" in said


def test_characters_that_steer_a_terminal_are_written_out(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "\x1b[31mred.json"
    path.write_text("{}")
    for answer in (command("verify", str(path)), command("audit", "\x1b[2J"), command("verify", "\u202e.json")):
        assert "\x1b" not in answer.out + answer.err
        assert "\u202e" not in answer.err
    assert visible("a\tb\r\x9b\nc") == "a\\tb\\r\\x9b\nc"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["allocate", ".", "--threshold", "1"], "the folder . must hold .parquet or .csv files, got none"),
        (["audit", "cubes"], "no paper or claim is called 'cubes'; papers with claims: primes, sums"),
        (["audit", "sums/Linear"], "no paper or claim is called 'sums/Linear' (did you mean sums/linear?); papers"),
        (["audit", "SUMS"], "no paper or claim is called 'SUMS' (did you mean sums?); papers with claims"),
        (["audit", "linearr"], "no paper or claim is called 'linearr' (did you mean sums/linear?); papers with claims"),
        (["show", "sums/square"], "no claim is called 'sums/square' (did you mean sums/squares?); `optcheck claims`"),
        (["audit", "--claims", "nosuch/"], "there is no package 'nosuch' with claims in the present folder or on Pyth"),
        (["audit", "--claims", "./a/b/mine"], "there is no file or folder './a/b/mine' with claims\n"),
        (["audit", "--claims", "my-claims"], "there is no file or folder 'my-claims' with claims\n"),
        (["audit", "--claims", "json"], "no claim was found: a package of claims has a folder for each paper"),
        (["mutants", "--claims", "json.decoder"], "'json.decoder' is a file, not a package with claims"),
        (["claims", "cubes"], "no paper is called 'cubes'; papers: primes, sums"),
        (["show", "sums/cubes"], "no claim is called 'sums/cubes'"),
        (["reproduce"], "name a reproduction, or say --all"),
        (["reproduce", "cordp-fig1", "--from", "."], "cordp-fig1 keeps no measurements: draw it without --from"),
        (["reproduce", "no-such-figure"], "nothing to reproduce is called 'no-such-figure'"),
        (["audit", "sums", "--json", "-"], "--json needs the name of a file, got '-'"),
        (["explain", "sums/linear"], "there is no command 'explain': did you mean 'show'?"),
        (["audit", "sums", "--json", "no/such/folder/a.json"], "the folder no/such/folder does not exist"),
    ],
)
def test_mistakes_are_answered_in_one_line(command: Command, arguments: list[str], message: str) -> None:
    answer = command(*arguments)
    assert answer.status == 2
    announced = re.sub(r"^the claims are those of .* says\n", "", answer.err)  # by whom another package was named
    assert announced.startswith(f"optcheck: {message}")
    assert "Traceback" not in answer.err


@pytest.mark.parametrize(
    ("path", "status", "message"),
    [
        ("no-such-file.json", 2, "cannot be read: No such file or directory"),
        (".", 2, "cannot be read: Is a directory"),
        ("a" * 300, 2, "cannot be read: File name too long"),
        ("/dev/null", 1, "REJECTED: "),
    ],
)
def test_what_is_no_certificate_is_named(command: Command, path: str, status: int, message: str) -> None:
    answer = command("verify", path)
    assert answer.status == status
    assert answer.err.startswith(f"{path}: {message}")
    assert "Traceback" not in answer.err


@pytest.mark.parametrize("name", ["syntax", "imports", "keyword"])
def test_a_claim_that_cannot_be_imported_is_told_in_one_line(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    code = {
        "syntax": "def",
        "imports": "from json import nothing",
        "keyword": "from optcheck.claims import *\nClaim(x=1)",
    }
    monkeypatch.syspath_prepend(tmp_path)
    paper = tmp_path / f"cannot_{name}" / "bad"
    paper.mkdir(parents=True)
    for folder in (paper, paper.parent):
        (folder / "__init__.py").write_text("")
    (paper / "x.py").write_text(code[name])
    answer = command("show", "bad/x", "--claims", f"cannot_{name}")
    assert answer.status == 2
    assert answer.err.startswith(f"optcheck: cannot_{name}.bad.x cannot be imported: ")
    assert answer.err.count("\n") == 1
    assert "x.py" in answer.err


def test_mutants_of_claims_that_do_not_work_are_not_tried(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changes = {
        "floats": ("Fraction(ring.n, 2)", "ring.n / 2"),
        "infeasible": ('">=", 1)', '"<=", -1)'),
        "nothing": ("integer(3)", "integer(3, 2)"),
        "relation": ("asserts=equals", 'asserts="equals"'),
        "wrong": ("Fraction(ring.n, 2)", "Fraction(ring.n, 3)"),
    }
    monkeypatch.syspath_prepend(tmp_path)
    paper = tmp_path / "not_working" / "bad"
    paper.mkdir(parents=True)
    for folder in (paper, paper.parent):
        (folder / "__init__.py").write_text("")
    for name, (before, after) in changes.items():
        text = template("optimum", f"bad/{name}")
        assert before in text
        (paper / f"{name}.py").write_text(text.replace(before, after))
    answer = command("mutants", "--jobs", "1", "--claims", "not_working", "--json", str(tmp_path / "m.json"))
    assert answer.status == 1
    assert "Not tried" in answer.out
    assert "not tried" in answer.out  # the column
    content = json.loads((tmp_path / "m.json").read_text())
    assert content["mutants"] == []
    for name, reason in {
        "floats": "only exact values are judged",
        "infeasible": "infeasible",
        "nothing": "the grid of its domain is empty",
        "relation": "asserts must be a relation of optcheck.claims.claim, such as equals, got 'equals'",
        "wrong": "the form is wrong as it stands, at",
    }.items():
        assert reason in content["problems"][f"bad/{name}"]


def test_mutants_are_tried_and_reported(command: Command, tmp_path: Path) -> None:
    answer = command("mutants", "sums", "--per-claim", "0", "--jobs", "1", "--json", str(tmp_path / "m.json"))
    assert "Planted errors" in answer.out
    content = json.loads((tmp_path / "m.json").read_text())
    assert content["counts"]["sums"]["refuted"] >= 10
    fates = [trial["fate"] for trial in content["mutants"]]
    assert "survived" not in fates
    assert answer.status == (3 if "not told apart" in fates else 0)


def drawn(out: Path, progress: object) -> list[Path]:
    assert callable(progress)
    progress("drawing")
    (out / "figure.csv").write_text("1\n")
    return [out / "figure.csv"]


def test_help_is_shown_also_where_an_extra_is_missing(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> list[object]:
        raise MissingExtra(f"optcheck {name} needs hypothesis: pip install 'optcheck[audit]'")

    monkeypatch.setattr("optcheck.cli.commands", absent)
    answer = command("audit", "--help")
    assert answer.status == 2
    assert "Judge printed statements" in answer.out
    assert "Examples" in answer.out
    assert answer.err == "optcheck: optcheck audit needs hypothesis: pip install 'optcheck[audit]'\n"
    assert command("audit").out == ""


def test_reproduce_lists_runs_and_names_the_files(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = {"figure-1": Reproduction("figure-1", "a small figure", drawn)}
    monkeypatch.setattr("optcheck.cli.reproduce.reproductions", lambda _: known)
    assert "a small figure" in command("reproduce", "--list").out
    for name in ("figure-1", "--all"):
        answer = command("reproduce", name, "--out", str(tmp_path / "new"))
        assert answer.status == 0
        assert (tmp_path / "new" / "figure.csv").exists()
        assert "figure.csv" in answer.out


def judged(out: Path, progress: Callable[[str], None]) -> list[Path]:
    progress("1 of 2 measurements")
    progress("nearly done")
    path = out / "figure-statements.csv"
    line = "Fig. 4,grows,partly"
    path.write_text(f"place,statement,verdict,comparison\n{line},a\n{line},b\n", encoding="utf-8")
    return [path]


def test_reproduce_says_what_became_of_each_sentence_and_can_be_quick(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = {
        "a": Reproduction("a", "title", failing, quick=judged),
        "b": Reproduction("b", "title", drawn),  # measures nothing: there is no shorter way
    }
    monkeypatch.setattr("optcheck.cli.reproduce.reproductions", lambda _: known)
    answer = command("reproduce", "a", "b", "--quick", "--out", str(tmp_path))
    assert answer.status == 0
    assert answer.out.count("partly          Fig. 4: grows") == 1
    assert (tmp_path / "b" / "figure.csv").exists()
    assert command("reproduce", "a", "--out", str(tmp_path)).status == 1


def missing(out: Path, progress: object) -> list[Path]:
    raise MissingExtra("install the data set")


def failing(out: Path, progress: object) -> list[Path]:
    raise ZeroDivisionError("division by zero")


def test_a_failing_reproduction_does_not_stop_the_others(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = {"a": failing, "b": missing, "c": drawn}
    known = {name: Reproduction(name, "title", run) for name, run in runs.items()}
    monkeypatch.setattr("optcheck.cli.reproduce.reproductions", lambda _: known)
    answer = command("reproduce", "--all", "--out", str(tmp_path))
    assert answer.status == 1
    assert "failed: a: ZeroDivisionError: division by zero" in answer.err
    assert "skipped: b: install the data set" in answer.err
    assert not (tmp_path / "b").exists()
    assert (tmp_path / "c" / "figure.csv").exists()
    assert command("reproduce", "b", "c", "--out", str(tmp_path)).status == 0


def test_reproductions_are_found_by_looking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "figures"
    package.mkdir()
    line = "REPRODUCTIONS = (Reproduction('{}', 'title', print),)"
    imported = "from optcheck.cli.reproduce import Reproduction\n"
    (package / "__init__.py").write_text("")
    (package / "b.py").write_text(imported + line.format("b"))
    (package / "_helper.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    assert list(reproductions("figures")) == ["b"]
    (package / "c.py").write_text(imported + line.format("b"))
    with pytest.raises(InvalidInput, match="two reproductions are called 'b'"):
        reproductions("figures")
    (package / "a.py").write_text("")
    with pytest.raises(InvalidInput, match=r"figures\.a must define REPRODUCTIONS"):
        reproductions("figures")


def test_the_repository_s_reproductions_have_unique_names() -> None:
    found = reproductions("benchmarks.reproductions")
    assert all(name == item.name and item.title for name, item in found.items())


def test_a_terminal_without_greek_letters_shows_the_rest() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "OPTCHECK_CLAIMS": "tests.optcheck.audit.samples"}
    command = [sys.executable, "-m", "optcheck", "allocate", "examples/parties.csv", "-t", "2"]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "hospital" in done.stdout


def _without_reader(*words: str) -> subprocess.CompletedProcess[bytes]:
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "optcheck", *words]
    done = subprocess.run(command, cwd=ROOT, stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    return done


def test_a_reader_who_has_gone_is_no_judgement() -> None:
    done = _without_reader("allocate", "examples/parties.csv", "-t", "2")
    assert (done.returncode, done.stderr) == (BROKEN_PIPE, b"")


@pytest.mark.parametrize(
    "words",
    [
        ["solve", "examples/diet.mps", "--certificate"],
        ["solve", "examples/diet.mps", "--json", "--out"],
        ["allocate", "examples/parties.csv", "-t", "2", "--plan"],
        ["allocate", "examples/parties.csv", "-t", "2", "--json", "--certificate"],
        ["audit", "adpml/eq-20", "--json"],
        ["audit", "adpml/eq-20", "--html"],
    ],
)
def test_a_reader_who_has_gone_loses_no_file(words: list[str], tmp_path: Path) -> None:
    target = tmp_path / "result.json"
    assert _without_reader(*words, str(target)).returncode == BROKEN_PIPE
    assert target.stat().st_size > 0


def test_a_top_up_is_written_before_it_is_described(tmp_path: Path) -> None:
    plan, later = str(tmp_path / "plan.json"), tmp_path / "later.json"
    _without_reader("allocate", "examples/parties.csv", "-t", "2", "-d", "1", "--plan", plan)
    assert _without_reader("replan", plan, "--left", "gym", "--plan", str(later)).returncode == BROKEN_PIPE
    assert later.stat().st_size > 0
