"""Lemma 3.5, third sentence: every other point of the manifold is said to need all corners.

Statement: a point of the manifold that is not a corner can only be written as a convex combination of corners that
uses all 2^k of them.

Model: different corners are independent, so the mixture is unique; the checker verifies it and counts the corners in
use. A point needs the corners of the smallest face of the box that holds it: [1, 1] x [1, l] is a mixture of two. The
proof of Remark 3.4 rests on this sentence, and Remark 3.4 fails with it.

Corners: lambda_i = 1, where t_i is always at an end.

Readings: none.
"""

from lp_models.signature_hull import ManifoldPoint
from optcheck.claims import Argument, Claim, Form, Formula, Impact, Outcome, Value
from optcheck.claims.relations import equals
from optcheck.randomized_response.geometry import corner_weights
from proofs_numeric.kairouz._hull import located, point_domain
from proofs_numeric.kairouz._steps import agrees, masses, mixture


def as_printed(at: ManifoldPoint) -> Value:
    inside = sum(t not in (1 / v, v) for t, v in zip(at.point, at.lambdas, strict=True))
    return 1 if inside == 0 else 1 << len(at.lambdas)


def corrected(at: ManifoldPoint) -> Value:
    inside = sum(t not in (1 / v, v) for t, v in zip(at.point, at.lambdas, strict=True))
    return 1 << inside


def proof(argument: Argument, form: Formula[ManifoldPoint]) -> None:
    mixture(argument)
    masses(argument)
    argument.words(
        "The weight of a corner is the product of the parties' shares; a share is 0 or 1 for a t_i at an end and "
        "strictly between otherwise, so 2^j corners have positive weight, j the number of t_i strictly between their "
        "ends."
    )
    used = {at: sum(w > 0 for w in corner_weights(at.point, at.lambdas)) for at in point_domain().grid()}
    agrees(argument, "the form counts the corners with a weight", ((form(at), count) for at, count in used.items()))


CLAIM = Claim(
    id="kairouz/lem-3-5-all-corners",
    place="Lemma 3.5, third sentence",
    title="every point of the manifold that is not a corner needs all corners",
    domain=point_domain(),
    truth=located("corners needed"),
    asserts=equals,
    printed=Form(as_printed, "2^k corners for every point that is not a corner"),
    corrected=Form(corrected, "2^j corners, j = number of t_i strictly between 1/λ_i and λ_i"),
    impact=Impact.TEXT,
    expected=Outcome.CORRECTED,
    proof=proof,
)
