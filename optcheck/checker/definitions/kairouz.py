"""Optimal private protocols of bits: the infinite signature program, decided at its corners. Standard library only.

k parties hold one bit each; inputs are numbered lexicographically, the first party's bit first. A transcript of a
private interactive protocol has a signature s in the box [1/l_1, l_1] x ... x [1/l_k, l_k]: on input x its probability
is mass * prod of s_i over the ones of x. For a prior nu on the inputs, let mu be such that <S_s, mu> >= sum over x of
nu_x W_x(d) S_s(x) for every signature s and every decision d. Then no protocol has a larger nu-average than sum(mu),
hence none has a larger worst case; with nu uniform, none has a larger average. Both sides are multilinear in s, so the
inequality on the whole box follows from the 2^k corners, and these are what is checked. A party that sees its own bit
decides for each bit apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from optcheck.checker import reading, work
from optcheck.checker.core import Fact, Kind, shown
from optcheck.checker.reading import Exact, Record, needed, number, number_text, require, row, same_length, sequence

MOST_PARTIES = 20
MOST_ROWS = 12  # of weights that a sentence shows
Kernel = tuple[tuple[Exact, Exact], tuple[Exact, Exact]]


class Instance(Record):
    """Privacy levels, a function's values, the weights of decisions, criterion and reader."""

    lambdas = needed(sequence(number(least=1), least=1))
    table = needed(sequence(reading.integer(0)))
    weights = needed(sequence(sequence(number(), least=1), least=1))
    criterion = needed(reading.choice("average", "worst"))
    observer = needed(reading.nullable(reading.integer(0)))


@dataclass(frozen=True, slots=True)
class Problem:
    """Privacy levels, payoffs, criterion and reader."""

    lambdas: list[Exact]
    payoffs: list[list[Exact]]  # one row for each decision: its accuracy on every input
    average: bool
    observer: int | None  # None sees the transcript only; i sees bit i as well

    def own_bit(self, x: int) -> int:
        """The bit of input x that the reader knows; 0 for a central observer."""
        return 0 if self.observer is None else x >> (len(self.lambdas) - 1 - self.observer) & 1

    @property
    def views(self) -> range:
        """The values of the own bit, one for a central observer."""
        return range(1 if self.observer is None else 2)


def problem_of(instance: Instance) -> Problem:
    """Rebuild the problem from the instance alone."""
    parties, rows = len(instance.lambdas), instance.weights
    require(parties <= MOST_PARTIES, "length of 'lambdas'", f"<= {MOST_PARTIES}", parties)
    same_length("table", instance.table, 1 << parties)
    require(len({len(row) for row in rows}) == 1, "weights", "rows of one length")
    for truth in instance.table:
        require(truth < len(rows), "table", f"entries in 0..{len(rows) - 1}", truth)
    known = instance.observer is None or instance.observer < parties
    require(known, "observer", f"null or 0..{parties - 1}", instance.observer)
    work.spend(len(rows[0]) * len(instance.table) * 20)
    payoffs = [[rows[truth][decision] for truth in instance.table] for decision in range(len(rows[0]))]
    return Problem(instance.lambdas, payoffs, instance.criterion == "average", instance.observer)


def _words(instance: Instance) -> str:
    """The function by its values; where a decision is not just right or wrong, also by the weights of the decisions."""
    rows, function = instance.weights, f"the function {shown(tuple(instance.table))}"
    if all(weight == (i == j) for i, row in enumerate(rows) for j, weight in enumerate(row)):
        return function
    more = f", ... {len(rows)} in all" if len(rows) > MOST_ROWS else ""
    return f"{function} with weights {', '.join(shown(tuple(row)) for row in rows[:MOST_ROWS])}{more}"


