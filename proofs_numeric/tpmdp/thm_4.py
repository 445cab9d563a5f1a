"""Statement: m mechanisms that satisfy (t, n, E^j)-TPMDP together satisfy TPMDP with, for each party, the sum of its
epsilons and the sum of its deltas.

Model: for a fixed group and a fixed party outside it the refined views of the m mechanisms are compositions of private
pairs, so the statement is one about differential privacy for each party apart (the step from views to refined views,
for polynomially many mechanisms, is the standard hybrid argument and is taken as given). What all mechanisms
together lose is computed from the worst pairs (Kairouz, Oh and Viswanath, 2015), outcome by outcome. Instances keep
exp(epsilon) as a rational; the form gives exp of the composed epsilon, and delta; what delta leaves beyond the exact
loss must not be negative.

Corners: m = 1, epsilon = 0, delta = 0, delta near 1, a sum of deltas above 1.
"""

from optcheck.claims import *


class Budget(Instance):
    """exp(epsilon) and delta of one mechanism, for one party."""

    ratio: Fraction = rational(at_least=1, symbol="e^ε")
    delta: Fraction = rational(at_least=0, at_most=1, symbol="δ")


class Mechanisms(Instance):
    """The budgets of several mechanisms."""

    budgets: tuple[Budget, ...] = row(record(Budget), least=1)


def as_printed(given: Mechanisms) -> Value:
    ratio = Fraction(1)
    for budget in given.budgets:
        ratio = ratio * budget.ratio
    return ratio, sum(budget.delta for budget in given.budgets)


def spare(given: Mechanisms, said: Value) -> Value:
    """The composed delta less the exact one at the composed epsilon."""
    return said[1] - lost(given.budgets, said[0])


def lost(budgets: tuple[Budget, ...], ratio: Value) -> Value:
    """The least delta of all mechanisms together at exp(epsilon) = ratio.

    In the worst pair of one mechanism an outcome of probability delta shows the one input, another one the other; of
    the rest, exp(epsilon) : 1 and 1 : exp(epsilon) go to two more.
    """
    outcomes = [(Fraction(1), Fraction(1))]
    for one in budgets:
        rest = (1 - one.delta) / (1 + one.ratio)
        pairs = [(one.delta, Fraction(0)), (rest * one.ratio, rest), (rest, rest * one.ratio)]
        outcomes = [(p * a, q * b) for p, q in outcomes for a, b in pairs]  # the fourth outcome loses nothing
    return sum(largest(0, p - ratio * q) for p, q in outcomes)


def nothing(given: Mechanisms) -> Value:
    """Nothing must be missing."""
    return 0 * len(given.budgets)


CLAIM = Statement(
    "tpmdp/thm-4",
    place="Theorem 4",
    title="basic composition: epsilons and deltas add up for each party",
    domain=Mechanisms,
    truth=definition(nothing),
    means=spare,
    asserts=at_most,
    printed=Form(as_printed, "E^{1:m} = {(Σ_j ε_i^j, Σ_j δ_i^j)}"),
    impact=Impact.SAFETY,
    argument="An outcome that one of two mechanisms reveals has probability 1 - (1 - a)(1 - b) <= a + b; all other "
    "outcomes have likelihood ratios of at most the product of the two. By induction on m: m mechanisms are one with "
    "the composed budget, and one more.",
    effort=Effort(instances=150, drawn=60, largest={"budgets": 4}),
)
