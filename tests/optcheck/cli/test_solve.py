"""``optcheck solve``: pages, files, exit statuses."""

from __future__ import annotations

import csv
import importlib
import io
import json
import re
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from optcheck import Model, verify
from optcheck import solve as solve_program
from optcheck.cli import solve
from optcheck.cli._console import read
from optcheck.cli.solve import solve as solve_command
from tests.optcheck.cli.conftest import Command

DATA = Path(__file__).parents[1] / "lp" / "data"
DIET = "min\n cost: 0.5 bread + 2/3 milk\nst\n energy: 3 bread + 2 milk >= 7\n protein: bread + 3 milk >= 5\nend\n"


@pytest.fixture
def diet(tmp_path: Path) -> str:
    (tmp_path / "diet.lp").write_text(DIET)
    return str(tmp_path / "diet.lp")


def test_an_optimum_with_its_proof(command: Command, diet: str, tmp_path: Path) -> None:
    proof, vipr = str(tmp_path / "proof.json"), tmp_path / "proof.vipr"
    answer = command("solve", diet, "--certificate", proof, "--vipr", str(vipr))
    assert (answer.status, answer.err) == (0, "")
    assert answer.out.startswith("optimal: the minimum is 65/42")
    assert ["bread", "11/7", "0"] in [line.split() for line in answer.out.splitlines()]
    words = "the minimum of the linear program with 2 rows and 2 columns is 65/42"
    assert command("verify", proof).out == f"{proof}: proved: {words}\n"
    assert "RTP range 65/42 65/42" in vipr.read_text()


def test_a_proof_is_held_against_its_program(command: Command, diet: str, tmp_path: Path) -> None:
    proof, other = str(tmp_path / "proof.json"), tmp_path / "other.lp"
    for option, words in (((), ""), (("--binary",), ", its numbers read as doubles")):
        command("solve", diet, "--certificate", proof, *option)
        answer = command("verify", proof, "--program", diet)
        assert answer.status == 0
        assert answer.out.endswith(f"; it is the program in {diet}{words}\n")
    other.write_text(DIET.replace(">= 7", ">= 6"))
    answer = command("verify", proof, "--program", str(other))
    assert (answer.status, answer.out) == (1, "")
    assert "REJECTED: it proves something, but about another program" in answer.err
    assert command("verify", proof, "--program", str(tmp_path / "none.lp")).status == 2
    assert command("verify", proof, "--program", diet, "--noise", proof).status == 2
    other.write_text("min\n x\nst\n a: x >= 1\ngeneral\n x\nend\n")
    command("solve", str(other), "--relax", "--certificate", proof)
    assert command("verify", proof, "--program", str(other)).out.endswith(", its integer columns relaxed\n")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("min", "max", "sense: expected maximise, got minimise"),
        ("milk", "cream", 'name of column 2: expected "cream", got "milk"'),
        ("2/3 milk", "milk", 'cost of column "milk": expected 1, got 2/3'),
        ("end", "bounds\n milk <= 5\nend", 'upper bound of column "milk": expected 5, got none'),
        ("protein", "fat", 'name of row 2: expected "fat", got "protein"'),
        ("end", "more: milk >= 0\nend", "number of rows: expected 3, got 2"),
        (">= 7", ">= 6", 'right side of row "energy": expected 6, got 7'),
        (">= 5", "<= 5", 'relation of row "protein": expected <=, got >='),
        ("bread + 3", "bread + 4", 'terms of row "protein"\n'),
        ("end", "general\n milk\nbounds\n milk <= 5\nend", 'upper bound of column "milk": expected 5, got none'),
    ],
)
def test_the_first_difference_is_named(
    command: Command, diet: str, tmp_path: Path, old: str, new: str, words: str
) -> None:
    proof, other = str(tmp_path / "proof.json"), tmp_path / "other.lp"
    command("solve", diet, "--certificate", proof)
    other.write_text(DIET.replace(old, new))
    answer = command("verify", proof, "--program", str(other))
    assert answer.status == 1
    assert f"than the one in {other}: {words}" in answer.err


