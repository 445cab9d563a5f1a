"""Statement: the best (randomised) rule maximises, over row-stochastic Q, the minimum over all inputs of the sum over
transcripts and decisions of P(t | x) w(f(x), y) Q(t, y).

Model: any row-stochastic P. The form gives the coefficients of the inner sums; the program is solved exactly. The truth
goes the other way: the least favourable prior over the inputs, whose Bayes accuracy is the minimax value.

Corners: one party, one transcript, constant functions, negative weights.
"""

import sympy

from optcheck.claims import Argument, Claim, Form, Formula, Impact, Value
from optcheck.claims.relations import equals
from optcheck.claims.truths import minimum
from proofs_numeric.kairouz._rules import Given, given_grid, given_prior_program, least_favourable, maximin
from proofs_numeric.kairouz._steps import agrees
from proofs_numeric.kairouz.eq_2 import given_domain


def as_printed(given: Given) -> Value:
    problem, matrix = given.problem, given.matrix
    transcripts, inputs = range(len(matrix[0])), range(1 << problem.k)
    return [[[matrix[x][t] * w[x] for w in problem.payoffs] for t in transcripts] for x in inputs]


def proof(argument: Argument, form: Formula[Given]) -> None:
    p, w, one, other = sympy.symbols("p w one other", nonnegative=True)
    argument.identity("each inner sum is linear in the rule", p * w * (one + other), p * w * one + p * w * other)
    argument.words(
        "A rule is any Q >= 0 with rows of total 1, and its accuracy on x is the printed sum: Eq. 6 maximises the "
        "worst case of Eq. 3 over all rules, and nothing else; the maximum exists, as the rules are a polytope."
    )
    some = list(given_grid("observer"))[::7]
    solved = ((maximin(form(g)), least_favourable(g)) for g in some)
    agrees(argument, "the program's optimum is the minimax value", solved)


CLAIM = Claim(
    id="kairouz/eq-6",
    place="Eq. 6",
    title="the program whose optimum is a central observer's worst-case decision rule for a given protocol",
    domain=given_domain("observer", 40),
    truth=minimum(given_prior_program),
    means=lambda given, coefficients: maximin(coefficients),
    asserts=equals,
    printed=Form(as_printed, "Q = argmax over stochastic Q of min over x of Σ_{t,y} P(t | x) w(f(x), y) Q(t, y)"),
    impact=Impact.OPTIMALITY,
    proof=proof,
)
