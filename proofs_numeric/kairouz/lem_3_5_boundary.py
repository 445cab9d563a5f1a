"""Statement: a tensor [1, t_1] ⊗ ... ⊗ [1, t_k] of the manifold lies on the boundary of the hull if and only if it is
one of the 2^k corners. The boundary is the relative one: the hull has dimension 2^k - 1.

Model: the checker verifies the one mixture of corners that gives the tensor; in a simplex a point is on the boundary
exactly when some corner has no weight. The whole image of the boundary of the box is on the boundary of the hull: for
k = 1 the statements agree, from k = 2 on the printed one misses all edges, as [1, 1] ⊗ [1, l].

Corners: lambda_i = 1, where the box is flat (a single point has no boundary); listed last.
"""

from optcheck.claims import Argument, Claim, Form, Formula, Impact, Value
from optcheck.claims.relations import decides
from proofs_numeric.kairouz._signatures import ManifoldPoint, corner_weights, distinct_corners
from proofs_numeric.kairouz._steps import agrees, masses, mixture
from proofs_numeric.kairouz.lem_3_5_all_corners import located, point_domain


def as_printed(at: ManifoldPoint) -> Value:
    return all(t in (1 / v, v) for t, v in zip(at.point, at.lambdas, strict=True))


def corrected(at: ManifoldPoint) -> Value:
    return any(v > 1 and t in (1 / v, v) for t, v in zip(at.point, at.lambdas, strict=True))


def proof(argument: Argument, form: Formula[ManifoldPoint]) -> None:
    mixture(argument)
    masses(argument)
    argument.words(
        "The corners of the parties with l_i > 1 are affinely independent, so representations are unique and a point "
        "is interior exactly when all its weights are positive. The weight of a corner is the product of the shares (s "
        "l - 1)/(l^2 - 1) or l (l - s)/(l^2 - 1): all are positive exactly when every such t_i is strictly between its "
        "ends."
    )
    used = {at: [w > 0 for w in corner_weights(at.point, at.lambdas)] for at in point_domain().grid()}
    boundary = ((form(at), sum(marks) < distinct_corners(at.lambdas)) for at, marks in used.items())
    agrees(argument, "the form says where a different corner has no weight", boundary)


CLAIM = Claim(
    id="kairouz/lem-3-5-boundary",
    place="Lemma 3.5, second sentence",
    title="the manifold meets the boundary of its hull at the corners only",
    domain=point_domain(),
    truth=located("on the relative boundary", lambda _, fact: fact.value is True),
    asserts=decides,
    printed=Form(as_printed, "on the boundary if and only if every t_i is 1/λ_i or λ_i"),
    corrected=Form(corrected, "on the boundary if and only if some t_i is 1/λ_i or λ_i with λ_i > 1"),
    impact=Impact.TEXT,
    proof=proof,
)
