"""From budgets to drawn integer noise: a plan with one proof, and what a party does with it.

>>> question = Question.of(["0.5", 1, 2], "1e-6", threshold=1)
>>> mine = make(question)
>>> mine.price < 0.01
True
>>> len(draw(mine, "party 1"))
1
"""

from __future__ import annotations

from optcheck.noise.bulk import BulkAllocation, BulkCurve, BulkPlan, allocate_files, curve_files, plan_files
from optcheck.noise.plan import Plan, Question, make, remaining, share_bits, variance_per_release, worst, zcdp
from optcheck.noise.records import Histogram, Mean, Total, count_share
from optcheck.noise.share import OnGrid, at_precision, clip_to_ball, clip_to_range, draw, party_plan, to_data, top_up
from optcheck.noise.tables import question_from_table

__all__ = [
    "BulkAllocation", "BulkCurve", "BulkPlan", "Histogram", "Mean", "OnGrid", "Plan", "Question", "Total",
    "allocate_files", "at_precision", "clip_to_ball", "clip_to_range", "count_share", "curve_files", "draw", "make",
    "party_plan", "plan_files", "question_from_table", "remaining", "share_bits", "to_data", "top_up",
    "variance_per_release", "worst", "zcdp",
]  # fmt: skip
