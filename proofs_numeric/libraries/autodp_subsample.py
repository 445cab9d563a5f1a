"""Statement: autodp 0.2.3.1 (privacy_calibrator.subsample_epsdelta): an epsilon-private mechanism on a Poisson sample
of rate p is epsilon'-private, epsilon' = ln(1 + p (exp(epsilon) - 1)).

Model: exact, in the ratios exp(epsilon) and exp(epsilon'). Randomised response, the worst epsilon-private
mechanism, in which the person takes part with probability p, and else the other answer is the likelier one: the
larger ratio of the probabilities of an answer. In the proof a and b are the probabilities of an event of any
mechanism with the person in the sample and without.

Corners: rate 1, where nothing is gained.

Readings: none; delta is multiplied by p, and is 0 here.
"""

from dataclasses import dataclass
from fractions import Fraction

import sympy

from optcheck.claims import Argument, Claim, Definition, Form, Formula, Impact, Value
from optcheck.claims.claim import every
from optcheck.claims.relations import equals


@dataclass(frozen=True, slots=True)
class Sample:
    """The ratio exp(epsilon) that a mechanism allows, and the rate of the sample that it is run on."""

    ratio: Fraction
    rate: Fraction


def as_printed(sample: Sample) -> Value:
    return 1 + sample.rate * (sample.ratio - 1)


def likelier(sample: Sample) -> Value:
    """How much likelier an answer is with the person in the data than without."""
    yes, no = sample.ratio / (1 + sample.ratio), 1 / (1 + sample.ratio)
    return (sample.rate * yes + (1 - sample.rate) * no) / no


def proof(argument: Argument, form: Formula[Sample]) -> None:
    ratio, rate, a, b = sympy.symbols("R p a b", positive=True)
    slack, q = sympy.symbols("slack q", nonnegative=True)
    argument.identity("randomised response attains it", form(Sample(ratio, rate)), likelier(Sample(ratio, rate)))
    taking_part = 1 / (1 + q)
    for case in argument.order(a, b):
        inside, outside = a.subs(case), b.subs(case)
        mixed = taking_part * inside + (1 - taking_part) * outside
        grown, shrunk = ((inside + slack) / outside, outside), ((outside + slack) / inside, mixed)
        for (allowed, less), more, words in ((grown, mixed, "gets likelier"), (shrunk, outside, "gets less likely")):
            bound = form(Sample(allowed, taking_part)) * less - more
            argument.not_negative(f"no event of any epsilon-private mechanism {words} by more", bound)


CLAIM = Claim(
    id="libraries/autodp-subsample",
    place="autodp, subsample_epsdelta",
    title="what sampling does to epsilon",
    domain=every("exp(epsilon) from 11/10 to 100, rates 1/100 to 1", Sample, "2 3 100 3/2 11/10", "1 1/2 1/10 1/100"),
    truth=Definition(likelier),
    asserts=equals,
    printed=Form(as_printed, "exp(ε') = 1 + p (exp(ε) - 1)"),
    impact=Impact.SAFETY,
    proof=proof,
)
