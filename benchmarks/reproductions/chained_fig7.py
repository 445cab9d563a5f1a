"""Fig. 7 of Chained-DP: error for rows of 3 to 100 users.

50 dimensions, uniform preferences in [0, 1.3]. Left: the errors, which both go to zero. Right: their ratio, which grows
like (K + 1)/2: relative to LDP, Chained-DP gets better with more users, not worse.
"""

from __future__ import annotations

from pathlib import Path

from benchmarks.paper import BLACK, PURPLE, add_legend, new_figure
from benchmarks.reproductions._chained import Progress, Remark, draw_ways, mean_errors, preferences, save_all
from optcheck.cli.reproduce import Reproduction

NAME = "chained-fig7"
SIZES = list(range(3, 101))
WAYS = ("local", "chained", "central")


def run(out: Path, progress: Progress) -> list[Path]:
    """Draw the figure and write its numbers."""
    progress("averaging over draws")
    errors = [mean_errors(preferences(users)) for users in SIZES]
    ratios = [error["local"] / error["chained"] for error in errors]
    figure, (left, right) = new_figure(panels=2)
    draw_ways(left, SIZES, {way: [error[way] for error in errors] for way in WAYS})
    left.set(xlabel="number of users K", ylabel="mean squared error", yscale="log", title="d = 50")
    right.plot(SIZES, ratios, color=PURPLE, label="measured")
    right.plot(SIZES, [(users + 1) / 2 for users in SIZES], color=BLACK, linestyle=":", label="(K + 1)/2")
    right.set(xlabel="number of users K", ylabel="error of LDP / error of Chained-DP", title="ratio")
    add_legend(right)
    rows = [
        (users, *(error[way] for way in WAYS), ratio) for users, error, ratio in zip(SIZES, errors, ratios, strict=True)
    ]
    header = ("users", *(f"mse {way}" for way in WAYS), "local / chained")
    return save_all(out, NAME, figure, header, rows, _remarks(errors, ratios))


def _remarks(errors: list[dict[str, float]], ratios: list[float]) -> list[Remark]:
    gaps = [error["local"] - error["chained"] for error in errors]
    return [
        Remark(
            "with few users Chained-DP is much better than LDP",
            f"{ratios[0]:.2f} times better with 3 users",
            ratios[0] > 1.5,
        ),
        Remark(
            "with many users the two tend to be consistent, in absolute terms",
            f"the difference falls from {gaps[0]:.3g} to {gaps[-1]:.3g}, because both errors vanish",
            gaps[-1] < gaps[0] / 10,
        ),
        Remark(
            "with many users the two tend to be consistent, relative to each other",
            f"the ratio grows from {ratios[0]:.2f} to {ratios[-1]:.2f}",
            ratios[-1] < ratios[0],
        ),
    ]


REPRODUCTION = Reproduction(NAME, "error for different numbers of users", run)
