"""Statement: decide 0 after 00 and 1 after 11; after 01 or 10 decide 0 with probability lambda/(1+lambda) and 1 with
probability lambda/(1+lambda). It is said to reach the same accuracy as the three-letter mechanism.

Model: the chances of deciding 0 and 1 after each pair of responses; the checker asks whether they are a distribution
and reach the optimal worst case with Eq. 9.

Corners: lambda = 1, where the printed chances are one half each and right.

Readings: the letter has total 2 lambda/(1+lambda) > 1 for every lambda > 1. The text at hand is a scan: with
1/(1+lambda) in the last place the line is what simulating the three-letter mechanism gives, and it holds. Scaled to
total 1, and with the other of the two chances kept, the rule misses the optimum.
"""

from optcheck.claims import Argument, Claim, Form, Formula, Impact, Mark, Outcome, Reading, Value
from optcheck.claims.relations import optimal
from proofs_numeric.kairouz._problems import Level, and_problem, level_domain, optimal_protocol, response_matrix
from proofs_numeric.kairouz._steps import L
from proofs_numeric.kairouz.and_optimum import CLAIM as AND_OPTIMUM


def as_printed(instance: Level) -> Value:
    l = instance.lambda_  # noqa: E741 - the paper's symbol
    return (1, 0), (l / (1 + l), l / (1 + l)), (l / (1 + l), l / (1 + l)), (0, 1)


def corrected(instance: Level) -> Value:
    l = instance.lambda_  # noqa: E741 - the paper's symbol
    return (1, 0), (l / (1 + l), 1 / (1 + l)), (l / (1 + l), 1 / (1 + l)), (0, 1)


def halves(instance: Level) -> Value:
    """The printed chances scaled to total 1."""
    half = instance.lambda_ / (2 * instance.lambda_)
    return (1, 0), (half, half), (half, half), (0, 1)


def the_other_kept(instance: Level) -> Value:
    """1 with the printed chance, and 0 with the rest."""
    l = instance.lambda_  # noqa: E741 - the paper's symbol
    return (1, 0), (1 / (1 + l), l / (1 + l)), (1 / (1 + l), l / (1 + l)), (0, 1)


def proof(argument: Argument, form: Formula[Level]) -> None:
    rule, goal = form(Level(L)), AND_OPTIMUM.printed.evaluate(Level(L))
    argument.identity("after every response the chances have total 1", [sum(row) for row in rule], [1] * 4)
    for chance in (chance for row in rule for chance in row):
        argument.not_negative("and none is negative", chance)
    for x, row in enumerate(response_matrix((L, L))):
        right = sum(p * rule[r][x == 3] for r, p in enumerate(row))
        argument.not_negative(f"on input {x:02b} the accuracy is not below the optimum", right - goal)


RIGHT = Form(corrected, "after 01 or 10: 0 with probability λ/(1+λ), 1 with probability 1/(1+λ)")

CLAIM = Claim(
    id="kairouz/and-rr-rule",
    place="end of Section 3.2",
    title="the printed decision rule on randomised response reaches the optimal worst-case accuracy of AND",
    domain=level_domain(20),
    truth=optimal_protocol(
        lambda at: and_problem(at.lambda_),
        lambda at, rule: (response_matrix((at.lambda_, at.lambda_)), (rule,)),
    ),
    asserts=optimal,
    printed=Form(as_printed, "after 01 or 10: 0 with probability λ/(1+λ), 1 with probability λ/(1+λ)"),
    corrected=RIGHT,
    impact=Impact.TEXT,
    proof=proof,
    rests_on=("kairouz/and-optimum",),
    readings=(
        Reading(
            name="the last numerator is 1, lost in the scan",
            mark=Mark.AS_SCANNED,
            printed=RIGHT,
            proof=proof,
            rests_on=("kairouz/and-optimum",),
        ),
        Reading(
            name="scaled to total 1",
            expected=Outcome.REFUTED,
            printed=Form(halves, "after 01 or 10: 0 or 1 with probability 1/2"),
        ),
        Reading(
            name="1 with λ/(1+λ), 0 with the rest",
            expected=Outcome.REFUTED,
            printed=Form(the_other_kept, "after 01 or 10: 1 with probability λ/(1+λ), 0 with 1/(1+λ)"),
        ),
    ),
)
