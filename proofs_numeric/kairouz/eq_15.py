"""Statement: for decision 0 the joint chances P diag(Q(0)) have the columns of responses 00 and 11 (Eq. 14); they equal
the signature columns [1, 1/l, 1/l, 1/l^2] and [1, l, l, l^2] with masses l^2/(1+l)^2 and 1/(1+l)^2 (Eq. 15).

Model: the form gives columns and masses. Columns times masses must be Eq. 9 restricted to the responses whose XOR is 0,
and each column must be the tensor [1, s] x [1, s] of an extremal signature.

Corners: lambda = 1.

Readings: none. The paper's list of extremal columns for unequal lambdas orders the inputs 00, 10, 01, 11.
"""

from optcheck.claims import *
from proofs_numeric.kairouz._accuracy import response_chance
from proofs_numeric.kairouz._levels import Level


def as_printed(instance: Level) -> Value:
    l = instance.lambda_  # noqa: E741 - the paper's symbol
    low = [1, 1 / l, 1 / l, 1 / l**2]
    high = [1, l, l, l**2]
    return (low, l**2 / (1 + l) ** 2), (high, 1 / (1 + l) ** 2)


def multiplied(instance: Level, said: Value) -> Value:
    """The columns, and the columns times their masses."""
    return [(column, [entry * mass for entry in column]) for column, mass in said]


def from_the_protocol(instance: Level) -> Value:
    """The two extremal tensors, and the chances of the responses 00 and 11."""
    l = instance.lambda_  # noqa: E741 - the paper's symbol
    tensors = [[a * b for a in (1, s) for b in (1, s)] for s in (1 / l, l)]
    chances = [[response_chance([l, l], x, response) for x in range(4)] for response in (0, 3)]
    return [(tensors[place], chances[place]) for place in range(2)]


CLAIM = Statement(
    "kairouz/eq-15",
    place="Eqs. 14-15",
    title="the signature form of the two-party XOR protocol",
    domain=Level,
    truth=definition(from_the_protocol),
    means=multiplied,
    asserts=identity,
    printed=Form(as_printed, "[1, 1/λ, 1/λ, 1/λ²] with mass λ²/(1+λ)² and [1, λ, λ, λ²] with mass 1/(1+λ)²"),
)
