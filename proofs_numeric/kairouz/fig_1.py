"""Statement: the three hypothesis-testing regions are identical (drawn for epsilon = 1.5): the convex hulls of the
errors (P_MD, P_FA) of all rejection sets of the two mechanisms, and what P_FA + l P_MD >= 1 and l P_FA + P_MD >= 1
leave.

Model: a pair of errors in the unit square and one of the two mechanisms (three letters, two letters); the form says
whether R_lambda holds the point, the checker whether a (mixed) test of the mechanism has these errors. With the
opposite of every test the mechanisms' regions are symmetric about (1/2, 1/2), R_lambda is not: it holds (1, 1), they
do not.

Corners: lambda = 1, where the mechanisms' regions are the diagonal; the apex, the ends, points on edges.

Readings: the letter compares all three sets. On or below P_FA + P_MD = 1, the triangle that the figure draws and the
only part that the argument of Section 3.2 uses, the three coincide.
"""

from dataclasses import dataclass, replace
from fractions import Fraction

from hypothesis import strategies as st

from optcheck.claims import Argument, Claim, Domain, Form, Formula, Impact, Mark, Quantity, Reading, Value
from optcheck.claims.claim import each, fractions, numbers_order, texts
from optcheck.claims.relations import decides
from proofs_numeric.kairouz._mechanisms import (
    Mechanism,
    errors_certificate,
    has_errors,
    response_mechanism,
    three_letter_mechanism,
)
from proofs_numeric.kairouz._problems import levels
from proofs_numeric.kairouz._steps import L, agrees


@dataclass(frozen=True, slots=True)
class Errors:
    """A mechanism, by its level and number of letters, and the errors of a test."""

    lambda_: Fraction
    letters: int
    missed: Fraction
    alarm: Fraction


def as_printed(at: Errors) -> Value:
    return at.alarm + at.lambda_ * at.missed >= 1 and at.lambda_ * at.alarm + at.missed >= 1


def corrected(at: Errors) -> Value:
    one = at.alarm + at.lambda_ * at.missed
    other = at.lambda_ * at.alarm + at.missed
    return 1 <= one <= at.lambda_ and 1 <= other <= at.lambda_


def mechanism(at: Errors) -> Mechanism:
    """Randomised response, or the mechanism with three letters."""
    return (response_mechanism if at.letters == 2 else three_letter_mechanism)(at.lambda_)


def proof(argument: Argument, form: Formula[Errors]) -> None:
    keep, flip = L / (1 + L), 1 / (1 + L)
    zero, one = (keep, keep * flip, flip**2), (flip, keep**2, keep * flip)
    argument.identity("letters 1 and 2 have one likelihood ratio", zero[1] * one[2], zero[2] * one[1])
    argument.identity("and together the chances of the response 1", [zero[1] + zero[2], one[1] + one[2]], [flip, keep])
    argument.identity("the first inequality is tight at the apex", flip + L * flip, 1)
    argument.identity("and both are its own mirror image's upper bounds", (1 - flip) + L * (1 - flip), L)
    argument.words(
        "Letter 0 has the chances of the response 0, and merging the others gives randomised response: both mechanisms "
        "have one region, the parallelogram with the corners (1, 0), (0, 1), the apex (1/(1+l), 1/(1+l)) and its "
        "mirror image. Its four sides are the two inequalities and their mirror images."
    )
    inside = ((form(at), has_errors(mechanism(at), at.missed, at.alarm)) for at in list(SQUARE.grid())[::2])
    agrees(argument, "the form says which errors lie between the boundary and its mirror image", inside)


def strategy() -> st.SearchStrategy[Errors]:
    return st.builds(Errors, levels(), st.sampled_from((2, 3)), fractions(0, 1, 12), fractions(0, 1, 12))


SQUARE: Domain[Errors] = Domain(
    description="both mechanisms, lambda in {1, 2, 3}, errors in {0, 1/4, 1/3, 1/2, 2/3, 1}; random up to lambda = 13",
    grid=each(Errors, "1 2 3", (2, 3), "0 1/4 1/3 1/2 2/3 1", "0 1/4 1/3 1/2 2/3 1"),
    order=lambda at: (at.lambda_, at.letters, numbers_order((at.missed, at.alarm))),
    strategy=strategy,
    examples=60,
)
TRIANGLE = replace(
    SQUARE,
    description=f"{SQUARE.description}; on or below P_FA + P_MD = 1",
    grid=lambda: (at for at in SQUARE.grid() if at.missed + at.alarm <= 1),
    strategy=lambda: strategy().filter(lambda at: at.missed + at.alarm <= 1),
)

CLAIM = Claim(
    id="kairouz/fig-1",
    place="Fig. 1",
    title="the regions of the three-letter mechanism, of randomised response, and R_λ coincide",
    domain=SQUARE,
    truth=Quantity(
        kind="region-point",
        name="in the region",
        describe=lambda at: {"mechanism": mechanism(at).document(), "errors": texts((at.missed, at.alarm))},
        certify=lambda at: errors_certificate(mechanism(at), at.missed, at.alarm),
        holds=lambda _, fact: fact.value is True,
    ),
    asserts=decides,
    printed=Form(as_printed, "R_M = R_RR = {P_FA + λ P_MD ≥ 1, λ P_FA + P_MD ≥ 1}"),
    corrected=Form(corrected, "R_M = R_RR = {1 ≤ P_FA + λ P_MD ≤ λ, 1 ≤ λ P_FA + P_MD ≤ λ}"),
    impact=Impact.TEXT,
    proof=proof,
    readings=(
        Reading(
            name="on or below P_FA + P_MD = 1, as the figure draws it",
            mark=Mark.AS_ITS_PROOF_USES_IT,
            domain=TRIANGLE,
        ),
    ),
)
