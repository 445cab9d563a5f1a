"""Fig. 8 of Chained-DP: the largest bearable collusion probability for 3 to 100 users.

Bearable: a slice is exposed with probability at most 1/K^2. Thresholds are enclosed by exact bisection; lower ends are
drawn. Solid: uniform orders, as the paper simplifies. Dashed: the orders that BAS draws, for the user with the largest
preference, who is never in the safe first place. The strong attacker's line uses the corrected Eq. 32; the printed one
gives a failure probability of 2 where nobody attacks, so that small p would never be bearable.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from benchmarks.paper import BLUE, RED, add_legend, new_figure
from benchmarks.reproductions._chained import Progress, Remark, save_all
from optcheck.chained_dp import threshold
from optcheck.chained_dp.exposure import Attacker, Order
from optcheck.cli.reproduce import Reproduction

NAME = "chained-fig8"
SIZES = list(range(3, 101))
LINES: dict[str, tuple[Attacker, Order, str, str]] = {
    "weak": ("weak", "uniform", BLUE, "-"),
    "weak, BAS": ("weak", "shuffled, largest", BLUE, "--"),
    "strong": ("strong", "uniform", RED, "-"),
    "strong, BAS": ("strong", "shuffled, largest", RED, "--"),
}


def run(out: Path, progress: Progress) -> list[Path]:
    """Draw the figure and write its numbers."""
    figure, (axes,) = new_figure()
    lines: dict[str, list[float]] = {}
    for name, (attacker, order, colour, style) in LINES.items():
        progress(name)
        lines[name] = [float(threshold(users, attacker, order)) for users in SIZES]
        label = f"{attacker} attacker" + (", BAS order, largest user" if style == "--" else "")
        axes.plot(SIZES, lines[name], color=colour, linestyle=style, label=label)
    axes.set(xlabel="number of users K", ylabel="largest bearable chance p to collude", xscale="log", yscale="log")
    axes.set_title("exposure at most 1/K²", fontsize=10)
    add_legend(axes)
    rows = [(users, *values) for users, *values in zip(SIZES, *lines.values(), strict=True)]
    return save_all(out, NAME, figure, ("users", *LINES), rows, _remarks(lines, SIZES))


def _remarks(lines: dict[str, list[float]], sizes: list[int]) -> list[Remark]:
    falling = all(one > after for line in lines.values() for one, after in pairwise(line))
    ends = {name: f"{line[0]:.4f} to {line[-1]:.5f}" for name, line in lines.items()}
    printed = [(1 / (users * (users - 2))) ** 0.5 for users in sizes]
    shares = [low / value for low, value in zip(lines["weak, BAS"], printed, strict=True)]
    return [
        Remark(
            "the threshold falls with the number of users",
            f"from {sizes[0]} to {sizes[-1]} users: weak attacker {ends['weak']}, strong attacker {ends['strong']}",
            falling,
        ),
        Remark(
            "against the weak attacker it is Eq. 33",
            "the same to 12 digits in uniform order",
            all(abs(low / value - 1) < 1e-12 for low, value in zip(lines["weak"], printed, strict=True)),
        ),
        Remark(
            "the order that BAS draws may be treated as uniform",
            f"the largest user's threshold is {min(shares):.3f} to {max(shares):.3f} of Eq. 33",
            min(shares) >= 1,
        ),
    ]


REPRODUCTION = Reproduction(NAME, "largest bearable collusion probability for both attackers", run)
