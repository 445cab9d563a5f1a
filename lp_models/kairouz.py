"""The linear programs of Kairouz, Oh and Viswanath: over signatures of transcripts, and over decision rules.

Signatures. A transcript of a private protocol has a column [1, s_1] x ... x [1, s_k], a rank-one tensor with every s_i
between 1/lambda_i and lambda_i. In the program of Eqs. 16 and 19 on a finite set of signatures a variable
``theta[d;s]`` is the mass of transcripts with signature s after which decision d is made. A party that knows its own
bit decides for both values of it, so its d is a pair. With the 2^k extremal signatures among the columns the finite
program has the optimum of the infinite one, and its dual (Eqs. 17 and 20) is feasible for the whole box.

Column generation solves the program over the whole continuous box. Pricing asks for the signature s and decision d with
the largest <S_s, nu W(d) - mu>. That is multilinear in s, so a corner of the box is best, and all corners are priced at
once by one transform for each decision. The start is the silent protocol (s = 1 everywhere), which is feasible.

Decision rules for a given protocol: Eq. 6 for a central observer, Eq. 4 for a party that knows its bit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

import numpy as np

from optcheck.errors import InvalidInput, NotCertified
from optcheck.exact.certificate import Certificate
from optcheck.exact.inputs import whole_number
from optcheck.exact.numbers import Exact, to_text
from optcheck.lp.program import LinearProgram, Optimal, Outcome, SparseRows, object_array
from optcheck.lp.solve import solve
from optcheck.randomized_response.average import corner_values
from optcheck.randomized_response.problem import Problem, privacy_levels

__all__ = [
    "Column",
    "Decision",
    "GeneratedOptimum",
    "Signature",
    "average_rule_program",
    "decision_options",
    "dense_rows",
    "evidence_of",
    "extremal_signatures",
    "payoff_on",
    "program_on_columns",
    "signature_columns",
    "signature_dual",
    "signature_grid",
    "signature_program",
    "signature_tensor",
    "solve_by_columns",
    "worst_rule_program",
]


Signature = tuple[Exact, ...]
Decision = tuple[int, ...]
Column = tuple[Decision, Signature]
Matrix = Sequence[Sequence[Exact]]


def extremal_signatures(lambdas: Sequence[Exact]) -> list[Signature]:
    """All choices of 1/lambda_i or lambda_i, lexicographic, 1/lambda_i first; 2^k of them, equal ones repeated.

    >>> extremal_signatures([2])
    [(Fraction(1, 2),), (Fraction(2, 1),)]
    """
    return list(product(*((1 / Fraction(value), Fraction(value)) for value in lambdas)))


def signature_tensor(signature: Sequence[Exact]) -> tuple[Exact, ...]:
    """The tensor's entries in the lexicographic order of inputs.

    >>> signature_tensor((2, 3))
    (1, 3, 2, 6)
    """
    entries: list[Exact] = [1]
    for factor in signature:
        entries = [entry * step for entry in entries for step in (1, factor)]
    return tuple(entries)


def signature_grid(lambdas: Sequence[Exact], points: int) -> list[Signature]:
    """Signatures with ``points`` >= 2 values for each party, evenly spaced from 1/lambda to lambda: ends included.

    >>> signature_grid([2], 3)
    [(Fraction(1, 2),), (Fraction(5, 4),), (Fraction(2, 1),)]
    """
    whole_number(points, "points, the ends of the box among them,", least=2)
    axes = []
    for value in privacy_levels(lambdas):
        low, high = 1 / Fraction(value), Fraction(value)
        axes.append([low + (high - low) * step / (points - 1) for step in range(points)] if high > low else [low])
    return list(product(*axes))


def decision_options(problem: Problem) -> list[Decision]:
    """Every decision of the reader: one index, or one for each own bit."""
    return list(product(range(problem.decisions), repeat=len(problem.views)))


def payoff_on(problem: Problem, decision: Decision) -> list[Exact]:
    """The accuracy of a decision on every input."""
    rows = problem.payoffs
    return [rows[decision[problem.own_bit(x) or 0]][x] for x in range(1 << problem.k)]


def signature_program(problem: Problem, signatures: Sequence[Signature] | None = None) -> LinearProgram:
    """Eq. 16 (average) or Eq. 19 (worst case) on the given signatures; the extremal ones are always added.

    >>> from optcheck.randomized_response import make_problem
    >>> from optcheck.lp.solve import solve
    >>> solve(signature_program(make_problem([0, 1, 1, 0], [2, 2])[0])).value
    Fraction(5, 9)
    """
    columns = signature_columns(problem, signatures)
    program = program_on_columns(problem, columns)

    def certify(_: LinearProgram, outcome: Outcome) -> Certificate:
        return _certificate(problem, columns, outcome)

    return replace(program, certifier=certify)


def program_on_columns(problem: Problem, columns: Sequence[Column]) -> LinearProgram:
    """The program restricted to the given pairs of decision and signature."""
    known = {s: signature_tensor(s) for s in dict.fromkeys(s for _, s in columns)}
    tensors = [known[s] for _, s in columns]
    payoffs = {d: payoff_on(problem, d) for d in decision_options(problem)}
    earned = [[w * p for w, p in zip(payoffs[d], t, strict=True)] for (d, _), t in zip(columns, tensors, strict=True)]
    size, average = 1 << problem.k, problem.criterion == "average"
    rows = [list(row) for row in zip(*tensors, strict=True)]
    costs: list[Exact] = [Fraction(sum(entries)) / size if average else 0 for entries in earned]
    labels = [column_label(d, s) for d, s in columns]
    if not average:
        rows = [[*row, 0] for row in rows] + [[*row, -1] for row in zip(*earned, strict=True)]
        costs, labels = [*costs, 1], [*labels, "xi"]
    count = len(rows) - size
    return LinearProgram(
        sense="maximise",
        costs=tuple(costs),
        rows=dense_rows(rows),
        relations=np.array([0] * size + [1] * count, dtype=np.int8),
        rhs=object_array([1] * size + [0] * count),
        lower=(0,) * len(columns) + (None,) * (len(labels) - len(columns)),
        upper=(None,) * len(labels),
        column_labels=labels,
        row_labels=[f"total[{x}]" for x in range(size)] + [f"accuracy[{x}]" for x in range(count)],
    )


def signature_columns(problem: Problem, signatures: Sequence[Signature] | None = None) -> list[Column]:
    """Every decision with every extremal and every given signature; those must lie in the box."""
    for signature in signatures or ():
        if len(signature) != problem.k or not all(
            1 <= s * v <= v * v for s, v in zip(signature, problem.lambdas, strict=True)
        ):
            raise InvalidInput(f"signature entries must lie between 1/lambda and lambda of each party, got {signature}")
    known = dict.fromkeys([*extremal_signatures(problem.lambdas), *(signatures or ())])
    return [(decision, signature) for decision in decision_options(problem) for signature in known]


def column_label(decision: Decision, signature: Signature) -> str:
    """A readable name of a column."""
    return f"theta[{','.join(map(str, decision))};{','.join(map(to_text, signature))}]"


def dense_rows(rows: Sequence[Sequence[Exact]]) -> SparseRows:
    """Rows without their zeros."""
    nonzeros = [[(j, a) for j, a in enumerate(row) if a] for row in rows]
    flat = [entry for row in nonzeros for entry in row]
    return SparseRows(
        starts=np.cumsum([0] + [len(row) for row in nonzeros], dtype=np.int64),
        columns=np.array([j for j, _ in flat], dtype=np.int32),
        values=object_array([a for _, a in flat]),
    )


def _certificate(problem: Problem, columns: Sequence[Column], outcome: Outcome) -> Certificate:
    if not isinstance(outcome, Optimal):
        raise InvalidInput("the signature program is feasible and bounded: only an optimum can be certified")
    return Certificate("signature-protocol", problem.document(), evidence_of(problem, columns, outcome))


def evidence_of(problem: Problem, columns: Sequence[Column], outcome: Optimal) -> dict[str, list[object]]:
    """The transcripts in use, the prior and the dual, as JSON values."""
    size = 1 << problem.k
    uniform = [to_text(Fraction(1, size))] * size
    prior = [to_text(-outcome.dual.get(size + x, 0)) for x in range(size)]
    used: list[object] = [
        [[to_text(s) for s in signature], list(decision), to_text(mass)]
        for (decision, signature), mass in zip(columns, outcome.primal, strict=False)
        if mass
    ]
    return {
        "columns": used,
        "mu": [to_text(outcome.dual.get(x, 0)) for x in range(size)],
        "nu": list(uniform if problem.criterion == "average" else prior),
    }


def signature_dual(problem: Problem, signatures: Sequence[Signature] | None = None) -> LinearProgram:
    """Eq. 17 (average) or Eq. 20 (worst case), with a row for each decision and signature.

    The average is taken with its factor 2^-k, so that both optima are accuracies.

    >>> from optcheck.randomized_response import make_problem
    >>> from optcheck.lp.solve import solve
    >>> solve(signature_dual(make_problem([0, 0, 0, 1], [2, 2], "worst")[0])).value
    Fraction(16, 27)
    """
    columns = signature_columns(problem, signatures)
    size, average = 1 << problem.k, problem.criterion == "average"
    rows: list[list[Exact]] = []
    sides: list[Exact] = []
    for decision, signature in columns:
        tensor = signature_tensor(signature)
        earned = [w * p for w, p in zip(payoff_on(problem, decision), tensor, strict=True)]
        rows.append([*tensor, *([] if average else [-entry for entry in earned])])
        sides.append(Fraction(sum(earned)) / size if average else 0)
    if not average:
        rows.append([*([0] * size), *([1] * size)])
        sides.append(1)
    extra = 0 if average else size
    return LinearProgram(
        sense="minimise",
        costs=(1,) * size + (0,) * extra,
        rows=dense_rows(rows),
        relations=np.array([1] * len(columns) + [0] * (not average), dtype=np.int8),
        rhs=object_array(sides),
        lower=(None,) * size + (0,) * extra,
        upper=(None,) * (size + extra),
        column_labels=[f"mu[{x}]" for x in range(size)] + [f"nu[{x}]" for x in range(extra)],
        row_labels=[column_label(d, s) for d, s in columns] + ["prior total"] * (not average),
    )


@dataclass(frozen=True, slots=True)
class GeneratedOptimum:
    """The optimum over the whole box, the generated columns, and the number of rounds."""

    value: Exact
    columns: tuple[Column, ...]
    rounds: int
    certificate: Certificate


def solve_by_columns(problem: Problem) -> GeneratedOptimum:
    """Solve the infinite program exactly.

    >>> from optcheck.randomized_response import make_problem
    >>> solve_by_columns(make_problem([0, 1, 1, 0], [2, 2])[0]).value
    Fraction(5, 9)
    """
    silent = (Fraction(1),) * problem.k
    columns: list[Column] = [(decision, silent) for decision in decision_options(problem)]
    rounds = 1
    while True:
        outcome = solve(program_on_columns(problem, columns)).outcome
        if not isinstance(outcome, Optimal):
            raise NotCertified("the silent protocol is feasible and accuracy is bounded, but none was certified")
        better = _better_columns(problem, outcome)
        if not better:
            evidence = evidence_of(problem, columns, outcome)
            certificate = Certificate("signature-protocol", problem.document(), evidence)
            certificate.verify()
            return GeneratedOptimum(outcome.value, tuple(columns), rounds, certificate)
        columns += better
        rounds += 1


def _better_columns(problem: Problem, outcome: Optimal) -> list[Column]:
    """For each corner the decision with the largest positive reduced profit."""
    size = 1 << problem.k
    bound = corner_values([outcome.dual.get(x, 0) for x in range(size)], problem.lambdas)
    prior: Sequence[Exact] = [Fraction(1, size)] * size
    if problem.criterion == "worst":
        prior = [-outcome.dual.get(size + x, 0) for x in range(size)]
    profits = {
        decision: corner_values(
            [w * p for w, p in zip(payoff_on(problem, decision), prior, strict=True)], problem.lambdas
        )
        for decision in decision_options(problem)
    }
    better: dict[Column, None] = {}
    for corner, signature in enumerate(extremal_signatures(problem.lambdas)):
        best = max(profits, key=lambda decision: profits[decision][corner])
        if profits[best][corner] > bound[corner]:
            better[best, signature] = None
    return list(better)


def worst_rule_program(problem: Problem, matrix: Matrix, bit: int | None = None) -> LinearProgram:
    """Maximise the least accuracy over inputs (those with the party's own bit, for a party) over randomised rules.

    ``matrix[x][t]`` is the chance of transcript t on input x. Variables are ``rule[t,d]`` and the value ``xi``.

    >>> from optcheck.randomized_response import make_problem, transcript_matrix
    >>> from optcheck.lp.solve import solve
    >>> problem, _ = make_problem([0, 0, 0, 1], [2, 2], "worst")
    >>> solve(worst_rule_program(problem, transcript_matrix([2, 2]))).value
    Fraction(16, 27)
    """
    inputs = [x for x in range(len(matrix)) if problem.own_bit(x) == bit]
    transcripts, options = len(matrix[0]), range(problem.decisions)
    rows: list[list[Exact]] = [
        [*(matrix[x][t] * problem.payoffs[d][x] for t in range(transcripts) for d in options), -1] for x in inputs
    ]
    rows += _rule_rows(transcripts, problem.decisions, extra=1)
    return LinearProgram(
        sense="maximise",
        costs=(0,) * (transcripts * problem.decisions) + (1,),
        rows=dense_rows(rows),
        relations=np.array([1] * len(inputs) + [0] * transcripts, dtype=np.int8),
        rhs=object_array([0] * len(inputs) + [1] * transcripts),
        lower=(0,) * (transcripts * problem.decisions) + (None,),
        upper=(None,) * (transcripts * problem.decisions + 1),
        column_labels=[*_rule_labels(transcripts, problem.decisions), "xi"],
        row_labels=[f"accuracy[{x}]" for x in inputs] + [f"decide[{t}]" for t in range(transcripts)],
    )


def average_rule_program(problem: Problem, matrix: Matrix, bit: int | None = None) -> LinearProgram:
    """Maximise the sum of the accuracies over inputs (with the party's own bit) over randomised rules.

    >>> from optcheck.randomized_response import make_problem, transcript_matrix
    >>> from optcheck.lp.solve import solve
    >>> problem, _ = make_problem([0, 1, 1, 0], [2, 2])
    >>> solve(average_rule_program(problem, transcript_matrix([2, 2]))).value  # over 4 inputs
    Fraction(20, 9)
    """
    inputs = [x for x in range(len(matrix)) if problem.own_bit(x) == bit]
    transcripts = len(matrix[0])
    costs = [
        sum(matrix[x][t] * problem.payoffs[d][x] for x in inputs)
        for t in range(transcripts)
        for d in range(problem.decisions)
    ]
    return LinearProgram(
        sense="maximise",
        costs=tuple(costs),
        rows=dense_rows(_rule_rows(transcripts, problem.decisions, extra=0)),
        relations=np.zeros(transcripts, dtype=np.int8),
        rhs=object_array([1] * transcripts),
        lower=(0,) * len(costs),
        upper=(None,) * len(costs),
        column_labels=_rule_labels(transcripts, problem.decisions),
        row_labels=[f"decide[{t}]" for t in range(transcripts)],
    )


def _rule_rows(transcripts: int, decisions: int, extra: int) -> list[list[Exact]]:
    rows: list[list[Exact]] = []
    for chosen in range(transcripts):
        marks = [int(t == chosen) for t in range(transcripts) for _ in range(decisions)]
        rows.append([*marks, *([0] * extra)])
    return rows


def _rule_labels(transcripts: int, decisions: int) -> list[str]:
    return [f"rule[{t},{d}]" for t in range(transcripts) for d in range(decisions)]
