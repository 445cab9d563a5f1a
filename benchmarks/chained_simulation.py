"""Simulate BAS and SAR from a seed: orders, messages, exposures, errors.

Slips of the paper's listings are repaired: Mechanism 1 overwrites the running sum instead of adding to it (line 12);
Protocol 2 resets the slice's start in every round and then moves it by one instead of the slice's length (lines 4
and 12). BAS redraws the order while a largest bid comes first; that never ends when all bids are equal, so such bids
are refused. Instead of redrawing, the first user is drawn from those below the largest bid: the same distribution.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from optcheck.chained_dp.exposure import Attacker, require_attacker
from optcheck.chained_dp.game import Floats, M, centralised_variance, float_preferences
from optcheck.errors import InvalidInput, shown
from optcheck.exact.inputs import finite_double, flag, float_array, instance_of, items, seeded, whole_number

Indices = NDArray[np.int64]
Booleans = NDArray[np.bool_]
MOST_DRAWS = 10**8  # random numbers held in memory at the same time


@dataclass(frozen=True, slots=True, eq=False)
class ChainRun:
    """One run of BAS: the order of the users, what each sent on, and the server's estimate of the mean."""

    order: Indices
    messages: Floats
    estimate: Floats


@dataclass(frozen=True, slots=True, eq=False)
class SlicedRun:
    """One run of SAR: an order per slice, and the recombined estimate of the mean."""

    orders: Indices
    slices: tuple[slice, ...]
    estimate: Floats


def shuffled_orders(bids: Floats, rows: int, generator: np.random.Generator) -> Indices:
    """Uniform orders of the users, one per row, in which no largest bidder comes first."""
    below = np.flatnonzero(bids < bids.max())
    if len(below) == 0:
        raise InvalidInput(f"BAS needs two different bids, got {len(bids)} equal ones: it would reshuffle for ever")
    orders = generator.permuted(np.tile(np.arange(len(bids)), (rows, 1)), axis=1)
    first = generator.choice(below, size=rows)
    position = np.argmax(orders == first[:, None], axis=1)
    row = np.arange(rows)
    orders[row, position], orders[row, 0] = orders[row, 0], first
    return orders


def broadcast_and_shuffle(vectors: object, bids: object, seed: int) -> ChainRun:
    """Run Mechanism 1 on the users' vectors (one row each).

    >>> run = broadcast_and_shuffle([[0.0], [1.0]], [0.0, 0.0625], seed=1)
    >>> run.order.tolist(), run.messages.shape
    ([0, 1], (2, 1))
    """
    data, preferences = _checked(vectors, bids)
    generator = seeded(seed)
    order = shuffled_orders(preferences, 1, generator)[0]
    messages = _messages(data[order], M * preferences.max(), generator)
    return ChainRun(order, messages, messages[-1] / len(data))


