"""Statement: dp-accounting 0.6.0 (rdp.RdpAccountant) gives, for T steps of training with Poisson samples of rate q and
noise multiplier sigma, an epsilon at which the run is (epsilon, delta)-private.

Model: the doubles that the installed package returned at the recorded points. A person is removed; the test counts the
steps that show more than a cut. What it tells is an exact number, and a lower end of the true delta.

Corners: one step, where the best cut tells all; 500 steps.

Readings: none. That no listed test tells more is necessary, not enough: the exact delta of 500 steps is not computed.
"""

from optcheck.claims import *
from proofs_numeric.libraries._queries import recorded
from proofs_numeric.libraries._sampled import Run, sampled_training

RETURNED = recorded("dp-accounting-sampled-rdp")


def as_printed(run: Run) -> Value:
    return RETURNED[run.rate, run.sigma, run.steps, run.delta]


CLAIM = sampled_training(
    "libraries/dp-accounting-sampled-rdp",
    place="dp-accounting, RdpAccountant",
    title="the epsilon of whole runs by Renyi divergences: the recorded calls",
    printed=Form(as_printed, "the ε that RdpAccountant returns"),
)
