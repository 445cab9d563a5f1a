"""Statement: the three hypothesis-testing regions are identical (drawn for epsilon = 1.5): the convex hulls of the
errors (P_MD, P_FA) of all rejection sets of the two mechanisms, and what P_FA + l P_MD >= 1 and l P_FA + P_MD >= 1
leave.

Model: a pair of errors in the unit square and one of the two mechanisms (three letters, two letters); the form says
whether R_lambda holds the point, the truth whether the errors of some (mixed) test are at distance 0, a linear program.
With the opposite of every test the mechanisms' regions are symmetric about (1/2, 1/2), R_lambda is not: it holds
(1, 1), they do not.

Corners: lambda = 1, where the mechanisms' regions are the diagonal; the apex, the ends, points on edges.

Readings: the letter compares all three sets. On or below P_FA + P_MD = 1, the triangle that the figure draws and the
only part that the argument of Section 3.2 uses, the three coincide.
"""

from lp_models.kairouz import errors_program
from optcheck.claims import *
from optcheck.lp.program import LinearProgram


class Errors(Instance):
    """A mechanism, by its level and number of letters, and the errors of a test."""

    lambda_: Fraction = rational(at_least=1, symbol="λ")
    letters: int = choice(2, 3, symbol="letters of the mechanism")
    missed: Fraction = rational(at_least=0, at_most=1, symbol="P_MD")
    alarm: Fraction = rational(at_least=0, at_most=1, symbol="P_FA")


def as_printed(at: Errors) -> Value:
    return at.alarm + at.lambda_ * at.missed >= 1 and at.lambda_ * at.alarm + at.missed >= 1


def corrected(at: Errors) -> Value:
    one = at.alarm + at.lambda_ * at.missed
    other = at.lambda_ * at.alarm + at.missed
    return 1 <= one <= at.lambda_ and 1 <= other <= at.lambda_


def nearest_test(at: Errors) -> LinearProgram:
    """The distance of the errors from those of randomised response, or of the mechanism with three letters."""
    keep, flip = at.lambda_ / (1 + at.lambda_), 1 / (1 + at.lambda_)
    if at.letters == 2:
        return errors_program(((keep, flip), (flip, keep)), [(at.missed, at.alarm)])
    zero, one = (keep, keep * flip, flip**2), (flip, keep**2, keep * flip)
    return errors_program((zero, one), [(at.missed, at.alarm)])


CLAIM = Statement(
    "kairouz/fig-1",
    place="Fig. 1",
    title="the regions of the three-letter mechanism, of randomised response, and R_λ coincide",
    domain=Errors,
    truth=Combination(parts=(minimum(nearest_test),), value=lambda distance: distance == 0),
    asserts=decides,
    printed=Form(as_printed, "R_M = R_RR = {P_FA + λ P_MD ≥ 1, λ P_FA + P_MD ≥ 1}"),
    corrected=Form(corrected, "R_M = R_RR = {1 ≤ P_FA + λ P_MD ≤ λ, 1 ≤ λ P_FA + P_MD ≤ λ}"),
    impact=Impact.TEXT,
    argument=(
        "Letter 0 has the chances of the response 0, and letters 1 and 2 have one likelihood ratio and together the "
        "chances of the response 1: both mechanisms have one region, the parallelogram with the corners (1, 0), (0, "
        "1), the apex (1/(1+l), 1/(1+l)) and its mirror image. Its four sides are the two inequalities and their "
        "mirror images."
    ),
    effort=Effort(instances=90, drawn=20),
    readings=(
        Reading(
            name="on or below P_FA + P_MD = 1, as the figure draws it",
            mark=Mark.AS_ITS_PROOF_USES_IT,
            domain=Errors.where("missed + alarm <= 1"),
            argument="Below the diagonal the mirror images of the two inequalities hold by themselves.",
            effort=Effort(instances=60, drawn=15),
        ),
    ),
)
