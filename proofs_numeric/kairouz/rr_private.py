"""Statement: party i publishes its bit, kept with probability lambda_i / (1 + lambda_i). The resulting 2^k x 2^k matrix
is lambda_i-private for every party (Eq. 7) and each column is a rank-one tensor (Eq. 8).

Model: the matrix in full, for lists of different lambdas >= 1: the largest factor by which a chance changes with bit i,
which the statement bounds by lambda_i, and the largest 2 x 2 minor of a column, bounded by 0.

Corners: k = 1, lambda = 1 (pure noise), very different lambdas.
"""

from optcheck.claims import *
from proofs_numeric.kairouz._accuracy import minors, response_matrix
from proofs_numeric.kairouz._levels import Lambdas


def as_printed(instance: Lambdas) -> Value:
    return [*instance.lambdas, 0]


def factors_and_minor(instance: Lambdas) -> Value:
    """By Eq. 9: for each party the largest ratio of the chances of a response on two inputs that differ in its bit."""
    matrix, k = response_matrix(instance.lambdas), len(instance.lambdas)
    every = range(2**k)
    factors = []
    for party in range(k):
        place = 2 ** (k - 1 - party)
        pairs = [(x, x + place) for x in every if x // place % 2 == 0]
        factors += [max(max(matrix[x][r] / matrix[y][r], matrix[y][r] / matrix[x][r]) for x, y in pairs for r in every)]
    return [*factors, minors(matrix)]


CLAIM = Statement(
    "kairouz/rr-private",
    place="Eq. 9",
    title="randomised response is λ_i-private for every party and protocol compatible",
    domain=Lambdas,
    truth=definition(factors_and_minor),
    asserts=at_most,
    printed=Form(as_printed, "a chance changes with bit i by λ_i at most, and all minors of the columns are 0"),
    impact=Impact.SAFETY,
    argument=(
        "For k parties the chance is the product of the parties' factors l_i/(1+l_i) and 1/(1+l_i): when bit i changes "
        "only factor i changes, so every ratio is l_i or 1/l_i, and a column is the outer product of k vectors of two "
        "entries."
    ),
    effort=Effort(instances=60, drawn=15, largest={"lambdas": 3}),
)
