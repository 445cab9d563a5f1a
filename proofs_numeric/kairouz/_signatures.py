"""Eqs. 16, 17, 19 and 20 of the paper on randomised response on a grid of signatures, coefficients given one by one.

``lp_models.kairouz`` builds the same programs from a problem; here what the paper prints as coefficients is
handed over, so that a slip in them shows in the optimum. ``given[i]`` belongs to the i-th signature of ``points``.

The hull of the rank-one tensors: is a tensor a mixture of its corners?

The set of all optimal protocols: which transcripts can an optimum use?

"Unique" and "only" are statements about the whole optimal face. They are decided by a second linear program over
that face: maximise the total mass of the columns in question, with the accuracy fixed at its optimum.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

import numpy as np

from lp_models.kairouz import (
    Column,
    Decision,
    Signature,
    corner_weights,
    decision_options,
    evidence_of,
    extremal_signatures,
    payoff_on,
    program_on_columns,
    signature_columns,
    signature_grid,
    signature_tensor,
)
from optcheck.errors import InvalidInput, NotCertified
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import Exact, to_text
from optcheck.lp.program import Infeasible, LinearProgram, Model, Optimal, SparseRows, object_array
from optcheck.lp.solve import solve
from optcheck.randomized_response.optimum import Optimum, solve_problem
from optcheck.randomized_response.problem import Problem

__all__ = [
    "FacePoint",
    "ManifoldPoint",
    "average_dual_optimum",
    "average_optimum",
    "distinct_corners",
    "hull_certificate",
    "largest_mass",
    "manifold_points",
    "middle_signatures",
    "point_certificate",
    "point_document",
    "points",
    "unused_evidence",
    "worst_dual_optimum",
    "worst_optimum",
]


Terms = dict[str, Exact]


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


Chosen = Callable[[Decision, Signature], bool]


@dataclass(frozen=True, slots=True)
class FacePoint:
    """An optimal protocol in which the chosen columns carry as much mass as any optimum gives them."""

    problem: Problem
    optimum: Optimum
    mass: Exact
    columns: tuple[Column, ...]
    point: Optimal

    def certify(self) -> Certificate:
        """Proof that this protocol is optimal and not randomised response; needs a column that is not extremal."""
        evidence = evidence_of(self.problem, self.columns, self.point)
        return Certificate(
            "signature-protocol",
            self.problem.document(),
            {**self.optimum.evidence(), "columns": evidence["columns"]},
        )


def middle_signatures(problem: Problem) -> list[Signature]:
    """All signatures with every s_i in {1/lambda_i, 1, lambda_i}.

    They are enough to see whether an optimum can leave the extremal columns: one that uses a signature inside a face
    of the box can use every corner of that face, hence also the middle of each of its edges.
    """
    signatures: list[Signature] = [()]
    for value in problem.lambdas:
        ends = dict.fromkeys((1 / Fraction(value), Fraction(1), Fraction(value)))
        signatures = [(*rest, end) for rest in signatures for end in ends]
    return signatures


def largest_mass(problem: Problem, signatures: Sequence[Signature], chosen: Chosen) -> FacePoint:
    """Maximise the mass of the chosen columns over all optimal protocols with the given signatures.

    For AND a party may say less and lose nothing: signatures with a 1 among them appear in some optimum.

    >>> from optcheck.randomized_response import make_problem
    >>> problem = make_problem([0, 0, 0, 1], [2, 2])[0]
    >>> largest_mass(problem, middle_signatures(problem), lambda decision, signature: 1 in signature).mass > 0
    True
    """
    optimum = solve_problem(problem)
    columns = signature_columns(problem, signatures)
    base = program_on_columns(problem, columns)
    goal = [int(chosen(*key)) for key in columns] + [0] * (len(base.costs) - len(columns))
    answer = solve(_with_value(base, optimum.value, goal))
    if not isinstance(answer.outcome, Optimal):
        raise NotCertified(f"the optimal face holds randomised response, but its program was found {answer.status}")
    return FacePoint(problem, optimum, answer.outcome.value, tuple(columns), answer.outcome)


def _with_value(base: LinearProgram, value: Exact, goal: Sequence[Exact]) -> LinearProgram:
    """The same columns and rows, the old objective as an equation, and a new goal."""
    old = [(j, cost) for j, cost in enumerate(base.costs) if cost]
    rows = SparseRows(
        starts=np.append(base.rows.starts, base.rows.starts[-1] + len(old)),
        columns=np.append(base.rows.columns, np.array([j for j, _ in old], dtype=np.int32)),
        values=np.append(base.rows.values, object_array([cost for _, cost in old])),
    )
    return replace(
        base,
        costs=tuple(goal),
        rows=rows,
        relations=np.append(base.relations, np.int8(0)),
        rhs=np.append(base.rhs, object_array([value])),
        row_labels=[*base.row_labels, "value"],
    )


def unused_evidence(problem: Problem, signatures: Sequence[Signature]) -> dict[str, object] | None:
    """Proof that no optimum uses any of the signatures: an optimal dual with a positive slack at all of them.

    None where some optimum does use one. For two parties and XOR at lambda = 2 no optimum leaves the corners.

    >>> from optcheck.randomized_response import make_problem
    >>> problem = make_problem([0, 1, 1, 0], [2, 2])[0]
    >>> unused_evidence(problem, [(1, 2)]) is not None
    True
    """
    optimum = solve_problem(problem)
    answer = solve(_strict_dual(problem, optimum.value, signatures))
    if answer.value == 0:
        return None
    inputs = range(1 << problem.k)
    dual = {name: [to_text(answer.point[f"{name}[{x}]"]) for x in inputs] for name in ("nu", "mu")}
    return {**dual, "rule": [[[to_text(chance) for chance in row] for row in part] for part in optimum.rule]}


def _strict_dual(problem: Problem, value: Exact, signatures: Sequence[Signature]) -> LinearProgram:
    """Among the optimal duals, the one with the largest least slack at the signatures, up to 1."""
    model = Model("maximise")
    slack = model.variable("slack", cost=1, upper=1)
    size = 1 << problem.k
    mu = [model.variable(f"mu[{x}]", lower=None) for x in range(size)]
    nu = [model.variable(f"nu[{x}]") for x in range(size)]
    extremal = extremal_signatures(problem.lambdas)
    for place, signature in enumerate([*extremal, *signatures]):
        tensor, least = signature_tensor(signature), int(place >= len(extremal))
        for decision in decision_options(problem):
            earned = payoff_on(problem, decision)
            terms: dict[str, object] = {slack: -least, **dict(zip(mu, tensor, strict=True))}
            terms |= {name: -w * s for name, w, s in zip(nu, earned, tensor, strict=True)}
            model.row(f"dual[{place};{decision}]", terms, ">=", 0)
    model.row("value", dict.fromkeys(mu, 1), "=", value)
    model.row("prior", dict.fromkeys(nu, 1), "=", 1)
    if problem.criterion == "average":
        for name in nu:
            model.row(f"uniform {name}", {name: 1}, "=", Fraction(1, size))
    return model.build()
