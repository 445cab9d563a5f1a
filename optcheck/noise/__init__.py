"""From budgets to drawn integer noise: a plan with one proof, and what a party does with it.

>>> question = Question.of(["0.5", 1, 2], "1e-6", threshold=1)
>>> mine = make(question)
>>> mine.price < 0.01
True
>>> len(draw(mine, "party 1"))
1
"""

from __future__ import annotations

from optcheck.noise.bulk import BulkAllocation, BulkCurve, BulkPlan, allocate_files, curve_files, party_plan, plan_files
from optcheck.noise.plan import Plan, Question, make, remaining, variance_per_release, worst, zcdp
from optcheck.noise.share import Mean, OnGrid, clip_to_ball, clip_to_range, draw, to_data
from optcheck.noise.tables import question_from_table
from optcheck.noise.top_up import top_up

__all__ = [
    "BulkAllocation",
    "BulkCurve",
    "BulkPlan",
    "Mean",
    "OnGrid",
    "Plan",
    "Question",
    "allocate_files",
    "clip_to_ball",
    "clip_to_range",
    "curve_files",
    "draw",
    "make",
    "party_plan",
    "plan_files",
    "question_from_table",
    "remaining",
    "to_data",
    "top_up",
    "variance_per_release",
    "worst",
    "zcdp",
]
