"""Noise for tables larger than memory, in one file or in many, on this machine or on a dask cluster."""

from __future__ import annotations

from optcheck.noise.bulk.curve import BulkCurve, curve_files
from optcheck.noise.bulk.integers import BulkPlan, plan_files
from optcheck.noise.bulk.one import party_plan
from optcheck.noise.bulk.plan import BulkAllocation, allocate_files

__all__ = ["BulkAllocation", "BulkCurve", "BulkPlan", "allocate_files", "curve_files", "party_plan", "plan_files"]
