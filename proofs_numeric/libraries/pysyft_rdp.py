"""PySyft, DataSubjectLedger: from Renyi divergence to epsilon.

Statement: PySyft 0.7 (adp.data_subject_ledger) keeps a constant c per person, takes c alpha as the divergence of
order alpha, and converts it into epsilon = c alpha + ln(1/delta)/(alpha - 1), the least over alpha.

Model: Gaussian noise at a given distance, whose Renyi divergence of order alpha is alpha shift^2/2. At the form's
epsilon the exact delta must be at most the stated one.

Corners: the orders 3/2 and 32; every order must be safe, so that the least one is.

Readings: none.
"""

from __future__ import annotations

from optcheck.claims import Claim, Definition, Form, Impact, Outcome, Value
from optcheck.claims.functions import gaussian_delta, log
from optcheck.claims.relations import at_least
from proofs_numeric.libraries._queries import Order, orders, rdp


def as_printed(case: Order) -> Value:
    return rdp(case) + log(1 / case.target) / (case.order - 1)


def at_budget(case: Order, epsilon: Value) -> Value:
    """The exact delta at the budget."""
    return gaussian_delta(case.shift, epsilon)


CLAIM = Claim(
    id="libraries/pysyft-rdp",
    place="PySyft, DataSubjectLedger",
    title="from Renyi divergence to epsilon",
    domain=orders("distances 1/2 to 2, orders 3/2 to 32, delta from 1/10 to 1e-9", "1/10 1/100000 1/1000000000"),
    truth=Definition(lambda case: case.target),
    means=at_budget,
    asserts=at_least,
    printed=Form(as_printed, "ε = c α + ln(1/δ)/(α - 1)"),
    impact=Impact.SAFETY,
    expected=Outcome.HOLDS,
)