def test_the_order_of_terms_does_not_make_another_program(command: Command, tmp_path: Path) -> None:
    """MPS files go by columns, LP files by rows."""
    proof, mps, lp = tmp_path / "proof.json", tmp_path / "a.mps", tmp_path / "a.lp"
    mps.write_text(
        "NAME a\nROWS\n N o\n G r\nCOLUMNS\n m 'MARKER' 'INTORG'\n u o 1 r -8\n m 'MARKER' 'INTEND'\n w o 1 r 1\n"
        "RHS\n b r 3/2\nBOUNDS\n UP b u 5\nENDATA\n"
    )
    lp.write_text("min\n o: u + w\nst\n r: w - 8 u >= 3/2\nbounds\n u <= 5\ngeneral\n u\nend\n")
    for option, reading in (((), ""), (("--relax",), ", its integer columns relaxed")):
        for one, other in ((mps, lp), (lp, mps)):
            assert command("solve", str(one), "--certificate", str(proof), *option).status == 0
            assert command("verify", str(proof), "--program", str(other)).out.endswith(
                f"the program in {other}{reading}\n"
            )
    command("solve", str(mps), "--certificate", str(proof))
    lp.write_text("min\n o: u + w\nst\n r: w - 8 u >= 3/2\nbounds\n u <= 5\nend\n")
    answer = command("verify", str(proof), "--program", str(lp))
    assert (answer.status, answer.err.endswith(f"in {lp}: a certificate of another kind\n")) == (1, True)


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        (
            "a.lp",
            b"min",
            'in JSON: got "Expecting value: line 1 column 1 (char 0)"; a program\'s file is for optcheck solve or',
        ),
        (
            "a.mps.gz",
            b"\x1f\x8b",
            "in JSON: got \"'utf-8' codec can't decode byte 0x8b in position 1: invalid start byte\"; a",
        ),
        ("a.json", b"", 'in JSON: got "Expecting value: line 1 column 1 (char 0)"\n'),
        ("a.json", b"[1.5]", 'in JSON: got "floats are not evidence: 1.5"\n'),
        ("a.vipr", b"", "a.vipr: REJECTED: VIPR file: expected more words, got its end: is it cut off?\n"),
        ("a.vipr", b"VER 1.0\nVAR", "expected more words, got its end: is it cut off?\n"),
        ("a.vipr", b"\x1b\xff\xd3\xa2" * 99, "expected VER, got '" + r"\x1b\ufffd\u04e2" * 10 + "'\n"),
    ],
)
def test_what_is_no_proof_is_refused_in_plain_words(
    command: Command, tmp_path: Path, name: str, content: bytes, words: str
) -> None:
    (tmp_path / name).write_bytes(content)
    answer = command("verify", str(tmp_path / name))
    assert answer.status == 1
    assert words in answer.err


def test_answers_as_json_and_csv(command: Command, diet: str, tmp_path: Path) -> None:
    printed = json.loads(command("solve", diet, "--json", "--out", str(tmp_path / "a.json")).out)
    assert (printed["value"], printed["columns"]) == ("65/42", {"bread": "11/7", "milk": "8/7"})
    assert json.loads((tmp_path / "a.json").read_text())["multipliers"] == printed["multipliers"]
    command("solve", diet, "--out", str(tmp_path / "a.csv"))
    with (tmp_path / "a.csv").open() as stream:
        assert list(csv.reader(stream))[1] == ["bread", "11/7", "0"]
    assert command("check", diet, str(tmp_path / "a.json"), "--tolerance", "0").status == 0