def slice_and_recombine(vectors: object, bids: object, slices: int, seed: int) -> SlicedRun:
    """Run Protocol 2: cut the coordinates into slices of length ceil(d/N), run BAS on each, concatenate the means.

    The last slice may be shorter, and there may be fewer than N of them (d = 5, N = 4 gives three).

    >>> slice_and_recombine([[0.0, 1.0], [1.0, 0.0]], [1.0, 2.0], slices=2, seed=0).orders.tolist()
    [[0, 1], [0, 1]]
    """
    data, preferences = _checked(vectors, bids)
    width = data.shape[1]
    if not 1 <= whole_number(slices, "slices") <= width:
        raise InvalidInput(f"the number of slices must be between 1 and d = {width}, got {shown(slices)}")
    length = -(-width // slices)
    cuts = tuple(slice(start, min(start + length, width)) for start in range(0, width, length))
    generator = seeded(seed)
    orders = shuffled_orders(preferences, len(cuts), generator)
    variance = M * preferences.max()
    means = [
        _messages(data[order, cut], variance, generator)[-1] / len(data)
        for order, cut in zip(orders, cuts, strict=True)
    ]
    return SlicedRun(orders, cuts, np.concatenate(means))


def _checked(vectors: object, bids: object) -> tuple[Floats, Floats]:
    data, preferences = float_array(vectors, "coordinate"), float_preferences(bids)
    if data.ndim != 2 or len(data) != len(preferences):
        raise InvalidInput(f"there must be one vector per user, {len(preferences)}; got shape {shown(data.shape)}")
    if not np.isfinite(data).all():
        raise InvalidInput(f"coordinates must be finite, got {data[~np.isfinite(data)][0]}")
    return data, preferences


def _messages(ordered: Floats, variance: float, generator: np.random.Generator) -> Floats:
    """The running sums that pass down the row; the first user adds all the noise."""
    noisy = ordered.copy()
    noisy[0] += generator.normal(0.0, np.sqrt(variance), size=ordered.shape[1])
    return np.asarray(np.cumsum(noisy, axis=0))


def exposed_slices(run: SlicedRun, victim: int, attackers: Sequence[int], attacker: Attacker = "strong") -> Booleans:
    """Which of the victim's slices a set of colluding users learns.

    >>> run = slice_and_recombine([[0.0, 1.0], [1.0, 0.0], [0.5, 0.5]], [1, 2, 3], slices=2, seed=1)
    >>> exposed_slices(run, victim=0, attackers=[1, 2]).tolist()
    [True, True]
    """
    instance_of(run, SlicedRun, "run")
    attackers = items(attackers, "an attacker")
    users = range(run.orders.shape[1])
    hostile = np.zeros(len(users), dtype=bool)
    for user in (victim, *attackers):
        if whole_number(user, "a user") not in users:
            raise InvalidInput(f"a user must be between 0 and {len(users) - 1}, got {shown(user)}")
    hostile[list(attackers)] = True
    if hostile[victim]:
        raise InvalidInput(f"the victim must not be an attacker, got user {shown(victim)} as both")
    return _exposed(hostile[run.orders], np.argmax(run.orders == victim, axis=1), attacker)


def _exposed(hostile: Booleans, position: Indices, attacker: Attacker) -> Booleans:
    """For each row: is the user at ``position`` exposed, when ``hostile`` marks the attackers' positions?"""
    users = hostile.shape[1]
    rows, inner = np.arange(len(hostile)), (position > 0) & (position < users - 1)
    if require_attacker(attacker) == "weak":
        both = hostile[rows, position - 1] & hostile[rows, np.minimum(position + 1, users - 1)]
        return np.asarray(inner & both)
    positions = np.arange(users)[None, :]
    before = (hostile & (positions < position[:, None])).any(axis=1)
    after = (hostile & (positions > position[:, None])).any(axis=1)
    return np.asarray(before & after)


def simulated_exposure(
    users: int, probability: float, trials: int, seed: int, attacker: Attacker = "strong", largest: bool | None = None
) -> float:
    """How often a slice was exposed in random trials.

    ``largest`` None draws uniform orders; True and False draw BAS orders, for the user with the largest
    preference or for another one.

    >>> simulated_exposure(2, 0.5, trials=10, seed=0)
    0.0
    """
    whole_number(users, "users", least=1 if largest is None else 2, most=MOST_DRAWS)
    whole_number(trials, "trials", least=1, most=MOST_DRAWS // users)
    chance = finite_double(probability, "probability")
    if largest is not None:
        flag(largest, "largest")
    if not 0 <= chance <= 1:
        raise InvalidInput(f"probability must lie between 0 and 1, got {shown(probability)}")
    generator = seeded(seed)
    if largest is None:
        orders = generator.permuted(np.tile(np.arange(users), (trials, 1)), axis=1)
    else:
        orders = shuffled_orders(np.arange(users, dtype=np.float64), trials, generator)
    victim = users - 1 if largest else 0
    hostile = (generator.random((trials, users)) < chance) & (orders != victim)
    return float(_exposed(hostile, np.argmax(orders == victim, axis=1), attacker).mean())


def expected_errors(preferences: object, dimension: int) -> dict[str, float]:
    """Expected squared distance between estimate and mean, d/K^2 times the sum of variances, for three methods.

    ``chained``: all noise once, m max beta. ``local``: every user adds its own, m beta_k. ``central``: the centralised
    optimum.

    >>> {method: round(error, 3) for method, error in expected_errors([1.0, 4.0], 1).items()}
    {'chained': 0.63, 'local': 0.787, 'central': 0.429}
    """
    beta = float_preferences(preferences)
    scale = whole_number(dimension, "dimension", least=1, most=2**53) / len(beta) ** 2
    return {method: scale * variance for method, variance in _total_variances(beta).items()}


def _total_variances(beta: Floats) -> dict[str, float]:
    return {
        "chained": M * float(beta.max()),
        "local": M * float(beta.sum()),
        "central": centralised_variance(beta),
    }


def simulated_errors(preferences: object, dimension: int, repetitions: int, seed: int) -> dict[str, Floats]:
    """The squared distance between estimate and mean in repeated releases, for the three methods.

    The order does not matter for the error, since the first user adds all noise: only noise is drawn.

    >>> simulated_errors([1.0, 4.0], dimension=2, repetitions=3, seed=0)["chained"].shape
    (3,)
    """
    beta = float_preferences(preferences)
    whole_number(dimension, "dimension", least=1, most=MOST_DRAWS)
    whole_number(repetitions, "repetitions", least=1, most=MOST_DRAWS // dimension)
    generator = seeded(seed)

    def squared_norms(variance: float) -> Floats:
        norms: Floats = (generator.normal(0.0, np.sqrt(variance), (repetitions, dimension)) ** 2).sum(axis=1)
        return norms / len(beta) ** 2

    return {method: squared_norms(variance) for method, variance in _total_variances(beta).items()}
