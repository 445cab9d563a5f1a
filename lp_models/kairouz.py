"""The linear programs of Kairouz, Oh and Viswanath: over signatures of transcripts, and over decision rules.

Signatures. A transcript of a private protocol has a column [1, s_1] x ... x [1, s_k], a rank-one tensor with every s_i
between 1/lambda_i and lambda_i. In the program of Eqs. 16 and 19 on a finite set of signatures a variable
``theta[d;s]`` is the mass of transcripts with signature s after which decision d is made. A party that knows its own
bit decides for both values of it, so its d is a pair. With the 2^k extremal signatures among the columns the finite
program has the optimum of the infinite one, and its dual (Eqs. 17 and 20) is feasible for the whole box.

Column generation solves the program over the whole continuous box. Pricing asks for the signature s and decision d with
the largest <S_s, nu W(d) - mu>. That is multilinear in s, so a corner of the box is best, and all corners are priced at
once by one transform for each decision. The start is the silent protocol (s = 1 everywhere), which is feasible, or a
coarse grid. Every round brackets the optimum: the columns so far from below, a raised dual from above.

Decision rules for a given protocol: Eq. 6 for a central observer, Eq. 4 for a party that knows its bit.

Questions of yes and no are programs as well. Whether an optimum can use a signature: the largest mass that it gets from
a protocol and a dual solution of the same value. Whether a tensor lies in the hull of the extremal ones, errors in the
region of a mechanism, a mechanism among those that another one can simulate: the least distance is 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

import numpy as np

from optcheck.errors import InvalidInput, NotCertified
from optcheck.exact.files import Certificate
from optcheck.exact.inputs import whole_number
from optcheck.exact.numbers import Exact, to_text, whole
from optcheck.lp.answer import Answer
from optcheck.lp.program import LinearProgram, Model, Optimal, Outcome, SparseRows, object_array
from optcheck.lp.solve import solve
from optcheck.randomized_response.average import corner_solve, corner_values
from optcheck.randomized_response.problem import Problem, privacy_levels

__all__ = [
    "Column",
    "Decision",
    "GeneratedOptimum",
    "Signature",
    "Step",
    "average_rule_program",
    "column_label",
    "column_steps",
    "corner_program",
    "decision_options",
    "dense_rows",
    "errors_program",
    "evidence_of",
    "extremal_signatures",
    "face_program",
    "hull_program",
    "interior_program",
    "margin_program",
    "payoff_on",
    "program_on_columns",
    "signature_columns",
    "signature_dual",
    "signature_grid",
    "signature_program",
    "signature_tensor",
    "simulation_program",
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
    >>> from optcheck.lp.solve import Answer, solve
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
    >>> from optcheck.lp.solve import Answer, solve
    >>> solve(signature_dual(make_problem([0, 0, 0, 1], [2, 2], "worst")[0])).value
    Fraction(16, 27)
    """
    model, size, average = Model("minimise"), 1 << problem.k, problem.criterion == "average"
    mu = [model.variable(f"mu[{x}]", cost=1, lower=None) for x in range(size)]
    nu = [] if average else [model.variable(f"nu[{x}]") for x in range(size)]
    for decision, signature in signature_columns(problem, signatures):
        tensor = signature_tensor(signature)
        earned = [w * p for w, p in zip(payoff_on(problem, decision), tensor, strict=True)]
        terms: dict[str, object] = dict(zip(mu, tensor, strict=True))
        terms |= {name: -entry for name, entry in zip(nu, earned, strict=False)}
        model.row(column_label(decision, signature), terms, ">=", Fraction(sum(earned)) / size if average else 0)
    if nu:
        model.row("prior total", dict.fromkeys(nu, 1), "=", 1)
    return model.build()