def test_the_exit_status_tells_the_outcome(command: Command, tmp_path: Path) -> None:
    texts = {"3": "min\n x\nst\n a: x <= 1\n b: x >= 2\nend\n", "4": "max\n x\nst\n a: x >= 1\nend\n"}
    for status, text in texts.items():
        (tmp_path / "m.lp").write_text(text)
        answer = command("solve", str(tmp_path / "m.lp"), "--vipr", str(tmp_path / "m.vipr"))
        assert answer.status == int(status)
        assert (tmp_path / "m.vipr").exists()
    assert "VIPR has no form for unbounded programs" in answer.err
    assert command("solve", str(tmp_path / "none.lp")).status == 2


def test_crossed_bounds_are_infeasible(command: Command, tmp_path: Path) -> None:
    (tmp_path / "m.lp").write_text("min\n x\nst\n a: x >= -9\nbounds\n x <= -1\nend\n")
    answer = command("solve", str(tmp_path / "m.lp"), "--certificate", str(tmp_path / "proof.json"))
    assert answer.status == 3
    assert "the lower bound of column x is above its upper bound" in answer.out
    assert json.loads(command("solve", str(tmp_path / "m.lp"), "--json").out)["crossed_bounds"] == "x"
    assert command("verify", str(tmp_path / "proof.json")).status == 0


def test_a_folder_that_is_not_there_is_said_before_the_work(command: Command, diet: str, tmp_path: Path) -> None:
    for option in ("--certificate", "--vipr", "--out"):
        answer = command("solve", diet, option, str(tmp_path / "none" / "a.json"))
        assert (answer.status, answer.out) == (2, "")
        assert f"{option} {tmp_path / 'none' / 'a.json'} cannot be written: there is no folder" in answer.err


def test_nothing_proved_within_the_limit(command: Command, diet: str, tmp_path: Path) -> None:
    answer = command("solve", diet, "--limit", "1e-9", "--certificate", str(tmp_path / "proof.json"))
    assert (answer.status, answer.out) == (5, "")
    assert "the limit of 1e-09 seconds is reached" in answer.err
    assert not (tmp_path / "proof.json").exists()


def test_notes_about_the_file(command: Command) -> None:
    relaxed = command("solve", str(DATA / "integers.mps"), "--relax")
    assert relaxed.status == 0
    assert relaxed.err == (
        "note: this is the relaxation: 6 integer columns may take any value\n"
        "note: 1 integer column without bounds (such as b) may be 0 or 1, as CPLEX and HiGHS have it\n"
    )
    assert command("solve", str(DATA / "corners.mps")).err.count("note: ") == 2


@pytest.mark.parametrize(("name", "optimum"), [("integers.mps", 13), ("integers.lp", 4)])
def test_integer_programs(command: Command, tmp_path: Path, name: str, optimum: int) -> None:
    model, proof, vipr, csv = (
        str(DATA / name),
        str(tmp_path / "p.json"),
        str(tmp_path / "p.vipr"),
        str(tmp_path / "p.csv"),
    )
    answer = command("solve", model, "--certificate", proof, "--vipr", vipr, "--out", csv)
    assert (answer.status, answer.out.splitlines()[0]) == (0, f"optimal: the minimum is {optimum}")
    assert Path(csv).read_text().startswith("column,value\n")
    checked = command("verify", proof, vipr)
    assert checked.status == 0
    assert checked.out.count(f"is {optimum}\n") == 2
    assert command("verify", proof, "--program", model).out.endswith(f"it is the program in {model}\n")
    wrong = tmp_path / "wrong.vipr"
    wrong.write_text(Path(vipr).read_text().replace(f"RTP range {optimum} ", f"RTP range {optimum + 1} "))
    assert command("verify", str(wrong)).status == 1
    assert command("solve", model, "--iis").status == 2
    assert json.loads(command("solve", model, "--json").out)["bound"] == optimum


def test_an_integer_program_without_a_point_or_an_end(command: Command, tmp_path: Path) -> None:
    (tmp_path / "odd.lp").write_text("min\n x\nst\n odd: 2 x - 4 y = 11\ngeneral\n x y\nend\n")
    (tmp_path / "far.lp").write_text("max\n x\nst\n slope: 2 x - 3 y = 1\ngeneral\n x y\nend\n")
    assert command("solve", str(tmp_path / "odd.lp")).status == 3
    assert command("solve", str(tmp_path / "far.lp")).status == 4


