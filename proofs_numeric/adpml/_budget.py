"""ADPML's schedule at the paper's own parameters: budgets given as epsilons, converted to losses by Proposition 1."""

from fractions import Fraction

from optcheck.claims import Value
from optcheck.claims.functions import log, sqrt
from proofs_numeric.adpml._savings import Experiment


def loss_of(epsilon: Fraction, delta: Fraction) -> Value:
    """The rho at which Proposition 1 gives epsilon: (sqrt(epsilon + L) - sqrt(L))^2 with L = log(1/delta)."""
    level = log(1 / delta)
    root = sqrt(epsilon + level) - sqrt(level)
    return root * root


def cap_of(row: Experiment) -> Value:
    """rho_max of an experiment."""
    return loss_of(row.epsilon_max, row.delta)


def spent(row: Experiment, rate: Fraction, rounds: int) -> Value:
    """The sum of the rounds of Algorithm 1, lines 7 to 11: the ramp while it is below the cap, then the cap."""
    least, cap = loss_of(row.epsilon_min, row.delta), cap_of(row)
    below = rounds_to_cap(row, rate, rounds)
    return below * least * (1 + rate * (below - 1) / 2) + (rounds - below) * cap


def rounds_to_cap(row: Experiment, rate: Fraction, most: int) -> int:
    """The first round whose ramp value is at least the cap, or ``most`` if none of so many is."""
    least, cap = loss_of(row.epsilon_min, row.delta), cap_of(row)
    return next((t for t in range(most) if (1 + rate * t) * least >= cap), most)
