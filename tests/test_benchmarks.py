"""Every benchmark still runs: once, at tiny sizes, in a process apart from the tests."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_the_benchmarks_run() -> None:
    options = ["--small", "--benchmark-disable", "-v", "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "pytest", "benchmarks", *options]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:]
    ran = set(re.findall(r"^benchmarks/(\w+\.py)::.* PASSED", done.stdout, re.MULTILINE))
    assert ran == {path.name for path in (ROOT / "benchmarks").glob("test_bench_*.py")}
