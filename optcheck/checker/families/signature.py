"""Check optimal private protocols of bits: the infinite signature program, decided at its corners. Stdlib only.

k parties hold one bit each. A transcript of a private interactive protocol has a signature s in the box
[1/l_1, l_1] x ... x [1/l_k, l_k]: on input x its probability is mass * prod of s_i over the ones of x. For a prior
nu on the inputs, let mu be such that <S_s, mu> >= sum over x of nu_x W_x(d) S_s(x) for every signature s and every
decision d. Then no protocol has a larger nu-average than sum(mu), hence none has a larger worst case; with nu
uniform, none has a larger average. Both sides are multilinear in s, so the inequality on the whole box follows
from the 2^k corners, and these are what is checked. A party that sees its own bit decides for each bit apart.
Inputs are numbered lexicographically, the first party's bit first.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from optcheck.checker import work
from optcheck.checker.core import Exact, Fact, Finding, Kind, number_text, require, shown, whole
from optcheck.checker.families._signature_problem import INSTANCE, Kernel, Problem, problem_of, transform
from optcheck.checker.reading import integer, number, record, row, same_length, sequence

Column = tuple[list[Exact], list[int], Exact]
_NUMBERS = sequence(number())
_CHANCES = sequence(sequence(sequence(number(least=0, most=1))))
_COLUMN = row(sequence(number(above=0)), sequence(integer(0)), number(above=0))


def check_randomized_response(instance: Any, evidence: Any) -> Finding:
    """Randomised response with the given rule reaches a value that no private protocol exceeds."""
    problem = problem_of(instance)
    bound = _bound(problem, evidence)
    value = _value(problem, _rule_accuracies(problem, evidence.rule))
    require(value == bound, "accuracy of the rule", number_text(bound), number_text(value))
    facts = (Fact("optimal accuracy", "=", value), Fact("optimum", "is", "reached by randomised response"))
    return Finding(f"{problem.goal} is {shown(value)}, reached by randomised response", value, facts)


def check_protocol(instance: Any, evidence: Any) -> Finding:
    """A protocol, given by its transcripts, reaches a value that no private protocol exceeds."""
    problem = problem_of(instance)
    for column in evidence.columns:
        _check_column(problem, column)
    bound = _bound(problem, evidence)
    value = _value(problem, _column_accuracies(problem, evidence.columns))
    require(value == bound, "accuracy of the protocol", number_text(bound), number_text(value))
    facts = [Fact("optimal accuracy", "=", value)]
    text = f"{problem.goal} is {shown(value)}"
    inside = [s for s, _, _ in evidence.columns if _is_inside(problem, s)]
    if inside:
        facts.append(Fact("optimum", "is", "reached by a protocol other than randomised response"))
        text += f", and a protocol with the signature {shown(tuple(inside[0]))} that is not extremal reaches it"
    return Finding(text, value, tuple(facts))


def _is_inside(problem: Problem, signature: list[Exact]) -> bool:
    """Whether some entry lies strictly between the ends that randomised response uses."""
    return any(1 / Fraction(bound) < entry < bound for entry, bound in zip(signature, problem.lambdas, strict=True))


def _bound(problem: Problem, evidence: Any) -> Exact:
    """The bound sum(mu), after checking the prior and all corners of the box."""
    size = 1 << len(problem.lambdas)
    nu, mu = evidence.nu, evidence.mu
    same_length("nu", nu, size)
    same_length("mu", mu, size)
    total = work.total(nu)
    require(total == 1, "prior 'nu'", "non-negative, total 1", number_text(total))
    require(not problem.average or max(nu) == min(nu), "prior 'nu'", "uniform for the average", "not uniform")
    corners: list[Kernel] = [((1, 1 / Fraction(value)), (1, value)) for value in problem.lambdas]
    left = transform(mu, corners)
    right: list[Exact] = [0] * size
    for view in problem.views:
        masked = [
            [p * q if problem.own_bit(x) == view else 0 for x, (p, q) in enumerate(zip(row, nu, strict=True))]
            for row in problem.payoffs
        ]
        best = [max(options) for options in zip(*(transform(row, corners) for row in masked), strict=True)]
        right = [a + b for a, b in zip(right, best, strict=True)]
    for corner, (low, high) in enumerate(zip(right, left, strict=True)):
        require(high >= low, f"dual at corner {corner}", f">= {number_text(low)}", number_text(high))
    return work.total(mu)


def _value(problem: Problem, accuracies: list[Exact]) -> Exact:
    return whole(Fraction(work.total(accuracies)) / len(accuracies) if problem.average else min(accuracies))


def _rule_accuracies(problem: Problem, chances: list[list[list[Exact]]]) -> list[Exact]:
    """Expected accuracy on each input, for a rule that gives each view and response its chances of the decisions."""
    size, count = 1 << len(problem.lambdas), len(problem.payoffs)
    same_length("rule", chances, len(problem.views))
    for part in chances:
        same_length("rule", part, size)
    for options in (options for part in chances for options in part):
        fits = len(options) == count and work.total(options) == 1
        require(fits, "rule", "chances with total 1", shown(tuple(options)))
    keep = [value / Fraction(1 + value) for value in problem.lambdas]
    respond: list[Kernel] = [((p, 1 - p), (1 - p, p)) for p in keep]
    reached = [[transform([row[d] for row in part], respond) for d in range(count)] for part in chances]
    every = range(count)
    return [
        work.dot((problem.payoffs[d][x] for d in every), (reached[problem.own_bit(x)][d][x] for d in every))
        for x in range(size)
    ]


def _check_column(problem: Problem, column: Column) -> None:
    """A signature inside the box and a decision for each view; the mass is positive by its reader."""
    signature, decisions, _ = column
    require(len(signature) == len(problem.lambdas), "signature", f"{len(problem.lambdas)} entries", len(signature))
    for value, bound in zip(signature, problem.lambdas, strict=True):
        work.pay(value, bound)
        inside = value * bound >= 1 and value <= bound
        require(inside, "signature", f"within 1/l..l for l = {number_text(bound)}", number_text(value))
    known = len(decisions) == len(problem.views) and all(d < len(problem.payoffs) for d in decisions)
    require(known, "decisions", "one for each view", decisions)


def _column_accuracies(problem: Problem, columns: list[Column]) -> list[Exact]:
    accuracies: list[Exact] = []
    for x, bits in enumerate(product((0, 1), repeat=len(problem.lambdas))):
        chances = [_chance(column, bits) for column in columns]
        total, view = work.total(chances), problem.own_bit(x)
        require(total == 1, f"total probability on input {x}", 1, number_text(total))
        accuracies.append(work.dot(chances, (problem.payoffs[d[view]][x] for _, d, _ in columns)))
    return accuracies


def _chance(column: Column, bits: tuple[int, ...]) -> Exact:
    """The chance of a transcript: its mass times the entries of its signature at the ones of the input."""
    signature, _, chance = column
    for value, bit in zip(signature, bits, strict=True):
        if bit:
            chance = chance * value
            work.pay(chance)
    return chance


_BOUND = {"nu": sequence(number(least=0, most=1)), "mu": _NUMBERS}
KINDS = {
    "randomized-response-optimum": Kind(INSTANCE, record({**_BOUND, "rule": _CHANCES}), check_randomized_response),
    "signature-protocol": Kind(INSTANCE, record({**_BOUND, "columns": sequence(_COLUMN)}), check_protocol),
}
