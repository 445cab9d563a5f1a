"""TPMDP: least Gaussian noise that protects every party against every coalition of up to t others (Eq. 6)."""

from __future__ import annotations

from optcheck.tpmdp.allocation import Allocation, allocate
from optcheck.tpmdp.instance import Instance, Subcase

__all__ = ["Allocation", "Instance", "Subcase", "allocate"]
