"""Statement: S has 2^k extremal columns, one for each choice of s_i in {1/lambda_i, lambda_i}.

Model: the columns are listed and the different ones counted. Theorem 3.1 allows lambda_i = 1, where both choices
coincide.

Corners: one, some or all lambda_i = 1.
"""

from optcheck.claims import *
from proofs_numeric.kairouz._levels import Lambdas

SOME_ONE = "any(l == 1 for l in lambdas)"


def as_printed(instance: Lambdas) -> Value:
    return 2 ** len(instance.lambdas)


def corrected(instance: Lambdas) -> Value:
    return 2 ** sum(value > 1 for value in instance.lambdas)


def extremal_columns(lambdas: Value) -> Value:
    """[1, s_1] x ... x [1, s_k] for each choice of s_i in {1/lambda_i, lambda_i}, 1/lambda_i first."""
    columns = [[Fraction(1)]]
    for level in lambdas:
        columns = [
            [entry * step for entry in column for step in (1, s)] for column in columns for s in (1 / level, level)
        ]
    return columns


def different(instance: Lambdas) -> Value:
    return len({tuple(column) for column in extremal_columns(instance.lambdas)})


CLAIM = Statement(
    "kairouz/def-3-3",
    place="Definition 3.3",
    title="the number of extremal columns",
    domain=Lambdas,
    truth=definition(different),
    asserts=equals,
    printed=Form(as_printed, "2^k extremal columns"),
    corrected=Form(corrected, "2^m different extremal columns, m = number of parties with λ_i > 1"),
    impact=Impact.TEXT,
    argument="Columns differ where a factor does: the entry at the input with a single one is s_i, and 1/l = l at 1.",
    corner=SOME_ONE,
    effort=Effort(instances=100, drawn=30, largest={"lambdas": 5}),
)
