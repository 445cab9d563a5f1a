"""Randomised response of single bits: exact optimal accuracies of private multi-party computation, with proofs."""

from __future__ import annotations

from optcheck.randomized_response.closed_forms import (
    PiecewiseRational,
    accuracy_function,
    and_average_accuracy,
    and_worst_accuracy,
    keep_expansion,
    xor_accuracy,
    xor_expansion,
)
from optcheck.randomized_response.optimum import Optimum, optimal_accuracy, optimal_decision, symmetric_accuracy
from optcheck.randomized_response.problem import (
    Problem,
    keep_probability,
    make_problem,
    privacy_level,
    simulate_responses,
    transcript_matrix,
)

__all__ = [
    "Optimum", "PiecewiseRational", "Problem", "accuracy_function", "and_average_accuracy", "and_worst_accuracy",
    "keep_expansion", "keep_probability", "make_problem", "optimal_accuracy", "optimal_decision", "privacy_level",
    "simulate_responses", "symmetric_accuracy", "transcript_matrix", "xor_accuracy", "xor_expansion",
]  # fmt: skip
