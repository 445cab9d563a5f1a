"""Statement: Opacus 1.6 (accountants.analysis.rdp.get_privacy_spent) converts a divergence r of order alpha into
epsilon = r - (ln delta + ln alpha)/(alpha - 1) + ln((alpha - 1)/alpha).

Model: Gaussian noise at a given distance, whose Renyi divergence of order alpha is alpha shift^2/2. At the form's
epsilon the exact delta must be at most the stated one.

Corners: a negative epsilon, which says more than epsilon = 0 and is judged as it stands; the orders 3/2 and 32.
"""

from optcheck.claims import Form, Outcome, Value
from optcheck.claims.functions import log
from proofs_numeric.libraries.dp_accounting_delta import Order, budget_from_divergence, orders, rdp


def as_printed(case: Order) -> Value:
    return rdp(case) - (log(case.target) + log(case.order)) / (case.order - 1) + log((case.order - 1) / case.order)


CLAIM = budget_from_divergence(
    id="libraries/opacus-rdp",
    place="Opacus, get_privacy_spent",
    title="from Renyi divergence to epsilon",
    domain=orders("1/10 1/100000 1/1000000000", "delta from 1/10 to 1e-9"),
    printed=Form(as_printed, "ε = r - (ln δ + ln α)/(α - 1) + ln((α - 1)/α)"),
    expected=Outcome.HOLDS,
)
