"""The set of all optimal protocols: which transcripts can an optimum use?

"Unique" and "only" are statements about the whole optimal face. They are decided by a second linear program over that
face: maximise the total mass of the columns in question, with the accuracy fixed at its optimum. Certificates say that
no optimum uses a signature (an optimal dual with a slack there), or show one that does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from lp_models.kairouz import (
    Column,
    Decision,
    Signature,
    decision_options,
    evidence_of,
    extremal_signatures,
    payoff_on,
    program_on_columns,
    signature_columns,
    signature_tensor,
)
from optcheck.errors import NotCertified
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import Exact, to_text
from optcheck.lp.program import LinearProgram, Model, Optimal, SparseRows, object_array
from optcheck.lp.solve import solve
from optcheck.randomized_response.optimum import Optimum, solve_problem
from optcheck.randomized_response.problem import Problem
from proofs_numeric.kairouz._problems import response_chance
from proofs_numeric.kairouz._rules import best_decisions

__all__ = [
    "FacePoint",
    "edge_middles",
    "is_used",
    "largest_mass",
    "merged_certificate",
    "middle_signatures",
    "uniqueness_certificate",
    "unused_evidence",
    "use_certificate",
    "use_document",
]


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
        raise NotCertified(f"the optimal face holds randomised response, but its program is {answer.status}")
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
    for index, signature in enumerate([*extremal, *signatures]):
        tensor, least = signature_tensor(signature), int(index >= len(extremal))
        for decision in decision_options(problem):
            earned = payoff_on(problem, decision)
            terms: dict[str, object] = {slack: -least, **dict(zip(mu, tensor, strict=True))}
            terms |= {name: -w * s for name, w, s in zip(nu, earned, tensor, strict=True)}
            model.row(f"dual[{index};{decision}]", terms, ">=", 0)
    model.row("value", dict.fromkeys(mu, 1), "=", value)
    model.row("prior", dict.fromkeys(nu, 1), "=", 1)
    if problem.criterion == "average":
        for name in nu:
            model.row(f"uniform {name}", {name: 1}, "=", Fraction(1, size))
    return model.build()


def use_document(problem: Problem, signature: Signature) -> dict[str, object]:
    """A problem with a signature that an optimum may use, as the checker reads it."""
    return {**problem.document(), "signature": [to_text(entry) for entry in signature]}


def use_certificate(problem: Problem, signature: Signature) -> Certificate:
    """An optimal dual with a slack at the signature, or an optimum that uses it."""
    evidence = unused_evidence(problem, [signature])
    if evidence is None:
        evidence = dict(largest_mass(problem, [signature], lambda _, s: s == signature).certify().evidence)
    return Certificate("signature-use", use_document(problem, signature), evidence)


def is_used(problem: Problem, signature: Signature) -> bool:
    """Whether the program over all optima gives the signature a mass."""
    return largest_mass(problem, [signature], lambda _, s: s == signature).mass > 0


def edge_middles(problem: Problem) -> list[Signature]:
    """The middles of the edges of the box: signatures with one entry strictly between its ends."""

    def inside(signature: Signature) -> int:
        return sum(1 / Fraction(v) < s < v for s, v in zip(signature, problem.lambdas, strict=True))

    return [signature for signature in middle_signatures(problem) if inside(signature) == 1]


def uniqueness_certificate(problem: Problem) -> Certificate:
    """An optimal dual with a slack in the middle of every edge, or an optimum that uses one of them."""
    middles = edge_middles(problem)
    evidence = unused_evidence(problem, middles)
    if evidence is not None:
        return Certificate("unique-optimum", problem.document(), evidence)
    return largest_mass(problem, middles, lambda _, s: s in middles).certify()


def merged_certificate(problem: Problem, edge: tuple[int, int, int] | None) -> Certificate:
    """Randomised response with equal columns merged, and with two responses that differ in one bit as one transcript.

    ``edge`` holds the two responses and a decision that is best after both; None merges nothing.
    """
    columns: dict[tuple[Signature, int], Fraction] = {}
    for response, signature in enumerate(extremal_signatures(problem.lambdas)):
        merged, decision = signature, min(best_decisions(problem, response))
        if edge is not None and response in edge[:2]:
            moved = (edge[0] ^ edge[1]).bit_length()
            merged = tuple(Fraction(1) if i == problem.k - moved else s for i, s in enumerate(signature))
            decision = edge[2]
        mass = response_chance(problem.lambdas, 0, response)
        columns[merged, decision] = columns.get((merged, decision), Fraction(0)) + mass
    listed = [
        [list(map(to_text, signature)), [decision], to_text(mass)] for (signature, decision), mass in columns.items()
    ]
    evidence = {**solve_problem(problem).evidence(), "columns": listed}
    return Certificate("signature-protocol", problem.document(), evidence)
