"""Statement: W3C Attribution Level 1 (draft of May 2026, deduct privacy and safety budgets): a report whose
impressions lie in one epoch is charged the histogram's L1 norm divided by the noise scale 2 maxValue/epsilon.

Model: Laplace noise of that scale on each entry: the loss is the L1 distance of the two histograms divided by the
scale. The epoch's impressions are taken out, and the histogram becomes zero. Exact.

Corners: an empty histogram.

Readings: the draft's neighbours are without the epoch's data. Were the epoch's data replaced by other data, the
histogram could move by twice its norm, and the charge would be short by a factor of 2.
"""

from optcheck.claims import *


class Epoch(Instance):
    """The histogram with the epoch's data, the report's maximum, and epsilon."""

    most: Fraction = rational(above=0, symbol="maxValue")
    epsilon: Fraction = rational(above=0, symbol="ε")
    histogram: tuple[Fraction, ...] = row(rational(at_least=0), least=1, symbol="h")


class Replaced(Instance):
    """Two histograms of one norm, as shares of it: with the epoch's data, and with other data in their place."""

    most: Fraction = rational(above=0, symbol="maxValue")
    epsilon: Fraction = rational(above=0, symbol="ε")
    norm: Fraction = rational(above=0)
    size: int = integer(1)
    before: tuple[Fraction, ...] = distribution("size")
    after: tuple[Fraction, ...] = distribution("size")


def as_printed(epoch: Epoch) -> Value:
    return sum(epoch.histogram) / (2 * epoch.most / epoch.epsilon)


def loss(epoch: Epoch) -> Value:
    """The largest log-ratio of Laplace noise of scale 2 most/epsilon at the histogram and at the empty one."""
    moved = sum(abs(entry - 0) for entry in epoch.histogram)
    return moved / (2 * epoch.most / epoch.epsilon)


def charged(replaced: Replaced) -> Value:
    return replaced.norm / (2 * replaced.most / replaced.epsilon)


def twice(replaced: Replaced) -> Value:
    return 2 * replaced.norm / (2 * replaced.most / replaced.epsilon)


def loss_of_both(replaced: Replaced) -> Value:
    """The largest log-ratio at the two histograms."""
    moved = sum(replaced.norm * abs(x - y) for x, y in zip(replaced.before, replaced.after, strict=True))
    return moved / (2 * replaced.most / replaced.epsilon)


CLAIM = Statement(
    "libraries/w3c-single-epoch",
    place="W3C Attribution, budgets",
    title="what a report on a single epoch is charged",
    domain=Epoch,
    truth=definition(loss),
    asserts=equals,
    printed=Form(as_printed, "‖h‖₁ ε / (2 maxValue)"),
    impact=Impact.SAFETY,
    readings=(
        Reading(
            name="the epoch's data are replaced",
            domain=Replaced,
            truth=definition(loss_of_both),
            asserts=at_most,
            printed=Form(charged, "‖h‖₁ ε / (2 maxValue)"),
            corrected=Form(twice, "‖h‖₁ ε / maxValue"),
            effort=Effort(instances=1000),
        ),
    ),
)
