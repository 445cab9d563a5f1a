"""The best accuracy that any private protocol reaches, with its proof: a rule for randomised response, a prior, a dual.

In the worst case, max over rules of min over inputs equals min over priors of the Bayes accuracy. ``prior_program`` has
the prior as variables; its row multipliers are the optimal (randomised) rule.

For functions of the number of ones (XOR, AND, OR, majority, counts) and one lambda, inputs of one Hamming weight are
equivalent and so are responses: k + 1 classes replace 2^k. Some worst cases need no program: any rule reaches at least
its least accuracy, and no rule exceeds what the best one reaches against a prior; where both numbers agree they are the
optimum. Two candidates are tried, and each is accepted only when the two numbers agree exactly: the best rule against
equally likely inputs (XOR), and for functions that change their value once (AND, OR, majority) a threshold on the
number of ones, tuned to err equally on the two sides of the change.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import comb

from optcheck.errors import InvalidInput, ModelTooLarge, NotCertified, shown
from optcheck.exact.files import Certificate
from optcheck.exact.inputs import flag, one_of
from optcheck.exact.numbers import Exact, exact, to_text, whole
from optcheck.exact.rounding import at_most
from optcheck.lp.program import LinearProgram, Model, Optimal
from optcheck.lp.solve import solve
from optcheck.randomized_response.average import (
    average_accuracy,
    average_accuracy_floor,
    corner_solve,
    corner_values,
    decision_table,
    is_in_doubles,
)
from optcheck.randomized_response.problem import (
    CRITERIA,
    Criterion,
    Function,
    Problem,
    Weight,
    distinct,
    make_problem,
    privacy_levels,
    transcript_matrix,
)

LARGEST_WORST = 10
LARGEST_RULE = 16


def optimal_accuracy(
    f: Function,
    lambdas: Sequence[object],
    criterion: Criterion = "average",
    observer: int | None = None,
    *,
    weight: Weight | None = None,
    decisions: Sequence[Hashable] | None = None,
) -> Exact | float:
    """The best accuracy that any private interactive protocol can reach; randomised response reaches it.

    ``f`` is a callable on a tuple of k bits, or its 2^k values in lexicographic order. ``criterion`` is "average" or
    "worst" (over inputs), ``observer`` None for a central observer or a party's index. Rational lambdas give an exact
    number. If any lambda is a float the result is a float that is never above the exact value for these lambdas.
    Tables are limited to k <= 24. The worst case of a function that does not only count ones, or of unequal lambdas, is
    a linear program over 2^k priors and needs k <= 10 (seconds for k = 8, half a minute for k = 9).

    >>> optimal_accuracy([0, 1, 1, 0], [2, 2])
    Fraction(5, 9)
    >>> optimal_accuracy(lambda x: x[0] & x[1], [2, 2], criterion="worst")
    Fraction(16, 27)
    >>> optimal_accuracy(lambda x: x[0] & x[1], [2, 2], observer=0)
    Fraction(5, 6)
    """
    problem, _ = make_problem(f, lambdas, criterion, observer, weight=weight, decisions=decisions)
    wants_float = any(isinstance(value, float) for value in lambdas)
    if criterion == "average" and wants_float and is_in_doubles(problem):
        return average_accuracy_floor(problem)
    value = average_accuracy(problem) if criterion == "average" else _worst_accuracy(problem)
    return at_most(value) if wants_float else value


def _worst_accuracy(problem: Problem) -> Exact:
    by_weight = _values_by_weight(problem)
    if by_weight is not None:
        return symmetric_accuracy(by_weight, problem.lambdas[0], "worst", problem.observer is not None)
    if problem.k > LARGEST_WORST:
        raise ModelTooLarge(f"worst-case accuracy of a general function needs k <= {LARGEST_WORST}, got {problem.k}")
    return solve_problem(problem).value


def _values_by_weight(problem: Problem) -> list[int] | None:
    """The function by number of ones, where lambdas are equal and only that number counts."""
    count = len(problem.weights)
    identity = tuple(tuple(int(i == j) for j in range(count)) for i in range(count))
    if len(set(problem.lambdas)) != 1 or problem.weights != identity:
        return None
    values = [problem.table[(1 << ones) - 1] for ones in range(problem.k + 1)]
    depends_on_weight = all(truth == values[x.bit_count()] for x, truth in enumerate(problem.table))
    return values if depends_on_weight else None


def optimal_decision(
    f: Function,
    lambdas: Sequence[object],
    criterion: Criterion = "average",
    observer: int | None = None,
    *,
    weight: Weight | None = None,
    decisions: Sequence[Hashable] | None = None,
) -> Optimum:
    """The exact optimum with its decision rule; its ``certify()`` proves it for all private protocols.

    >>> best = optimal_decision([0, 1, 1, 0], [2, 2])
    >>> [row.index(1) for row in best.rule[0]]
    [0, 1, 1, 0]
    """
    one_of(criterion, CRITERIA, "criterion")
    k, most = len(privacy_levels(lambdas)), LARGEST_WORST if criterion == "worst" else LARGEST_RULE
    if k > most:
        raise ModelTooLarge(f"a rule for {criterion} accuracy needs k <= {shown(most)}, got {k}")
    return solve_problem(make_problem(f, lambdas, criterion, observer, weight=weight, decisions=decisions)[0])


Rule = tuple[tuple[tuple[Exact, ...], ...], ...]


@dataclass(frozen=True, slots=True)
class Optimum:
    """An optimal accuracy. ``rule[view][response][decision]`` is a chance; a party has a view for each own bit."""

    problem: Problem
    value: Exact
    rule: Rule
    prior: tuple[Exact, ...]

    @property
    def dual(self) -> tuple[Exact, ...]:
        """The mu of Eqs. 17 and 20 that belongs to the prior."""
        return dual_of_prior(self.problem, self.prior)

    def evidence(self) -> dict[str, object]:
        """Prior and dual as JSON values: they prove the bound, whatever protocol reaches it."""
        return {"nu": [to_text(entry) for entry in self.prior], "mu": [to_text(entry) for entry in self.dual]}

    def certify(self) -> Certificate:
        """Proof that randomised response with this rule is optimal among all private interactive protocols."""
        rule = [[[to_text(chance) for chance in row] for row in part] for part in self.rule]
        return Certificate("randomized-response-optimum", self.problem.document(), {**self.evidence(), "rule": rule})


def solve_problem(problem: Problem) -> Optimum:
    """The exact optimum with its decision rule.

    >>> from optcheck.randomized_response import make_problem
    >>> best = solve_problem(make_problem([0, 0, 0, 1], [2, 2], "worst")[0])
    >>> best.value, best.certify().verify().value
    (Fraction(16, 27), Fraction(16, 27))
    """
    return _average_optimum(problem) if problem.criterion == "average" else _worst_optimum(problem)


def _average_optimum(problem: Problem) -> Optimum:
    size = 1 << problem.k
    rule = tuple(
        tuple(tuple(int(d == best) for d in range(problem.decisions)) for best in row)
        for row in decision_table(problem)
    )
    prior = (Fraction(1, size),) * size
    return Optimum(problem, whole(Fraction(sum(dual_of_prior(problem, prior)))), rule, prior)


def _worst_optimum(problem: Problem) -> Optimum:
    if problem.observer is None:
        best = minimax(transcript_matrix(problem.lambdas), problem.payoffs)
        return Optimum(problem, best.value, (best.rule,), best.prior)
    bit = problem.k - 1 - problem.observer
    others = [(x >> bit + 1) << bit | x & ((1 << bit) - 1) for x in range(1 << problem.k)]  # inputs without the own bit
    seen = [problem.seen_by(own) for own in (0, 1)]
    parts = [minimax(transcript_matrix(rest.lambdas), rest.payoffs) for rest in seen]
    rule = tuple(tuple(part.rule[rest] for rest in others) for part in parts)
    worse = 0 if parts[0].value <= parts[1].value else 1
    prior = tuple(parts[worse].prior[rest] if x >> bit & 1 == worse else 0 for x, rest in enumerate(others))
    return Optimum(problem, parts[worse].value, rule, prior)


def dual_of_prior(problem: Problem, prior: Sequence[Exact]) -> tuple[Exact, ...]:
    """The mu that meets the dual constraint with equality at every corner for its best decision.

    Its sum is the Bayes accuracy of randomised response under the prior.
    """
    total: list[Exact] = [0] * (1 << problem.k)
    for view in problem.views:
        options = [
            corner_values(
                [p * q if problem.own_bit(x) == view else 0 for x, (p, q) in enumerate(zip(row, prior, strict=True))],
                problem.lambdas,
            )
            for row in problem.payoffs
        ]
        total = [a + max(column) for a, column in zip(total, zip(*options, strict=True), strict=True)]
    return tuple(corner_solve(total, problem.lambdas))


@dataclass(frozen=True, slots=True)
class Minimax:
    """The exact worst-case accuracy, the least favourable prior, and the chance of each decision after each output."""

    value: Exact
    prior: tuple[Exact, ...]
    rule: tuple[tuple[Exact, ...], ...]


def minimax(chances: Sequence[Sequence[Exact]], payoffs: Sequence[Sequence[Exact]]) -> Minimax:
    """Solve the experiment exactly.

    >>> half = Fraction(1, 2)
    >>> minimax([[1, 0], [half, half]], [[1, 0], [0, 1]]).value
    Fraction(2, 3)
    """
    program = prior_program(chances, payoffs)
    outcome = solve(program).outcome
    if not isinstance(outcome, Optimal):
        raise NotCertified("the worst-case program always has an optimum, but none was certified")
    inputs, decisions = len(chances), len(payoffs)
    rule = tuple(
        tuple(outcome.dual.get(t * decisions + d, 0) for d in range(decisions)) for t in range(len(chances[0]))
    )
    return Minimax(outcome.value, tuple(outcome.primal[:inputs]), rule)


def prior_program(chances: Sequence[Sequence[Exact]], payoffs: Sequence[Sequence[Exact]]) -> LinearProgram:
    """Minimise the sum over outputs t of best[t], where best[t] >= sum over x of prior[x] P(t | x) W_x(d) for all d.

    ``chances[x][t]`` is P(t | x) and ``payoffs[d][x]`` is W_x(d).
    """
    model = Model("minimise")
    prior = [model.variable(f"prior[{x}]") for x in range(len(chances))]
    for t in range(len(chances[0])):
        best = model.variable(f"best[{t}]", cost=1, lower=None)
        for d, row in enumerate(payoffs):
            earned = {name: -chance[t] * worth for name, chance, worth in zip(prior, chances, row, strict=True)}
            model.row(f"decide[{t},{d}]", {**earned, best: 1}, ">=", 0)
    model.row("prior total", dict.fromkeys(prior, 1), "=", 1)
    return model.build()


Rows = Sequence[Sequence[int]]
Shares = Sequence[Fraction]  # of the upper value, by the number of ones in the response
LARGEST_PROGRAM = 60  # beyond, chances differ by so many orders that no float basis leads to the exact optimum


def symmetric_accuracy(
    values: Sequence[Hashable], value: object, criterion: Criterion = "average", observer: bool = False
) -> Exact:
    """Optimal accuracy for the function whose value on inputs with j ones is ``values[j]``, j = 0..k.

    The accuracy is the chance of the right value. ``observer=True`` is for a party, which knows its own bit. The worst
    case has a direct form for XOR and for functions that change once (AND, OR, majority); others need k <= 60.

    >>> symmetric_accuracy([0, 1, 0], 2)
    Fraction(5, 9)
    """
    level = exact(value, "lambda")
    if level < 1:
        raise InvalidInput(f"lambda must be at least 1, got {shown(level)}")
    if isinstance(values, str) or not isinstance(values, Sequence) or len(values) < 2:
        raise InvalidInput(f"a function of k >= 1 bits has k + 1 >= 2 values by weight, got {shown(values)}")
    one_of(criterion, CRITERIA, "criterion")
    distinct(values)
    accuracy = _average_by_weight if criterion == "average" else _worst_by_weight
    if not flag(observer, "observer"):
        return whole(accuracy(values, level))
    halves = (accuracy(values[:-1], level), accuracy(values[1:], level))
    return whole(sum(halves, start=Fraction(0)) / 2 if criterion == "average" else min(halves))


def _average_by_weight(values: Sequence[Hashable], level: Exact) -> Fraction:
    k = len(values) - 1
    best = sum(max(totals.values()) for totals in _totals(weight_transitions(k, level), values))
    return Fraction(best, (2 * (level.numerator + level.denominator)) ** k)


def _totals(rows: Rows, values: Sequence[Hashable]) -> list[dict[Hashable, int]]:
    """For each number of ones in the response, how many inputs (in chances) have each value."""
    responses = [dict.fromkeys(values, 0) for _ in values]
    for i, name in enumerate(values):
        for totals, chance in zip(responses, rows[i], strict=True):
            totals[name] += comb(len(values) - 1, i) * chance
    return responses


def _worst_by_weight(values: Sequence[Hashable], level: Exact) -> Fraction:
    """By symmetry and concavity some optimal rule depends on the weight of the response only."""
    k = len(values) - 1
    rows, total = weight_transitions(k, level), (level.numerator + level.denominator) ** k
    saddle = saddle_value(rows, values, total)
    if saddle is not None:
        return saddle
    if k > LARGEST_PROGRAM:
        raise ModelTooLarge(f"the worst case of a function with several changes needs k <= {LARGEST_PROGRAM}, got {k}")
    chances = [[Fraction(entry, total) for entry in row] for row in rows]
    payoffs = [[int(name == truth) for truth in values] for name in dict.fromkeys(values)]
    return Fraction(minimax(chances, payoffs).value)


def weight_transitions(k: int, value: Exact) -> list[list[int]]:
    """Chance that an input with i ones gives a response with j ones, times (p + q)^k for lambda = p/q.

    Row i holds the coefficients of (q + p z)^i (p + q z)^(k - i); each row follows from the one before by one exact
    division and one multiplication.

    >>> weight_transitions(2, 2)
    [[4, 4, 1], [2, 5, 2], [1, 4, 4]]
    """
    p, q = value.numerator, value.denominator
    rows = [[comb(k, j) * p ** (k - j) * q**j for j in range(k + 1)]]
    for _ in range(k):
        rows.append(_times(_divided(rows[-1], p, q), q, p))
    return rows


def _divided(row: list[int], low: int, high: int) -> list[int]:
    """The polynomial over (low + high z); the division is exact."""
    quotient: list[int] = []
    rest = 0
    for entry in row[:-1]:
        rest = (entry - high * rest) // low
        quotient.append(rest)
    return quotient


def _times(row: list[int], low: int, high: int) -> list[int]:
    shifted = [0, *row]
    return [low * a + high * b for a, b in zip([*row, 0], shifted, strict=True)]


def saddle_value(rows: Rows, values: Sequence[Hashable], total: int) -> Fraction | None:
    """The worst-case accuracy, or None when neither candidate is optimal.

    ``rows[i][j]`` over ``total`` is the chance of a response with j ones to an input with i ones.

    >>> saddle_value([[4, 4, 1], [2, 5, 2], [1, 4, 4]], [0, 0, 1], 9)
    Fraction(16, 27)
    """
    value = _uniform_saddle(rows, values, total)
    return _threshold_saddle(rows, values, total) if value is None else value


def _uniform_saddle(rows: Rows, values: Sequence[Hashable], total: int) -> Fraction | None:
    rule = [max(totals, key=totals.__getitem__) for totals in _totals(rows, values)]
    earned = {
        sum(chance for chance, best in zip(row, rule, strict=True) if best == name)
        for row, name in zip(rows, values, strict=True)
    }
    return Fraction(earned.pop(), total) if len(earned) == 1 else None


def _threshold_saddle(rows: Rows, values: Sequence[Hashable], total: int) -> Fraction | None:
    changes = [i for i, (left, right) in enumerate(pairwise(values)) if left != right]
    if len(changes) != 1:
        return None
    below, above = rows[changes[0]], rows[changes[0] + 1]
    rule = _threshold_rule(below, above, total)
    accuracies = [
        sum(p * (high if i > changes[0] else 1 - high) for p, high in zip(row, rule, strict=True))
        for i, row in enumerate(rows)
    ]
    value = min(accuracies)
    if accuracies[changes[0]] != value or accuracies[changes[0] + 1] != value:
        return None
    return Fraction(value) / total if _is_best(rule, below, above) else None


def _threshold_rule(below: Sequence[int], above: Sequence[int], total: int) -> Shares:
    """Chances of deciding for the upper value: 0, then one between, then 1, with equal errors on both rows."""
    under, beyond = 0, total
    shares: list[Fraction] = []
    for p, q in zip(below, above, strict=True):
        beyond -= q
        shares.append(Fraction(under + p - beyond, p + q))
        under += p
    at = next(j for j, share in enumerate(shares) if share >= 0)  # at the last one nothing lies beyond
    return [Fraction(0)] * at + [shares[at]] + [Fraction(1)] * (len(shares) - at - 1)


def _is_best(rule: Shares, below: Sequence[int], above: Sequence[int]) -> bool:
    """Whether the rule is best against the two rows, weighted so that both values tie at the threshold."""
    at = next(j for j, high in enumerate(rule) if high > 0)
    gains = [q * below[at] - p * above[at] for p, q in zip(below, above, strict=True)]
    return all(gain <= 0 for gain in gains[:at]) and all(gain >= 0 for gain in gains[at:])
