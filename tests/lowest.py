"""The lowest versions that pyproject.toml allows, installed and tried: ``make lowest``. Needs a network.

    python -m tests.lowest --out out/lowest

makes an environment there in which every requirement ``name>=version`` is ``name==version``, installs optcheck without
looking at requirements.lock, and runs the tests that lean most on other packages. There is no second list of versions.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).parent.parent
LEFT_OUT = {"all", "docs", "test"}  # tools of this repository, which nobody installs at their lowest
TOOLS = ("pytest", "pytest-timeout")
# Between them they use every package: highspy, numpy and flint; typer and rich; Hypothesis, SymPy and Jinja2; cvxpy,
# PuLP and SciPy; scikit-learn; cryptography; DuckDB; dask; MPyC; Matplotlib.
TRIED = (
    "tests/optcheck/lp/test_solve.py",
    "tests/optcheck/lp/test_factors.py",
    "tests/optcheck/gaussian",
    "tests/optcheck/lp",
    "tests/optcheck/cli",
    *(f"tests/optcheck/audit/test_{name}.py" for name in ("search", "judge", "kernel", "cluster", "report", "runner")),
    "tests/optcheck/claims",
    "tests/optcheck/adpml/test_data.py",
    "tests/optcheck/adpml/test_training.py",
    "tests/optcheck/cordp",
    "tests/optcheck/noise/test_bulk.py",
    "tests/benchmarks/test_chained_enumeration.py",
    "tests/examples",
)


def lowest(project: Path = ROOT / "pyproject.toml") -> list[str]:
    """Every requirement of the core and of the extras, pinned to the lowest version that it allows."""
    declared = tomllib.loads(project.read_text())["project"]
    extras = declared["optional-dependencies"]
    lines = [*declared["dependencies"], *(line for extra in extras if extra not in LEFT_OUT for line in extras[extra])]
    return sorted(_pinned(line) for line in lines)


def _pinned(line: str) -> str:
    found = re.fullmatch(r"([\w.-]+(?:\[[\w,]+\])?)>=([\w.]+)(?:,<[\w.]+)?(?:; python_version < '[\d.]+')?", line)
    if found is None:
        raise ValueError(f"a requirement must read name>=version or name>=version,<version, got {line!r}")
    return f"{found[1]}=={found[2]}"


def main() -> int:
    """Install and run; the status is 1 if a test failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=ROOT / "out" / "lowest")
    folder = parser.parse_args().out
    print("lowest allowed versions:", *lowest(), flush=True)
    python = environment(folder)
    failed = [tests for tests in TRIED if subprocess.run(command(python, tests), cwd=ROOT, check=False).returncode]
    print("failed with the lowest versions:", *failed or ["none"])
    return 1 if failed else 0


def environment(folder: Path, seconds: float | None = None) -> Path:
    """The interpreter of an environment with the lowest versions and optcheck as it is now."""
    pins, stamp, python = lowest(), folder / "pins.txt", folder / "bin" / "python"
    if not stamp.is_file() or stamp.read_text() != "\n".join(pins):
        venv.create(folder, with_pip=True, clear=True)
        subprocess.run([*_install(python), *pins, *TOOLS], check=True, timeout=seconds)
        stamp.write_text("\n".join(pins))
    subprocess.run([*_install(python), "--no-deps", "--force-reinstall", str(ROOT)], check=True, timeout=seconds)
    return python


def _install(python: Path) -> list[str]:
    return [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]


def command(python: Path, tests: str) -> list[str]:
    """How some tests are run, in a process of their own: what an old package warns of is no failure."""
    options = ["-q", "-p", "no:cacheprovider", "--override-ini=filterwarnings=default"]
    return [str(python), "-m", "pytest", *options, tests]


if __name__ == "__main__":
    sys.exit(main())
