"""Statement: W3C Attribution Level 1 (draft of May 2026, deduct privacy and safety budgets): a report on several
epochs is charged twice its value divided by the noise scale 2 maxValue/epsilon, for each epoch.

Model: Laplace noise of that scale on each entry: the loss is the L1 distance of two histograms, each of L1 norm up
to the value, divided by the scale. Exact.

Corners: histograms without a common entry, where the bound is met.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from optcheck.claims import Claim, Definition, Domain, Form, Impact, Value
from optcheck.claims.claim import amounts, simplicity
from optcheck.claims.functions import total
from optcheck.claims.relations import at_most

Histogram = tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """The histogram with and without the data in question, the report's value, its maximum, and epsilon."""

    before: Histogram
    after: Histogram
    value: Fraction
    most: Fraction
    epsilon: Fraction


def as_printed(report: Report) -> Value:
    return 2 * report.value / (2 * report.most / report.epsilon)


def loss(report: Report) -> Value:
    """The largest log-ratio of Laplace noise of scale 2 most/epsilon at the two histograms."""
    moved = total(abs(x - y) for x, y in zip(report.before, report.after, strict=True))
    return moved / (2 * report.most / report.epsilon)


def reports(description: str, wanted: Callable[[Report], bool]) -> Domain[Report]:
    """Pairs of small histograms whose norms are at most the value."""
    rows = [row for row in product(amounts("0 1 2"), repeat=3) if sum(row) <= 2]
    cases = (
        Report(before, after, Fraction(2), most, epsilon)
        for before, after, most, epsilon in product(rows, rows, amounts("2 5"), amounts("1 1/2"))
    )
    listed = tuple(filter(wanted, cases))
    return Domain(
        description=description,
        grid=lambda: listed,
        order=lambda report: (report.epsilon.denominator, report.most, simplicity((*report.before, *report.after))),
    )


CLAIM = Claim(
    id="libraries/w3c-many-epochs",
    place="W3C Attribution, budgets",
    title="what a report on several epochs is charged",
    domain=reports("pairs of histograms of up to three entries", lambda report: True),
    truth=Definition(loss),
    asserts=at_most,
    printed=Form(as_printed, "value ε / maxValue"),
    impact=Impact.SAFETY,
)
