"""Run every driver at the same time as far as there are processors, each in a process of its own."""

from __future__ import annotations

import ast
import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from tests.soak._arguments import SKIPPED, Arguments, read

ROOT = Path(__file__).parents[2]
FOLDERS = (ROOT / "tests" / "soak", ROOT / "tests" / "fuzz")
GRACE = 120.0  # seconds after which a driver that does not stop by itself is killed


def main(argv: Sequence[str] | None = None) -> int:
    """Give every driver its share of the time; returns 1 if one of them failed or hung."""
    given = read([*_fresh_seed(), *(sys.argv[1:] if argv is None else argv)], __doc__ or "")
    processors = os.cpu_count() or 1
    times = minutes(dict(drivers(FOLDERS)), given.minutes, processors)
    print(f"seed {given.seed}: {', '.join(f'{name} {time:.3g} minutes' for name, time in times.items())}", flush=True)
    with ThreadPoolExecutor(processors) as pool:
        statuses = list(pool.map(lambda name: _run(name, replace(given, minutes=times[name])), times))
    skipped = statuses.count(SKIPPED)
    failed = len(times) - statuses.count(0) - skipped
    what = f"{failed} of {len(times)} drivers failed" + (f", {skipped} skipped" if skipped else "")
    print(f"seed {given.seed}: {what}; what they found is in {given.out}")
    return 1 if failed else 0


def minutes(shares: dict[str, float], total: float, processors: int) -> dict[str, float]:
    """How long each driver runs so that all end with the total; the longest first."""
    part = total * processors / sum(shares.values())
    ordered = sorted(shares, key=lambda name: -shares[name])
    return {name: min(total, part * shares[name]) for name in ordered}


def _fresh_seed() -> list[str]:
    """A seed that an explicit one overrides."""
    return ["--seed", str(secrets.randbelow(2**31))]


def drivers(folders: Sequence[Path]) -> Iterator[tuple[str, float]]:
    """The dotted names and the shares of the modules that define ``main``, found without importing them."""
    for folder in folders:
        for file in sorted(folder.glob("*.py")):
            body = ast.parse(file.read_bytes()).body
            main = any(isinstance(node, ast.FunctionDef) and node.name == "main" for node in body)
            if main and not file.stem.startswith(("_", "test_", "conftest")):
                yield ".".join(file.relative_to(ROOT).with_suffix("").parts), _share(body)


def _share(body: list[ast.stmt]) -> float:
    """What stands after ``SHARE =``, or 1."""
    found = [
        ast.literal_eval(node.value)
        for node in body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "SHARE"
    ]
    return float(found[0]) if found else 1.0


def _run(name: str, given: Arguments, grace: float = GRACE) -> int | None:
    """The status of the driver, None if it hangs. What it prints goes to a file; its last line is shown."""
    folder = given.out / name.rpartition(".")[2]
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / "output.log"
    command = [sys.executable, "-m", name, "--minutes", str(given.minutes), "--seed", str(given.seed)]
    start = time.monotonic()
    with log.open("w", encoding="utf-8") as stream:
        process = subprocess.Popen(
            [*command, "--out", str(folder)], cwd=ROOT, stdout=stream, stderr=stream, start_new_session=True
        )
        status = _wait(process, 60 * given.minutes + grace)
    last = log.read_text(encoding="utf-8", errors="replace").strip().rpartition("\n")[2]
    words = {0: "fine", 1: "FAILED", SKIPPED: "skipped", None: "HANGS, killed"}
    word = words.get(status, f"FAILED with status {status}")
    print(f"{name}: {word} after {time.monotonic() - start:.0f} s: {last}", flush=True)
    return status


def _wait(process: subprocess.Popen[bytes], seconds: float) -> int | None:
    try:
        return process.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        return None
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # the driver's own group: nothing that it started stays behind
        process.wait()


if __name__ == "__main__":
    sys.exit(main())
