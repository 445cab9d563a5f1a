"""Training with sampled batches: runs of an accountant that were recorded, and tests that hold against what it says."""

from collections.abc import Callable
from functools import partial
from math import comb

from optcheck.claims import *


class Run(Instance):
    """A recorded run, and a test: whether so many steps show more than a cut."""

    rate: Fraction = choice("1/100 1/10", symbol="q")
    sigma: Fraction = choice("7/10 1", symbol="σ")
    steps: int = choice(1, 500, symbol="T")
    delta: Fraction = choice("1/100000 1/1000000", symbol="δ")
    cut: Fraction = choice("2 3 4 9/2 5 6")
    count: int = choice(1, 2)


def told(run: Run, epsilon: Value) -> Value:
    """What the test tells: how much likelier it is passed with the person's data than exp(epsilon) times without.

    A step shows N(0, sigma^2) without the person, and with it N(1, sigma^2) with probability q. No delta below this
    is true.
    """
    without = erfc(run.cut / (sqrt(2) * run.sigma)) / 2
    taken = erfc((run.cut - 1) / (sqrt(2) * run.sigma)) / 2
    present = (1 - run.rate) * without + run.rate * taken
    return passed(run, present) - exp(epsilon) * passed(run, without)


def passed(run: Run, chance: Value) -> Value:
    """The probability that at least so many steps show more than the cut, each with this chance."""
    fewer = [comb(run.steps, i) * chance**i * exp((run.steps - i) * log(1 - chance)) for i in range(run.count)]
    return 1 - sum(fewer)


def allowed(run: Run) -> Value:
    """The failure probability that is allowed."""
    return run.delta


# The claim that an accountant's epsilon is enough: no listed test tells more than delta.
sampled_training: Callable[..., Statement[Run]] = partial(
    Statement,
    domain=Run.where("count <= steps"),
    truth=definition(allowed),
    means=told,
    asserts=at_least,
    impact=Impact.SAFETY,
)
