"""Statement: the 2^k x 2^k matrix of extremal columns is invertible, so theta is determined by S theta = 1, and it is
randomised response.

Model: the form gives the rank (2^k where the matrix is invertible) and the masses; what counts is the rank and S theta.
The checker counts the different corners, which are independent. With some lambda_i = 1 (Theorem 3.1 allows it) columns
coincide in pairs and theta is not determined, yet these masses still solve S theta = 1.

Corners: one, some or all lambda_i = 1.

Readings: none. The paper lists the columns for k = 2 in the order 00, 10, 01, 11 of inputs; only rows are permuted.
"""

from fractions import Fraction

from lp_models.kairouz import extremal_signatures, signature_tensor
from optcheck.claims import Argument, Claim, Combination, Form, Formula, Impact, Value
from optcheck.claims.relations import equals
from proofs_numeric.kairouz._signatures import distinct_corners
from proofs_numeric.kairouz._steps import agrees, masses
from proofs_numeric.kairouz.def_3_3 import Lambdas, count, lambdas_domain


def as_printed(instance: Lambdas) -> Value:
    theta = [Fraction(1)]
    for value in instance.lambdas:
        theta = [mass * share / (1 + value) for mass in theta for share in (value, 1)]
    return 2 ** len(instance.lambdas), *theta


def corrected(instance: Lambdas) -> Value:
    _, *theta = as_printed(instance)
    return 2 ** sum(value > 1 for value in instance.lambdas), *theta


def rank_and_totals(instance: Lambdas, said: Value) -> Value:
    """The rank, and S theta."""
    columns = [signature_tensor(corner) for corner in extremal_signatures(instance.lambdas)]
    return said[0], *(sum(a * b for a, b in zip(row, said[1:], strict=True)) for row in zip(*columns, strict=True))


def proof(argument: Argument, form: Formula[Lambdas]) -> None:
    masses(argument)
    argument.words(
        "The matrix is the Kronecker product of the factors with columns [1, 1/l_i] and [1, l_i], of rank 2 for l_i > "
        "1 and 1 for l_i = 1. Products of the factors' masses solve the whole equation."
    )
    wanted = {at: (distinct_corners(at.lambdas), *[1] * 2 ** len(at.lambdas)) for at in lambdas_domain(4, 3, 0).grid()}
    found = ((rank_and_totals(at, form(at)), right) for at, right in wanted.items())
    agrees(argument, "the form has the rank, and its masses solve S theta = 1", found)


CLAIM = Claim(
    id="kairouz/rem-3-4-invertible",
    place="second bullet under Remark 3.4",
    title="the extremal columns form an invertible matrix whose masses are randomised response",
    domain=lambdas_domain(4, 4, 30),
    truth=Combination(parts=(count("different corners"), count("corners")), value=lambda rank, k: (rank, *[1] * k)),
    means=rank_and_totals,
    asserts=equals,
    printed=Form(as_printed, "rank 2^k; θ_s = Π of λ/(1+λ) for s_i = 1/λ and 1/(1+λ) for s_i = λ solves S θ = 1"),
    corrected=Form(corrected, "the same masses; rank 2^m, m = number of parties with λ_i > 1"),
    impact=Impact.TEXT,
    proof=proof,
)
