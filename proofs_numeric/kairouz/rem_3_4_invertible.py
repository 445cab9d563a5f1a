"""Statement: the 2^k x 2^k matrix of extremal columns is invertible, so theta is determined by S theta = 1, and it is
randomised response.

Model: the form gives the rank (2^k where the matrix is invertible) and the masses; what counts is the rank, which is
found by elimination, and S theta, whose entries must be 1. With some lambda_i = 1 (Theorem 3.1 allows it) columns
coincide in pairs and theta is not determined, yet these masses still solve S theta = 1.

Corners: one, some or all lambda_i = 1.

Readings: none. The paper lists the columns for k = 2 in the order 00, 10, 01, 11 of inputs; only rows are permuted.
"""

from optcheck.claims import *
from proofs_numeric.kairouz._levels import Lambdas
from proofs_numeric.kairouz.def_3_3 import SOME_ONE, extremal_columns
from proofs_numeric.kairouz.lem_3_5_polytope import rank


def as_printed(instance: Lambdas) -> Value:
    return 2 ** len(instance.lambdas), masses(instance)


def corrected(instance: Lambdas) -> Value:
    return 2 ** sum(value > 1 for value in instance.lambdas), masses(instance)


def masses(instance: Lambdas) -> Value:
    """A product of l/(1+l) for 1/l and 1/(1+l) for l, in the order of the extremal columns."""
    theta = [Fraction(1)]
    for level in instance.lambdas:
        theta = [mass * share / (1 + level) for mass in theta for share in (level, 1)]
    return theta


def rank_and_totals(instance: Lambdas, said: Value) -> Value:
    """The rank, and S theta."""
    claimed, theta = said
    columns = extremal_columns(instance.lambdas)
    every = range(len(columns))
    return claimed, [sum(columns[c][x] * theta[c] for c in every) for x in every]


def rank_and_ones(instance: Lambdas) -> Value:
    columns = extremal_columns(instance.lambdas)
    return rank(columns), [1] * len(columns)


CLAIM = Statement(
    "kairouz/rem-3-4-invertible",
    place="second bullet under Remark 3.4",
    title="the extremal columns form an invertible matrix whose masses are randomised response",
    domain=Lambdas,
    truth=definition(rank_and_ones),
    means=rank_and_totals,
    asserts=equals,
    printed=Form(as_printed, "rank 2^k; θ_s = Π of λ/(1+λ) for s_i = 1/λ and 1/(1+λ) for s_i = λ solves S θ = 1"),
    corrected=Form(corrected, "the same masses; rank 2^m, m = number of parties with λ_i > 1"),
    impact=Impact.TEXT,
    argument=(
        "The matrix is the Kronecker product of the factors with columns [1, 1/l_i] and [1, l_i], of rank 2 for l_i > "
        "1 and 1 for l_i = 1. Products of the factors' masses solve the whole equation."
    ),
    corner=SOME_ONE,
    effort=Effort(instances=80, drawn=15, largest={"lambdas": 3}),
)
