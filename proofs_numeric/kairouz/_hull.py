"""The hull of the rank-one tensors, explicitly: points of the manifold, representations, membership."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from hypothesis import strategies as st

from optcheck.audit import Domain
from optcheck.exact.numbers import Exact, to_text
from optcheck.exact.program import Model
from optcheck.randomized_response.geometry import extremal_signatures, signature_tensor
from optcheck.solvers import Answer, solve
from proofs_numeric.kairouz._common import levels, numbers_order


@dataclass(frozen=True, slots=True)
class ManifoldPoint:
    """A point [1, t_1] x ... x [1, t_k] of the manifold, inside its box."""

    lambdas: tuple[Exact, ...]
    point: tuple[Exact, ...]

    @property
    def tensor(self) -> tuple[Exact, ...]:
        """The entries of the tensor."""
        return signature_tensor(self.point)

    def document(self) -> dict[str, Any]:
        """As certificates carry it."""
        return {"lambdas": [to_text(v) for v in self.lambdas], "tensor": [to_text(entry) for entry in self.tensor]}


def corners(lambdas: Sequence[Exact]) -> list[tuple[Exact, ...]]:
    """The different corner tensors."""
    return list(dict.fromkeys(signature_tensor(s) for s in extremal_signatures(lambdas)))


def mixture(tensor: Sequence[Exact], lambdas: Sequence[Exact], *, evenly: bool = False) -> Answer:
    """Write a tensor as a convex combination of the corners; ``evenly`` maximises the smallest weight."""
    model = Model("maximise")
    smallest = model.variable("smallest", cost=int(evenly))
    points = corners(lambdas)
    weights = [model.variable(f"weight[{i}]") for i in range(len(points))]
    for x, entry in enumerate(tensor):
        terms: dict[str, object] = {name: point[x] for name, point in zip(weights, points, strict=True)}
        model.row(f"entry[{x}]", terms, "=", entry)
    for i, name in enumerate(weights):
        model.row(f"at least[{i}]", {smallest: -1, name: 1}, ">=", 0)
    return solve(model.build())


def manifold_points(k: int, levels_of: Sequence[Exact]) -> list[ManifoldPoint]:
    """All points with every t_i in {1/l, 1, l, (1 + l)/2} for lambdas from the given ones."""
    found = []
    for lambdas in product(levels_of, repeat=k):
        axes = [dict.fromkeys((1 / Fraction(v), Fraction(1), Fraction(v), (1 + Fraction(v)) / 2)) for v in lambdas]
        found += [ManifoldPoint(lambdas, point) for point in product(*axes)]
    return found


@st.composite
def random_points(draw: st.DrawFn, largest: int = 3) -> ManifoldPoint:
    """Lambdas above 1; each t_i at an end or inside."""
    k = draw(st.integers(1, largest))
    lambdas, point = [], []
    for _ in range(k):
        level = 1 + Fraction(draw(levels())) / 2
        share = Fraction(draw(st.integers(0, 4)), 4)
        lambdas.append(level)
        point.append(1 / level + (level - 1 / level) * share)
    return ManifoldPoint(tuple(lambdas), tuple(point))


def point_order(instance: ManifoldPoint) -> Any:
    """k, then the lambdas, then the point."""
    return len(instance.lambdas), numbers_order(instance.lambdas), numbers_order(instance.point)


def point_domain() -> Domain:
    """Points with every t_i at an end, at 1 or between; lambdas above 1."""
    return Domain(
        description="k <= 2, lambdas in {2, 3}, t_i in {1/l, 1, (1+l)/2, l}; random: k <= 3, lambdas above 1",
        grid=lambda: [*manifold_points(1, (2, 3)), *manifold_points(2, (2, 3))],
        order=point_order,
        strategy=random_points,
        examples=50,
    )
