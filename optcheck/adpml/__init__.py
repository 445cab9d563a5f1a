"""ADPML: schedules of zCDP losses, their exact accounting, best schedules, and the training loop that uses them.

>>> from optcheck import adpml
>>> plan = adpml.schedule("0.05", "2.8", "0.9", 18)
>>> plan.total, plan.ramp_rounds
(Fraction(1557, 200), 18)
"""

from __future__ import annotations

from optcheck.adpml.data import Dataset, load_digits, load_mnist, unit_rows
from optcheck.adpml.schedules import (
    LocalTraining,
    OptimalSchedule,
    PrivacySpent,
    Schedule,
    ScheduleProblem,
    budget_schedule,
    clipping_sensitivity,
    gradient_sensitivity,
    largest_rate,
    loss_for_budget,
    most_rounds,
    noise_cost,
    noise_variances,
    optimal_schedule,
    privacy_spent,
    scaled_to_total,
    schedule,
    schedule_within_budget,
    shrinking_amplitudes,
    total_loss,
    unsafe_paper_sensitivity,
    valid_sensitivity,
)
from optcheck.adpml.training import TrainingRun, train

__all__ = [
    "Dataset", "LocalTraining", "OptimalSchedule", "PrivacySpent", "Schedule", "ScheduleProblem", "TrainingRun",
    "budget_schedule", "clipping_sensitivity", "gradient_sensitivity", "largest_rate", "load_digits", "load_mnist",
    "loss_for_budget", "most_rounds", "noise_cost", "noise_variances", "optimal_schedule", "privacy_spent",
    "scaled_to_total", "schedule", "schedule_within_budget", "shrinking_amplitudes", "total_loss", "train", "unit_rows",
    "unsafe_paper_sensitivity", "valid_sensitivity",
]  # fmt: skip
