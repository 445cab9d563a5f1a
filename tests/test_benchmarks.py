"""Every benchmark still runs: once, at tiny sizes, in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("path", sorted((ROOT / "benchmarks").glob("test_bench_*.py")), ids=lambda path: path.stem)
def test_the_benchmarks_run(path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "pytest",
        str(path),
        "--small",
        "--benchmark-disable",
        "-q",
        "-p",
        "no:cacheprovider",
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:]
    assert " passed" in done.stdout
