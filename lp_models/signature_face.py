"""The set of all optimal protocols: which transcripts can an optimum use?

"Unique" and "only" are statements about the whole optimal face. They are decided by a second linear program over
that face: maximise the total mass of the columns in question, with the accuracy fixed at its optimum.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from lp_models.signatures import Column, Decision, evidence_of, program_on_columns, signature_columns
from optcheck.errors import NotCertified
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import Exact
from optcheck.exact.program import LinearProgram, Optimal, SparseRows, object_array
from optcheck.randomized_response.geometry import Signature
from optcheck.randomized_response.optimum import Optimum, solve_problem
from optcheck.randomized_response.problem import Problem
from optcheck.solvers import solve

__all__ = ["FacePoint", "largest_mass", "middle_signatures"]

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
