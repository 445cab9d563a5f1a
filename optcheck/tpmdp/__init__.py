"""TPMDP: least Gaussian noise that protects every party against every coalition of up to t others (Eq. 6)."""

from __future__ import annotations

from optcheck.tpmdp.allocation import Allocation, allocate
from optcheck.tpmdp.composition import compose_advanced, compose_basic
from optcheck.tpmdp.curve import CurvePoint, curve, minimum, non_threshold, savings, tmdp
from optcheck.tpmdp.instance import Instance, Subcase

__all__ = [
    "Allocation",
    "CurvePoint",
    "Instance",
    "Subcase",
    "allocate",
    "compose_advanced",
    "compose_basic",
    "curve",
    "minimum",
    "non_threshold",
    "savings",
    "tmdp",
]
