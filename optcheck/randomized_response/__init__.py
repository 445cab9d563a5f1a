"""Randomised response of single bits: exact optimal accuracies of private multi-party computation, with proofs."""

from __future__ import annotations

from optcheck.randomized_response.closed_forms import (
    PiecewiseRational,
    accuracy_function,
)
from optcheck.randomized_response.optimum import Optimum, optimal_accuracy, optimal_decision, symmetric_accuracy
from optcheck.randomized_response.problem import (
    Problem,
    keep_probability,
    make_problem,
    privacy_level,
    transcript_matrix,
)

__all__ = [
    "Optimum", "PiecewiseRational", "Problem", "accuracy_function",
    "keep_probability", "make_problem", "optimal_accuracy", "optimal_decision", "privacy_level",
    "symmetric_accuracy", "transcript_matrix",
]  # fmt: skip
