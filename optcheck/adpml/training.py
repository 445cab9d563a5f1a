"""Algorithm 1: parties train locally, clip, add scheduled Gaussian noise; the server averages.

The model is softmax regression. A round spends the zCDP loss that the schedule gives it, towards the server as well as
towards the other parties: every upload is noisy. The noise pays for ``valid_sensitivity`` unless another function is
named. Noise is drawn in doubles from a seeded generator: good for experiments, not for deployment.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from optcheck.adpml.data import Dataset
from optcheck.adpml.schedules import LocalTraining, positive_losses, valid_sensitivity
from optcheck.errors import InvalidInput, require, shown
from optcheck.exact.inputs import finite_double, instance_of, seeded, whole_number
from optcheck.exact.numbers import Exact
from optcheck.gaussian import variance_of_rho

Weights = NDArray[np.float64]
Sensitivity = Callable[[LocalTraining, int], Exact]
DEFAULT_TRAINING = LocalTraining()
Share = tuple[Weights, NDArray[np.int64]]


@dataclass(frozen=True, slots=True, eq=False)
class TrainingRun:
    """The result of a run: test accuracy and total loss after every round, and the last global model.

    ``spent`` is None for a run without noise.
    """

    accuracies: tuple[float, ...]
    spent: tuple[Exact, ...] | None
    weights: Weights

    def rounds_to(self, accuracy: float) -> int | None:
        """How many rounds it took to reach an accuracy; None if it was never reached."""
        return next((t for t, reached in enumerate(self.accuracies, start=1) if reached >= accuracy), None)


def train(
    data: Dataset,
    losses: Iterable[object] | None,
    *,
    rounds: int | None = None,
    parties: int = 30,
    active: int | None = None,
    training: LocalTraining = DEFAULT_TRAINING,
    sensitivity: Sensitivity = valid_sensitivity,
    seed: int = 0,
    until: float | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> TrainingRun:
    """Train together, with a loss for every round (a schedule, or numbers), or without noise for a number of rounds.

    ``active`` parties, drawn afresh in every round, take part (the paper's K; None: all). The stated losses hold for a
    party that is drawn every time; no credit is taken for the draw. With ``until`` the run stops early, as soon as the
    test accuracy reaches that number; as the stop depends on the data, what can be promised beforehand is the loss of
    all rounds, and ``spent`` is what a look back says. ``progress`` is called after every round with its number and
    that of all rounds.

    >>> from optcheck.adpml import load_digits, schedule
    >>> train(load_digits(), schedule(1, 3, 1, 4), parties=10).spent
    (1, 3, 6, 9)
    """
    require("adpml.train", "threadpoolctl")
    from threadpoolctl import threadpool_limits  # of an optional extra

    instance_of(data, Dataset, "data")
    instance_of(training, LocalTraining, "training")
    goal = None if until is None else finite_double(until, "until")
    plan = None if losses is None else positive_losses(losses)
    count = _rounds(plan, rounds)
    generator = seeded(seed)
    shares = _split(data, parties, generator)
    weights = np.zeros((data.classes, data.rows.shape[1]))
    accuracies = []
    with threadpool_limits(limits=1, user_api="blas"):  # such small products are slower with more threads
        for t in range(count):
            loss = None if plan is None else plan[t]
            participants = _sampled(shares, active, generator)
            weights = _aggregate(weights, participants, training, loss, sensitivity, generator)
            accuracies.append(_accuracy(weights, data))
            if progress is not None:
                progress(t + 1, count)
            if goal is not None and accuracies[-1] >= goal:
                break
    spent = None if plan is None else tuple(accumulate(plan[: len(accuracies)]))
    return TrainingRun(tuple(accuracies), spent, weights)


def local_model(weights: Weights, rows: Weights, labels: NDArray[np.int64], training: LocalTraining) -> Weights:
    """Lines 5 and 6 of Algorithm 1: gradient steps on the party's mean loss from the global model, then clipping."""
    local = weights.copy()
    targets = np.eye(len(weights))[labels]
    for _ in range(training.steps):
        local -= float(training.step_size) / len(labels) * (_softmax(rows @ local.T) - targets).T @ rows
    clipped: Weights = local / max(1.0, float(np.linalg.norm(local)) / float(training.clip))
    return clipped


def noise_deviation(loss: Exact, sensitivity: Exact) -> float:
    """The standard deviation that costs at most ``loss``: never below sensitivity / sqrt(2 loss).

    >>> noise_deviation(2, 4)
    2.0
    """
    deviation = math.sqrt(variance_of_rho(loss, sensitivity))
    if deviation == math.inf:
        raise InvalidInput(f"a loss of {shown(loss)} needs more noise than a double can hold")
    is_enough = Fraction(deviation) ** 2 * 2 * loss >= sensitivity * sensitivity
    return deviation if is_enough else math.nextafter(deviation, math.inf)


def _aggregate(
    weights: Weights,
    shares: Sequence[Share],
    training: LocalTraining,
    loss: Exact | None,
    sensitivity: Sensitivity,
    generator: np.random.Generator,
) -> Weights:
    """One round: every party's upload, weighted by its share of the records."""
    sizes = [len(labels) for _, labels in shares]
    deviations = {} if loss is None else {n: noise_deviation(loss, sensitivity(training, n)) for n in set(sizes)}
    total = np.zeros_like(weights)
    for rows, labels in shares:
        upload = local_model(weights, rows, labels, training)
        if loss is not None:
            upload = upload + generator.normal(0.0, deviations[len(labels)], size=upload.shape)
        total += len(labels) / sum(sizes) * upload
    return total


def _softmax(scores: Weights) -> Weights:
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), dtype=np.float64)


def _accuracy(weights: Weights, data: Dataset) -> float:
    return float(np.mean((data.test_rows @ weights.T).argmax(axis=1) == data.test_labels))


def _split(data: Dataset, parties: int, generator: np.random.Generator) -> list[Share]:
    if not 1 <= whole_number(parties, "parties") <= len(data.labels):
        raise InvalidInput(f"parties must be between 1 and the {len(data.labels)} records, got {shown(parties)}")
    parts = np.array_split(generator.permutation(len(data.labels)), parties)
    return [(data.rows[part], data.labels[part]) for part in parts]


def _sampled(shares: list[Share], active: int | None, generator: np.random.Generator) -> list[Share]:
    if active is None:
        return shares
    if not 1 <= whole_number(active, "active") <= len(shares):
        raise InvalidInput(f"active must be between 1 and the {len(shares)} parties, got {shown(active)}")
    return [shares[i] for i in generator.choice(len(shares), size=active, replace=False)]


def _rounds(losses: tuple[Exact, ...] | None, rounds: int | None) -> int:
    if losses is None:
        return whole_number(rounds, "rounds of a run without noise", least=1)
    if rounds is not None and whole_number(rounds, "rounds") != len(losses):
        raise InvalidInput(f"rounds must be the number of losses = {len(losses)}, got {shown(rounds)}")
    return len(losses)
