"""Eq. 2: the decision that maximises a party's average accuracy for a given protocol.

Statement: for party i with own bit x_i and transcript t, decide a y that maximises the sum over the other parties'
bits of P(t | x) w(f(x), y); randomising gains nothing.

Model: any row-stochastic matrix P (not only private ones), any function, any weights. The oracle is the linear
program over all randomised rules, solved exactly for each own bit. Relation: the rule of Eq. 2 reaches its optimum.

Corners: one party (it knows the whole input), a single transcript, ties, negative and zero weights, constant
functions. The paper's count of 2^k |T| operations leaves out the factor |Y|; that is not judged here.

Expected: holds, proved: the average accuracy is a sum with one term for each own bit and transcript.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from lp_models.decision_rules import average_rule_program
from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.exact.numbers import Exact
from optcheck.randomized_response.problem import Problem
from optcheck.solvers import solve
from proofs_numeric.kairouz._arguments import best_decision_steps
from proofs_numeric.kairouz._common import RIGHT_OR_WRONG, WEIGHTS, problem_order, problems

Matrix = tuple[tuple[Exact, ...], ...]


@dataclass(frozen=True, slots=True)
class Protocol:
    """A problem of a party, and the chance of each transcript on each input."""

    problem: Problem
    matrix: Matrix


def as_printed(instance: Protocol) -> tuple[tuple[int, ...], ...]:
    """The decision for each own bit and transcript."""
    problem = instance.problem
    rule = []
    for bit in (0, 1):
        others = [x for x in range(1 << problem.k) if problem.own_bit(x) == bit]
        row = []
        for t in range(len(instance.matrix[0])):
            totals = [sum(instance.matrix[x][t] * w[x] for x in others) for w in problem.payoffs]
            row.append(totals.index(max(totals)))
        rule.append(tuple(row))
    return tuple(rule)


def compare(form: Any, instance: Protocol) -> Discrepancy | None:
    """The rule's average accuracy against the best over all randomised rules."""
    problem, matrix = instance.problem, instance.matrix
    rule = form(instance)
    answers = [solve(average_rule_program(problem, matrix, bit)) for bit in (0, 1)]
    for bit, answer in enumerate(answers):
        inputs = [x for x in range(1 << problem.k) if problem.own_bit(x) == bit]
        reached = sum(matrix[x][t] * problem.payoffs[d][x] for x in inputs for t, d in enumerate(rule[bit]))
        if len(rule[bit]) != len(matrix[0]) or reached != answer.value:
            best = Fraction(answer.value or 0)
            why = f"for own bit {bit} another rule has a larger total accuracy"
            return Discrepancy(reached, best, best - reached, Impact.OPTIMALITY, answer.certificate, why)
    return None


def proof() -> Proof:
    """The accuracy is a sum of blocks, one for each own bit and transcript."""
    return Proof(
        "2^k times the average accuracy is the sum over own bits b, transcripts t and decisions y of Q_b(t, y) c_b(t, "
        "y), where c_b(t, y) is the printed sum over x_-i: each block (b, t) has its own Q_b(t, .) with total 1. In a "
        "block, m - sum Q c = sum Q (m - c) >= 0 for the largest m of its c (checked), with equality for a decision "
        "that attains m: Eq. 2 is best in every block, and randomising gains nothing.",
        best_decision_steps(),
    )


def grid() -> Iterator[Protocol]:
    """One and two parties, two transcripts, chances in halves."""
    half = Fraction(1, 2)
    chances: tuple[tuple[Exact, Exact], ...] = ((1, 0), (half, half), (0, 1))
    for table, rows, weights in product(product((0, 1), repeat=2), product(chances, repeat=2), WEIGHTS[:3]):
        yield Protocol(Problem((1,), table, weights, "average", 0), rows)
    for table, rows in product(((0, 0, 0, 1), (0, 1, 1, 0)), product(chances, repeat=4)):
        yield Protocol(Problem((1, 1), table, RIGHT_OR_WRONG, "average", 0), rows)


@st.composite
def protocols(draw: st.DrawFn) -> Protocol:
    """Up to three parties and four transcripts."""
    problem = draw(problems("average", with_parties=True, with_observer=False))
    transcripts = draw(st.integers(1, 4))
    rows = []
    for _ in range(1 << problem.k):
        shares = [draw(st.integers(0, 5)) for _ in range(transcripts)]
        total = sum(shares)
        rows.append(tuple(Fraction(s, total) if total else Fraction(1, transcripts) for s in shares))
    return Protocol(problem, tuple(rows))


def strategy() -> SearchStrategy[Protocol]:
    """Random protocols."""
    return protocols()


def order(instance: Protocol) -> Any:
    """The problem, then the protocol."""
    return problem_order(instance.problem), len(instance.matrix[0]), instance.matrix


CLAIM = Claim(
    id="kairouz/eq-2",
    place="Eq. 2",
    title="the decision rule that maximises a party's average accuracy for a given protocol",
    relation=Relation.OPTIMAL,
    domain=Domain(
        description="k <= 2, two transcripts with chances in halves; random: k <= 3, four transcripts, any weights",
        grid=grid,
        order=order,
        strategy=strategy,
        examples=80,
    ),
    printed=Form("f*(t, x_i) = argmax over y of the sum over x_-i of P(t | x) w(f(x), y)", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
)
