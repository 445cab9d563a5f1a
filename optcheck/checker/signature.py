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

from optcheck.checker._signature import Kernel, Problem, read_problem, transform
from optcheck.checker.core import Document, Exact, Fact, Finding, field, number_text, numbers, parse_number, require

Column = tuple[list[Exact], list[int], Exact]


def check_randomized_response(instance: Document, evidence: Document) -> Finding:
    """Randomised response with the given rule reaches a value that no private protocol exceeds."""
    problem = read_problem(instance)
    bound = _bound(problem, evidence)
    value = _value(problem, _rule_accuracies(problem, field(evidence, "rule", list)))
    require(value == bound, "accuracy of the rule", number_text(bound), number_text(value))
    return Finding(f"{_goal(problem)} is {number_text(value)}", value, (Fact("optimal accuracy", "=", value),))


def check_protocol(instance: Document, evidence: Document) -> Finding:
    """A protocol, given by its transcripts, reaches a value that no private protocol exceeds."""
    problem = read_problem(instance)
    value = _protocol_value(problem, evidence, _columns(problem, evidence))
    return Finding(f"{_goal(problem)} is {number_text(value)}", value, (Fact("optimal accuracy", "=", value),))


def check_alternative(instance: Document, evidence: Document) -> Finding:
    """An optimal protocol has a transcript that is not extremal: it is not randomised response."""
    problem = read_problem(instance)
    columns = _columns(problem, evidence)
    value = _protocol_value(problem, evidence, columns)
    inside = [s for s, _, _ in columns if any(1 / Fraction(b) < a < b for a, b in zip(s, problem.lambdas, strict=True))]
    require(bool(inside), "signatures", "one that is not extremal", "extremal ones only")
    shown = "(" + ", ".join(map(number_text, inside[0])) + ")"
    text = f"{_goal(problem)} is {number_text(value)}, and a protocol with signature {shown} reaches it too"
    return Finding(text, value, (Fact("optimal accuracy", "=", value),))


def _columns(problem: Problem, evidence: Document) -> list[Column]:
    return [_column(problem, column) for column in field(evidence, "columns", list)]


def _protocol_value(problem: Problem, evidence: Document, columns: list[Column]) -> Exact:
    bound = _bound(problem, evidence)
    value = _value(problem, _column_accuracies(problem, columns))
    require(value == bound, "accuracy of the protocol", number_text(bound), number_text(value))
    return value


def _goal(problem: Problem) -> str:
    who = "the observer" if problem.observer is None else f"party {problem.observer}"
    return f"the optimal {'average' if problem.average else 'worst-case'} accuracy of {who}"


def _bound(problem: Problem, evidence: Document) -> Exact:
    """The bound sum(mu), after checking the prior and all corners of the box."""
    size = 1 << len(problem.lambdas)
    nu, mu = numbers(evidence, "nu", size), numbers(evidence, "mu", size)
    require(sum(nu) == 1 and min(nu) >= 0, "prior 'nu'", "non-negative, total 1", number_text(sum(nu)))
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
        require(high >= low, f"dual at corner {corner}", f">= {number_text(low)}", number_text(high), high - low)
    return sum(mu)


def _value(problem: Problem, accuracies: list[Exact]) -> Exact:
    return Fraction(sum(accuracies)) / len(accuracies) if problem.average else min(accuracies)


def _rule_accuracies(problem: Problem, rule: list[list[list[object]]]) -> list[Exact]:
    """Expected accuracy on each input, for a rule that gives each view and response its chances of the decisions."""
    size, count = 1 << len(problem.lambdas), len(problem.payoffs)
    require(len(rule) == len(problem.views) and {len(part) for part in rule} == {size}, "rule", "one row a response")
    chances = [[[parse_number(chance, "rule") for chance in row] for row in part] for part in rule]
    for row in (row for part in chances for row in part):
        require(len(row) == count and min(row) >= 0 and sum(row) == 1, "rule", "chances with total 1", row)
    keep = [value / Fraction(1 + value) for value in problem.lambdas]
    respond: list[Kernel] = [((p, 1 - p), (1 - p, p)) for p in keep]
    reached = [[transform([row[d] for row in part], respond) for d in range(count)] for part in chances]
    return [sum(problem.payoffs[d][x] * reached[problem.own_bit(x)][d][x] for d in range(count)) for x in range(size)]


def _column(problem: Problem, column: list[Any]) -> Column:
    """A signature inside the box, a decision for each view, and a positive mass."""
    raw, decisions, mass = column
    require(isinstance(raw, list) and isinstance(decisions, list), "column", "[signature, decisions, mass]", column)
    signature = [parse_number(value, "signature") for value in raw]
    for value, bound in zip(signature, problem.lambdas, strict=True):
        require(value * bound >= 1 and value <= bound, "signature", f"within 1/l..l for l = {bound}", value)
    known = all(type(d) is int and 0 <= d < len(problem.payoffs) for d in decisions)
    require(known and len(decisions) == len(problem.views), "decisions", "one for each view", decisions)
    weight = parse_number(mass, "mass")
    require(weight > 0, "mass", "> 0", number_text(weight))
    return signature, decisions, weight


def _column_accuracies(problem: Problem, columns: list[Column]) -> list[Exact]:
    accuracies: list[Exact] = []
    for x, bits in enumerate(product((0, 1), repeat=len(problem.lambdas))):
        chances: list[Exact] = []
        for signature, _, mass in columns:
            chance = mass
            for value, bit in zip(signature, bits, strict=True):
                chance = chance * value if bit else chance
            chances.append(chance)
        require(sum(chances) == 1, f"total probability on input {x}", 1, number_text(sum(chances)))
        view = problem.own_bit(x)
        accuracies.append(sum(p * problem.payoffs[d[view]][x] for p, (_, d, _) in zip(chances, columns, strict=True)))
    return accuracies


CHECKS = {
    "randomized-response-optimum": check_randomized_response,
    "signature-alternative": check_alternative,
    "signature-protocol": check_protocol,
}
