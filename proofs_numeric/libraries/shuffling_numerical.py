"""Statement: the code that goes with Feldman, McMillan and Talwar (2021) (computeamplification.py, numericalanalysis
with upperbound=True) returns an upper bound on the epsilon that n shuffled reports, each epsilon_0-private by itself,
keep at delta, for any step in which it goes through the numbers of clones.

Model: the doubles that the file returned at the recorded points, by twenty halvings. The exact delta at them of the
pair of distributions that it names must be at most the one that was asked for.

Corners: a step of n or more: nothing is gone through, and epsilon is 0. The step of the file's own example is 100.

Readings: steps below n.
"""

from optcheck.claims import *
from proofs_numeric.libraries._queries import allowed, recorded
from proofs_numeric.libraries._shuffled import clone_delta

RETURNED = recorded("shuffling-numerical")


class Call(Instance):
    """A call that was recorded."""

    clients: int = choice(10, 20, symbol="n")
    each: Fraction = choice("1/2 1", symbol="ε₀")
    delta: Fraction = choice("1/100 1/1000", symbol="δ")
    step: int = choice(1, 3, 10, 20)


def as_printed(call: Call) -> Value:
    return RETURNED[call.clients, call.each, call.delta, call.step]


def corrected(call: Call) -> Value:
    return as_printed(call) if call.step < call.clients else call.each


def failure(call: Call, epsilon: Value) -> Value:
    """The exact delta of the pair."""
    return clone_delta(call.clients, exp(call.each), exp(epsilon))


CLAIM = Statement(
    "libraries/shuffling-numerical",
    place="Shuffling, numericalanalysis",
    title="privacy amplification by shuffling, an upper bound: the recorded calls",
    domain=Call,
    truth=definition(allowed),
    means=failure,
    asserts=at_least,
    printed=Form(as_printed, "the ε that numericalanalysis returns"),
    corrected=Form(corrected, "ε₀ where the step is not below n"),
    impact=Impact.SAFETY,
    corner="step >= clients",
    readings=(Reading(name="steps below n", domain=Call.where("step < clients")),),
)
