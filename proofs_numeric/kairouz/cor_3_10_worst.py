"""Statement: the same sum as for the average bounds the worst-case accuracy of any private protocol, and randomised
response reaches it.

Model: the optimum over all private protocols, verified at the corners of the signature box: the uniform prior bounds
every protocol, and deciding the XOR of the responses reaches the bound on every input.

Corners: k = 1, lambda = 1.

Readings: "protocol" means an interactive one, as in Theorem 3.1; parties that collaborate reach lambda/(1 + lambda).
"""

from dataclasses import replace
from fractions import Fraction
from math import comb

from optcheck.claims import Claim, Form, Quantity, Value
from optcheck.claims.relations import equals
from optcheck.exact.certificate import Certificate
from optcheck.randomized_response.optimum import Optimum
from proofs_numeric.kairouz._problems import best_accuracy, xor_problem
from proofs_numeric.kairouz.cor_3_10_average import Parties, parties_domain, proof


def as_printed(instance: Parties) -> Value:
    k, l = instance.k, instance.lambda_  # noqa: E741 - the paper's symbol
    return sum(comb(k, 2 * i) * l ** (k - 2 * i) for i in range(k // 2 + 1)) / (1 + l) ** k


def uniform(at: Parties) -> Certificate:
    """The rule that decides the XOR of the responses against the uniform prior; the checker computes both values."""
    problem = xor_problem(at.k, at.lambda_, "worst")
    rule = tuple((Fraction(1 - parity), Fraction(parity)) for parity in problem.table)
    return Optimum(problem, 0, (rule,), (Fraction(1, 1 << at.k),) * (1 << at.k)).certify()


BEST: Quantity[Parties] = best_accuracy(lambda at: xor_problem(at.k, at.lambda_, "worst"))

CLAIM = Claim(
    id="kairouz/cor-3-10-worst",
    place="Corollary 3.10",
    title="optimal worst-case accuracy of k-party XOR",
    domain=parties_domain((1, 2, 3, 4, 5), 6),
    truth=replace(BEST, certify=uniform),
    asserts=equals,
    printed=Form(as_printed, "Σ_{i=0..⌊k/2⌋} C(k, 2i) λ^(k−2i) / (1+λ)^k"),
    proof=proof,
    rests_on=("kairouz/thm-3-6",),
)
