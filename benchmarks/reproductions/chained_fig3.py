"""Fig. 3 of Chained-DP: error against privacy budget, for vectors of 2 to 100 dimensions.

Ten users with uniform preferences in [0, 1.3]. The noise does not depend on the dimension d; error and sensitivity do:
the error is d/K^2 times the sum of variances, the budget sqrt(d) sqrt(2 log(1.25/delta) / V) by the paper's Eq. 3,
with V the noise that a user's data carry. The paper does not name delta; 10^-5 is used. Under LDP a user carries only
its own noise; its budget is averaged over the users. The table adds the exact budget for Chained-DP's average noise:
Eq. 3 is not valid for such large budgets (chained/eq-3), and coordinates in [-1, 1] differ by 2, which makes the
sensitivity 2 sqrt(d) (chained/sensitivity).
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np

from benchmarks.paper import new_figure
from benchmarks.reproductions._chained import (
    CLOSE,
    FAR,
    USERS,
    Progress,
    Remark,
    draw_ways,
    mean_errors,
    preferences,
    save_all,
    total_variances,
)
from optcheck.chained_dp import M
from optcheck.cli.reproduce import Reproduction
from optcheck.gaussian import epsilon_of_variance

NAME = "chained-fig3"
DELTA = 1e-5
DIMENSIONS = list(range(2, 101, 2))
WAYS = ("local", "chained", "central")


def run(out: Path, progress: Progress) -> list[Path]:
    """Draw the figure and write its numbers."""
    progress("drawing preferences")
    users = preferences(USERS)
    budgets = _budgets(users)
    errors = [mean_errors(users, d) for d in DIMENSIONS]
    scale = [float(np.sqrt(d)) for d in DIMENSIONS]
    figure, (axes,) = new_figure()
    for way in WAYS:
        draw_ways(axes, [budgets[way] * s for s in scale], {way: [error[way] for error in errors]})
    axes.set(xlabel="privacy budget ε (Eq. 3, δ = 10⁻⁵)", ylabel="mean squared error", yscale="log")
    axes.set_title(f"{USERS} users, d = 2 … 100 along each line", fontsize=10)
    progress("exact budgets")
    noise = float(total_variances(users)["chained"].mean())
    exact = epsilon_of_variance(noise, DELTA, sensitivity=2 * np.sqrt(DIMENSIONS))
    header = ("d", *(f"mse {way}" for way in WAYS), *(f"epsilon {way}" for way in WAYS), "epsilon chained, exact")
    rows = [
        (d, *(error[way] for way in WAYS), *(budgets[way] * s for way in WAYS), float(true))
        for d, error, s, true in zip(DIMENSIONS, errors, scale, exact, strict=True)
    ]
    return save_all(out, NAME, figure, header, rows, _remarks(budgets, errors[0], rows))


def _budgets(users: np.ndarray) -> dict[str, float]:
    """Average budget at d = 1: of the noise that a user's data carry."""
    carried = {**total_variances(users), "local": M * users}
    return {way: float(np.mean(np.sqrt(2 * np.log(1.25 / DELTA) / carried[way]))) for way in WAYS}


def _remarks(budgets: dict[str, float], error: dict[str, float], rows: list[tuple[float, ...]]) -> list[Remark]:
    gain, loss = error["local"] / error["chained"], error["chained"] / error["central"]
    dearer = [budgets[way] / budgets["chained"] for way in ("local", "central")]
    low = min(row[5] / row[7] for row in rows)
    spreads = [row[4] - row[5] for row in rows]
    return [
        Remark(
            "the error of Chained-DP is much lower than that of LDP", f"{gain:.2f} times lower at every d", gain > FAR
        ),
        Remark(
            "the error is very close to the centralised optimum (within 10 %)",
            f"{loss:.2f} times the optimum at every d: close on the scale of LDP only",
            loss < CLOSE,
        ),
        Remark(
            "LDP and the optimum need a higher budget",
            f"{dearer[0]:.2f} and {dearer[1]:.2f} times that of Chained-DP",
            min(dearer) > 1,
        ),
        Remark(
            "the difference in budget grows with d",
            f"LDP's budget is larger by {spreads[0]:.1f} at d = 2 and by {spreads[-1]:.1f} at d = 100; the ratio stays",
            all(one < after for one, after in pairwise(spreads)),
        ),
        Remark(
            "Eq. 3 with the sensitivity sqrt(d) gives the budget",
            f"Eq. 3 gives as little as {low:.2f} times the true budget of Chained-DP",
            low >= 1,
        ),
    ]


REPRODUCTION = Reproduction(NAME, "error against privacy budget for LDP, Chained-DP, centralised optimum", run)
