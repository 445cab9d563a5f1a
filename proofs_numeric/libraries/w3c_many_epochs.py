"""W3C Attribution, budgets: what a report on several epochs is charged.

Statement: W3C Attribution Level 1 (draft of May 2026, deduct privacy and safety budgets): a report on several
epochs is charged twice its value divided by the noise scale 2 maxValue/epsilon, for each epoch.

Model: Laplace noise of that scale on each entry: the loss is the L1 distance of two histograms, each of L1 norm up
to the value, divided by the scale. Exact.

Corners: histograms without a common entry, where the bound is met.

Readings: none.
"""

from optcheck.claims import Claim, Definition, Form, Impact, Outcome, Value
from optcheck.claims.relations import at_most
from proofs_numeric.libraries._reports import Report, loss, reports


def as_printed(report: Report) -> Value:
    return 2 * report.value / (2 * report.most / report.epsilon)


CLAIM = Claim(
    id="libraries/w3c-many-epochs",
    place="W3C Attribution, budgets",
    title="what a report on several epochs is charged",
    domain=reports("pairs of histograms of up to three entries", lambda report: True),
    truth=Definition(loss),
    asserts=at_most,
    printed=Form(as_printed, "value ε / maxValue"),
    impact=Impact.SAFETY,
    expected=Outcome.HOLDS,
)
