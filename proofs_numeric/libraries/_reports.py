"""Attribution reports: two histograms that one person's data decide between, and the loss of telling them apart."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from optcheck.claims import Domain, Value
from optcheck.claims.functions import total
from optcheck.claims.grids import amounts, simplicity

Histogram = tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """The histogram with and without the data in question, the report's value, its maximum, and epsilon."""

    before: Histogram
    after: Histogram
    value: Fraction
    most: Fraction
    epsilon: Fraction


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
