"""Statement: M publishes 0, 1, 2 with chances l/(1+l), l/(1+l)^2, 1/(1+l)^2 for bit 0 and 1/(1+l), l^2/(1+l)^2,
l/(1+l)^2 for bit 1. It is lambda-private. Deciding 1 if either letter is 2 and the AND of the letters otherwise has
the optimal worst-case accuracy.

Model: the form gives the rows and, for each pair of letters, the decision; the checker verifies totals, ratios, ranks
and the worst-case accuracy of the two-party protocol with nine transcripts.

Corners: lambda = 1.
"""

from fractions import Fraction
from itertools import product

from optcheck.claims import Argument, Claim, Form, Formula, Impact, Value
from optcheck.claims.relations import optimal
from optcheck.errors import InvalidInput
from proofs_numeric.kairouz._problems import Level, Rule, Table, and_problem, level_domain, optimal_protocol
from proofs_numeric.kairouz._steps import L
from proofs_numeric.kairouz.and_optimum import CLAIM as AND_OPTIMUM


def as_printed(instance: Level) -> Value:
    l = instance.lambda_  # noqa: E741 - the paper's symbol
    zero = [l / (1 + l), l / (1 + l) ** 2, 1 / (1 + l) ** 2]
    one = [1 / (1 + l), l**2 / (1 + l) ** 2, l / (1 + l) ** 2]
    decided = [1 if a == 2 or b == 2 else a & b for a, b in product(range(3), repeat=2)]
    return zero, one, decided


def in_full(instance: Level, said: Value) -> tuple[Table, Rule]:
    """The two-party protocol with a transcript for each pair of letters."""
    zero, one, decided = said
    if not set(decided) <= {0, 1}:
        raise InvalidInput(f"decisions are 0 or 1, got {decided}")
    rows = (zero, one)
    matrix = tuple(tuple(p * q for p in rows[x] for q in rows[y]) for x, y in product((0, 1), repeat=2))
    return matrix, (tuple((Fraction(1 - d), Fraction(d)) for d in decided),)


def proof(argument: Argument, form: Formula[Level]) -> None:
    zero, one, decided = form(Level(L))
    argument.identity("both rows have total 1", [sum(zero), sum(one)], [1, 1])
    for p, q in zip(zero, one, strict=True):
        argument.not_negative("no letter is more than l times as likely under bit 0", L * q - p)
        argument.not_negative("nor under bit 1", L * p - q)
    goal = AND_OPTIMUM.printed.evaluate(Level(L))
    rows, pairs = (zero, one), list(product(range(3), repeat=2))
    argument.truth("every decision is 0 or 1", set(decided) <= {0, 1})
    for x, y in product((0, 1), repeat=2):
        right = sum(rows[x][a] * rows[y][b] for (a, b), d in zip(pairs, decided, strict=True) if d == (x & y))
        argument.not_negative(f"on {x}{y} the accuracy is not below the optimum", right - goal)


CLAIM = Claim(
    id="kairouz/and-mechanism",
    place="Section 3.2",
    title="the three-letter mechanism for AND is private, and its decision rule reaches the optimum",
    domain=level_domain(30),
    truth=optimal_protocol(lambda at: and_problem(at.lambda_), in_full),
    asserts=optimal,
    printed=Form(as_printed, "M(0) = (λ(1+λ), λ, 1)/(1+λ)², M(1) = (1+λ, λ², λ)/(1+λ)²; 1 if a letter is 2, else AND"),
    impact=Impact.SAFETY,
    proof=proof,
    rests_on=("kairouz/and-optimum",),
)
