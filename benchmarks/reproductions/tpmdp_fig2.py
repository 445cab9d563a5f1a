"""Fig. 2 of TPMDP: utility loss of the noisy count against data density, conservative parties, n, and t.

Defaults as printed: n = 1000, density 0.15, f_C = 0.54, f_M = 0.37, epsilon in [0.01, 0.2], [0.2, 1], 1 for the three
groups, delta = 1/(10 n), t = n/2, a random set of active parties, 100 repetitions. Readings where the text is silent:
when f_C varies, f_M stays and the liberal parties make up the rest; Sample adds Gaussian noise for its own budget and
does not rescale the count; PLDP is randomised response with each party's own (epsilon, delta) and an unbiased estimate;
the loss is the root of the mean squared error over the repetitions. The printed axes are not in our copy of the text,
so the swept values are ours and cover every value that the text mentions.
The picture shows simulated losses. Statements are judged on the expected squared errors of the same repetitions, which
are known in closed form given the parties: the simulation's own noise, 7 % at 100 repetitions, decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

from benchmarks.utility.charts import Panel, save_panels
from benchmarks.utility.count import MECHANISMS, CountSetting, squared_errors
from benchmarks.utility.losses import Sweep
from benchmarks.utility.population import Population
from benchmarks.utility.statements import (
    MUCH,
    Statement,
    constant,
    linear,
    lower,
    rises,
    similar,
    variance_exponent,
    write_statements,
)
from optcheck.cli.reproduce import Reproduction

REPETITIONS = 100
SEED = 20240
DENSITIES = (0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95)
CONSERVATIVE = (0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.08, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6)
PARTIES = (500, 1000, 2000, 5000, 10000, 20000)
THRESHOLDS = (100, 200, 300, 400, 500, 600, 650, 700, 750, 800, 850, 900, 925, 950, 975, 990, 999)
MARKS = {"b": (0.04, 0.1), "c": (5000.0,), "d": (700.0, 900.0)}  # the values that the text names
NOTES = (
    "Words get a fixed meaning: similar is within a factor 1.5, much or significantly better a factor 2, better any "
    "difference, constant within a factor 1.1; the whole 95 % bootstrap interval (in brackets) must satisfy it. "
    "Ratios are of losses (RMSE), without the noise of the simulation itself."
)


def sweeps(repetitions: int, progress: Callable[[str], None]) -> dict[str, Sweep]:
    """Measure the four panels."""
    base = Population()

    def measure(
        name: str, label: str, xs: tuple[float, ...], make: Callable[[float], CountSetting]
    ) -> tuple[str, Sweep]:
        progress(f"count against {label}")
        results = [squared_errors(make(x), repetitions, np.random.default_rng(SEED)) for x in xs]
        simulated = {name: np.array([result.simulated[name] for result in results]) for name in MECHANISMS}
        expected = {name: np.array([result.expected[name] for result in results]) for name in MECHANISMS}
        return name, Sweep(name, label, xs, simulated, expected)

    return dict(
        (
            measure("a", "density", DENSITIES, lambda x: CountSetting(base, x)),
            measure("b", "f_C", CONSERVATIVE, lambda x: CountSetting(replace(base, conservative=x))),
            measure("c", "n", PARTIES, lambda x: CountSetting(replace(base, n=int(x)))),
            measure("d", "t", THRESHOLDS, lambda x: CountSetting(replace(base, threshold=int(x)))),
        )
    )


def statements(measured: dict[str, Sweep]) -> list[Statement]:
    """Every statement that Section V makes about Fig. 2, with its comparisons."""
    a, b, c, d = (measured[name] for name in "abcd")
    others = [name for name in MECHANISMS if name != "non-thre"]
    return [*_overall(a, b, c, d, others), *_density_and_conservative(a, b), *_parties_and_threshold(c, d)]


def _overall(a: Sweep, b: Sweep, c: Sweep, d: Sweep, others: list[str]) -> list[Statement]:
    return [
        Statement(
            "V-A, count",
            "at t = n/2, non-thre is significantly worse than every other mechanism",
            tuple(lower(sweep, name, "non-thre", sweep.xs, MUCH) for sweep in (a, b, c) for name in others),
        ),
        Statement(
            "V-A, count",
            "G, TMDP and MIN have similar utility in most cases",
            tuple(similar(sweep, name, "MIN", sweep.xs) for sweep in (a, b, c, d) for name in ("G", "TMDP")),
            about_most=True,
        ),
        Statement(
            "V-A, count",
            "G is better than TMDP when f_C is small or t is close to n",
            (
                lower(b, "G", "TMDP", [x for x in b.xs if x <= 0.1]),
                lower(d, "G", "TMDP", [x for x in d.xs if x >= 900]),
            ),
        ),
    ]


def _density_and_conservative(a: Sweep, b: Sweep) -> list[Statement]:
    few = [x for x in b.xs if x <= 0.04]
    many = [x for x in b.xs if x >= 0.1]
    return [
        Statement(
            "Fig. 2a",
            "the loss of G, TMDP, MIN, non-thre and PLDP does not depend on the density",
            tuple(constant(a, name) for name in ("G", "TMDP", "MIN", "non-thre", "PLDP")),
        ),
        Statement(
            "Fig. 2a",
            "G and TMDP are similar to MIN, and much better than non-thre and PLDP",
            (
                *(similar(a, name, "MIN", a.xs) for name in ("G", "TMDP")),
                *(lower(a, name, worse, a.xs, MUCH) for name in ("G", "TMDP") for worse in ("non-thre", "PLDP")),
            ),
        ),
        Statement("Fig. 2a", "the loss of Sample grows linearly with the density", (linear(a, "Sample"),)),
        Statement("Fig. 2b", "G is better than TMDP for f_C up to 0.04", (lower(b, "G", "TMDP", few),)),
        Statement(
            "Fig. 2b",
            "PLDP gets sharply worse from f_C = 0.1 on (here: rises, and stays above MIN)",
            (rises(b, "PLDP", 0.1), lower(b, "MIN", "PLDP", many)),
        ),
        Statement(
            "Fig. 2b",
            "MIN is similar to G and TMDP",
            tuple(similar(b, name, "MIN", b.xs) for name in ("G", "TMDP")),
        ),
        Statement(
            "Fig. 2b",
            "Sample has the least loss",
            tuple(lower(b, "Sample", name, b.xs) for name in MECHANISMS if name != "Sample"),
        ),
    ]


def _parties_and_threshold(c: Sweep, d: Sweep) -> list[Statement]:
    large = [x for x in c.xs if x >= 5000]
    up_to_900 = [x for x in d.xs if x <= 900]
    return [
        Statement(
            "Fig. 2c",
            "MIN, G and TMDP have the least loss from n = 5000 on",
            tuple(lower(c, n, w, large) for n in ("MIN", "G", "TMDP") for w in ("Sample", "PLDP", "non-thre")),
        ),
        Statement(
            "Fig. 2c",
            "the loss of Sample, non-thre and PLDP grows with n",
            tuple(rises(c, name) for name in ("Sample", "non-thre", "PLDP")),
        ),
        Statement(
            "Fig. 2c",
            "Sample discards data linearly in n; the variance of non-thre and PLDP is linear in n",
            (
                variance_exponent(c, "Sample", 2),
                *(variance_exponent(c, name, 1) for name in ("non-thre", "PLDP")),
            ),
        ),
        Statement(
            "Fig. 2d",
            "only G and TMDP react to t",
            tuple(constant(d, name) for name in ("MIN", "non-thre", "Sample", "PLDP")),
        ),
        Statement(
            "Fig. 2d", "G is similar to MIN for t < 700", (similar(d, "G", "MIN", [x for x in d.xs if x < 700]),)
        ),
        Statement(
            "Fig. 2d", "G is better than PLDP for t < 900", (lower(d, "G", "PLDP", [x for x in d.xs if x < 900]),)
        ),
        Statement("Fig. 2d", "G and TMDP are similar for t up to 900", (similar(d, "G", "TMDP", up_to_900),)),
        Statement(
            "Fig. 2d",
            "G is significantly better than TMDP for t > 900",
            (lower(d, "G", "TMDP", [x for x in d.xs if x > 900], MUCH),),
        ),
    ]


def run(out: Path, progress: Callable[[str], None], repetitions: int = REPETITIONS) -> list[Path]:
    """Draw the figure and judge the statements."""
    measured = sweeps(repetitions, progress)
    titles = {"a": "data density", "b": "conservative parties", "c": "number of parties", "d": "collusion threshold"}
    panels = [
        Panel(measured[name], f"({name}) {title}", name in "bc", MARKS.get(name, ())) for name, title in titles.items()
    ]
    pictures = save_panels(panels, 2, "Noisy count: utility loss with 95 % intervals", out / "tpmdp-fig2")
    heading = "What TPMDP says about Fig. 2, as measured here"
    return [*pictures, *write_statements(statements(measured), out / "tpmdp-fig2-statements", heading, NOTES)]


REPRODUCTIONS = (Reproduction("tpmdp-fig2", "TPMDP Fig. 2: utility loss of the noisy count", run),)
