"""Statement: (attributed there to an earlier paper) when both parties are lambda-private, the best worst-case accuracy
of a central observer for x_1 AND x_2 is lambda (lambda^2 + lambda + 2) / (1 + lambda)^3.

Model: the optimum among all private protocols, by a rule for randomised response and a prior that no protocol beats.

Corners: lambda = 1 (one half), large lambda.
"""

from optcheck.claims import Argument, Claim, Form, Formula, Value
from optcheck.claims.relations import equals
from proofs_numeric.kairouz._problems import Level, and_problem, best_accuracy, level_domain, response_chance
from proofs_numeric.kairouz._steps import L


def as_printed(instance: Level) -> Value:
    l = instance.lambda_  # noqa: E741 - the paper's symbol
    return l * (l**2 + l + 2) / (1 + l) ** 3


def proof(argument: Argument, form: Formula[Level]) -> None:
    goal, says_one = form(Level(L)), (0, 1 / (1 + L), 1 / (1 + L), 1)  # the chance of deciding 1 after each response
    chances = [[response_chance((L, L), x, r) for r in range(4)] for x in range(4)]
    ones = [sum(p * q for p, q in zip(row, says_one, strict=True)) for row in chances]
    argument.identity("the rule has this accuracy on 01, 10, 11", [1 - ones[1], 1 - ones[2], ones[3]], [goal] * 3)
    argument.not_negative("and not less on 00", 1 - ones[0] - goal)
    prior = (0, L / (1 + L) ** 2, L / (1 + L) ** 2, (L**2 + 1) / (1 + L) ** 2)
    argument.identity("a prior on 01, 10, 11 has total 1", sum(prior), 1)
    zero = [sum(prior[x] * chances[x][r] for x in (0, 1, 2)) for r in range(4)]
    one = [prior[3] * chances[3][r] for r in range(4)]
    argument.not_negative("after 00 it is best to decide 0", zero[0] - one[0])
    argument.identity("after 01 and 10 both decisions are worth the same", zero[1:3], one[1:3])
    argument.not_negative("after 11 it is best to decide 1", one[3] - zero[3])
    argument.identity("the Bayes accuracy of the prior is the same number", zero[0] + one[1] + one[2] + one[3], goal)


CLAIM = Claim(
    id="kairouz/and-optimum",
    place="Section 3.2",
    title="optimal worst-case accuracy of two-party AND",
    domain=level_domain(30),
    truth=best_accuracy(lambda at: and_problem(at.lambda_)),
    asserts=equals,
    printed=Form(as_printed, "λ (λ² + λ + 2) / (1 + λ)³"),
    proof=proof,
    rests_on=("kairouz/thm-3-6",),
)
