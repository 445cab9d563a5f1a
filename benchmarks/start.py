"""How long starting takes: ``python -m benchmarks.start`` prints ratios to the imports that cannot be avoided.

Every command runs in turn, several times over; what is compared are medians of the processor time, which other work on
the machine disturbs less than the clock. Exit status 1: a ratio is above its limit.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from optcheck import Model, solve

ROUNDS = 9
OPTCHECK = ["-m", "optcheck.cli"]
FLOORS = {"typer, rich": ["-c", "import typer, rich"], "numpy, highspy": ["-c", "import numpy, highspy"]}
LIMITS = {
    "optcheck --help": ([*OPTCHECK, "--help"], "typer, rich", 4.0),
    "optcheck verify small.json": ([*OPTCHECK, "verify", "small.json"], "typer, rich", 4.0),
    "from optcheck import solve": (["-c", "from optcheck import solve"], "numpy, highspy", 2.0),
}


def seconds(words: list[str], folder: Path) -> float:
    """Processor time of one run of Python with these words."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *words], cwd=folder, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def medians(rounds: int) -> dict[str, float]:
    """The median time of every command, all of them in every round."""
    commands = FLOORS | {name: words for name, (words, _, _) in LIMITS.items()}
    with tempfile.TemporaryDirectory() as folder:
        model = Model("minimise")
        model.variable("x", cost=1, lower="1/2")
        solve(model.build()).certificate.save(Path(folder, "small.json"))
        table = [{name: seconds(words, Path(folder)) for name, words in commands.items()} for _ in range(rounds)]
    return {name: statistics.median(row[name] for row in table) for name in commands}


def main(rounds: int = ROUNDS) -> int:
    """Print the ratios; 1 where one is above its limit."""
    found = medians(rounds)
    ratios = {name: found[name] / found[floor] for name, (_, floor, _) in LIMITS.items()}
    for name, (_, floor, limit) in LIMITS.items():
        print(f"{ratios[name]:6.2f} x  (at most {limit:g})  {found[name]:.3f} s  {name}, against import {floor}")
    return int(any(ratios[name] > limit for name, (_, _, limit) in LIMITS.items()))


if __name__ == "__main__":
    sys.exit(main())
