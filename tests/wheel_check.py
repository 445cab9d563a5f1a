"""A new user's first minutes, tried: ``make wheel-check``. Needs a network.

Builds the wheel, installs it into an empty environment outside the repository, weighs it, and runs the commands of the
core; then installs all extras and runs the rest, examples included. Ends with status 1 at the first thing that fails.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).parent.parent
MOST_MEGABYTES = 250
CORE = (
    "allocate parties.csv --threshold 2 --dropouts 1 --plan plan.json --out noise.csv",
    "verify plan.json --noise noise.csv",
    "sample plan.json --party clinic --value 0.25 --low 0 --high 1",
    "solve diet.lp --certificate proof.json",
    "verify proof.json",
    "calibrate --epsilon 1 --delta 1e-6",
    "bench --quick",
)
EVERYTHING = (
    "claims",
    "audit",
    "show tpmdp/alg-3 --certificate shown.json",
    "verify shown.json",
    "errata tpmdp --out errata.md",
    "mutants adpml --per-claim 1",
    "new my/eq-1",
    "audit --claims claims",
    "reproduce --list",
    "reproduce chained-fig4 --out figures",
    "curve parties.csv --plot curve.png",
)


def _run(words: list[str], folder: Path) -> None:
    print("$", *words, flush=True)
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode and not (words[1] == "mutants" and done.returncode == 3):  # some were not told apart
        sys.exit(f"status {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")


def _megabytes(folder: Path) -> float:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 2**20


def main() -> None:
    """Build, install, weigh, run."""
    with tempfile.TemporaryDirectory() as name:
        folder, home = Path(name, "work"), Path(name, "environment")
        shutil.copytree(ROOT / "examples", folder, ignore=shutil.ignore_patterns("__pycache__"))
        venv.create(home, with_pip=True)
        pip = [str(home / "bin" / "python"), "-m", "pip", "--quiet", "--disable-pip-version-check"]
        _run([*pip, "wheel", "--no-deps", "--wheel-dir", name, str(ROOT)], folder)
        wheel = str(next(Path(name).glob("*.whl")))
        _run([*pip, "install", wheel], folder)
        weight = _megabytes(home)
        print(f"installed: {weight:.0f} MB, pip included")
        if weight > MOST_MEGABYTES:
            sys.exit(f"the core must not weigh more than {MOST_MEGABYTES} MB")
        for line in CORE:
            _run([str(home / "bin" / "optcheck"), *line.split()], folder)
        _run([*pip, "install", f"{wheel}[all]"], folder)
        for line in EVERYTHING:
            _run([str(home / "bin" / "optcheck"), *line.split()], folder)
        for example in sorted(folder.glob("*.py")):
            _run([str(home / "bin" / "python"), example.name], folder)
    print("everything ran")


if __name__ == "__main__":
    main()