def transform(vector: Sequence[Exact], kernels: Sequence[Kernel]) -> list[Exact]:
    """Multiply by the Kronecker product of 2x2 matrices, one factor at a time."""
    values, width = list(vector), len(vector)
    for (a, b), (c, d) in kernels:
        width //= 2
        work.spend(len(values) * 2 * (work.size(a) + work.size(b) + work.size(c) + work.size(d)) ** 2)
        for start in range(0, len(values), 2 * width):
            for i in range(start, start + width):
                low, high = values[i], values[i + width]
                values[i], values[i + width] = a * low + b * high, c * low + d * high
                work.pay(values[i], values[i + width], times=4)
    return values


_ENTRY = 600  # steps for making and keeping a number
Column = tuple[list[Exact], list[int], Exact]
_COLUMN = row(
    tuple[list[Exact], list[int], Exact], sequence(number(above=0)), sequence(reading.integer(0)), number(above=0)
)


class Dual(Record):
    """A prior nu, and mu."""

    nu = needed(sequence(number(least=0, most=1)))
    mu = needed(sequence(number()))


class ByRule(Dual):
    """The dual, and for each view and response the chances of the decisions."""

    rule = needed(sequence(sequence(sequence(number(least=0, most=1)))))


class ByColumns(Dual):
    """The dual, and transcripts: a signature, a decision for each view, and the mass."""

    columns = needed(sequence(_COLUMN))


def check_randomized_response(instance: Instance, evidence: ByRule) -> tuple[Fact, ...]:
    """Randomised response with the given rule reaches a value that no private protocol exceeds."""
    problem = problem_of(instance)
    value = reached(problem, evidence, rule_accuracies(problem, evidence.rule), "rule")
    return Fact("optimal accuracy", "=", value), Fact("optimum", "is", "reached by randomised response")


def check_protocol(instance: Instance, evidence: ByColumns) -> tuple[Fact, ...]:
    """A protocol, given by its transcripts, reaches a value that no private protocol exceeds."""
    problem = problem_of(instance)
    for column in evidence.columns:
        check_column(problem, column)
    value = reached(problem, evidence, column_accuracies(problem, evidence.columns), "protocol")
    other = Fact("optimum", "is", "reached by a protocol other than randomised response")
    inside = any(_is_inside(problem, signature) for signature, _, _ in evidence.columns)
    return Fact("optimal accuracy", "=", value), *([other] if inside else [])


def check_bound(instance: Instance, evidence: Dual) -> tuple[Fact, ...]:
    """No private protocol exceeds the bound of a dual."""
    return (Fact("optimal accuracy", "<=", bound(problem_of(instance), evidence)),)


def sentence(instance: Instance, facts: tuple[Fact, ...]) -> str:
    """The optimal accuracy, or a bound on it, and what reaches it."""
    accuracy, *more = facts
    who = "a central observer" if instance.observer is None else f"party {instance.observer + 1}"
    criterion = "average" if instance.criterion == "average" else "worst-case"
    levels, most = shown(tuple(instance.lambdas)), "at most " if accuracy.relation == "<=" else ""
    goal = f"the optimal {criterion} accuracy of {who} about {_words(instance)} at lambdas {levels}"
    return ", ".join([f"{goal} is {most}{shown(accuracy.value)}", *(str(fact.value) for fact in more)])


def reached(problem: Problem, evidence: Dual, accuracies: list[Exact], what: str) -> Exact:
    """The optimal accuracy, after checking that no protocol exceeds the bound and that these accuracies reach it."""
    best, value = bound(problem, evidence), value_of(problem, accuracies)
    require(value == best, f"accuracy of the {what}", best, value)
    return value


def _is_inside(problem: Problem, signature: list[Exact]) -> bool:
    """Whether some entry lies strictly between the ends that randomised response uses."""
    return any(1 / Fraction(bound) < entry < bound for entry, bound in zip(signature, problem.lambdas, strict=True))


