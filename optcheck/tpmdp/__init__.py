"""TPMDP: least Gaussian noise that protects every party against every coalition of up to t others (Eq. 6)."""

from __future__ import annotations

from optcheck.tpmdp.allocation import Allocation, CurvePoint, allocate, curve, minimum, non_threshold, savings, tmdp
from optcheck.tpmdp.instance import Instance, Subcase, compose_advanced, compose_basic

__all__ = [
    "Allocation", "CurvePoint", "Instance", "Subcase", "allocate", "compose_advanced", "compose_basic", "curve",
    "minimum", "non_threshold", "savings", "tmdp",
]  # fmt: skip
