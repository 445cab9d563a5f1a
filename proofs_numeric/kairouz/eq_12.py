"""Statement: with one lambda for both parties, the printed 4 x 4 matrix P and the rule Q "decide the XOR of the
responses" form an optimal solution.

Model: P and Q as printed (rows of P are inputs 00, 01, 10, 11, columns responses in the same order; columns of Q are
decisions 0, 1). The checker verifies privacy, rank and accuracy of (P, Q), for the average and for the worst case.

Corners: lambda = 1, where every rule is as good.
"""

from dataclasses import dataclass
from fractions import Fraction

from hypothesis import strategies as st

from optcheck.claims import Argument, Claim, Domain, Form, Formula, Impact, Value
from optcheck.claims.claim import each, number_order
from optcheck.claims.relations import optimal
from optcheck.randomized_response.problem import Criterion
from proofs_numeric.kairouz._problems import CRITERIA, LAMBDAS, levels, optimal_protocol, response_matrix, xor_problem
from proofs_numeric.kairouz._steps import L, more

XOR = (0, 1, 1, 0)


@dataclass(frozen=True, slots=True)
class Case:
    """A lambda, and how accuracy is measured."""

    lambda_: Fraction
    criterion: Criterion


def as_printed(instance: Case) -> Value:
    l = instance.lambda_  # noqa: E741 - the paper's symbol
    numerators: list[list[Value]] = [[l**2, l, l, 1], [l, l**2, 1, l], [l, 1, l**2, l], [1, l, l, l**2]]
    return [[entry / (1 + l) ** 2 for entry in row] for row in numerators], [[1, 0], [0, 1], [0, 1], [1, 0]]


def proof(argument: Argument, form: Formula[Case]) -> None:
    matrix, rule = form(Case(L, "average"))
    argument.identity("the printed matrix is Eq. 9", matrix, list(map(list, response_matrix((L, L)))))
    for r in range(4):
        right = sum(matrix[x][r] for x in range(4) if rule[r][XOR[x]] == 1)
        wrong = sum(matrix[x][r] for x in range(4) if rule[r][XOR[x]] == 0)
        argument.truth("one decision after each response", sorted(rule[r]) == [0, 1])
        argument.square("after each response the decision leads by a square", right - wrong, more, 1 / (1 + L) ** 2)
    reached = [sum(p * rule[r][XOR[x]] for r, p in enumerate(row)) for x, row in enumerate(matrix)]
    argument.identity("the accuracy is the same on every input", reached, [reached[0]] * 4)
    argument.words(
        "The rule is best after every response, so it has the best average for randomised response, which is optimal "
        "by Theorem 3.2; with the same accuracy on every input its worst case is its average, and no worst case "
        "exceeds one."
    )


CLAIM = Claim(
    id="kairouz/eq-12",
    place="Eq. 12",
    title="the two-party XOR protocol and decision rule, and its optimality",
    domain=Domain(
        description="lambda in {1, 2, 3, 3/2, 7/5, 10}, average and worst case; random rational lambdas up to 13",
        grid=each(Case, LAMBDAS, CRITERIA),
        order=lambda case: (number_order(case.lambda_), case.criterion),
        strategy=lambda: st.builds(Case, levels(), st.sampled_from(CRITERIA)),
        examples=20,
    ),
    truth=optimal_protocol(
        lambda case: xor_problem(2, case.lambda_, case.criterion),
        lambda case, said: (said[0], (said[1],)),
    ),
    asserts=optimal,
    printed=Form(as_printed, "P = [[λ²,λ,λ,1],[λ,λ²,1,λ],[λ,1,λ²,λ],[1,λ,λ,λ²]] / (1+λ)², decide the XOR"),
    impact=Impact.OPTIMALITY,
    proof=proof,
    rests_on=("kairouz/thm-3-2",),
)
