"""Statement: TensorFlow Federated 0.87 (aggregators.discretization.inflated_l2_norm_bound, beta = 0): rounding the
entries of a vector of dimension d to multiples of gamma leaves its norm at most norm + gamma sqrt(d).

Model: every entry is rounded away from zero, the worst that can happen; the exact norm of that.

Corners: entries on the grid, where nothing happens; entries just above it.

Readings: beta = 0, the bound that always holds; for beta > 0 the vector is rounded again until it meets the other
bound.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import ceil

from optcheck.claims import Claim, Definition, Domain, Form, Impact, Value
from optcheck.claims.claim import amounts, simplicity
from optcheck.claims.functions import count, sqrt, total
from optcheck.claims.relations import at_most


@dataclass(frozen=True, slots=True)
class Vector:
    """A vector and the spacing of the grid that it is rounded to."""

    entries: tuple[Fraction, ...]
    gamma: Fraction


def as_printed(vector: Vector) -> Value:
    return sqrt(total(x**2 for x in vector.entries)) + vector.gamma * sqrt(Fraction(count(vector.entries)))


def rounded(vector: Vector) -> Value:
    """The norm with every entry rounded away from zero."""
    return sqrt(total((vector.gamma * ceil(abs(x) / vector.gamma)) ** 2 for x in vector.entries))


CLAIM = Claim(
    id="libraries/tff-norm",
    place="TensorFlow Federated, inflated_l2_norm_bound",
    title="the norm of a vector after stochastic rounding",
    domain=Domain(
        description="vectors of up to three entries, gamma 1 and 1/2",
        grid=lambda: (
            Vector(entries, gamma)
            for size in (1, 2, 3)
            for entries in product(amounts("1/100 1 -3/4"), repeat=size)
            for gamma in amounts("1 1/2")
        ),
        order=lambda vector: (len(vector.entries), simplicity((*vector.entries, vector.gamma))),
    ),
    truth=Definition(rounded),
    asserts=at_most,
    printed=Form(as_printed, "‖x‖ + γ √d"),
    impact=Impact.SAFETY,
)
