"""Chained-DP (Li, Huang, Zeng, Chen, Chen): users in a row recycle each other's noise.

>>> from optcheck import chained_dp
>>> solved = chained_dp.equilibrium([1, 4, 2])
>>> [str(multiple) for multiple in solved.nash_multiples], solved.price_of_anarchy > 1
(['1', '3', '0'], True)
"""

from __future__ import annotations

from optcheck.chained_dp.exposure import (
    Threshold,
    exposure,
    exposure_floats,
    local_noise,
    release_exposure,
    sorted_split,
    split_noise,
    threshold,
)
from optcheck.chained_dp.game import (
    Equilibrium,
    M,
    anarchy_bound,
    best_response,
    centralised_total_cost,
    centralised_variance,
    cost,
    enclosed_costs,
    enclosed_optimum,
    enclosed_price_of_anarchy,
    equilibrium,
    nash_multiples,
    price_of_anarchy_cubed,
    profile_costs,
    subgame_perfect_multiples,
)

__all__ = [
    "Equilibrium", "M", "Threshold", "anarchy_bound", "best_response", "centralised_total_cost", "centralised_variance",
    "cost", "enclosed_costs", "enclosed_optimum", "enclosed_price_of_anarchy", "equilibrium", "exposure",
    "exposure_floats", "local_noise", "nash_multiples", "price_of_anarchy_cubed", "profile_costs", "release_exposure",
    "sorted_split", "split_noise", "subgame_perfect_multiples", "threshold",
]  # fmt: skip
