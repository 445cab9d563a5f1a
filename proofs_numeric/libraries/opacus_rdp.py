"""Statement: Opacus 1.6 (accountants.analysis.rdp.get_privacy_spent) converts a divergence r of order alpha into
epsilon = r - (ln delta + ln alpha)/(alpha - 1) + ln((alpha - 1)/alpha).

Model: Gaussian noise at a given distance, whose Renyi divergence of order alpha is alpha shift^2/2. At the form's
epsilon the exact delta must be at most the stated one.

Corners: a negative epsilon, which says more than epsilon = 0 and is judged as it stands; the orders 3/2 and 32.
"""

from optcheck.claims import *
from proofs_numeric.libraries.dp_accounting_delta import Converted, budget_from_divergence, rdp


def as_printed(case: Converted) -> Value:
    return rdp(case) - (log(case.delta) + log(case.order)) / (case.order - 1) + log((case.order - 1) / case.order)


CLAIM = budget_from_divergence(
    "libraries/opacus-rdp",
    place="Opacus, get_privacy_spent",
    title="from Renyi divergence to epsilon",
    printed=Form(as_printed, "ε = r - (ln δ + ln α)/(α - 1) + ln((α - 1)/α)"),
)
