"""Exact samplers of the discrete Gaussian that others publish, called as their documentation says.

OpenDP and diffprivlib are optional; OpenDP adds its noise to a vector of zeros, diffprivlib draws one at a time.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from optcheck.sampling import discrete_gaussian

Sampler = Callable[[int, int], Any]  # standard deviation, number of draws


def _optcheck(sigma: int, count: int) -> Any:
    return discrete_gaussian(sigma * sigma, count)


def _opendp(sigma: int, count: int) -> Any:
    dp = importlib.import_module("opendp.prelude")
    dp.enable_features("contrib")
    space = dp.vector_domain(dp.atom_domain(T="i64")), dp.l2_distance(T="f64")
    return dp.m.make_gaussian(*space, scale=float(sigma))([0] * count)


def _diffprivlib(sigma: int, count: int) -> Any:
    """Its mechanism chooses sigma from epsilon and delta: the attribute is set to draw with the one wanted."""
    mechanism = importlib.import_module("diffprivlib.mechanisms").GaussianDiscrete(epsilon=1.0, delta=0.01)
    mechanism._scale = float(sigma)
    return [mechanism.randomise(0) for _ in range(count)]


_MODULES = {"diffprivlib": "mechanisms", "opendp": "prelude"}
SAMPLERS: dict[str, Sampler] = {"optcheck": _optcheck, "diffprivlib": _diffprivlib, "opendp": _opendp}


def missing(name: str) -> str | None:
    """Why a sampler cannot take part, or None."""
    if name == "optcheck":
        return None
    try:
        importlib.import_module(f"{name}.{_MODULES[name]}")
    except ImportError as error:
        return f"{name} cannot be imported: {error}"
    return None
