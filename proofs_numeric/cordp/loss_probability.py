"""Statement: Eq. 4 can be interpreted as: the absolute log ratio of the two probabilities of the view exceeds epsilon
with probability at most delta.

Model: the least delta of Eq. 4, by going through all sets of views, against the probability of views whose ratio is
beyond e^eps on either side; exact tables.

Corners: no privacy at all (both 1), equal distributions (both 0), e^eps = 1, impossible views.

Readings: a bound on the probability of a large loss implies Eq. 4, the safe direction; it does not follow from it.
"""

from optcheck.claims import *
from proofs_numeric._views import least_delta


class Views(Instance):
    """The distribution of what the server sees under two inputs; ``ratio`` is e^eps."""

    views: int = integer(1, symbol="|J|")
    one: tuple[Fraction, ...] = distribution("views", symbol="P(V_D)")
    other: tuple[Fraction, ...] = distribution("views", symbol="P(V_D')")
    ratio: Fraction = rational(at_least=1, symbol="e^ε")


def as_printed(at: Views) -> Value:
    return large_loss(at)


def large_loss(at: Views) -> Value:
    """The probability of views whose ratio is beyond e^eps, one way or the other."""
    pairs = zip(at.one, at.other, strict=True)
    return sum((p for p, q in pairs if p > at.ratio * q or q > at.ratio * p), Fraction(0))


def eq_4(at: Views) -> Value:
    """The least delta of Eq. 4."""
    return least_delta(at.one, at.other, at.ratio)


CLAIM = Statement(
    "cordp/loss-probability",
    place="Section 2",
    title="(ε, δ)-privacy against a bound on the probability of a large loss",
    domain=Views,
    truth=definition(eq_4),
    asserts=equals,
    printed=Form(as_printed, "the least δ of Eq. 4 is P(|ln ratio| > ε)"),
    corrected=Form(as_printed, "the least δ of Eq. 4 is at most P(|ln ratio| > ε)", asserts=at_most),
    impact=Impact.VALUE,  # what is printed is never below what is true
    argument="Only views with p > e^ε q add to δ, each at most its probability, and all of these have a large loss.",
    effort=Effort(instances=150, drawn=30, largest={"views": 5}),
)
