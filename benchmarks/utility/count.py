"""The noisy count: squared errors of every mechanism on synthetic bits."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from benchmarks.utility.population import Array, Population, gaussian_noise, sampling, variances_for

MECHANISMS = ("G", "TMDP", "MIN", "non-thre", "Sample", "PLDP")


@dataclass(frozen=True, slots=True)
class CountSetting:
    """A population and the fraction of ones among its bits."""

    population: Population = field(default_factory=Population)
    density: float = 0.15


@dataclass(frozen=True, slots=True)
class Squares:
    """One squared error per repetition and mechanism: as simulated, and expected given the repetition's parties."""

    simulated: dict[str, Array]
    expected: dict[str, Array]


def squared_errors(setting: CountSetting, repetitions: int, rng: np.random.Generator) -> Squares:
    """Squared errors of the released counts; the mechanisms share parties, bits and normal draws.

    The normal draws come from a stream of their own, so that settings measured from one seed share them too.
    """
    normals, others = rng.spawn(2)
    rows = [_one_repetition(setting, normals.standard_normal(), others) for _ in range(repetitions)]
    return Squares(
        {name: np.array([row[name][0] ** 2 for row in rows]) for name in MECHANISMS},
        {name: np.array([row[name][1] for row in rows]) for name in MECHANISMS},
    )


def _one_repetition(setting: CountSetting, normal: float, rng: np.random.Generator) -> dict[str, tuple[float, float]]:
    """The error of each mechanism, and its expected square given everything but the mechanism's own coins."""
    population = setting.population
    bits = rng.random(population.n) < setting.density
    epsilons = population.draw_epsilons(rng)
    noise = gaussian_noise(variances_for(epsilons, population.delta), population.t, rng)
    results = {name: (normal * variance**0.5, variance) for name, variance in noise.items()}
    results["Sample"] = _sample(bits, epsilons, population.delta, normal, rng)
    results["PLDP"] = randomised_response(bits.astype(np.float64), epsilons, population.delta, rng)
    return results


def _sample(
    bits: NDArray[np.bool_], epsilons: Array, delta: float, normal: float, rng: np.random.Generator
) -> tuple[float, float]:
    """Parties are dropped at random according to their budgets; the count is not rescaled."""
    budget, kept = sampling(epsilons)
    variance = float(variances_for(np.array([budget]), delta)[0])
    lost = np.count_nonzero(bits & (rng.random(len(bits)) >= kept))
    dropped = 1 - kept[bits]
    expected = variance + float((dropped * (1 - dropped)).sum() + dropped.sum() ** 2)
    return normal * variance**0.5 - lost, expected


def randomised_response(bits: Array, epsilons: Array, delta: float, rng: np.random.Generator) -> tuple[float, float]:
    """The unbiased count from bits kept with probability (exp(epsilon) + delta)/(exp(epsilon) + 1)."""
    keep = (np.exp(epsilons) + delta) / (np.exp(epsilons) + 1)
    reports = np.where(rng.random(len(bits)) < keep, bits, 1 - bits)
    error = float(np.sum((reports - (1 - keep)) / (2 * keep - 1) - bits))
    return error, float(np.sum(keep * (1 - keep) / (2 * keep - 1) ** 2))
