"""Statement: autodp 0.2.3.1 (privacy_calibrator.subsample_epsdelta): an epsilon-private mechanism on a Poisson sample
of rate p is epsilon'-private, epsilon' = ln(1 + p (exp(epsilon) - 1)).

Model: exact, in the ratios exp(epsilon) and exp(epsilon'). Randomised response, the worst epsilon-private
mechanism, in which the person takes part with probability p, and else the other answer is the likelier one: the
larger ratio of the probabilities of an answer.

Corners: rate 1, where nothing is gained.

Readings: as a bound for any mechanism, whose event has the probabilities a and b with the person in the sample and
without, which differ by a factor of exp(epsilon) at most. delta is multiplied by p, and is 0 here.
"""

from optcheck.claims import *


class Sample(Instance):
    """The ratio exp(epsilon) that a mechanism allows, and the rate of the sample that it is run on."""

    ratio: Fraction = rational(at_least=1, symbol="R")
    rate: Fraction = rational(above=0, at_most=1, symbol="p")


class Event(Instance):
    """The same, and the probabilities of an event of any mechanism with the person in the sample and without."""

    ratio: Fraction = rational(at_least=1, symbol="R")
    rate: Fraction = rational(above=0, at_most=1, symbol="p")
    outside: Fraction = rational(above=0, at_most=1, symbol="b")
    inside: Fraction = rational(above=0, at_most=1, symbol="a")
    conditions = ("inside <= outside * ratio", "outside <= inside * ratio")


def as_printed(sample: Sample | Event) -> Value:
    return 1 + sample.rate * (sample.ratio - 1)


def likelier(sample: Sample) -> Value:
    """How much likelier an answer is with the person in the data than without."""
    yes, no = sample.ratio / (1 + sample.ratio), 1 / (1 + sample.ratio)
    return (sample.rate * yes + (1 - sample.rate) * no) / no


def either_way(event: Event) -> Value:
    """How much likelier, or less likely, the event gets by the person's data."""
    mixed = event.rate * event.inside + (1 - event.rate) * event.outside
    return mixed / event.outside, event.outside / mixed


def twice(event: Event) -> Value:
    """The same bound for both."""
    return as_printed(event), as_printed(event)


CLAIM = Statement(
    "libraries/autodp-subsample",
    place="autodp, subsample_epsdelta",
    title="what sampling does to epsilon",
    domain=Sample,
    truth=definition(likelier),
    asserts=equals,
    printed=Form(as_printed, "exp(ε') = 1 + p (exp(ε) - 1)"),
    impact=Impact.SAFETY,
    readings=(
        Reading(
            name="no event of any epsilon-private mechanism gets likelier or less likely by more",
            domain=Event,
            truth=definition(either_way),
            asserts=at_most,
            printed=Form(twice, "exp(ε') = 1 + p (exp(ε) - 1)"),
            argument="With x = a/b, which lies between 1/R and R, the event gets likelier by 1 - p + p x, which is at "
            "most 1 - p + p R, and less likely by 1/(1 - p + p x), at most 1/(1 - p + p/R). By the inequality of "
            "Cauchy and Schwarz (1 - p + p/R)(1 - p + p R) is at least 1, so this is at most 1 - p + p R too.",
        ),
    ),
)
