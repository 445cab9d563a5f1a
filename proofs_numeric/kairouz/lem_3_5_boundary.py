"""Statement: a tensor [1, t_1] ⊗ ... ⊗ [1, t_k] of the manifold lies on the boundary of the hull if and only if it is
one of the 2^k corners. The boundary is the relative one: the hull has dimension 2^k - 1.

Model: a point is in the relative interior of the hull exactly where it is a mixture of all corners with positive
weights: the largest least weight, a linear program, is then above 0. The whole image of the boundary of the box is on
the boundary of the hull: for k = 1 the statements agree, from k = 2 on the printed one misses all edges, as [1, 1] ⊗
[1, l].

Corners: lambda_i = 1, where the box is flat (a single point has no boundary).

Readings: none. Theorem 3.1 is not touched: that some mixture of corners gives every point is all that it needs.
"""

from lp_models.kairouz import interior_program, signature_tensor
from optcheck.claims import *
from proofs_numeric.kairouz.lem_3_5_all_corners import INSIDE


class Point(Instance):
    """A point [1, t_1] x ... x [1, t_k] of the manifold."""

    lambdas: tuple[Fraction, ...] = row(rational(at_least=1), least=1, symbol="λ")
    point: tuple[Fraction, ...] = row(rational(above=0), "len(lambdas)", symbol="t")

    conditions = (INSIDE,)


def as_printed(at: Point) -> Value:
    return all(at.point[i] in (1 / at.lambdas[i], at.lambdas[i]) for i in range(len(at.lambdas)))


def corrected(at: Point) -> Value:
    return any(at.lambdas[i] > 1 and at.point[i] in (1 / at.lambdas[i], at.lambdas[i]) for i in range(len(at.lambdas)))


CLAIM = Statement(
    "kairouz/lem-3-5-boundary",
    place="Lemma 3.5, second sentence",
    title="the manifold meets the boundary of its hull at the corners only",
    domain=Point,
    truth=Combination(
        parts=(maximum(lambda at: interior_program(at.lambdas, signature_tensor(at.point))),),
        value=lambda least: least == 0,
    ),
    asserts=decides,
    printed=Form(as_printed, "on the boundary if and only if every t_i is 1/λ_i or λ_i"),
    corrected=Form(corrected, "on the boundary if and only if some t_i is 1/λ_i or λ_i with λ_i > 1"),
    impact=Impact.TEXT,
    falls=True,
    argument=(
        "The corners of the parties with l_i > 1 are affinely independent, so representations are unique and a point "
        "is interior exactly when all its weights are positive. The weight of a corner is the product of the shares (s "
        "l - 1)/(l^2 - 1) or l (l - s)/(l^2 - 1): all are positive exactly when every such t_i is strictly between its "
        "ends."
    ),
    effort=Effort(instances=80, drawn=20, largest={"lambdas": 3}),
)
