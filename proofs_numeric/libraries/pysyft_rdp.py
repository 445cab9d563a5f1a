"""Statement: PySyft (the data subject ledger of its adversarial DP, source of 2022) keeps a constant c per person,
takes c alpha as the divergence of order alpha, and converts it into epsilon = max(0, c alpha + ln((alpha - 1)/alpha)
- (ln delta + ln alpha)/(alpha - 1)), the least over alpha.

Model: Gaussian noise at a given distance, whose Renyi divergence of order alpha is alpha shift^2/2. At the form's
epsilon the exact delta must be at most the stated one.

Corners: the orders 3/2 and 32; every order must be safe, so that the least one is.
"""

from optcheck.claims import *
from proofs_numeric.libraries.dp_accounting_delta import Converted, budget_from_divergence, rdp


def as_printed(case: Converted) -> Value:
    gained = log((case.order - 1) / case.order) - (log(case.delta) + log(case.order)) / (case.order - 1)
    return largest(Fraction(0), rdp(case) + gained)


CLAIM = budget_from_divergence(
    "libraries/pysyft-rdp",
    place="PySyft, DataSubjectLedger",
    title="from Renyi divergence to epsilon",
    printed=Form(as_printed, "ε = max(0, c α + ln((α - 1)/α) - (ln δ + ln α)/(α - 1))"),
)