@dataclass(frozen=True, slots=True)
class Step:
    """A round of column generation: the optimum over whole box lies between ``lower`` and ``upper``.

    ``lower`` is the exact optimum on the columns so far, reached by a protocol; ``upper`` the sum of a dual that is
    feasible for the whole box. ``certify()`` gives a proof of each.
    """

    problem: Problem
    columns: tuple[Column, ...]
    lower: Exact
    upper: Exact
    answer: Answer
    dual: tuple[Exact, ...]
    prior: tuple[Exact, ...]

    def certify(self) -> tuple[Certificate, Certificate]:
        """Proofs that the program on these columns has the optimum ``lower``, and that the dual is feasible."""
        bound = {"mu": [to_text(entry) for entry in self.dual], "nu": [to_text(entry) for entry in self.prior]}
        return self.answer.certificate, Certificate("signature-bound", self.problem.document(), bound)


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
    steps = list(column_steps(problem))
    last = steps[-1]
    if not isinstance(last.answer.outcome, Optimal):
        raise NotCertified("the last round of column generation must have an optimum")
    evidence = evidence_of(problem, last.columns, last.answer.outcome)
    certificate = Certificate("signature-protocol", problem.document(), evidence)
    certificate.verify()
    return GeneratedOptimum(last.lower, last.columns, len(steps), certificate)


def column_steps(
    problem: Problem, start: Sequence[Signature] | None = None, entering: int | None = None
) -> Iterator[Step]:
    """Rounds of column generation, from the given signatures (or silence) to the optimum over the whole box.

    After each round the corners with a profit enter, at most ``entering`` of them, the most profitable first.

    >>> from optcheck.randomized_response import make_problem
    >>> xor, _ = make_problem([0, 1, 1, 0], [2, 2])
    >>> [(str(step.lower), str(step.upper)) for step in column_steps(xor, entering=1)][-1]
    ('5/9', '5/9')
    """
    signatures = [(Fraction(1),) * problem.k] if start is None else list(start)
    columns: list[Column] = [(d, s) for d in decision_options(problem) for s in signatures]
    while True:
        answer = solve(program_on_columns(problem, columns))
        if not isinstance(answer.outcome, Optimal):
            raise NotCertified("the columns must hold a protocol, and accuracy is bounded, but none was certified")
        step, better = _priced(problem, columns, answer, answer.outcome)
        yield step
        if not better:
            return
        columns = [*columns, *better[:entering]]


def _priced(problem: Problem, columns: Sequence[Column], answer: Answer, outcome: Optimal) -> tuple[Step, list[Column]]:
    """The bounds of a round, and the columns with a profit: at each corner the best decision.

    Where a corner has a profit the dual is raised to it, by the multilinear form that has the larger of both values at
    every corner; this is feasible for the whole box, and its sum is the upper bound.
    """
    size = 1 << problem.k
    held = corner_values([outcome.dual.get(x, 0) for x in range(size)], problem.lambdas)
    prior: tuple[Exact, ...] = (Fraction(1, size),) * size
    if problem.criterion == "worst":
        prior = tuple(-outcome.dual.get(size + x, 0) for x in range(size))
    profits = {
        decision: corner_values(
            [w * p for w, p in zip(payoff_on(problem, decision), prior, strict=True)], problem.lambdas
        )
        for decision in decision_options(problem)
    }
    options = [[(row[corner], decision) for decision, row in profits.items()] for corner in range(size)]
    earned, best = zip(*(max(row) for row in options), strict=True)
    gains = [profit - bound for profit, bound in zip(earned, held, strict=True)]
    dual = tuple(corner_solve([max(pair) for pair in zip(earned, held, strict=True)], problem.lambdas))
    corners = extremal_signatures(problem.lambdas)
    better = {(best[c], corners[c]): None for c in sorted(range(size), key=lambda c: -gains[c]) if gains[c] > 0}
    return Step(problem, tuple(columns), outcome.value, whole(sum(dual)), answer, dual, prior), list(better)


def worst_rule_program(problem: Problem, matrix: Matrix, bit: int | None = None) -> LinearProgram:
    """Maximise the least accuracy over inputs (those with the party's own bit, for a party) over randomised rules.

    ``matrix[x][t]`` is the chance of transcript t on input x. Variables are ``rule[t,d]`` and the value ``xi``.

    >>> from optcheck.randomized_response import make_problem, transcript_matrix
    >>> from optcheck.lp.solve import Answer, solve
    >>> problem, _ = make_problem([0, 0, 0, 1], [2, 2], "worst")
    >>> solve(worst_rule_program(problem, transcript_matrix([2, 2]))).value
    Fraction(16, 27)
    """
    model, payoffs = Model("maximise"), problem.payoffs
    transcripts, options = range(len(matrix[0])), range(problem.decisions)
    rule = {(t, d): model.variable(f"rule[{t},{d}]") for t in transcripts for d in options}
    xi = model.variable("xi", cost=1, lower=None)
    for x in (x for x in range(len(matrix)) if problem.own_bit(x) == bit):
        earned = {name: matrix[x][t] * payoffs[d][x] for (t, d), name in rule.items()}
        model.row(f"accuracy[{x}]", {**earned, xi: -1}, ">=", 0)
    for t in transcripts:
        model.row(f"decide[{t}]", dict.fromkeys((rule[t, d] for d in options), 1), "=", 1)
    return model.build()


