"""Statement: Opacus 1.6 (PRVAccountant.get_epsilon): at the epsilon that it gives for T steps of training with
Poisson samples of rate q and noise multiplier sigma, no listed counting test tells more than delta.

Model: the doubles that the installed package returned at the recorded points. A person is removed; the test counts the
steps that show more than a cut. What it tells is an exact number, and a lower end of the true delta.

Corners: one step, where the best cut tells all; 500 steps.

Readings: none. That no listed test tells more is necessary for privacy, not enough: the exact delta of 500 steps is not
computed, and nothing is said about it.
"""

from optcheck.claims import *
from proofs_numeric.libraries._queries import recorded
from proofs_numeric.libraries._sampled import Run, sampled_training

RETURNED = recorded("opacus-sampled-prv")


def as_printed(run: Run) -> Value:
    return RETURNED[run.rate, run.sigma, run.steps, run.delta]


CLAIM = sampled_training(
    "libraries/opacus-sampled-prv",
    place="Opacus, PRVAccountant",
    title="the epsilon of whole runs by privacy-loss variables: the recorded calls, by counting tests",
    printed=Form(as_printed, "the ε that PRVAccountant returns"),
)
