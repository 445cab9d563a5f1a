"""Statement: for decision 0 the joint chances P diag(Q(0)) have the columns of responses 00 and 11 (Eq. 14); they equal
the signature columns [1, 1/l, 1/l, 1/l^2] and [1, l, l, l^2] with masses l^2/(1+l)^2 and 1/(1+l)^2 (Eq. 15).

Model: the form gives columns and masses. Columns times masses must be Eq. 9 restricted to the responses whose XOR is 0,
and each column must be the tensor of an extremal signature.

Corners: lambda = 1.

Readings: none. The paper's list of extremal columns for unequal lambdas orders the inputs 00, 10, 01, 11.
"""

from lp_models.kairouz import signature_tensor
from optcheck.claims import Argument, Claim, Definition, Form, Formula, Value
from optcheck.claims.relations import identity
from proofs_numeric.kairouz._problems import Level, level_domain, response_chance
from proofs_numeric.kairouz._steps import L


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
    l, every = instance.lambda_, range(4)  # noqa: E741 - the paper's symbol
    chances = [[response_chance((l, l), x, response) for x in every] for response in (0, 3)]
    tensors = [list(signature_tensor((1 / l, 1 / l))), list(signature_tensor((l, l)))]
    return list(zip(tensors, chances, strict=True))


def proof(argument: Argument, form: Formula[Level]) -> None:
    at = Level(L)
    argument.identity("columns and products are those of the protocol", multiplied(at, form(at)), from_the_protocol(at))


CLAIM = Claim(
    id="kairouz/eq-15",
    place="Eqs. 14-15",
    title="the signature form of the two-party XOR protocol",
    domain=level_domain(),
    truth=Definition(from_the_protocol),
    means=multiplied,
    asserts=identity,
    printed=Form(as_printed, "[1, 1/λ, 1/λ, 1/λ²] with mass λ²/(1+λ)² and [1, λ, λ, λ²] with mass 1/(1+λ)²"),
    proof=proof,
)
