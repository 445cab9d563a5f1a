"""The hull of the rank-one tensors: is a tensor a mixture of its corners?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import Exact, to_text
from optcheck.lp.program import Infeasible, Model
from optcheck.lp.solve import solve
from optcheck.randomized_response.geometry import corner_weights, extremal_signatures, signature_tensor

__all__ = [
    "ManifoldPoint",
    "distinct_corners",
    "hull_certificate",
    "manifold_points",
    "point_certificate",
    "point_document",
]

Numbers = tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class ManifoldPoint:
    """A point [1, t_1] x ... x [1, t_k] of the manifold, inside its box."""

    lambdas: Numbers
    point: Numbers


def manifold_points(k: int, choices: Sequence[Fraction]) -> Iterator[ManifoldPoint]:
    """All points with every t_i in {1/l, 1, l, (1 + l)/2} for lambdas from the given ones."""
    for lambdas in product(choices, repeat=k):
        axes = [dict.fromkeys((1 / v, Fraction(1), v, (1 + v) / 2)) for v in lambdas]
        yield from (ManifoldPoint(lambdas, point) for point in product(*axes))


def distinct_corners(lambdas: Sequence[Fraction]) -> int:
    """How many different corner tensors there are, by listing them."""
    return len({signature_tensor(corner) for corner in extremal_signatures(lambdas)})


def hull_certificate(lambdas: Sequence[Exact], tensor: Sequence[Exact]) -> Certificate:
    """Proof that a tensor is a mixture of the corners, or that a functional keeps it apart from them.

    >>> hull_certificate([2], [1, 3]).verify().fact("in the hull").value
    False
    """
    model = Model("minimise")
    columns = [signature_tensor(corner) for corner in extremal_signatures(lambdas)]
    names = [model.variable(f"weight[{place}]") for place in range(len(columns))]
    for x, entry in enumerate(tensor):
        terms: dict[str, object] = {name: column[x] for name, column in zip(names, columns, strict=True)}
        model.row(f"entry[{x}]", terms, "=", entry)
    answer = solve(model.build())
    document = {"lambdas": [to_text(v) for v in lambdas], "tensor": [to_text(entry) for entry in tensor]}
    if not isinstance(answer.outcome, Infeasible):
        return Certificate("hull-tensor", document, {"weights": [to_text(answer.point[name]) for name in names]})
    functional = [Fraction(answer.outcome.dual.get(x, 0)) for x in range(len(tensor))]
    sign = -1 if sum(a * b for a, b in zip(functional, tensor, strict=True)) > 0 else 1
    return Certificate("hull-tensor", document, {"separating": [to_text(sign * entry) for entry in functional]})


def point_document(at: ManifoldPoint) -> dict[str, object]:
    """The tensor of a point of the manifold as the checker reads it."""
    tensor = signature_tensor(at.point)
    return {"lambdas": [to_text(v) for v in at.lambdas], "tensor": [to_text(entry) for entry in tensor]}


def point_certificate(at: ManifoldPoint) -> Certificate:
    """Where a point of the manifold lies: its mixture of corners.

    >>> point_certificate(ManifoldPoint((Fraction(2),), (Fraction(1),))).verify().fact("in the hull").value
    True
    """
    weights = [to_text(weight) for weight in corner_weights(at.point, at.lambdas)]
    return Certificate("hull-tensor", point_document(at), {"weights": weights})
