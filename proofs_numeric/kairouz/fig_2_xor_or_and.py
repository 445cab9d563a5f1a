"""Statement: the first party has a bit x, the second y1 and y2; an observer wants y1 XOR y2 if x = 0 and y1 AND y2 if
x = 1. In the interactive scheme the second party answers with a randomised version of the XOR or the AND, as the first
party's response asks. Its average accuracy is not below that of randomised response of all three bits; at epsilon = 0
both have 5/8; for large epsilon both tend to 1.

Model: the form is the scheme's accuracy from its transcript probabilities and best decisions; the truth is the accuracy
of randomised response for three one-bit parties. Every bit is lambda-private: one published bit depends on x, one on y.

Corners: lambda = 1.

Readings: "improve" as never worse is the letter judged first, since the caption says that it can. Strictly better for
every epsilon > 0 fails: both are equal up to lambda = 2 (epsilon = 0.69). The value 5/8 at epsilon = 0, and values
above 1 - 3/lambda for both, are readings of their own.
"""

from fractions import Fraction
from itertools import product

from optcheck.claims import Argument, Claim, Form, Formula, Impact, Outcome, Quantity, Reading, Value
from optcheck.claims.claim import every
from optcheck.claims.relations import at_least, at_most, equals, less
from optcheck.randomized_response.piecewise import compare
from optcheck.randomized_response.problem import Problem
from proofs_numeric.kairouz._multibit import accuracy_curve, response_scheme, xor_or_and, xor_or_and_scheme
from proofs_numeric.kairouz._problems import LAMBDAS, RIGHT_OR_WRONG, Level, best_accuracy, level_domain


def as_printed(instance: Level) -> Value:
    keep, flip = instance.lambda_ / (1 + instance.lambda_), 1 / (1 + instance.lambda_)
    total = Fraction(0)
    for asked, answer in product((0, 1), repeat=2):
        mass = {0: Fraction(0), 1: Fraction(0)}
        for x, first, second in product((0, 1), repeat=3):
            published = first & second if asked else first ^ second
            wanted = first & second if x else first ^ second
            chance = (keep if asked == x else flip) * (keep if answer == published else flip)
            mass[wanted] += chance / 8
        total += max(mass.values())
    return total


def five_eighths(instance: Level) -> Value:
    """The printed value at epsilon = 0."""
    return Fraction(5, 8)


def near_one(instance: Level) -> Value:
    """A bound that tends to 1: wrong at most where one of three bits is flipped."""
    return 1 - 3 / instance.lambda_


def right_or_wrong(bits: tuple[int, ...], decision: int) -> int:
    """One for the right value."""
    return int(xor_or_and(bits) == decision)


def proof(argument: Argument, form: Formula[Level]) -> None:
    scheme = xor_or_and_scheme()
    argument.truth("the scheme is a private protocol for all lambda", scheme.is_stochastic() and scheme.is_private())
    interactive, plain = (accuracy_curve(s, right_or_wrong, (0, 1)) for s in (scheme, response_scheme(3)))
    lead = compare(interactive, plain)
    argument.truth("its curve is never below that of randomised response", lead.never_below)
    argument.truth("equal up to lambda = 2, above it beyond", lead.signs == (0, 1) and str(lead.cuts[0]) == "2")
    argument.truth("both begin at 5/8", interactive(1) == plain(1) == Fraction(5, 8))
    points = [1 + Fraction(step, 3) for step in range(30)]
    argument.cases("the form is the scheme's curve", [form(Level(point)) == interactive(point) for point in points])
    argument.words(
        "Both curves are piecewise rational functions of lambda found by exact root isolation, so the comparison is "
        "for all lambda >= 1; the form agrees with its curve at more points of each piece than their degrees."
    )


THREE_BITS: Quantity[Level] = best_accuracy(
    lambda at: Problem((at.lambda_,) * 3, tuple(map(xor_or_and, product((0, 1), repeat=3))), RIGHT_OR_WRONG)
)
START = every("lambda = 1", Level, "1")
ABOVE = every("lambda in {2, 3, 3/2, 7/5, 10}", Level, LAMBDAS[1:])

CLAIM = Claim(
    id="kairouz/fig-2-xor-or-and",
    place="Section 4, Fig. 2 left",
    title="the interactive scheme improves over randomised response for XOR-or-AND; 5/8 at ε = 0",
    domain=level_domain(20),
    truth=THREE_BITS,
    asserts=at_most,
    printed=Form(as_printed, "accuracy of the interactive scheme ≥ accuracy of randomised response"),
    impact=Impact.OPTIMALITY,
    proof=proof,
    readings=(
        Reading(
            name="at ε = 0 both protocols have 5/8",
            domain=START,
            asserts=equals,
            printed=Form(five_eighths, "accuracy 5/8 at ε = 0"),
        ),
        Reading(
            name="for large ε both tend to one",
            asserts=at_least,
            printed=Form(near_one, "accuracy of randomised response ≥ 1 − 3/λ, and the scheme's is not below it"),
        ),
        Reading(name="strictly better for every ε > 0", expected=Outcome.REFUTED, domain=ABOVE, asserts=less),
    ),
)
