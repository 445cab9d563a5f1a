"""The lowest versions that pyproject.toml allows: what leans most on other packages is tested with them, in turn.

Which tests come first follows from the seed, so that short soaks see all of them in the end. Without a network, or in
fewer minutes than the installation takes, the driver is skipped and says so.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from tests.lowest import ROOT, TRIED, command, environment
from tests.soak._arguments import SKIPPED, Arguments, read

SHARE = 0.5  # of the time of a soak: an installation of a minute or two, then tests
_ANY = "rich"  # a package that every index has: where it is not found, there is no network


def main(argv: Sequence[str] | None = None, folder: Path = ROOT / "out" / "lowest") -> int:
    """Install once, then test until the time is up; returns 1 if a test failed."""
    given = read(argv, __doc__ or "")
    try:
        if _no_network(given):
            return _skipped("no network to install them from")
        python = environment(folder, _left(given))
    except subprocess.TimeoutExpired:
        return _skipped(f"{given.minutes:.3g} minutes are too few to install them")
    order = random.Random(given.seed).sample(TRIED, len(TRIED))
    statuses = {tests: _tested(python, tests, given) for tests in order}
    failed = [tests for tests, status in statuses.items() if status not in (0, None)]
    waiting = sum(status is None for status in statuses.values())
    print(f"lowest versions: {len(order) - waiting} of {len(order)} groups of tests run, failed: {failed or 'none'}")
    return 1 if failed else 0


def _no_network(given: Arguments) -> bool:
    asked = f"-m pip download --quiet --no-deps --retries 0 {_ANY} --dest".split()
    words = [sys.executable, *asked, str(given.out)]
    return subprocess.run(words, capture_output=True, check=False, timeout=_left(given)).returncode != 0


def _tested(python: Path, tests: str, given: Arguments) -> int | None:
    """The status of some tests; None when the time was up before their end."""
    if given.over:
        return None
    try:
        return subprocess.run(command(python, tests), cwd=ROOT, check=False, timeout=_left(given)).returncode
    except subprocess.TimeoutExpired:
        return None


def _left(given: Arguments) -> float:
    return max(1.0, given.deadline - time.monotonic())


def _skipped(why: str) -> int:
    print(f"SKIPPED: the tests with the lowest allowed versions were not run: {why}")
    return SKIPPED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
