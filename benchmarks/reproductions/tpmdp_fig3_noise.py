"""What Fig. 3 of TPMDP owes to the noise alone: total variances of the Gaussian mechanisms, no data needed.

The paper's incomes may not be redistributed (see tpmdp_fig3.py for stand-ins that can be installed). The regression's
loss grows with the variance of the noise on its coefficients, and of all that varies in Fig. 3a and 3c only the noise
does. So sentences that compare G, TMDP, MIN and non-thre there can be judged without records: n = 50,000 parties,
budgets as printed, a random set of active parties, the root of the total variance as the loss.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

from benchmarks.reproductions.tpmdp_fig3 import CONSERVATIVE
from benchmarks.utility.losses import Sweep
from benchmarks.utility.population import Population, gaussian_noise, variances_for
from benchmarks.utility.statements import Statement, lower, rises, similar, write_statements
from optcheck.cli.reproduce import Reproduction

RUNS, SEED, PARTIES = 20, 20240, 50_000
MECHANISMS = ("G", "TMDP", "MIN", "non-thre")
THRESHOLDS = (100.0, 1000.0, 2500.0, 12_500.0, 25_000.0, 37_500.0, 45_000.0, 49_000.0, 49_900.0, 49_999.0)
NOTES = (
    "Words get a fixed meaning: similar or close is within a factor 1.5, better is any difference; the whole 95 % "
    "bootstrap interval (in brackets) must satisfy it. Ratios are of standard deviations of the total noise."
)


def sweep(name: str, label: str, xs: tuple[float, ...], make: Callable[[float], Population], runs: int = RUNS) -> Sweep:
    """Total variances over one parameter; the parties are the same for every value of a run."""
    rows: dict[str, list[list[float]]] = {mechanism: [] for mechanism in MECHANISMS}
    for population in map(make, xs):
        rng = np.random.default_rng(SEED)
        found = [_noise(population, rng) for _ in range(runs)]
        for mechanism in MECHANISMS:
            rows[mechanism].append([noise[mechanism] for noise in found])
    return Sweep(name, label, xs, {mechanism: np.array(values) for mechanism, values in rows.items()})


def _noise(population: Population, rng: np.random.Generator) -> dict[str, float]:
    required = variances_for(population.draw_epsilons(rng), population.delta)
    return gaussian_noise(required, population.t, rng)


def statements(a: Sweep, c: Sweep) -> list[Statement]:
    """The sentences about Fig. 3 that the noise decides."""
    place, few, late = "V-A, regression", a.xs[:3], c.xs[-3:]
    early = [x for x in c.xs if x <= 2500]
    return [
        Statement(place, "non-thre has the largest loss", tuple(lower(a, n, "non-thre", a.xs) for n in MECHANISMS[:3])),
        Statement(
            place,
            "G and TMDP are close to MIN in most cases",
            tuple(similar(s, name, "MIN", s.xs) for s in (a, c) for name in ("G", "TMDP")),
            about_most=True,
        ),
        Statement(
            place,
            "G is better than TMDP when f_C is small or t is close to n",
            (lower(a, "G", "TMDP", few), lower(c, "G", "TMDP", late)),
        ),
        Statement(
            "Fig. 3a", "the loss of G, non-thre, TMDP and MIN rises with f_C", tuple(rises(a, n) for n in MECHANISMS)
        ),
        Statement(
            "Fig. 3a",
            "G is slightly better than TMDP for f_C up to 0.01",
            (lower(a, "G", "TMDP", few), similar(a, "G", "TMDP", few)),
        ),
        Statement(
            "Fig. 3c",
            "G and TMDP are similar to MIN for t up to 2500",
            tuple(similar(c, n, "MIN", early) for n in ("G", "TMDP")),
        ),
        Statement("Fig. 3c", "G is better than TMDP when t is close to n", (lower(c, "G", "TMDP", late),)),
        Statement("Fig. 3c", "the loss of G and TMDP rises with t", tuple(rises(c, n) for n in ("G", "TMDP"))),
    ]


def run(out: Path, progress: Callable[[str], None], runs: int = RUNS) -> list[Path]:
    """Measure both panels and judge the sentences."""
    base = Population(n=PARTIES)
    progress("noise of the regression against f_C")
    a = sweep("a", "f_C", CONSERVATIVE, lambda x: replace(base, conservative=x), runs)
    progress("noise of the regression against t")
    c = sweep("c", "t", THRESHOLDS, lambda x: replace(base, threshold=int(x)), runs)
    heading = "What the noise says about Fig. 3 of TPMDP"
    return write_statements(statements(a, c), out / "tpmdp-fig3-noise-statements", heading, NOTES)


REPRODUCTIONS = (Reproduction("tpmdp-fig3-noise", "TPMDP Fig. 3: what the noise alone decides", run),)
