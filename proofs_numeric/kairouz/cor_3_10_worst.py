"""Corollary 3.10: the optimal worst-case accuracy of k-party XOR.

Statement: the same sum as for the average bounds the worst-case accuracy of any private protocol, and randomised
response reaches it.

Model: the optimum over all private protocols, verified at the corners of the signature box: the uniform prior bounds
every protocol, and deciding the XOR of the responses reaches the bound on every input.

Corners: k = 1, lambda = 1.

Readings: none.
"""

from dataclasses import replace
from fractions import Fraction
from math import comb

from lp_models.small_problems import RIGHT_OR_WRONG
from optcheck.claims import Argument, Claim, Form, Formula, Outcome, Quantity, Value
from optcheck.claims.relations import equals
from optcheck.exact.certificate import Certificate
from optcheck.randomized_response.optimum import Optimum
from optcheck.randomized_response.problem import Problem
from proofs_numeric.kairouz._common import Parties, best_accuracy, parties_domain
from proofs_numeric.kairouz._steps import L, even_and_odd_flips


def as_printed(instance: Parties) -> Value:
    k, l = instance.k, instance.lambda_  # noqa: E741 - the paper's symbol
    return sum(comb(k, 2 * i) * l ** (k - 2 * i) for i in range(k // 2 + 1)) / (1 + l) ** k


def xor_problem(at: Parties) -> Problem:
    """The XOR of all bits."""
    table = tuple(x.bit_count() & 1 for x in range(1 << at.k))
    return Problem((at.lambda_,) * at.k, table, RIGHT_OR_WRONG, "worst")


def uniform(at: Parties) -> Certificate:
    """The rule that decides the XOR of the responses against the uniform prior; the checker computes both values."""
    problem = xor_problem(at)
    rule = tuple((Fraction(1 - parity), Fraction(parity)) for parity in problem.table)
    return Optimum(problem, 0, (rule,), (Fraction(1, 1 << at.k),) * (1 << at.k)).certify()


def proof(argument: Argument, form: Formula[Parties]) -> None:
    even_and_odd_flips(argument)
    for k in range(1, 7):
        bias = ((L - 1) / (L + 1)) ** k
        argument.identity(f"for k = {k} the form is (1 + b^k)/2, b = (l-1)/(l+1)", form(Parties(k, L)), (1 + bias) / 2)


BEST: Quantity[Parties] = replace(best_accuracy(xor_problem), certify=uniform)

CLAIM = Claim(
    id="kairouz/cor-3-10-worst",
    place="Corollary 3.10",
    title="optimal worst-case accuracy of k-party XOR",
    domain=parties_domain((1, 2, 3, 4, 5), 6, 40),
    truth=BEST,
    asserts=equals,
    printed=Form(as_printed, "Σ_{i=0..⌊k/2⌋} C(k, 2i) λ^(k−2i) / (1+λ)^k"),
    expected=Outcome.HOLDS,
    proof=proof,
    rests_on=("kairouz/thm-3-6",),
)
