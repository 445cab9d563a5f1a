"""Every property test of the suite, round after round, each round with a seed of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from tests.soak._arguments import Arguments, read

ROOT = Path(__file__).parents[2]
_PASSED, _FAILED = 0, 1


def main(argv: Sequence[str] | None = None, tests: Sequence[str] = ("tests",)) -> int:
    """Run rounds until the time is up; returns 1 if a test failed."""
    given = read(argv, __doc__ or "")
    rounds, failed, start = 0, False, time.time()
    while not given.over:
        status = _round(given, given.seed + rounds, tests)
        failed |= status not in (_PASSED, None)
        rounds += status is not None
        if status not in (_PASSED, _FAILED, None):
            break  # pytest itself could not go on, and would not the next time either
    found = sum(path.stat().st_mtime >= start for path in given.out.glob("*.txt"))
    print(f"\n{rounds} whole rounds of all property tests from seed {given.seed} on, {found} failures in {given.out}")
    return 1 if failed or found else 0


def _round(given: Arguments, seed: int, tests: Sequence[str]) -> int | None:
    """The exit status of one round; None when the time was up before its end."""
    command = [sys.executable, "-m", "pytest", "-q", "-m", "hypothesis", "-n", "1", "-p", "no:cacheprovider"]
    command += ["--hypothesis-profile=soak", f"--hypothesis-seed={seed}", f"--failures={given.out}", *tests]
    process = subprocess.Popen(command, cwd=ROOT, start_new_session=True)
    try:
        return process.wait(timeout=max(1.0, given.deadline - time.monotonic()))
    except subprocess.TimeoutExpired:
        return None
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # its own group: the round and its workers
        process.wait()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
