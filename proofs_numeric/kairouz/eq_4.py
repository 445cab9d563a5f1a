"""Eq. 4: the program whose optimum is a party's worst-case decision rule for a given protocol.

Statement: for each own bit x_i the best (randomised) rule maximises, over row-stochastic Q, the minimum over the
other parties' bits of the sum over transcripts and decisions of P(t | x) w(f(x), y) Q(t, y).

Model: any row-stochastic P. The printed form gives the coefficients of the inner sums; the program is solved for both
own bits and the smaller optimum is the party's worst-case accuracy. The oracle takes both bits at once and goes the
other way: the least favourable prior over all inputs, whose Bayes accuracy is the minimax value.

Corners: one party, one transcript, constant functions, negative weights. The paper counts |T||Y| variables and
2^k + |T| rows for this program; written as a linear program it has |T||Y| + 1 variables and 2^(k-1) + |T| rows for a
party (2^k + |T| for the observer of Eq. 6). That remark is not part of the judged statement.

Expected: holds, proved: the two own bits have separate rules, and the smaller of two maxima is the largest minimum.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.exact.numbers import Exact
from optcheck.exact.program import Model
from optcheck.randomized_response.minimax import minimax, prior_program
from optcheck.solvers import Answer, solve
from proofs_numeric.kairouz import eq_2
from proofs_numeric.kairouz._arguments import demand
from proofs_numeric.kairouz.eq_2 import Protocol

Coefficients = list[list[list[Exact]]]


def as_printed(instance: Protocol) -> tuple[Coefficients, Coefficients]:
    """For each own bit and each choice of the other bits, the coefficient of every Q(t, y)."""
    problem, matrix = instance.problem, instance.matrix
    parts = []
    for bit in (0, 1):
        inputs = [x for x in range(1 << problem.k) if problem.own_bit(x) == bit]
        parts.append([[[matrix[x][t] * w[x] for w in problem.payoffs] for t in range(len(matrix[0]))] for x in inputs])
    return parts[0], parts[1]


def maximin(coefficients: Coefficients) -> Answer:
    """Maximise the least row over row-stochastic Q."""
    model = Model("maximise")
    value = model.variable("xi", cost=1, lower=None)
    transcripts, decisions = range(len(coefficients[0])), range(len(coefficients[0][0]))
    names = {(t, y): model.variable(f"Q[{t},{y}]") for t in transcripts for y in decisions}
    for t in transcripts:
        model.row(f"decide[{t}]", {names[t, y]: 1 for y in decisions}, "=", 1)
    for i, row in enumerate(coefficients):
        terms: dict[str, object] = {names[t, y]: row[t][y] for t in transcripts for y in decisions}
        model.row(f"accuracy[{i}]", {value: -1, **terms}, ">=", 0)
    return solve(model.build())


def compare(form: Any, instance: Protocol) -> Discrepancy | None:
    """The smaller of the two optima against the value of the least favourable prior."""
    claimed = min(Fraction(maximin(part).value or 0) for part in form(instance))
    problem, matrix = instance.problem, instance.matrix
    views: list[list[Exact]] = []
    for x, row in enumerate(matrix):
        blank: list[Exact] = [0] * len(row)
        views.append([*row, *blank] if problem.own_bit(x) == 0 else [*blank, *row])
    true = minimax(views, problem.payoffs).value
    if claimed == true:
        return None
    evidence = solve(prior_program(views, problem.payoffs)).certificate
    why = "the rules of the printed program do not reach the minimax accuracy"
    return Discrepancy(claimed, true, abs(claimed - true), Impact.OPTIMALITY, evidence, why)


def proof() -> Proof:
    """The best of both bits is the best for both together."""
    steps = 0
    for u, v, best_u, best_v in product(range(4), repeat=4):
        if u <= best_u and v <= best_v:
            steps += demand(min(u, v) <= min(best_u, best_v), "no pair beats the pair of the best")
    return Proof(
        "The accuracy on input x depends on the rule for the bit x_i only, so the worst case of Eq. 3 is the smaller "
        "of u(Q_0) and v(Q_1), the minima over x_-i for the two own bits, and Q_0, Q_1 are chosen apart. If both are "
        "maximal, no other pair has a larger min(u, v): that depends on the order of the four numbers alone, and all "
        "orders are tried. So the printed program for each bit gives an optimal rule for Eq. 3.",
        steps,
    )


CLAIM = Claim(
    id="kairouz/eq-4",
    place="Eq. 4",
    title="the program whose optimum is a party's worst-case decision rule for a given protocol",
    relation=Relation.OPTIMAL,
    domain=Domain(
        description="k <= 2, two transcripts with chances in halves; random: k <= 3, four transcripts, any weights",
        grid=eq_2.grid,
        order=eq_2.order,
        strategy=eq_2.strategy,
        examples=60,
    ),
    printed=Form(
        "Q(x_i) = argmax over stochastic Q of the min over x_-i of the sum over t, y of P(t | x) w(f(x), y) Q(t, y)",
        as_printed,
    ),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
)
