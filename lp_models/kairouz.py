"""Signatures of transcripts: rank-one tensors [1, s_1] x ... x [1, s_k] and the simplex that they span.

Every s_i between 1/lambda_i and lambda_i is a mixture of the two ends, so every signature is a mixture of the 2^k
extremal ones, with a product of the parties' shares as weight. It uses exactly the corners of the smallest face of
the box that holds it.

The signature program of Eqs. 16 and 19 on a finite set of signatures, and its duals, Eqs. 17 and 20.

A variable ``theta[d;s]`` is the mass of transcripts with signature s after which decision d is made. A party that
knows its own bit decides for both values of it, so its d is a pair. With the 2^k extremal signatures among the
columns the finite program has the optimum of the infinite one, and its dual is feasible for the whole box.

The average-accuracy program on grids of very many signatures: built as arrays, solved in floats, settled exactly.

A grid without the corners of the box makes the discretisation of Eq. 16 visible: its optimum grows to the closed form
as the mesh falls. Floats only choose the columns of the optimum; its value and the bound on all other columns are
exact: the dual constraint is multilinear in the signature, so on a grid it is decided by the grid's own 2^k outermost
points.

The signature program over the whole continuous box, by column generation.

Pricing asks for the signature s and decision d with the largest <S_s, nu W(d) - mu>. That is multilinear in s, so a
corner of the box is best, and all corners are priced at once by one transform for each decision. The start is the
silent protocol (s = 1 everywhere), which is feasible. No grid enters, and the end is proved for the whole box.

Decision-rule programs for a given protocol: Eq. 6 for a central observer, Eq. 4 for a party that knows its bit.

For randomised response: which decisions are best after a response, and which ones optimal rules share.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from itertools import product

import numpy as np
from numpy.typing import NDArray

from optcheck.errors import InvalidInput, NotCertified, shown
from optcheck.exact.certificate import Certificate
from optcheck.exact.inputs import whole_number
from optcheck.exact.numbers import Exact, to_text
from optcheck.extras import require
from optcheck.lp.program import LinearProgram, Model, Optimal, Outcome, SparseRows, object_array
from optcheck.lp.solve import solve
from optcheck.randomized_response.average import corner_values
from optcheck.randomized_response.optimum import solve_problem
from optcheck.randomized_response.problem import Problem, privacy_levels
from proofs_numeric.kairouz._problems import response_chance

__all__ = [
    "Column",
    "Decision",
    "Generated",
    "GridOptimum",
    "Signature",
    "average_rule_program",
    "best_decisions",
    "common_chance",
    "corner_weights",
    "decision_options",
    "evidence_of",
    "extremal_signatures",
    "grid_axes",
    "payoff_on",
    "program_on_columns",
    "response_masses",
    "signature_columns",
    "signature_dual",
    "signature_grid",
    "signature_program",
    "signature_tensor",
    "solve_by_columns",
    "solve_grid",
    "tensor_in_hull",
    "worst_rule_program",
]


Signature = tuple[Exact, ...]


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


def response_masses(lambdas: Sequence[Exact]) -> list[Fraction]:
    """The mass of each extremal signature in randomised response: response bit 0 has signature 1/lambda.

    >>> response_masses([2])
    [Fraction(2, 3), Fraction(1, 3)]
    """
    masses = [Fraction(1)]
    for value in lambdas:
        keep = Fraction(value) / (1 + Fraction(value))
        masses = [mass * share for mass in masses for share in (keep, 1 - keep)]
    return masses


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


Decision = tuple[int, ...]
Column = tuple[Decision, Signature]


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
    kept = [[(j, a) for j, a in enumerate(row) if a] for row in rows]
    flat = [entry for row in kept for entry in row]
    return SparseRows(
        starts=np.cumsum([0] + [len(row) for row in kept], dtype=np.int64),
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


Floats = NDArray[np.float64]
Axis = tuple[Fraction, ...]
ENTERING, MOST_ROUNDS, TINY = 64, 200, 1e-11


@dataclass(frozen=True, slots=True)
class GridOptimum:
    """The exact optimum over the protocols whose signatures lie on a grid, and the transcripts that reach it."""

    value: Exact
    columns: tuple[Column, ...]
    size: int


def grid_axes(problem: Problem, points: int, *, corners: bool) -> tuple[Axis, ...]:
    """For each party so many values of s_i: from end to end, or the middles of so many cells (without the ends).

    >>> from optcheck.randomized_response import make_problem
    >>> grid_axes(make_problem([0, 1], [2])[0], 3, corners=False)
    ((Fraction(3, 4), Fraction(5, 4), Fraction(7, 4)),)
    """
    whole_number(points, "points of each party", least=2)
    axes = []
    for value in problem.lambdas:
        low, width = 1 / Fraction(value), Fraction(value) - 1 / Fraction(value)
        shares = [
            Fraction(step, points - 1) if corners else Fraction(2 * step + 1, 2 * points) for step in range(points)
        ]
        axes.append(tuple(low + width * share for share in shares))
    return tuple(axes)


def solve_grid(problem: Problem, points: int, *, corners: bool) -> GridOptimum:
    """The best average accuracy of a central observer over a grid of signatures, exactly.

    With two cells for each party XOR at lambda = 2 loses something; with the corners it has its optimum 5/9.

    >>> from optcheck.randomized_response import make_problem
    >>> xor = make_problem([0, 1, 1, 0], [2, 2])[0]
    >>> solve_grid(xor, 8, corners=False).value < solve_grid(xor, 8, corners=True).value == Fraction(5, 9)
    True
    """
    if problem.criterion != "average" or problem.observer is not None:
        raise InvalidInput("grids in bulk are for the average accuracy of a central observer")
    axes = grid_axes(problem, points, corners=corners)
    outermost: list[Column] = [
        ((decision,), signature)
        for signature in product(*((axis[0], axis[-1]) for axis in axes))
        for decision in range(problem.decisions)
    ]
    used = [*_chosen(problem, axes), *outermost]
    outcome = solve(program_on_columns(problem, list(dict.fromkeys(used)))).outcome
    if not isinstance(outcome, Optimal):
        raise NotCertified("the program on a grid around 1 has an optimum, but none was certified")
    _check_bound(problem, outermost, outcome)
    return GridOptimum(outcome.value, tuple(dict.fromkeys(used)), points**problem.k)


def _tensors(axes: tuple[Axis, ...]) -> Floats:
    """All signature columns at once: a row for each input, a column for each signature, in lexicographic order."""
    factors = [np.array([[1.0] * len(axis), [float(s) for s in axis]]) for axis in axes]
    return reduce(np.kron, factors)


def _chosen(problem: Problem, axes: tuple[Axis, ...]) -> list[Column]:
    """The columns of a float optimum, each signature with its best decision, by pricing all columns in every round."""
    tensors = _tensors(axes)
    worth = np.array([[float(entry) for entry in row] for row in problem.payoffs]) @ tensors
    best, gain = worth.argmax(axis=0), worth.max(axis=0)
    sizes = [len(axis) for axis in axes]
    working = _around_one(axes, sizes)
    for _ in range(MOST_ROUNDS):
        masses, dual = _float_optimum(tensors[:, working], gain[working])
        lead = gain - dual @ tensors
        entering = np.argpartition(lead, -min(ENTERING, len(lead)))[-ENTERING:]
        if lead[entering].max() <= TINY:
            break
        working = np.union1d(working, entering[lead[entering] > TINY])
    used = working[masses > 0]
    places = zip(*np.unravel_index(used, sizes), strict=True)
    signatures = [tuple(axis[i] for axis, i in zip(axes, place, strict=True)) for place in places]
    return [((int(best[j]),), signature) for j, signature in zip(used, signatures, strict=True)]


def _around_one(axes: tuple[Axis, ...], sizes: list[int]) -> NDArray[np.int64]:
    """The grid points next to 1 on both sides: a program on these alone has a solution."""
    sides = []
    for axis in axes:
        above = next((i for i, s in enumerate(axis) if s >= 1), None)
        if above is None or (above == 0 and axis[0] > 1):
            raise InvalidInput("the grid must have points on both sides of 1")
        sides.append((max(above - 1, 0), above))
    return np.unique([np.ravel_multi_index(place, sizes) for place in product(*sides)])


def _float_optimum(columns: Floats, gain: Floats) -> tuple[Floats, Floats]:
    """Masses and multipliers of the program on some columns."""
    require("this linear program in doubles", "scipy")
    from scipy.optimize import linprog

    answer = linprog(-gain, A_eq=columns, b_eq=np.ones(len(columns)), method="highs")
    if answer.status != 0:
        raise NotCertified(f"no float optimum was found: {answer.message}")
    return answer.x, -answer.eqlin.marginals


def _check_bound(problem: Problem, outermost: list[Column], outcome: Optimal) -> None:
    """No column of the grid has a reduced cost that is positive: decided at its outermost points."""
    size = 1 << problem.k
    for decision, signature in outermost:
        tensor, row = signature_tensor(signature), payoff_on(problem, decision)
        bound = sum(t * outcome.dual.get(x, 0) for x, t in enumerate(tensor))
        if bound < Fraction(sum(t * w for t, w in zip(tensor, row, strict=True))) / size:
            raise NotCertified(f"the dual is violated at the outermost signature {signature}")


@dataclass(frozen=True, slots=True)
class Generated:
    """The optimum over the whole box, the columns that were needed, and the rounds it took."""

    value: Exact
    columns: tuple[Column, ...]
    rounds: int
    certificate: Certificate


def solve_by_columns(problem: Problem) -> Generated:
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
            raise NotCertified("the silent protocol is feasible and accuracy is bounded, but no optimum was found")
        better = _better_columns(problem, outcome)
        if not better:
            evidence = evidence_of(problem, columns, outcome)
            certificate = Certificate("signature-protocol", problem.document(), evidence)
            certificate.verify()
            return Generated(outcome.value, tuple(columns), rounds, certificate)
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


Matrix = Sequence[Sequence[Exact]]


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


def best_decisions(problem: Problem, response: int, bit: int | None = None) -> set[int]:
    """The decisions with the largest average accuracy after a response (of a party: with its own bit).

    >>> from optcheck.randomized_response import make_problem
    >>> best_decisions(make_problem([0, 1, 1, 0], [2, 2])[0], 0b01)
    {1}
    """
    inputs = [x for x in range(1 << problem.k) if problem.own_bit(x) == bit]
    chances = {x: response_chance(problem.lambdas, x, response) for x in inputs}
    totals = [sum(p * w[x] for x, p in chances.items()) for w in problem.payoffs]
    return {decision for decision, total in enumerate(totals) if total == max(totals)}


def common_chance(problem: Problem, responses: Sequence[int], decision: int, bit: int | None = None) -> Exact:
    """The largest chance that a rule with the optimal worst case can give a decision after all these responses."""
    optimum, every = solve_problem(problem).value, range(1 << problem.k)
    model = Model("maximise")
    common = model.variable("common", cost=1)
    names = {(r, d): model.variable(f"Q[{r},{d}]") for r in every for d in range(problem.decisions)}
    for r in every:
        model.row(f"decide[{r}]", {names[r, d]: 1 for d in range(problem.decisions)}, "=", 1)
    for r in responses:
        model.row(f"common[{r}]", {common: -1, names[r, decision]: 1}, ">=", 0)
    for x in (x for x in every if problem.own_bit(x) == bit):
        chances = {r: response_chance(problem.lambdas, x, r) for r in every}
        terms: dict[str, object] = {name: chances[r] * problem.payoffs[d][x] for (r, d), name in names.items()}
        model.row(f"accuracy[{x}]", terms, ">=", optimum)
    return solve(model.build()).value or 0


def _rule_rows(transcripts: int, decisions: int, extra: int) -> list[list[Exact]]:
    rows: list[list[Exact]] = []
    for chosen in range(transcripts):
        marks = [int(t == chosen) for t in range(transcripts) for _ in range(decisions)]
        rows.append([*marks, *([0] * extra)])
    return rows


def _rule_labels(transcripts: int, decisions: int) -> list[str]:
    return [f"rule[{t},{d}]" for t in range(transcripts) for d in range(decisions)]
