"""Statement: TensorFlow Federated 0.87 (aggregators.discretization.inflated_l2_norm_bound, beta = 0): rounding the
entries of a vector of dimension d to multiples of gamma leaves its norm at most norm + gamma sqrt(d).

Model: every entry is rounded away from zero, the worst that can happen; the exact norm of that.

Corners: entries on the grid, where nothing happens; entries just above it.

Readings: beta = 0, the bound that always holds; for beta > 0 the vector is rounded again until it meets the other
bound.
"""

from math import ceil

from optcheck.claims import *


class Vector(Instance):
    """A vector and the spacing of the grid that it is rounded to."""

    gamma: Fraction = rational(above=0, symbol="γ")
    entries: tuple[Fraction, ...] = row(rational(), least=1, symbol="x")


def as_printed(vector: Vector) -> Value:
    return sqrt(total(x**2 for x in vector.entries)) + vector.gamma * sqrt(Fraction(count(vector.entries)))


def rounded(vector: Vector) -> Value:
    """The norm with every entry rounded away from zero."""
    return sqrt(total((vector.gamma * ceil(abs(x) / vector.gamma)) ** 2 for x in vector.entries))


CLAIM = Statement(
    "libraries/tff-norm",
    place="TensorFlow Federated, inflated_l2_norm_bound",
    title="the norm of a vector after stochastic rounding",
    domain=Vector,
    truth=definition(rounded),
    asserts=at_most,
    printed=Form(as_printed, "‖x‖ + γ √d"),
    impact=Impact.SAFETY,
    argument="Rounding away from zero adds less than γ to the size of each entry, so the rounded vector is the sum of "
    "the vector and one whose entries are at most γ in size, and the triangle inequality gives the bound.",
)
