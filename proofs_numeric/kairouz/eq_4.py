"""Statement: for each own bit x_i the best (randomised) rule maximises, over row-stochastic Q, the minimum over the
other parties' bits of the sum over transcripts and decisions of P(t | x) w(f(x), y) Q(t, y).

Model: any row-stochastic P. The form gives the coefficients of the inner sums; the program is solved for both own bits
and the smaller optimum is the party's worst-case accuracy. The truth takes both bits at once and goes the other way:
the least favourable prior over all inputs, whose Bayes accuracy is the minimax value.

Corners: one party, one transcript, constant functions, negative weights.

Readings: none. The size of the program that the paper gives beside it is kairouz/eq-4-size.
"""

import sympy

from optcheck.claims import Argument, Claim, Form, Formula, Impact, Value
from optcheck.claims.functions import smallest
from optcheck.claims.relations import equals
from optcheck.claims.truths import minimum
from proofs_numeric.kairouz._rules import Given, given_grid, given_prior_program, least_favourable, maximin
from proofs_numeric.kairouz._steps import agrees
from proofs_numeric.kairouz.eq_2 import given_domain


def as_printed(given: Given) -> Value:
    problem, matrix = given.problem, given.matrix
    parts = []
    for bit in (0, 1):
        inputs = [x for x in range(1 << problem.k) if problem.own_bit(x) == bit]
        parts.append([[[matrix[x][t] * w[x] for w in problem.payoffs] for t in range(len(matrix[0]))] for x in inputs])
    return parts


def proof(argument: Argument, form: Formula[Given]) -> None:
    u, v, a, b = sympy.symbols("u v a b", nonnegative=True)
    for case in argument.order(u, v):
        p, q = u.subs(case), v.subs(case)
        least = smallest(p, q)
        argument.not_negative("raising both by a and b does not lower the minimum: the first", p + a - least)
        argument.not_negative("raising both by a and b does not lower the minimum: the second", q + b - least)
    argument.words(
        "The accuracy on input x depends on the rule for the bit x_i only, so the worst case of Eq. 3 is the smaller "
        "of u(Q_0) and v(Q_1), the minima over x_-i for the two own bits, and Q_0, Q_1 are chosen apart: if both are "
        "maximal no other pair has a larger minimum."
    )
    some = list(given_grid("parties"))[::7]
    solved = ((min(map(maximin, form(g))), least_favourable(g)) for g in some)
    agrees(argument, "the programs' smaller optimum is the minimax value", solved)


CLAIM = Claim(
    id="kairouz/eq-4",
    place="Eq. 4",
    title="the program whose optimum is a party's worst-case decision rule for a given protocol",
    domain=given_domain("parties", 40),
    truth=minimum(given_prior_program),
    means=lambda given, parts: min(map(maximin, parts)),
    asserts=equals,
    printed=Form(
        as_printed, "Q(x_i) = argmax over stochastic Q of min over x_-i of Σ_{t,y} P(t | x) w(f(x), y) Q(t, y)"
    ),
    impact=Impact.OPTIMALITY,
    proof=proof,
)
