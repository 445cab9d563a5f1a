"""Statement: among all lambda-private mechanisms randomised response dominates all of them: each is a post-processing
of it.

Model: a mechanism and a lambda; the form asks for privacy at lambda, the truth whether a kernel makes the mechanism
from randomised response: the least distance that one leaves, a linear program, is 0.

Corners: outputs of chance 0, lambda = 1, one output, exactly lambda-private mechanisms.

Readings: the next sentence says "for an arbitrary mechanism M"; without privacy it fails, as for a mechanism that
publishes the bit.
"""

from lp_models.kairouz import simulation_program
from optcheck.claims import *
from optcheck.lp.program import LinearProgram
from proofs_numeric.kairouz._levels import Case


def as_printed(at: Case) -> Value:
    return all(at.zero[a] <= at.lambda_ * at.one[a] and at.one[a] <= at.lambda_ * at.zero[a] for a in range(at.outputs))


def arbitrary(at: Case) -> Value:
    """Every mechanism."""
    return at.outputs > 0


def from_response(at: Case) -> LinearProgram:
    keep, flip = at.lambda_ / (1 + at.lambda_), 1 / (1 + at.lambda_)
    return simulation_program(((keep, flip), (flip, keep)), (at.zero, at.one))


CLAIM = Statement(
    "kairouz/rr-dominates",
    place="after Theorem 3.9",
    title="randomised response dominates every private mechanism of one bit",
    domain=Case,
    truth=Combination(parts=(minimum(from_response),), value=lambda distance: distance == 0),
    asserts=decides,
    printed=Form(as_printed, "M is λ-private ⇒ there is T with M(x) = T(M_RR(x)); only those are"),
    impact=Impact.TEXT,
    argument=(
        "T(0 -> a) = (l p - q)/(l - 1), T(1 -> a) = (l q - p)/(l - 1) give p and q. For l > 1 the rows of T have total "
        "1, and its entries are not negative exactly when p <= l q and q <= l p for every output: privacy; no other T "
        "does it. For l = 1 the two rows of a private mechanism agree and no input is needed."
    ),
    effort=Effort(instances=100, drawn=20, largest={"outputs": 4}),
    readings=(
        Reading(
            name="for an arbitrary mechanism",
            expected=Outcome.REFUTED,
            asserts=implies,
            printed=Form(arbitrary, "for every M there is T with M(x) = T(M_RR(x))"),
        ),
    ),
)
