"""The core does its work without any extra; what needs one says so in one line; starting loads nothing heavy."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from optcheck.errors import EXTRAS, MissingExtra, missing_extra, require
from optcheck.exact.files import Certificate

ROOT = Path(__file__).parents[2]
IMPORTED_AS = {"latexify-py": "latexify", "scikit-learn": "sklearn"}
HEAVY = [package for packages in EXTRAS.values() for package in packages]


def _run(commands: list[list[str]], folder: Path) -> list[Any]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.optcheck.without_extras"],
        input=json.dumps([[word.replace("FOLDER", str(folder)) for word in words] for words in commands]),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=200,
    )
    answers: list[Any] = json.loads(done.stdout)
    return answers


def test_the_table_of_extras_is_the_one_of_pyproject() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    declared = {
        extra: {IMPORTED_AS.get(name, name) for line in lines for name in re.findall(r"^[\w-]+", line)}
        for extra, lines in project["optional-dependencies"].items()
    }
    assert all(set(packages) - {"distributed"} == declared[extra] for extra, packages in EXTRAS.items())
    assert declared["all"] == {"optcheck"}
    assert set(EXTRAS) == set(re.findall(r"\w+", project["optional-dependencies"]["all"][0])) - {"optcheck"}


CORE = [
    ["allocate", "examples/parties.csv", "-t", "3", "--plan", "FOLDER/plan.json", "--out", "FOLDER/noise.csv"],
    ["verify", "FOLDER/plan.json", "--noise", "FOLDER/noise.csv"],
    ["solve", "examples/diet.lp", "--certificate", "FOLDER/proof.json"],
    ["verify", "FOLDER/proof.json"],
    ["check", "examples/diet.lp", "examples/diet.sol"],
    ["calibrate", "--epsilon", "1", "--delta", "1e-6"],
    ["curve", "examples/parties.csv"],
    ["respond", "--epsilon", "1", "--parties", "3", "--function", "majority"],
    ["correlate", "-n", "10", "-t", "8", "-c", "1", "--epsilon", "2", "--delta", "1e-5"],
    ["chain", "-p", "1 4 2"],
    ["sample", "FOLDER/plan.json", "--party", "clinic", "--noise-only"],
    ["export", "FOLDER/plan.json", "--out", "FOLDER/plan.toml"],
    ["python", "from optcheck import adpml, tpmdp; adpml.schedule('0.05', '2.8', '0.9', 18)"],
]
NEEDY = {
    "audit": [["audit"], ["claims"], ["show", "tpmdp/alg-3"], ["errata", "tpmdp"], ["python", "import optcheck.audit"]],
    "figures": [["curve", "examples/parties.csv", "--plot", "FOLDER/curve.png"]],
    "solvers": [
        ["python", "import optcheck; optcheck.solve(optcheck.read('examples/diet.lp'), backend='pulp-cbc')"],
        ["python", "from optcheck import from_scipy; from_scipy([1])"],
        ["python", "from optcheck import from_cvxpy; from_cvxpy(None)"],
    ],
    "dask": [["allocate", "examples", "-t", "1", "--out", "FOLDER/out", "--dask", "tcp://127.0.0.1:9"]],
    "crypto": [["python", "from optcheck.cordp import Member"], ["python", "from optcheck.cordp import Round"]],
    "training": [["python", "from optcheck import adpml; adpml.load_digits()"]],
}


def test_the_core_needs_no_extra(tmp_path: Path) -> None:
    for words, (status, _, err) in zip(CORE, _run(CORE, tmp_path), strict=True):
        judged_false = words[0] == "check"  # the solution in doubles misses a row by a hair
        assert (status, "pip install" in err) == (int(judged_false), False), (words, err)


def test_what_needs_an_extra_says_so_in_one_line(tmp_path: Path) -> None:
    asked = [(extra, words) for extra, commands in NEEDY.items() for words in commands]
    for (extra, words), (status, out, err) in zip(asked, _run([words for _, words in asked], tmp_path), strict=True):
        assert status == (1 if words[0] == "python" else 2), (words, out, err)
        assert err.rstrip().endswith(f": pip install 'optcheck[{extra}]'"), (words, err)
        assert len(err.strip().splitlines()) == 1, err
        assert "from_cvxpy" not in words[-1] or "from_cvxpy needs" in err
    assert not (tmp_path / "out").exists()


def test_require_names_every_missing_package(monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("cvxpy", "matplotlib"):
        monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtra, match=r"^it needs cvxpy and matplotlib: .*\[figures,solvers\]'$"):
        require("it", "cvxpy", "matplotlib", "json")
    require("it", "json")


def test_a_missing_module_of_ours_stays_the_error_that_it_is() -> None:
    error = ModuleNotFoundError("No module named 'optcheck.nowhere'", name="optcheck.nowhere")
    assert missing_extra("it", error) is error


@pytest.mark.parametrize(
    ("statement", "also"),
    [
        ("from optcheck.cli import main; main(['--help'])", ["numpy", "flint", "highspy"]),
        ("from optcheck.cli import main; main(['--version'])", ["numpy", "flint", "highspy"]),
        ("from optcheck.cli import main; main(['verify', 'FILE'])", ["numpy", "flint", "highspy"]),
        ("import optcheck.checker.core; optcheck.checker.core.kinds()", ["numpy", "flint", "highspy", "typer", "rich"]),
        ("from optcheck import solve", []),
    ],
)
def test_starting_loads_only_what_is_needed(statement: str, also: list[str], tmp_path: Path) -> None:
    program = {"sense": "minimise", "columns": ["x"], "costs": [1], "lower": ["1/2"], "upper": [None]}
    rows: dict[str, Any] = {"rows": [], "relations": [], "rhs": [], "terms": []}
    optimum = {"status": "optimal", "value": "1/2", "primal": ["1/2"], "dual": []}
    Certificate("linear-program", {**program, **rows}, optimum).save(tmp_path / "small.json")
    code = f"""
import sys
try:
    {statement.replace("FILE", str(tmp_path / "small.json"))}
except SystemExit as end:
    assert not end.code, end.code
print(*{{name.partition(".")[0] for name in sys.modules}}, file=sys.stderr)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=250
    )
    assert not {*HEAVY, *also} & set(done.stderr.split())
