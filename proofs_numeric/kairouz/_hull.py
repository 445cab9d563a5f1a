"""The hull of the rank-one tensors: points of the manifold, any tensors, and where they lie."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from lp_models.signature_hull import ManifoldPoint, manifold_points, point_certificate, point_document
from optcheck.claims import Domain, Quantity
from optcheck.claims.grids import amounts, numbers_order
from proofs_numeric.kairouz._common import levels


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


def located(name: str, holds: Callable[[Any, Any], bool] | None = None) -> Quantity[ManifoldPoint]:
    """A fact about where a point of the manifold lies: its only mixture of corners."""
    return Quantity(kind="hull-tensor", name=name, describe=point_document, certify=point_certificate, holds=holds)
