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
    release_exposure,
    threshold,
)
from optcheck.chained_dp.game import (
    Equilibrium,
    M,
    best_response,
    centralised_total_cost,
    centralised_variance,
    cost,
    enclosed_costs,
    equilibrium,
    nash_multiples,
    price_of_anarchy_cubed,
    profile_costs,
    subgame_perfect_multiples,
)

__all__ = [
    "Equilibrium", "M", "Threshold", "best_response", "centralised_total_cost", "centralised_variance",
    "cost", "enclosed_costs", "equilibrium", "exposure",
    "nash_multiples", "price_of_anarchy_cubed", "profile_costs", "release_exposure",
    "subgame_perfect_multiples", "threshold",
]  # fmt: skip
