"""Statement: for any non-interactive protocol and decision rule there is a decision rule for randomised response with
the same accuracy, for any privacy level, function and measure.

Model: two private mechanisms and a rule for their outputs. The form gives the rule for randomised response that
simulates both mechanisms; it must consist of chances, and with it the chance of every decision must be the same on
every input, so that every accuracy is.

Corners: lambda = 1, outputs of chance 0, exactly lambda-private mechanisms.
"""

from optcheck.claims import *
from proofs_numeric.kairouz._accuracy import response_chance


class Apart(Instance):
    """Both parties' mechanisms, private at one lambda, and the chance of deciding 1 after each pair of outputs."""

    lambda_: Fraction = rational(at_least=1, symbol="λ")
    outputs: int = integer(1)
    zero: tuple[Fraction, ...] = distribution("outputs")
    one: tuple[Fraction, ...] = distribution("outputs")
    others: int = integer(1)
    other_zero: tuple[Fraction, ...] = distribution("others")
    other_one: tuple[Fraction, ...] = distribution("others")
    rule: tuple[tuple[Fraction, ...], ...] = row(row(rational(at_least=0, at_most=1), "others"), "outputs", symbol="Q")

    conditions = (
        "all(zero[a] <= lambda_ * one[a] for a in range(outputs))",
        "all(one[a] <= lambda_ * zero[a] for a in range(outputs))",
        "all(other_zero[b] <= lambda_ * other_one[b] for b in range(others))",
        "all(other_one[b] <= lambda_ * other_zero[b] for b in range(others))",
    )


def as_printed(at: Apart) -> Value:
    first, second = kernel(at.lambda_, at.zero, at.one), kernel(at.lambda_, at.other_zero, at.other_one)
    return [
        sum(first[r][a] * second[s][b] * at.rule[a][b] for a in range(at.outputs) for b in range(at.others))
        for r in range(2)
        for s in range(2)
    ]


def kernel(level: Value, zero: Value, one: Value) -> Value:
    """What to make of the responses 0 and 1: T(0 -> a) = (l p - q)/(l - 1), T(1 -> a) = (l q - p)/(l - 1)."""
    if level == 1:
        return zero, one
    after_0 = [(level * zero[a] - one[a]) / (level - 1) for a in range(len(zero))]
    after_1 = [(level * one[a] - zero[a]) / (level - 1) for a in range(len(zero))]
    return after_0, after_1


def by_response(at: Apart, rule: Value) -> Value:
    """How far the rule is from chances, and the chance of deciding 1 on every input, from randomised response."""
    outside = sum(max(0, -chance) + max(0, chance - 1) for chance in rule)
    lambdas = (at.lambda_, at.lambda_)
    return outside, [sum(response_chance(lambdas, x, r) * rule[r] for r in range(4)) for x in range(4)]


def by_protocol(at: Apart) -> Value:
    """The same from the protocol itself."""
    rows, other_rows = (at.zero, at.one), (at.other_zero, at.other_one)
    return 0, [
        sum(rows[x][a] * other_rows[y][b] * at.rule[a][b] for a in range(at.outputs) for b in range(at.others))
        for x in range(2)
        for y in range(2)
    ]


CLAIM = Statement(
    "kairouz/noninteractive",
    place="Section 3.2",
    title="every non-interactive protocol with its rule is matched by randomised response with a rule",
    domain=Apart,
    truth=definition(by_protocol),
    means=by_response,
    asserts=equals,
    printed=Form(as_printed, "Q_RR(r, s) = Σ_{a,b} T_1(r → a) T_2(s → b) Q(a, b) decides as the protocol does"),
    impact=Impact.OPTIMALITY,
    argument=(
        "The kernel turns responses into the output for either bit: (l T(0 -> a) + T(1 -> a))/(1 + l) = p and the "
        "other way round q; its entries are not negative exactly where the output is private. Each party's output is "
        "simulated on its own, so all pairs of outputs have the chances of the protocol on every input, and so has "
        "every decision; any number of parties works alike."
    ),
    effort=Effort(instances=100, drawn=20, largest={"outputs": 3, "others": 3}),
    rests_on=("kairouz/rr-dominates",),
)
