"""The figures of Chained-DP redrawn, each with a table of remarks.

A remark is what the paper says about its picture, what the model gives, and whether the one follows from the other.
"Follows" is computed from the numbers of the figure.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.paper import (
    BLACK,
    BLUE,
    GREEN,
    ORANGE,
    PURPLE,
    RED,
    Remark,
    add_legend,
    new_figure,
    save_figure,
    save_remarks,
    save_table,
)
from optcheck.chained_dp import M, equilibrium, threshold
from optcheck.chained_dp.exposure import Attacker, Order
from optcheck.chained_dp.game import Floats, float_preferences
from optcheck.cli.reproduce import Reproduction
from optcheck.errors import InvalidInput
from optcheck.gaussian import epsilon_of_variance

SEED = 2023
DRAWS = 400
DIMENSION = 50
USERS = 10
LARGEST = 1.3
WAYS = {
    "local": ("LDP", ORANGE, "s"),
    "chained": ("Chained-DP", BLUE, "o"),
    "central": ("centralised optimum", GREEN, "^"),
}
CLOSE = 1.1  # what counts as close to the optimum
FAR = 2.0  # what counts as much better

Progress = Callable[[str], None]


def preferences(users: int, largest: float = LARGEST, draws: int = DRAWS, seed: int = SEED) -> Floats:
    """Uniform preferences, one row per draw."""
    return np.random.default_rng([seed, users]).uniform(0.0, largest, (draws, users))


def total_variances(rows: Floats) -> dict[str, Floats]:
    """The sum of all variances in each draw: local noise, chained noise, centralised optimum."""
    return {
        "local": M * rows.sum(axis=1),
        "chained": M * rows.max(axis=1),
        "central": M * np.mean(rows**1.5, axis=1) ** (2 / 3),
    }


def mean_errors(rows: Floats, dimension: int = DIMENSION) -> dict[str, float]:
    """Expected squared error of the mean, d/K^2 times the sum of variances, averaged over the draws."""
    scale = dimension / rows.shape[1] ** 2
    return {way: scale * float(total.mean()) for way, total in total_variances(rows).items()}


def draw_ways(axes: Any, across: Sequence[float], series: dict[str, list[float]]) -> None:
    """One line per way of adding noise."""
    for way, values in series.items():
        label, colour, marker = WAYS[way]
        axes.plot(across, values, color=colour, marker=marker, markevery=0.1, markersize=4, label=label)
    add_legend(axes)


def save_all(
    out: Path,
    name: str,
    figure: Any,
    header: Sequence[str],
    rows: Sequence[Sequence[object]],
    remarks: Sequence[Remark],
) -> list[Path]:
    """Write figure, numbers and remarks."""
    return [*save_figure(figure, out, name), save_table(out, name, header, rows), save_remarks(out, name, remarks)]


DELTA = 1e-5
DIMENSIONS = list(range(2, 101, 2))


def figure_3(out: Path, progress: Progress) -> list[Path]:
    """Error against privacy budget, for vectors of 2 to 100 dimensions.

    Ten users with uniform preferences in [0, 1.3]. The noise does not depend on the dimension d; error and sensitivity
    do: the error is d/K^2 times the sum of variances, the budget sqrt(d) sqrt(2 log(1.25/delta) / V) by the paper's Eq.
    3, with V the noise that a user's data carry. The paper does not name delta; 10^-5 is used. Under LDP a user carries
    only its own noise; its budget is averaged over the users. The table adds the exact budget for Chained-DP's average
    noise: Eq. 3 is not valid for such large budgets (chained/eq-3), and coordinates in [-1, 1] differ by 2, which makes
    the sensitivity 2 sqrt(d) (chained/sensitivity).
    """
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
    return save_all(out, "chained-fig3", figure, header, rows, _remarks_3(budgets, errors[0], rows))


def _budgets(users: np.ndarray) -> dict[str, float]:
    """Average budget at d = 1: of the noise that a user's data carry."""
    carried = {**total_variances(users), "local": M * users}
    return {way: float(np.mean(np.sqrt(2 * np.log(1.25 / DELTA) / carried[way]))) for way in WAYS}


def _remarks_3(budgets: dict[str, float], error: dict[str, float], rows: list[tuple[float, ...]]) -> list[Remark]:
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


RANGES = [round(0.1 * step, 1) for step in range(1, 14)]


