"""Statement: the loss of a round grows until it reaches rho_max, and stays there for the later part of the training.

Model: the six experiments of Table 2 with the settings of Section 4 (budgets from 1 to 10, converted by Proposition 1,
as Algorithm 1, line 7 says). The last of T rounds has t = T - 1, so the first round at rho_max must be at most that.

Corners: all six experiments; none reaches rho_max.

Readings: a run that is long enough does stay at rho_max: Eq. 9 is a formula and as such right. The statement is about
the training that is described. With epsilon itself as what grows (a reading of adpml/saving) the cap would be reached
at t = 10 on MNIST and at t = 15 on CIFAR-10, which is judged as a reading.
"""

from math import ceil

from optcheck.claims import *
from proofs_numeric.adpml._experiments import TableRow, experiment, rounds_to_cap


def as_printed(run: TableRow) -> Value:
    return experiment(run).adaptive_rounds - 1


def corrected(run: TableRow) -> Value:
    return 63 if run.dataset == "MNIST" else 123


def first_at_cap(run: TableRow) -> Value:
    """The first t with (1 + beta t) rho_min >= rho_max, had the run so many rounds."""
    row = experiment(run)
    return rounds_to_cap(row, row.rate, 1000)


def first_at_largest_epsilon(run: TableRow) -> Value:
    """The same, if epsilon grew like (1 + beta t) epsilon_min."""
    row = experiment(run)
    return ceil((row.epsilon_max / row.epsilon_min - 1) / row.rate)


CLAIM = Statement(
    "adpml/later-rounds",
    place="Eqs. 7 and 9",
    title="the later rounds run at the largest budget",
    domain=TableRow,
    truth=definition(first_at_cap),
    asserts=at_most,
    printed=Form(as_printed, "ρ_max is reached at some t ≤ T − 1"),
    corrected=Form(corrected, "ρ_max is reached at t = 63 (MNIST), t = 123 (CIFAR-10), after the end", asserts=equals),
    falls=True,
    readings=(Reading(name="epsilon grows, not rho", truth=definition(first_at_largest_epsilon)),),
)
