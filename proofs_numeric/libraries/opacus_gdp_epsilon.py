"""Statement: Opacus 1.6 (GaussianAccountant.get_epsilon) gives, for T steps of training with Poisson samples of rate q
and noise multiplier sigma, an epsilon at which the run is (epsilon, delta)-private.

Model: the doubles that the installed package returned at the recorded points. A person is removed; the test counts the
steps that show more than a cut. What it tells is an exact number, and a lower end of the true delta.

Corners: one step, where the best cut tells all; 500 steps.

Readings: At q = 1/100, sigma = 7/10, 500 steps and delta = 1e-6 it says 2.65; a privacy-loss distribution needs 4.35.
The accountant warns that it can underestimate.
"""

from optcheck.claims import *
from proofs_numeric.libraries._queries import recorded
from proofs_numeric.libraries._sampled import Run, sampled_training

RETURNED = recorded("opacus-gdp-epsilon")


def as_printed(run: Run) -> Value:
    return RETURNED[run.rate, run.sigma, run.steps, run.delta]


CLAIM = sampled_training(
    "libraries/opacus-gdp-epsilon",
    place="Opacus, GaussianAccountant",
    title="the epsilon of whole runs by the central limit theorem: the recorded calls",
    printed=Form(as_printed, "the ε that GaussianAccountant returns"),
    expected=Outcome.REFUTED,
    corner="steps == 1",
)
