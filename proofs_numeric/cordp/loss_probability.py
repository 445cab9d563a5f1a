"""Statement: Eq. 4 can be interpreted as: the absolute log ratio of the two probabilities of the view exceeds epsilon
with probability at most delta.

Model: the least delta of Eq. 4, by going through all sets of views, against the probability of views whose ratio is
beyond e^eps on either side; exact tables of one report.

Corners: no privacy at all (both 1), equal distributions (both 0), e^eps = 1, impossible views.

Readings: a bound on the probability of a large loss implies Eq. 4, the safe direction; it does not follow from it.
"""

from fractions import Fraction

import sympy as sp

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Impact, Value
from optcheck.claims.relations import at_most, equals
from proofs_numeric._views import Views, least_delta, small_views, views_order


def as_printed(at: Views) -> Value:
    return large_loss(at)


def large_loss(at: Views) -> Value:
    """The probability of views whose ratio is beyond e^eps, one way or the other."""
    pairs = zip(at.one[0], at.other[0], strict=True)
    return sum((p for p, q in pairs if p > at.ratio * q or q > at.ratio * p), Fraction(0))


def proof(argument: Argument, form: Formula[Views]) -> None:
    p, q, ratio = sp.symbols("p q ratio", nonnegative=True)
    argument.not_negative("a view adds at most its probability to delta", p - (p - ratio * q))
    argument.words("Only views with p > ratio q add to delta, and all of these have a large loss.")
    argument.truth(
        "a case",
        form(Views((Fraction(1),), ((Fraction(1), Fraction(0)),), ((Fraction(0), Fraction(1)),), Fraction(2))) == 1,
    )


CLAIM = Claim(
    id="cordp/loss-probability",
    place="Section 2",
    title="(ε, δ)-privacy against a bound on the probability of a large loss",
    domain=Domain(
        "a report with two values and five distributions, e^ε in {1, 3/2, 3}",
        lambda: (at for at in small_views() if len(at.rest) == 1),
        views_order,
    ),
    truth=Definition(lambda at: least_delta(at.one[0], at.other[0], at.ratio)),
    asserts=equals,
    printed=Form(as_printed, "the least δ of Eq. 4 is P(|ln ratio| > ε)"),
    corrected=Form(as_printed, "the least δ of Eq. 4 is at most P(|ln ratio| > ε)", asserts=at_most),
    impact=Impact.SAFETY,
    proof=proof,
)