def test_numbers_as_doubles(command: Command, tmp_path: Path) -> None:
    (tmp_path / "m.lp").write_text("min\n 0.1 x\nst\n a: x >= 1\nend\n")
    assert "the minimum is 1/10 (0.1)" in command("solve", str(tmp_path / "m.lp")).out
    binary = command("solve", str(tmp_path / "m.lp"), "--binary").out
    assert "the minimum is 3602879701896397/36028797018963968 (0.1 .. 0.100000000000001)" in binary


def test_wrong_usage(command: Command, diet: str) -> None:
    assert "--out must end in .json or .csv" in command("solve", diet, "--out", "a.txt").err
    assert "must not overwrite the input" in command("solve", diet, "--certificate", diet).err
    assert "backend must be one of" in command("solve", diet, "--backend", "none").err


def test_an_interrupt_leaves_nothing_behind(
    command: Command, diet: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    for name in ("optcheck.cli.solve.solve_program", "os.replace"):
        with monkeypatch.context() as patch:
            patch.setattr(name, interrupted)
            answer = command(
                "solve", diet, "--certificate", str(tmp_path / "proof.json"), "--out", str(tmp_path / "a.csv")
            )
        assert answer.status == 130
        assert [path.name for path in tmp_path.iterdir()] == ["diet.lp"]


def test_an_interrupt_while_the_command_is_loaded(command: Command, diet: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("optcheck.cli.commands", interrupted)
    answer = command("solve", diet)
    assert (answer.status, answer.err) == (130, "optcheck: interrupted\n")


def test_an_interrupt_does_not_wait_for_the_solver(diet: str, tmp_path: Path) -> None:
    script = f"""
import time
from optcheck.cli import main, solve
def endless(*_, **__):
    print("started", flush=True)
    time.sleep(120)
solve.solve_program = endless
main(["solve", {diet!r}, "--certificate", {str(tmp_path / "proof.json")!r}])
"""
    arguments = [sys.executable, "-c", script]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "started\n"
        process.send_signal(signal.SIGINT)
        _, messages = process.communicate(timeout=60)
    assert (process.returncode, messages) == (130, "optcheck: interrupted\n")
    assert [path.name for path in tmp_path.iterdir()] == ["diet.lp"]


def test_an_interrupt_of_an_integer_program_shows_what_is_proved(tmp_path: Path) -> None:
    """Rows of a market split with slack: the tree is far too large to be searched."""
    file, proof = tmp_path / "split.lp", tmp_path / "proof.json"
    sums = [" + ".join(f"{(37 * i + 1) * (j + 11) ** (2 + i) % 101} x{j}" for j in range(40)) for i in range(5)]
    rows = "".join(f" r{i}: {terms} + s{i} - t{i} = {900 + 17 * i}\n" for i, terms in enumerate(sums))
    slacks = " + ".join(f"s{i} + t{i}" for i in range(5))
    binaries = " ".join(f"x{j}" for j in range(40))
    file.write_text(f"min\n {slacks}\nst\n{rows}binary\n {binaries}\nend\n")
    script = f"""
from optcheck.cli import main
from optcheck.lp.branch_and_bound import Search
visit = Search.visit
def told(search, node):
    if search.nodes == 50:
        print("searching", flush=True)
    visit(search, node)
Search.visit = told
main(["solve", {str(file)!r}, "--rows", "0", "--certificate", {str(proof)!r}])
"""
    arguments = [sys.executable, "-c", script]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "searching\n"
        process.send_signal(signal.SIGINT)
        words, messages = process.communicate(timeout=120)
    assert process.returncode == 5
    assert words.startswith("not closed: the minimum is between ")
    assert messages.startswith("optcheck: interrupted; what is proved so far follows")
    assert {fact.relation for fact in verify(proof).facts} == {"<=", ">="}


def test_a_terminal_shows_the_stage(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = io.StringIO()
    monkeypatch.setattr(solve, "_screen", lambda: Console(file=screen, force_terminal=True, width=100))
    model = Model("minimise")
    x = model.variable("x", cost=1)
    model.row("floor", {x: 1}, ">=", 1)
    with solve.working("solving"):
        assert solve.stoppable(lambda: solve_program(model.build())).value == 1
    assert "solving: check" in screen.getvalue()


# Many files


@pytest.fixture
def many(tmp_path: Path, diet: str) -> list[str]:
    (tmp_path / "none.lp").write_text("min\n x\nst\n a: x >= 2\n b: x <= 1\nend\n")
    (tmp_path / "two.lp").write_text("max\n x\nst\n a: 3 x <= 7\ngeneral\n x\nend\n")
    return [diet, str(tmp_path / "none.lp"), str(tmp_path / "two.lp")]


def _without_seconds(text: str) -> list[str]:
    return re.sub(r"\(?[0-9.]+ s\)?", "", text).splitlines()


def test_many_files_get_a_line_each_and_a_total(command: Command, many: list[str], tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    answer = command("solve", *many, "--jobs", "2", "--csv", str(table))
    assert (answer.status, answer.err) == (0, "")
    assert _without_seconds(answer.out) == [
        f"{many[0]}: optimal 65/42 ",
        f"{many[1]}: infeasible ",
        f"{many[2]}: optimal 2 ",
        "3 programs: 1 infeasible, 2 optimal; ",
    ]
    rows = list(csv.DictReader(io.StringIO(table.read_text())))
    assert [(row["status"], row["value"], row["integers"]) for row in rows] == [
        ("optimal", "65/42", "0"),
        ("infeasible", "", "0"),
        ("optimal", "2", "1"),
    ]


def test_a_bad_file_does_not_stop_the_others(command: Command, many: list[str], tmp_path: Path) -> None:
    (tmp_path / "bad.mps").write_text("junk\n")
    answer = command("solve", str(tmp_path / "bad.mps"), str(tmp_path / "absent.lp"), *many)
    assert answer.status == 2
    assert "bad.mps: unusable" in answer.out
    assert "there is no file" in answer.out
    assert "5 programs: 1 infeasible, 2 optimal, 2 unusable" in answer.out


def test_what_is_for_one_file_is_refused_for_many(command: Command, many: list[str], tmp_path: Path) -> None:
    answer = command("solve", *many, "--certificate", str(tmp_path / "proof.json"))
    assert (answer.status, answer.out) == (2, "")
    assert "--certificate is for one file" in answer.err
    assert command("solve", *many, "--csv", many[0]).status == 2
    assert Path(many[0]).read_text() == DIET


@pytest.mark.skipif(find_spec("distributed") is None, reason="dask is not installed")
@pytest.mark.filterwarnings("ignore")  # dask's own clean-up warns about sockets that it closes a moment later
def test_many_files_on_a_cluster(command: Command, many: list[str]) -> None:
    distributed: Any = importlib.import_module("distributed")
    sizes = {"n_workers": 1, "threads_per_worker": 1, "processes": False, "protocol": "tcp"}
    with distributed.LocalCluster(**sizes, dashboard_address=None) as local:
        answer = command("solve", *many, "--dask", local.scheduler_address)
    assert answer.status == 0, answer.err
    assert "3 programs: 1 infeasible, 2 optimal" in answer.out


# Without typer


@pytest.mark.parametrize(
    ("words", "given"),
    [
        (["a.lp"], {"files": [Path("a.lp")]}),
        (["a.lp", "--rows", "5", "--json"], {"files": [Path("a.lp")], "rows": 5, "as_json": True}),
        (["--limit=2.5", "a.lp", "b.lp"], {"files": [Path("a.lp"), Path("b.lp")], "limit": 2.5}),
        (["a.lp", "--out", "x.csv"], {"files": [Path("a.lp")], "output": Path("x.csv")}),
        (["a.lp", "--rows", "-1"], None),
        (["a.lp", "--rows", "many"], None),
        (["a.lp", "--limit", "nan"], None),
        (["a.lp", "--help"], None),
        (["a.lp", "--unknown", "3"], None),
        (["a.lp", "--rows"], None),
        (["a.lp", "--json=yes"], None),
        (["a.lp", "--rows", "1", "b.lp"], None),
        ([], None),
    ],
)
def test_words_are_read_without_typer_or_left_to_it(words: list[str], given: dict[str, object] | None) -> None:
    assert read(solve_command, words) == given


def test_a_command_in_a_hurry_loads_neither_typer_nor_rich(diet: str) -> None:
    script = f"import sys; from optcheck.cli import main\ntry: main(['solve', {diet!r}])\nfinally: "
    script += "print([m for m in ('typer', 'rich', 'pydantic') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr, done.stdout.splitlines()[-1]) == (0, "", "[]")


@pytest.mark.parametrize("words", [["solve", "--rows", "-1", "a.lp"], ["verify"], ["check", "a.lp"]])
def test_mistakes_are_named_by_typer(command: Command, words: list[str]) -> None:
    answer = command(*words)
    assert answer.status == 2
    assert "Usage: " in answer.err


def test_a_maximum_in_vipr_is_announced_as_a_minimum(command: Command, tmp_path: Path) -> None:
    model, vipr = tmp_path / "m.lp", str(tmp_path / "m.vipr")
    model.write_text("max\n x\nst\n c: 2 x <= 7\ngeneral\n x\nend\n")
    answer = command("solve", str(model), "--vipr", vipr)
    assert "minimum, of the negated objective" in answer.err
    assert "search" in answer.out
    assert "(1 node)" in answer.out
    assert command("verify", vipr).out.endswith(
        "of the integer program in the file, with 1 variable and 2 constraints: the minimum is -3\n"
    )
    against = command("verify", vipr, "--program", str(model))
    assert (against.status, against.err) == (
        2,
        "optcheck: --program holds certificates against a file, not proofs in VIPR's format\n",
    )


def test_a_semi_continuous_column_is_solved_without_a_vipr_file(command: Command, tmp_path: Path) -> None:
    model, proof, vipr = tmp_path / "m.lp", tmp_path / "m.json", tmp_path / "m.vipr"
    model.write_text("min\n 3 x + y\nst\n c: x + y >= 1\nbounds\n 2 <= x <= 5\n y <= 0.5\nsemi\n x\nend\n")
    answer = command("solve", str(model), "--certificate", str(proof), "--vipr", str(vipr))
    assert (answer.status, vipr.exists()) == (0, False)
    assert f"note: VIPR has no form for semi-continuous columns: {vipr} is not written\n" in answer.err
    assert "; 1 semi-continuous column\n" in answer.out
    assert command("verify", str(proof)).out.endswith("with 1 row and 2 columns (1 gap) is 6\n")


def test_the_leaves_of_a_tree_are_those_of_the_certificate(command: Command, tmp_path: Path) -> None:
    """Of cuts as well, which take two leaves, or one where nothing is left to be closed."""
    model, proof = tmp_path / "m.lp", tmp_path / "m.json"
    model.write_text("max\n 3 x + 2 y\nst\n c: 2 x + 2 y = 5\nbounds\n x free\n y free\ngeneral\n x y\nend\n")
    answer = command("solve", str(model), "--certificate", str(proof))
    steps = json.loads(proof.read_text())["evidence"]["proof"]
    leaves = sum(step.startswith("leaf") for step in steps)
    assert "cuts\n" in answer.out
    assert leaves > 0
    assert f"a tree of {leaves} lea" in answer.out
