"""Signatures of transcripts: the programs of Eqs. 16, 17, 19 and 20 with printed coefficients, and the hull of corners.

``lp_models.kairouz`` builds the programs from a problem; here what the paper prints as coefficients is an argument, on
a grid of signatures, so that a slip in them shows in the optimum. ``given[i]`` belongs to the i-th signature of
``points``.

Every s_i between 1/lambda_i and lambda_i is a mixture of the two ends, so every signature is a mixture of the 2^k
extremal ones, with a product of the parties' shares as weight. It uses exactly the corners of the smallest face of the
box that holds it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from lp_models.kairouz import (
    Signature,
    extremal_signatures,
    signature_grid,
    signature_tensor,
)
from optcheck.errors import InvalidInput, shown
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import Exact, to_text
from optcheck.lp.program import Infeasible, Model
from optcheck.lp.solve import solve
from optcheck.randomized_response.problem import Problem

__all__ = [
    "ManifoldPoint",
    "average_dual_optimum",
    "average_optimum",
    "barycentric",
    "corner_weights",
    "distinct_corners",
    "hull_certificate",
    "manifold_points",
    "point_certificate",
    "point_document",
    "points",
    "tensor_in_hull",
    "worst_dual_optimum",
    "worst_optimum",
]


Terms = dict[str, Exact]
Numbers = tuple[Fraction, ...]


def points(problem: Problem) -> list[Signature]:
    """Three values for each party, the ends of the box among them."""
    return signature_grid(problem.lambdas, 3)


def average_optimum(problem: Problem, given: Sequence[Sequence[Exact]]) -> Fraction:
    """Eq. 16 with ``given[i][y]`` for <W(y), S>, as an accuracy."""
    model, totals = Model("maximise"), _blank(problem)
    for signature, options in zip(points(problem), given, strict=True):
        for decision, coefficient in enumerate(options):
            name = model.variable(f"theta[{decision};{signature}]", cost=coefficient)
            for row, entry in zip(totals, signature_tensor(signature), strict=True):
                row[name] = entry
    for x, row in enumerate(totals):
        model.row(f"total[{x}]", row, "=", 1)
    return _value(model) / len(totals)


def worst_optimum(problem: Problem, given: Sequence[Sequence[Sequence[Exact]]]) -> Fraction:
    """Eq. 19 with ``given[i][y][x]`` for W_x(y) S(x)."""
    model = Model("maximise")
    xi = model.variable("xi", cost=1, lower=None)
    totals, earned = _blank(problem), _blank(problem)
    for signature, options in zip(points(problem), given, strict=True):
        for decision, accuracies in enumerate(options):
            name = model.variable(f"theta[{decision};{signature}]")
            for x, entry in enumerate(signature_tensor(signature)):
                totals[x][name], earned[x][name] = entry, accuracies[x]
    for x in range(len(totals)):
        model.row(f"total[{x}]", totals[x], "=", 1)
        model.row(f"accuracy[{x}]", {xi: -1, **earned[x]}, ">=", 0)
    return _value(model)


def average_dual_optimum(problem: Problem, given: Sequence[Sequence[Exact]]) -> Fraction:
    """Eq. 17 with the right sides ``given[i][y]`` for <S, W(y)>, as an accuracy."""
    model = Model("minimise")
    mu = [model.variable(f"mu[{x}]", cost=1, lower=None) for x in range(1 << problem.k)]
    for signature, sides in zip(points(problem), given, strict=True):
        terms: Terms = dict(zip(mu, signature_tensor(signature), strict=True))
        for decision, side in enumerate(sides):
            model.row(f"row[{signature};{decision}]", terms, ">=", side)
    return _value(model) / len(mu)


def worst_dual_optimum(problem: Problem, given: Sequence[Sequence[Sequence[Exact]]]) -> Fraction:
    """Eq. 20 with ``given[i][y][x]`` for W_x(y) S(x), the coefficients of nu."""
    model, inputs = Model("minimise"), range(1 << problem.k)
    mu = [model.variable(f"mu[{x}]", cost=1, lower=None) for x in inputs]
    nu = [model.variable(f"nu[{x}]") for x in inputs]
    for signature, options in zip(points(problem), given, strict=True):
        left: Terms = dict(zip(mu, signature_tensor(signature), strict=True))
        for decision, right in enumerate(options):
            terms = left | {name: -entry for name, entry in zip(nu, right, strict=True)}
            model.row(f"row[{signature};{decision}]", terms, ">=", 0)
    model.row("prior", dict.fromkeys(nu, 1), "=", 1)
    return _value(model)


def _blank(problem: Problem) -> list[Terms]:
    return [{} for _ in range(1 << problem.k)]


def _value(model: Model) -> Fraction:
    value = solve(model.build()).value
    if value is None:
        raise InvalidInput("with these coefficients the program has no optimum")
    return Fraction(value)


def corner_weights(signature: Sequence[Exact], lambdas: Sequence[Exact]) -> list[Fraction]:
    """The weights with which the extremal signatures mix to the given one.

    >>> corner_weights((1, 2), (2, 2))
    [Fraction(0, 1), Fraction(2, 3), Fraction(0, 1), Fraction(1, 3)]
    """
    weights = [Fraction(1)]
    for factor, value in zip(signature, lambdas, strict=True):
        low, high = 1 / Fraction(value), Fraction(value)
        if not low <= factor <= high:
            raise InvalidInput(f"a signature entry must lie between {low} and {high}, got {shown(factor)}")
        share = (factor - low) / (high - low) if high > low else Fraction(0)
        weights = [weight * part for weight in weights for part in (1 - share, share)]
    return weights


def barycentric(tensor: Sequence[Exact], lambdas: Sequence[Exact]) -> list[Fraction]:
    """Coordinates of a tensor with respect to the extremal ones; all lambdas must be above 1."""
    values = [Fraction(entry) for entry in tensor]
    for party, value in enumerate(lambdas):
        low, high = 1 / Fraction(value), Fraction(value)
        step = 1 << (len(lambdas) - 1 - party)
        for x in range(len(values)):
            if not x & step:
                zero, one = values[x], values[x | step]
                values[x] = (high * zero - one) / (high - low)
                values[x | step] = (one - low * zero) / (high - low)
    return values


def tensor_in_hull(tensor: Sequence[Exact], lambdas: Sequence[Exact]) -> bool:
    """Whether a tensor is a convex combination of the extremal ones, for every lambda_i >= 1.

    A party with lambda_i = 1 must not matter; over the others the barycentric coordinates must not be negative.
    """
    reduced = list(tensor)
    for party in reversed(range(len(lambdas))):
        if lambdas[party] == 1:
            step = 1 << (len([v for v in lambdas[party + 1 :] if v > 1]))
            pairs = [x for x in range(len(reduced)) if not x & step]
            if any(reduced[x] != reduced[x | step] for x in pairs):
                return False
            reduced = [reduced[x] for x in pairs]
    rest = [Fraction(value) for value in lambdas if value > 1]
    return reduced[0] == 1 and min(barycentric(reduced, rest)) >= 0


def hull_certificate(lambdas: Sequence[Exact], tensor: Sequence[Exact]) -> Certificate:
    """Proof that a tensor is a mixture of the corners, or that a functional keeps it apart from them.

    >>> hull_certificate([2], [1, 3]).verify().fact("in the hull").value
    False
    """
    model = Model("minimise")
    columns = [signature_tensor(corner) for corner in extremal_signatures(lambdas)]
    names = [model.variable(f"weight[{i}]") for i in range(len(columns))]
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
