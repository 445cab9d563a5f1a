"""TPMDP: least Gaussian noise that protects every party against every coalition of up to t others (Eq. 6)."""

from __future__ import annotations

from optcheck.tpmdp.allocation import Allocation, allocate
from optcheck.tpmdp.chunks import ChunkedAllocation, allocate_chunks
from optcheck.tpmdp.composition import compose_advanced, compose_basic
from optcheck.tpmdp.curve import CurvePoint, curve, minimum, non_threshold, savings, tmdp
from optcheck.tpmdp.instance import Instance, Subcase

__all__ = [
    "Allocation",
    "ChunkedAllocation",
    "CurvePoint",
    "Instance",
    "Subcase",
    "allocate",
    "allocate_chunks",
    "compose_advanced",
    "compose_basic",
    "curve",
    "minimum",
    "non_threshold",
    "savings",
    "tmdp",
]
