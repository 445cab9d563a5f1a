"""Fig. 5 of Chained-DP: average cost of a user for different ranges of preferences.

The same users as in Fig. 4. Costs by Eq. 14 with the weight alpha = beta^(3/2). Chained-DP: at the profile that BAS
enforces. LDP: everybody adds m beta_k and carries only that. Optimum: the least total cost. All three are proportional
to the range of preferences. The table also has the cost at the Nash equilibrium of Definition 3.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from benchmarks.paper import PURPLE, new_figure
from benchmarks.reproductions._chained import CLOSE, FAR, USERS, Progress, Remark, draw_ways, preferences, save_all
from optcheck.chained_dp import M, equilibrium
from optcheck.cli.reproduce import Reproduction

NAME = "chained-fig5"
RANGES = [round(0.1 * step, 1) for step in range(1, 14)]
WAYS = ("local", "chained", "central")


def run(out: Path, progress: Progress) -> list[Path]:
    """Draw the figure and write its numbers."""
    progress("solving games")
    costs = [_mean_costs(largest) for largest in RANGES]
    figure, (axes,) = new_figure()
    nash = [cost["nash"] for cost in costs]
    axes.plot(RANGES, nash, color=PURPLE, linestyle="--", label="Nash equilibrium (Definition 3)")
    draw_ways(axes, RANGES, {way: [cost[way] for cost in costs] for way in WAYS})
    axes.set(xlabel="largest preference β", ylabel="average cost of a user", title=f"{USERS} users")
    names = (*WAYS, "nash")
    rows = [(largest, *(cost[name] for name in names)) for largest, cost in zip(RANGES, costs, strict=True)]
    return save_all(out, NAME, figure, ("largest beta", *(f"cost {name}" for name in names)), rows, _remarks(costs))


def _mean_costs(largest: float) -> dict[str, float]:
    rows = preferences(USERS, largest)
    solved = [equilibrium(row) for row in rows]
    return {
        "local": M * float((rows.sum(axis=1, keepdims=True) + 2 * rows).mean()),
        "chained": float(np.mean([item.subgame_perfect_costs.mean() for item in solved])),
        "central": float(np.mean([3 * item.optimum for item in solved])),
        "nash": float(np.mean([item.nash_costs.mean() for item in solved])),
    }


def _remarks(costs: list[dict[str, float]]) -> list[Remark]:
    gains = [cost["local"] / cost["chained"] for cost in costs]
    losses = [cost["chained"] / cost["central"] for cost in costs]
    nash = [cost["nash"] / cost["chained"] for cost in costs]
    return [
        Remark(
            "costs behave like the errors of Fig. 4: LDP far above the other two",
            f"{min(gains):.2f} to {max(gains):.2f} times the cost of Chained-DP",
            min(gains) > FAR,
        ),
        Remark(
            "Chained-DP is close to the optimum (within 10 %), which is said to follow from Theorem 5",
            f"{min(losses):.3f} to {max(losses):.3f} times the optimum",
            max(losses) < CLOSE,
        ),
        Remark(
            "users play a Nash equilibrium",
            f"at the equilibrium of Definition 3 users pay {min(nash):.3f} to {max(nash):.3f} times as much",
            max(nash) <= 1,
        ),
    ]


REPRODUCTION = Reproduction(NAME, "average cost of a user for different ranges of preferences", run)