def figure_4(out: Path, progress: Progress) -> list[Path]:
    """Error for different ranges of preferences.

    Ten users, 50 dimensions, uniform preferences in [0, b] for b from 0.1 to 1.3. Every variance is proportional to the
    preferences, so all three lines are straight, and for uniform preferences the ratio of LDP to Chained-DP is
    (K + 1)/2 on average: the sum of K uniform numbers is K/2, their maximum K/(K + 1).
    """
    progress("averaging over draws")
    errors = [mean_errors(preferences(USERS, largest)) for largest in RANGES]
    figure, (axes,) = new_figure()
    draw_ways(axes, RANGES, {way: [error[way] for error in errors] for way in WAYS})
    axes.set(xlabel="largest preference β", ylabel="mean squared error", title=f"{USERS} users, d = 50")
    rows = [(largest, *(error[way] for way in WAYS)) for largest, error in zip(RANGES, errors, strict=True)]
    return save_all(
        out, "chained-fig4", figure, ("largest beta", *(f"mse {way}" for way in WAYS)), rows, _remarks_4(errors)
    )


def _remarks_4(errors: list[dict[str, float]]) -> list[Remark]:
    gains = np.array([error["local"] / error["chained"] for error in errors])
    losses = np.array([error["chained"] / error["central"] for error in errors])
    return [
        Remark(
            "LDP has much higher errors than the other two",
            f"{gains.min():.2f} to {gains.max():.2f} times those of Chained-DP; (K+1)/2 = {(USERS + 1) / 2}",
            bool(gains.min() > FAR),
        ),
        Remark(
            "Chained-DP and the optimum lie together (within 10 %)",
            f"{losses.min():.2f} to {losses.max():.2f} times the optimum, at every range alike",
            bool(losses.max() < CLOSE),
        ),
    ]


def figure_5(out: Path, progress: Progress) -> list[Path]:
    """Average cost of a user for different ranges of preferences.

    The same users as in Fig. 4. Costs by Eq. 14 with the weight alpha = beta^(3/2). Chained-DP: at the profile that BAS
    enforces. LDP: everybody adds m beta_k and carries only that. Optimum: the least total cost. All three are
    proportional to the range of preferences. The table also has the cost at the Nash equilibrium of Definition 3.
    """
    progress("solving games")
    costs = [_mean_costs(largest) for largest in RANGES]
    figure, (axes,) = new_figure()
    nash = [cost["nash"] for cost in costs]
    axes.plot(RANGES, nash, color=PURPLE, linestyle="--", label="Nash equilibrium (Definition 3)")
    draw_ways(axes, RANGES, {way: [cost[way] for cost in costs] for way in WAYS})
    axes.set(xlabel="largest preference β", ylabel="average cost of a user", title=f"{USERS} users")
    names = (*WAYS, "nash")
    rows = [(largest, *(cost[name] for name in names)) for largest, cost in zip(RANGES, costs, strict=True)]
    return save_all(
        out, "chained-fig5", figure, ("largest beta", *(f"cost {name}" for name in names)), rows, _remarks_5(costs)
    )


def _mean_costs(largest: float) -> dict[str, float]:
    rows = preferences(USERS, largest)
    solved = [equilibrium(row) for row in rows]
    return {
        "local": M * float((rows.sum(axis=1, keepdims=True) + 2 * rows).mean()),
        "chained": float(np.mean([item.subgame_perfect_costs.mean() for item in solved])),
        "central": float(np.mean([3 * item.optimum for item in solved])),
        "nash": float(np.mean([item.nash_costs.mean() for item in solved])),
    }


def _remarks_5(costs: list[dict[str, float]]) -> list[Remark]:
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


MANY_USERS = 200
PARTS = list(range(2, 101))


