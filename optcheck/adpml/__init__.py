"""ADPML: schedules of zCDP losses, their exact accounting, best schedules, and the training loop that uses them.

>>> from optcheck import adpml
>>> plan = adpml.schedule("0.05", "2.8", "0.9", 18)
>>> plan.total, plan.ramp_rounds
(Fraction(1557, 200), 18)
"""

from optcheck.adpml.accounting import (
    PrivacySpent,
    budget_schedule,
    loss_for_budget,
    noise_variances,
    privacy_spent,
    schedule_within_budget,
)
from optcheck.adpml.data import Dataset, load_digits, load_mnist, unit_rows
from optcheck.adpml.optimal import (
    OptimalSchedule,
    ScheduleProblem,
    noise_cost,
    optimal_schedule,
    shrinking_amplitudes,
)
from optcheck.adpml.ramp import (
    Schedule,
    largest_rate,
    most_rounds,
    scaled_to_total,
    schedule,
    total_loss,
)
from optcheck.adpml.sensitivity import (
    LocalTraining,
    clipping_sensitivity,
    gradient_sensitivity,
    unsafe_paper_sensitivity,
    valid_sensitivity,
)
from optcheck.adpml.training import TrainingRun, train

__all__ = [
    "Dataset",
    "LocalTraining",
    "OptimalSchedule",
    "PrivacySpent",
    "Schedule",
    "ScheduleProblem",
    "TrainingRun",
    "budget_schedule",
    "clipping_sensitivity",
    "gradient_sensitivity",
    "largest_rate",
    "load_digits",
    "load_mnist",
    "loss_for_budget",
    "most_rounds",
    "noise_cost",
    "noise_variances",
    "optimal_schedule",
    "privacy_spent",
    "scaled_to_total",
    "schedule",
    "schedule_within_budget",
    "shrinking_amplitudes",
    "total_loss",
    "train",
    "unit_rows",
    "unsafe_paper_sensitivity",
    "valid_sensitivity",
]
