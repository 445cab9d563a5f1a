"""Statement: W3C Attribution Level 1 (draft of May 2026, deduct privacy and safety budgets): a report whose
impressions lie in one epoch is charged the histogram's L1 norm divided by the noise scale 2 maxValue/epsilon.

Model: Laplace noise of that scale on each entry: the loss is the L1 distance of the two histograms divided by the
scale. The epoch's impressions are taken out, and the histogram becomes zero. Exact.

Corners: an empty histogram.

Readings: the draft's neighbours are without the epoch's data. Were the epoch's data replaced by other data, the
histogram could move by twice its norm, and the charge would be short by a factor of 2.
"""

from optcheck.claims import Claim, Definition, Form, Impact, Reading, Value
from optcheck.claims.functions import total
from optcheck.claims.relations import at_most, equals
from proofs_numeric.libraries.w3c_many_epochs import Report, loss, reports


def as_printed(report: Report) -> Value:
    return total(report.before) / (2 * report.most / report.epsilon)


def twice(report: Report) -> Value:
    return 2 * total(report.before) / (2 * report.most / report.epsilon)


CLAIM = Claim(
    id="libraries/w3c-single-epoch",
    place="W3C Attribution, budgets",
    title="what a report on a single epoch is charged",
    domain=reports("histograms of up to three entries against none", lambda report: not any(report.after)),
    truth=Definition(loss),
    asserts=equals,
    printed=Form(as_printed, "‖h‖₁ ε / (2 maxValue)"),
    impact=Impact.SAFETY,
    readings=(
        Reading(
            name="the epoch's data are replaced",
            asserts=at_most,
            domain=reports("histograms of one norm", lambda report: total(report.before) == total(report.after)),
            corrected=Form(twice, "‖h‖₁ ε / maxValue"),
        ),
    ),
)
