"""Algorithm 1 on scikit-learn's digits, with noise for a valid sensitivity: accuracy against rounds and spent budget.

Softmax regression, 30 parties, five seeds (band: least to largest accuracy). Budgets of a round run from epsilon 1 to
10 at delta = 0.01 as in the paper, which is no recommendation. The dashed line pays for the paper's
sensitivity 2C/n, which is not valid: its spent budget is counted at the sensitivity that is proved.
"""

from __future__ import annotations

from pathlib import Path

from benchmarks.reproductions._adpml import Progress, Task, methods, reproduce
from optcheck.adpml import load_digits
from optcheck.cli.reproduce import Reproduction

NAME = "adpml-training"
SEEDS = range(5)
PARTIES = 30


def run(out: Path, progress: Progress) -> list[Path]:
    """Train, draw, and write the numbers."""
    return reproduce(Task(load_digits(), PARTIES), NAME, methods(), SEEDS, out, progress)


REPRODUCTION = Reproduction(NAME, "ADPML training on scikit-learn's digits: accuracy against spent budget", run)
