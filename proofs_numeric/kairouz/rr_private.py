"""Statement: party i publishes its bit, kept with probability lambda_i / (1 + lambda_i). The resulting 2^k x 2^k matrix
is lambda_i-private for every party (Eq. 7) and each column is a rank-one tensor (Eq. 8).

Model: the full matrix for lists of different lambdas >= 1; the checker looks at totals, at every ratio and at the rank
of every column.

Corners: k = 1, lambda = 1 (pure noise), very different lambdas.
"""

from fractions import Fraction
from itertools import product
from math import prod

import sympy

from optcheck.claims import Argument, Claim, Form, Formula, Impact, Value, says
from optcheck.claims.relations import satisfies
from optcheck.randomized_response.problem import Problem
from proofs_numeric.kairouz._problems import RIGHT_OR_WRONG, Rule, Table, protocol
from proofs_numeric.kairouz._steps import L, more
from proofs_numeric.kairouz.def_3_3 import Lambdas, lambdas_domain


def as_printed(instance: Lambdas) -> Value:
    words = list(product((0, 1), repeat=len(instance.lambdas)))
    return [[chance(x, response, instance.lambdas) for response in words] for x in words]


def chance(x: tuple[int, ...], response: tuple[int, ...], lambdas: tuple[Fraction, ...]) -> Value:
    """Every party keeps or flips its bit on its own."""
    parties = zip(x, response, lambdas, strict=True)
    return prod(value / (1 + value) if bit == answer else Fraction(1) / (1 + value) for bit, answer, value in parties)


def with_a_rule(instance: Lambdas, matrix: Value) -> tuple[Table, Rule]:
    """Any decision will do: the statement is about the protocol."""
    return matrix, (tuple((Fraction(1), Fraction(0)) for _ in matrix[0]),)


def constant(instance: Lambdas) -> Problem:
    """Nothing is to be decided."""
    return Problem(instance.lambdas, (0,) * (1 << len(instance.lambdas)), RIGHT_OR_WRONG)


def proof(argument: Argument, form: Formula[Lambdas]) -> None:
    other = 1 + sympy.Symbol("other", nonnegative=True)
    one = form(Lambdas((L,)))
    for bit in (0, 1):
        argument.identity(f"the chances for bit {bit} have total 1", one[bit][0] + one[bit][1], 1)
        argument.identity(f"bit {bit} is l times as likely kept as flipped", one[bit][bit], L * one[bit][1 - bit])
        argument.not_negative("so the ratio the other way is at most l too", L * one[bit][bit] - one[bit][1 - bit])
    two, second = form(Lambdas((L, other))), form(Lambdas((other,)))
    for x, r in product(range(4), repeat=2):
        argument.identity("two parties have the products", two[x][r], one[x >> 1][r >> 1] * second[x & 1][r & 1])
    argument.positive("no chance vanishes", one[0][1], {more: more})
    argument.words(
        "For k parties the chance is the product of the parties' factors: when bit i changes only factor i changes, so "
        "every ratio is l_i or 1/l_i, and a column is the outer product of k vectors of two entries."
    )


CLAIM = Claim(
    id="kairouz/rr-private",
    place="Eq. 9",
    title="randomised response is λ_i-private for every party and protocol compatible",
    domain=lambdas_domain(4, 4, 30),
    truth=protocol("protocol", says("private and compatible"), constant, with_a_rule),
    asserts=satisfies("private and compatible"),
    printed=Form(as_printed, "response = x_i with probability λ_i / (1 + λ_i), its complement with 1 / (1 + λ_i)"),
    impact=Impact.SAFETY,
    proof=proof,
)
