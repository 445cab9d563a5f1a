"""Statement: the optimal protocol requires a set of transcripts of size 2^k.

Model: average accuracy of a central observer. The checker verifies an optimal protocol with fewer signatures, or that
randomised response is the only optimum, which has 2^m different ones, m the number of parties with lambda_i > 1.
Where one decision is best after two responses that differ in one bit, merging the two loses nothing.

Corners: lambda_i = 1, ties, functions of one bit.

Readings: that 2^k transcripts are enough is Theorem 3.2.
"""

from collections.abc import Iterator
from itertools import product

from optcheck.checker.core import Fact
from optcheck.claims import Argument, Claim, Domain, Form, Formula, Impact, Property, Value
from optcheck.claims.relations import decides
from optcheck.claims.truths import number_of
from optcheck.errors import InvalidInput
from optcheck.exact.certificate import Certificate
from optcheck.randomized_response.problem import Problem
from proofs_numeric.kairouz._optimal_face import merged_certificate, middle_signatures, unused_evidence
from proofs_numeric.kairouz._problems import REWARDS, RIGHT_OR_WRONG, problem_order
from proofs_numeric.kairouz._rules import best_decisions
from proofs_numeric.kairouz._steps import agrees, smallest_face


def as_printed(problem: Problem) -> Value:
    return problem.k >= 1


def corrected(problem: Problem) -> Value:
    return min(problem.lambdas) > 1 and shared_edge(problem) is None


def shared_edge(problem: Problem) -> tuple[int, int, int] | None:
    """Two responses that differ in one bit, and a decision that is best after both."""
    for party, response in product(range(problem.k), range(1 << problem.k)):
        other = response | 1 << party
        common = best_decisions(problem, response) & best_decisions(problem, other)
        if other != response and common and problem.lambdas[problem.k - 1 - party] > 1:
            return response, other, min(common)
    return None


def certify(problem: Problem, said: Value) -> Certificate:
    """Randomised response with two responses merged (or the responses of a party with lambda = 1), or uniqueness."""
    edge = shared_edge(problem)
    if edge is None and min(problem.lambdas) > 1:
        return Certificate("unique-optimum", problem.document(), unused_evidence(problem, []) or {})
    return merged_certificate(problem, edge)


def needs_all(problem: Problem, fact: Fact) -> bool:
    """At least 2^k are needed; an optimum with fewer shows that they are not."""
    if fact.relation == "<=" and number_of(fact) >= 1 << problem.k:
        raise InvalidInput(f"an optimum with {fact.value} transcripts shows nothing")
    return fact.relation == ">=" and number_of(fact) >= 1 << problem.k


def proof(argument: Argument, form: Formula[Problem]) -> None:
    smallest_face(argument)
    argument.words(
        "If no decision is best at both ends of an edge, every optimum has the 2^k extremal signatures, each with "
        "positive mass. If one is, its two columns, with the masses of randomised response, add up to one of signature "
        "1 in that party's place, and one transcript is saved; a party with lambda = 1 saves half of them."
    )
    some = [problem for problem in grid() if min(problem.lambdas) > 1]
    merged = ((form(p), unused_evidence(p, [s for s in middle_signatures(p) if 1 in s]) is not None) for p in some)
    agrees(argument, "so says the form for lambda > 1", merged)
    agrees(argument, "and for lambda = 1", ((form(p), False) for p in grid() if min(p.lambdas) == 1))


def grid() -> Iterator[Problem]:
    for level, rewards in product((1, 2, 3), REWARDS):
        yield Problem((level,), (0, 1), rewards, "average", None)
    for pair, table in product(((1, 2), (2, 2), (3, 2)), product((0, 1), repeat=4)):
        if table[0] == 0 and 1 in table:
            yield Problem(pair, table, RIGHT_OR_WRONG, "average", None)


CLAIM = Claim(
    id="kairouz/transcripts",
    place="Section 2",
    title="the optimal protocol requires 2^k transcripts",
    domain=Domain(
        description="k <= 2, functions that are not constant, the right value rewarded, average accuracy",
        grid=grid,
        order=lambda problem: (1 in problem.lambdas, problem_order(problem)),
    ),
    truth=Property(
        name="transcripts of an optimum",
        holds=needs_all,
        describe=lambda problem, _: dict.fromkeys(("unique-optimum", "signature-protocol"), problem.document()),
        certify=certify,
    ),
    asserts=decides,
    printed=Form(as_printed, "an optimal protocol needs 2^k transcripts"),
    corrected=Form(
        corrected,
        "2^k are enough; they are needed if and only if every λ_i > 1 and no decision is best after two responses that "
        "differ in one bit",
    ),
    impact=Impact.TEXT,
    proof=proof,
    rests_on=("kairouz/thm-3-2",),
)
