"""Statement: a point of the manifold that is not a corner can only be written as a convex combination of corners that
uses all 2^k of them.

Model: different corners are independent, so the mixture is unique; the checker verifies it and counts the corners in
use. A point needs the corners of the smallest face of the box that holds it: [1, 1] ⊗ [1, l] is a mixture of two. The
proof of Remark 3.4 rests on this sentence, and Remark 3.4 fails with it.

Corners: lambda_i = 1, where t_i is always at an end.
"""

from fractions import Fraction

from hypothesis import strategies as st

from optcheck.claims import Argument, Claim, Domain, Form, Formula, Holds, Impact, Quantity, Value
from optcheck.claims.claim import amounts, numbers_order
from optcheck.claims.relations import equals
from proofs_numeric.kairouz._problems import levels
from proofs_numeric.kairouz._signatures import (
    ManifoldPoint,
    corner_weights,
    manifold_points,
    point_certificate,
    point_document,
)
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


@st.composite
def random_points(draw: st.DrawFn, largest: int = 3) -> ManifoldPoint:
    """Each t_i at an end or inside."""
    lambdas = tuple(draw(st.lists(levels(), min_size=1, max_size=largest)))
    shares = [Fraction(draw(st.integers(0, 4)), 4) for _ in lambdas]
    return ManifoldPoint(lambdas, tuple(1 / v + (v - 1 / v) * share for v, share in zip(lambdas, shares, strict=True)))


def point_domain() -> Domain[ManifoldPoint]:
    """Points with every t_i at an end, at 1 or between; flat boxes last."""
    return Domain(
        description="k <= 2, lambdas in {1, 2, 3}, t_i in {1/l, 1, (1+l)/2, l}; random: k <= 3",
        grid=lambda: (point for k in (1, 2) for point in manifold_points(k, amounts("1 2 3"))),
        order=lambda at: (1 in at.lambdas, len(at.lambdas), numbers_order(at.lambdas), numbers_order(at.point)),
        strategy=random_points,
        examples=50,
    )


def located(name: str, holds: Holds[ManifoldPoint] | None = None) -> Quantity[ManifoldPoint]:
    """A fact about where a point of the manifold lies: its only mixture of corners."""
    return Quantity(kind="hull-tensor", name=name, describe=point_document, certify=point_certificate, holds=holds)


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
    proof=proof,
)