def average_rule_program(problem: Problem, matrix: Matrix, bit: int | None = None) -> LinearProgram:
    """Maximise the sum of the accuracies over inputs (with the party's own bit) over randomised rules.

    >>> from optcheck.randomized_response import make_problem, transcript_matrix
    >>> from optcheck.lp.solve import Answer, solve
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


def face_program(problem: Problem, signatures: Sequence[Signature]) -> LinearProgram:
    """Maximise the mass of the given signatures over all optimal protocols that use them and extremal ones.

    That a protocol ``theta`` is optimal is said by a solution ``mu`` (and ``nu``) of the dual that has its value.

    >>> from optcheck.randomized_response import make_problem
    >>> from optcheck.lp.solve import solve
    >>> problem, _ = make_problem([0, 0, 0, 1], [2, 2])
    >>> solve(face_program(problem, [(1, Fraction(1, 2))])).value > 0
    True
    """
    model, size, average = Model("maximise"), 1 << problem.k, problem.criterion == "average"
    columns, chosen = signature_columns(problem, signatures), set(signatures)
    theta = [model.variable(column_label(d, s), cost=int(s in chosen)) for d, s in columns]
    tensors = [signature_tensor(s) for _, s in columns]
    mu = [model.variable(f"mu[{x}]", lower=None) for x in range(size)]
    nu = [model.variable(f"nu[{x}]") for x in range(size)]
    model.row("prior", dict.fromkeys(nu, 1), "=", 1)
    for x in range(size):
        model.row(f"total[{x}]", {name: t[x] for name, t in zip(theta, tensors, strict=True)}, "=", 1)
        if average:
            model.row(f"uniform[{x}]", {nu[x]: 1}, "=", Fraction(1, size))
    earned = [
        [w * p for w, p in zip(payoff_on(problem, d), t, strict=True)]
        for (d, _), t in zip(columns, tensors, strict=True)
    ]
    for (decision, signature), tensor, gains in zip(columns, tensors, earned, strict=True):
        terms: dict[str, object] = {
            **dict(zip(mu, tensor, strict=True)),
            **{n: -g for n, g in zip(nu, gains, strict=True)},
        }
        model.row(f"dual {column_label(decision, signature)}", terms, ">=", 0)
    value = {name: Fraction(sum(gains)) / size for name, gains in zip(theta, earned, strict=True)}
    if not average:
        value = {model.variable("xi", lower=None): Fraction(1)}
        for x in range(size):
            gains_on = {name: gains[x] for name, gains in zip(theta, earned, strict=True)}
            model.row(f"accuracy[{x}]", {**gains_on, "xi": -1}, ">=", 0)
    model.row("value", {**value, **dict.fromkeys(mu, -1)}, "=", 0)
    return model.build()


def margin_program(problem: Problem, nu: Sequence[Exact], mu: Sequence[Exact]) -> LinearProgram:
    """Minimise <T, mu> - sum of W_x(y) T_x nu_x over the hull of the extremal tensors T and over the decisions y."""
    model, weights = Model("minimise"), []
    for decision, signature in signature_columns(problem):
        tensor = signature_tensor(signature)
        worth = payoff_on(problem, decision)
        slack = sum(t * (m - w * n) for t, m, w, n in zip(tensor, mu, worth, nu, strict=True))
        weights.append(model.variable(f"weight[{column_label(decision, signature)}]", cost=slack))
    model.row("total", dict.fromkeys(weights, 1), "=", 1)
    return model.build()


def hull_program(lambdas: Sequence[Exact], tensor: Sequence[Exact]) -> LinearProgram:
    """Minimise the distance (summed over entries) between the tensor and a mixture of the extremal ones.

    >>> from optcheck.lp.solve import solve
    >>> solve(hull_program([2], [1, 3])).value
    1
    """
    model, columns = Model("minimise"), _corners(lambdas)
    weights = [model.variable(f"weight[{place}]") for place in range(len(columns))]
    model.row("total", dict.fromkeys(weights, 1), "=", 1)
    for x, entry in enumerate(tensor):
        _near(model, f"entry[{x}]", {w: column[x] for w, column in zip(weights, columns, strict=True)}, entry)
    return model.build()


def corner_program(lambdas: Sequence[Exact], tensor: Sequence[Exact], corner: Signature) -> LinearProgram:
    """Minimise the weight of one extremal tensor over all mixtures of them that give the tensor."""
    model, columns, wanted = Model("minimise"), _corners(lambdas), signature_tensor(corner)
    weights = [model.variable(f"weight[{place}]", cost=int(column == wanted)) for place, column in enumerate(columns)]
    _mixed(model, weights, columns, tensor)
    return model.build()


def interior_program(lambdas: Sequence[Exact], tensor: Sequence[Exact]) -> LinearProgram:
    """Maximise the least weight over all mixtures of the extremal tensors that give the tensor."""
    model, columns = Model("maximise"), _corners(lambdas)
    least = model.variable("least", cost=1)
    weights = [model.variable(f"weight[{place}]") for place in range(len(columns))]
    _mixed(model, weights, columns, tensor)
    for name in weights:
        model.row(f"least {name}", {name: 1, least: -1}, ">=", 0)
    return model.build()


def _corners(lambdas: Sequence[Exact]) -> list[tuple[Exact, ...]]:
    """The extremal tensors, equal ones once."""
    return list(dict.fromkeys(signature_tensor(corner) for corner in extremal_signatures(lambdas)))


def _mixed(model: Model, weights: list[str], columns: list[tuple[Exact, ...]], tensor: Sequence[Exact]) -> None:
    """The weights, which have total 1 as every first entry is 1, mix the columns to the tensor."""
    for x, entry in enumerate(tensor):
        model.row(f"entry[{x}]", {w: column[x] for w, column in zip(weights, columns, strict=True)}, "=", entry)


def _near(model: Model, label: str, terms: dict[str, object], target: Exact) -> None:
    """Charge for how far the terms are from the target."""
    over, under = model.variable(f"over {label}", cost=1), model.variable(f"under {label}", cost=1)
    model.row(label, {**terms, over: -1, under: 1}, "=", target)


Mechanism = tuple[Sequence[Exact], Sequence[Exact]]  # the chances of its outputs for bit 0 and for bit 1


def simulation_program(strong: Mechanism, weak: Mechanism) -> LinearProgram:
    """Minimise the distance between a mechanism and what a kernel makes of the outputs of another one.

    >>> from optcheck.lp.solve import solve
    >>> third = Fraction(1, 3)
    >>> solve(simulation_program(((1, 0), (0, 1)), ((2 * third, third), (third, 2 * third)))).value
    0
    """
    model, sources, targets = Model("minimise"), range(len(strong[0])), range(len(weak[0]))
    kernel = [[model.variable(f"kernel[{s},{t}]") for t in targets] for s in sources]
    for s in sources:
        model.row(f"stochastic[{s}]", dict.fromkeys(kernel[s], 1), "=", 1)
    for bit in (0, 1):
        for t in targets:
            _near(model, f"bit{bit}[{t}]", {kernel[s][t]: strong[bit][s] for s in sources}, weak[bit][t])
    return model.build()


def errors_program(mechanism: Mechanism, points: Sequence[tuple[Exact, Exact]]) -> LinearProgram:
    """Minimise the distance between errors (missed detection, false alarm) and those of tests, a test for each point.

    A test rejects bit 0 after each output with some chance: its errors are any point of the mechanism's region.

    >>> from optcheck.lp.solve import solve
    >>> solve(errors_program(((1,), (1,)), [(1, 1)])).value
    1
    """
    model, (zero, one) = Model("minimise"), mechanism
    for place, (missed, alarm) in enumerate(points):
        rejects = [model.variable(f"reject[{place},{output}]", upper=1) for output in range(len(zero))]
        _near(model, f"found[{place}]", dict(zip(rejects, one, strict=True)), 1 - missed)
        _near(model, f"alarm[{place}]", dict(zip(rejects, zero, strict=True)), alarm)
    return model.build()