def figure_6(out: Path, progress: Progress) -> list[Path]:
    """Error when the row is split into 2 to 100 sub-sequences, at random or sorted by preference.

    The paper gives the preferences' range as [-1, 1], which the model does not allow (preferences are at least 0), and
    does not give the number of users. Here: 200 users, uniform preferences in [0, 1], 50 dimensions. Parts differ in
    size by one user at most; the server weighs them by size (a plain average would be biased, see the claim
    chained/cor-3).
    """
    progress("splitting rows")
    rows = preferences(MANY_USERS, 1.0, draws=100)
    ordered = -np.sort(-rows, axis=1)
    scale = DIMENSION * M / MANY_USERS**2
    at_random = [scale * _sum_of_maxima(rows, parts) for parts in PARTS]
    in_order = [scale * _sum_of_maxima(ordered, parts) for parts in PARTS]
    local, whole = scale * float(rows.sum(axis=1).mean()), scale * float(rows.max(axis=1).mean())
    figure, (axes,) = new_figure()
    axes.plot(PARTS, at_random, color=ORANGE, marker="s", markevery=0.1, markersize=4, label="split at random")
    axes.plot(PARTS, in_order, color=BLUE, marker="o", markevery=0.1, markersize=4, label="sorted, then split")
    axes.axhline(local, color=BLACK, linestyle=":", label="LDP")
    axes.axhline(whole, color=GREEN, linestyle="--", label="one row")
    axes.set(
        xlabel="number of sub-sequences", ylabel="mean squared error", title=f"{MANY_USERS} users, d = 50, β in [0, 1]"
    )
    add_legend(axes)
    table = list(zip(PARTS, at_random, in_order, strict=True))
    header = ("sub-sequences", "mse at random", "mse sorted")
    return save_all(out, "chained-fig6", figure, header, table, _remarks_6(at_random, in_order, local))


def _sum_of_maxima(rows: Floats, parts: int) -> float:
    """The sum of the parts' largest preferences, averaged over the draws."""
    starts = np.linspace(0, rows.shape[1], parts + 1).astype(int)[:-1]
    return float(np.maximum.reduceat(rows, starts, axis=1).sum(axis=1).mean())


def _remarks_6(at_random: list[float], in_order: list[float], local: float) -> list[Remark]:
    gains = [a / b for a, b in zip(at_random, in_order, strict=True)]
    return [
        Remark(
            "sorting before splitting always gives the lower error",
            f"{min(gains):.2f} to {max(gains):.2f} times lower",
            min(gains) >= 1,
        ),
        Remark(
            "splitting never does worse than LDP",
            f"at most {max(at_random) / local:.2f} of LDP's",
            max(at_random) <= local,
        ),
        Remark("preferences lie in [-1, 1]", "the model has none below 0; [0, 1] is drawn", _is_allowed(-1.0)),
    ]


def _is_allowed(preference: float) -> bool:
    try:
        float_preferences([preference])
    except InvalidInput:
        return False
    return True


SIZES = list(range(3, 101))


def figure_7(out: Path, progress: Progress) -> list[Path]:
    """Error for rows of 3 to 100 users.

    50 dimensions, uniform preferences in [0, 1.3]. Left: the errors, which both go to zero. Right: their ratio, which
    grows like (K + 1)/2: relative to LDP, Chained-DP gets better with more users, not worse.
    """
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
    return save_all(out, "chained-fig7", figure, header, rows, _remarks_7(errors, ratios))


def _remarks_7(errors: list[dict[str, float]], ratios: list[float]) -> list[Remark]:
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


LINES: dict[str, tuple[Attacker, Order, str, str]] = {
    "weak": ("weak", "uniform", BLUE, "-"),
    "weak, BAS": ("weak", "shuffled, largest", BLUE, "--"),
    "strong": ("strong", "uniform", RED, "-"),
    "strong, BAS": ("strong", "shuffled, largest", RED, "--"),
}


def figure_8(out: Path, progress: Progress) -> list[Path]:
    """The largest bearable collusion probability for 3 to 100 users.

    Bearable: a slice is exposed with probability at most 1/K^2. Thresholds are enclosed by exact bisection; lower ends
    are drawn. Solid: uniform orders, as the paper simplifies. Dashed: the orders that BAS draws, for the user with the
    largest preference, who is never in the safe first place. The strong attacker's line uses the corrected Eq. 32; the
    printed one gives a failure probability of 2 where nobody attacks, so that small p would never be bearable.
    """
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
    return save_all(out, "chained-fig8", figure, ("users", *LINES), rows, _remarks_8(lines, SIZES))


def _remarks_8(lines: dict[str, list[float]], sizes: list[int]) -> list[Remark]:
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


REPRODUCTIONS = (
    Reproduction("chained-fig3", "error against privacy budget for LDP, Chained-DP, centralised optimum", figure_3),
    Reproduction("chained-fig4", "error for different ranges of preferences", figure_4),
    Reproduction("chained-fig5", "average cost of a user for different ranges of preferences", figure_5),
    Reproduction("chained-fig6", "error for different numbers of sub-sequences", figure_6),
    Reproduction("chained-fig7", "error for different numbers of users", figure_7),
    Reproduction("chained-fig8", "largest bearable collusion probability for both attackers", figure_8),
)
