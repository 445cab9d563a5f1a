"""Linear regression by the functional mechanism: the moments of the loss are released with noise, then minimised.

The squared loss of a linear model is a quadratic form whose coefficients are sums over the records, so a mechanism for
sums is all that is needed (Zhang et al., 2012). Their remedies for a noisy form are kept: a ridge of four standard
deviations of the noise, and directions of non-positive curvature are dropped.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from benchmarks.utility.incomes import Incomes
from benchmarks.utility.population import GAUSSIAN, Array, Population, gaussian_noise, sampling, variances_for

MECHANISMS = (*GAUSSIAN, "Sample", "PLDP", "non-pri")
FOLDS = 5


@dataclass(frozen=True, slots=True)
class RegressionSetting:
    """The data, and the parties whose records train the model (a fifth as many test it, in turn)."""

    data: Incomes
    population: Population


def squared_errors(setting: RegressionSetting, runs: int, rng: np.random.Generator) -> dict[str, Array]:
    """Mean squared prediction errors, one per run of five-fold cross-validation.

    Parties are drawn from a stream of their own, so that settings measured from one seed share records and noise.
    """
    parties, others = rng.spawn(2)
    rows = [_one_run(setting, parties, others) for _ in range(runs)]
    return {name: np.array([row[name] for row in rows]) for name in MECHANISMS}


def _one_run(setting: RegressionSetting, parties: np.random.Generator, rng: np.random.Generator) -> dict[str, float]:
    """One cross-validation: the folds are drawn so that n parties train and n/4 records test."""
    population, data = setting.population, setting.data
    folds = _draw_folds(data.records, population.n, rng)
    epsilons = population.draw_epsilons(parties)
    required = variances_for(epsilons, population.delta) * data.sensitivity**2
    noise = gaussian_noise(required, population.t, parties)
    moments = [_moments(fold) for fold in folds]
    local = [_moments(fold) for fold in _perturbed(folds, parties.permutation(epsilons), population.delta, rng)]
    kept = _kept(folds, epsilons, rng)
    budget, _ = sampling(epsilons)
    noise["Sample"] = float(variances_for(np.array([budget]), population.delta)[0]) * data.sensitivity**2
    errors: dict[str, list[float]] = {name: [] for name in MECHANISMS}
    for fold in range(FOLDS):
        train, test = _without(moments, fold), moments[fold] / len(folds[fold])
        unit = _symmetric_noise(len(test), rng)
        for name in (*GAUSSIAN, "Sample"):
            deviation = noise[name] ** 0.5
            base = _without(kept, fold) if name == "Sample" else train
            errors[name].append(_loss(minimiser(base + deviation * unit, 4 * deviation), test))
        errors["PLDP"].append(_loss(minimiser(_without(local, fold), 0.0), test))
        errors["non-pri"].append(_loss(minimiser(train, 0.0), test))
    return {name: float(np.mean(values)) for name, values in errors.items()}


def _draw_folds(records: Array, n: int, rng: np.random.Generator) -> list[Array]:
    """Five folds of n/4 records; beyond the size of the data, records are drawn with replacement."""
    size = n // (FOLDS - 1)
    chosen = rng.choice(len(records), size * FOLDS, replace=size * FOLDS > len(records))
    return [records[part] for part in np.split(chosen, FOLDS)]


def _moments(records: Array) -> Array:
    product: Array = records.T @ records
    return product


def _without(parts: list[Array], fold: int) -> Array:
    rest: Array = np.sum([part for index, part in enumerate(parts) if index != fold], axis=0)
    return rest


def _perturbed(folds: list[Array], epsilons: Array, delta: float, rng: np.random.Generator) -> list[Array]:
    """PLDP: each party adds noise to its own record, whose 2-norm changes by at most 2 sqrt(m).

    The n budgets serve the 5n/4 records of a run in turn.
    """
    size, attributes = folds[0].shape
    deviations = np.sqrt(variances_for(np.resize(epsilons, FOLDS * size), delta) * 4 * attributes)
    noise = rng.standard_normal((FOLDS * size, attributes)) * deviations[:, None]
    return [fold + part for fold, part in zip(folds, np.split(noise, FOLDS), strict=True)]


def _kept(folds: list[Array], epsilons: Array, rng: np.random.Generator) -> list[Array]:
    """Moments of the records that the Sample mechanism keeps; every fold is a random part of the parties."""
    _, keep = sampling(epsilons)
    return [_moments(fold[rng.random(len(fold)) < rng.choice(keep, len(fold))]) for fold in folds]


def _symmetric_noise(size: int, rng: np.random.Generator) -> Array:
    """Independent standard normals in the released triangle, mirrored."""
    upper = np.triu(rng.standard_normal((size, size)))
    return upper + np.triu(upper, 1).T


def minimiser(moments: Array, ridge: float) -> Array:
    """The weights that minimise the released quadratic form, in the directions in which it curves upwards."""
    curvature = moments[:-1, :-1] + ridge * np.eye(len(moments) - 1)
    values, vectors = np.linalg.eigh(curvature)
    upward = values > 0
    weights: Array = vectors[:, upward] @ ((vectors[:, upward].T @ moments[:-1, -1]) / values[upward])
    return weights


def _loss(weights: Array, test: Array) -> float:
    """The mean squared error of the predictions, from the test records' own mean moments."""
    signed = np.append(-weights, 1.0)
    return float(signed @ test @ signed)