def bound(problem: Problem, evidence: Dual) -> Exact:
    """The bound sum(mu), after checking the prior and all corners of the box."""
    left, right = corner_sides(problem, evidence)
    for corner, (low, high) in enumerate(zip(map(sum, zip(*map(_best, right), strict=True)), left, strict=True)):
        require(high >= low, f"dual at corner {corner}", f">= {number_text(low)}", high)
    return work.total(evidence.mu)


def corner_sides(problem: Problem, dual: Dual) -> tuple[list[Exact], list[list[list[Exact]]]]:
    """Both sides of the dual constraint at every corner; the right one for each view and decision."""
    size = 1 << len(problem.lambdas)
    nu, mu = dual.nu, dual.mu
    same_length("nu", nu, size)
    same_length("mu", mu, size)
    total = work.total(nu)
    require(total == 1, "prior 'nu'", "non-negative, total 1", total)
    require(not problem.average or max(nu) == min(nu), "prior 'nu'", "uniform for the average", "not uniform")
    corners: list[Kernel] = [((1, 1 / Fraction(value)), (1, value)) for value in problem.lambdas]
    right = [[transform(row, corners) for row in masked(problem, nu, view)] for view in problem.views]
    return transform(mu, corners), right


def masked(problem: Problem, nu: list[Exact], view: int) -> list[list[Exact]]:
    """For each decision its accuracy on every input that shows this view, weighted by the prior."""
    work.spend(_ENTRY * len(problem.payoffs) * len(nu))
    return [
        [p * q if problem.own_bit(x) == view else 0 for x, (p, q) in enumerate(zip(row, nu, strict=True))]
        for row in problem.payoffs
    ]


def _best(options: list[list[Exact]]) -> list[Exact]:
    return [max(entries) for entries in zip(*options, strict=True)]


def value_of(problem: Problem, accuracies: list[Exact]) -> Exact:
    return reading.whole(Fraction(work.total(accuracies)) / len(accuracies) if problem.average else min(accuracies))


def rule_accuracies(problem: Problem, chances: list[list[list[Exact]]]) -> list[Exact]:
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
        work.dot([problem.payoffs[d][x] for d in every], [reached[problem.own_bit(x)][d][x] for d in every])
        for x in range(size)
    ]


def check_column(problem: Problem, column: Column) -> None:
    """A signature inside the box and a decision for each view; the mass is positive by its reader."""
    signature, decisions, _ = column
    require(len(signature) == len(problem.lambdas), "signature", f"{len(problem.lambdas)} entries", len(signature))
    for value, bound in zip(signature, problem.lambdas, strict=True):
        work.pay(value, bound)
        inside = value * bound >= 1 and value <= bound
        require(inside, "signature", f"within 1/l..l for l = {number_text(bound)}", value)
    known = len(decisions) == len(problem.views) and all(d < len(problem.payoffs) for d in decisions)
    require(known, "decisions", "one for each view", decisions)


def column_accuracies(problem: Problem, columns: list[Column]) -> list[Exact]:
    accuracies: list[Exact] = []
    for x, bits in enumerate(product((0, 1), repeat=len(problem.lambdas))):
        chances = [_chance(column, bits) for column in columns]
        total, view = work.total(chances), problem.own_bit(x)
        require(total == 1, f"total probability on input {x}", 1, total)
        accuracies.append(work.dot(chances, [problem.payoffs[d[view]][x] for _, d, _ in columns]))
    return accuracies


def _chance(column: Column, bits: tuple[int, ...]) -> Exact:
    """The chance of a transcript: its mass times the entries of its signature at the ones of the input."""
    signature, _, chance = column
    for value, bit in zip(signature, bits, strict=True):
        if bit:
            chance = chance * value
            work.pay(chance)
    return chance


KINDS = {
    "randomized-response-optimum": Kind(Instance, ByRule, check_randomized_response, sentence),
    "signature-bound": Kind(Instance, Dual, check_bound, sentence),
    "signature-protocol": Kind(Instance, ByColumns, check_protocol, sentence),
}
