"""Statement: W3C Attribution Level 1 (draft of May 2026, deduct privacy and safety budgets): a report on several
epochs is charged twice its value divided by the noise scale 2 maxValue/epsilon, for each epoch.

Model: Laplace noise of that scale on each entry: the loss is the L1 distance of two histograms, each of L1 norm up
to the value, divided by the scale. Exact.

Corners: histograms without a common entry, where the bound is met.
"""

from optcheck.claims import *


class Report(Instance):
    """The histogram with and without the data in question, the report's value, its maximum, and epsilon."""

    most: Fraction = rational(above=0, symbol="maxValue")
    epsilon: Fraction = rational(above=0, symbol="ε")
    value: Fraction = rational(above=0, at_most="most")
    size: int = integer(1)
    before: tuple[Fraction, ...] = row(rational(at_least=0, at_most="value"), "size")
    after: tuple[Fraction, ...] = row(rational(at_least=0, at_most="value"), "size")
    conditions = ("sum(before) <= value", "sum(after) <= value")


def as_printed(report: Report) -> Value:
    return 2 * report.value / (2 * report.most / report.epsilon)


def loss(report: Report) -> Value:
    """The largest log-ratio of Laplace noise of scale 2 most/epsilon at the two histograms."""
    moved = sum(abs(x - y) for x, y in zip(report.before, report.after, strict=True))
    return moved / (2 * report.most / report.epsilon)


CLAIM = Statement(
    "libraries/w3c-many-epochs",
    place="W3C Attribution, budgets",
    title="what a report on several epochs is charged",
    domain=Report,
    truth=definition(loss),
    asserts=at_most,
    printed=Form(as_printed, "value ε / maxValue"),
    impact=Impact.SAFETY,
    argument="An entry moves by at most the sum of its two values, so the histograms are at most the sum of their "
    "norms apart, and each norm is at most the value.",
)
