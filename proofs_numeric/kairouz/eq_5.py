"""Statement: after transcript t decide a y that maximises the sum over all inputs of P(t | x) w(f(x), y).

Model: any row-stochastic matrix P (not only private ones), any function, any weights. The truth is the linear program
over all randomised rules.

Corners: one party, a single transcript, ties, negative and zero weights, constant functions.

Readings: none. The paper prints the domain of f_0 as {0, 1}; it must be {0, 1}^k, as for the parties' functions.
"""

from optcheck.claims import Argument, Claim, Form, Formula, Impact, Value
from optcheck.claims.relations import equals
from proofs_numeric.kairouz._rules import Given, best_total, earned, given_grid
from proofs_numeric.kairouz._steps import agrees, best_decision
from proofs_numeric.kairouz.eq_2 import average_truth, given_domain


def as_printed(given: Given) -> Value:
    problem, row = given.problem, []
    for t in range(len(given.matrix[0])):
        totals = [sum(given.matrix[x][t] * w[x] for x in range(1 << problem.k)) for w in problem.payoffs]
        row.append(totals.index(max(totals)))
    return [row]


def proof(argument: Argument, form: Formula[Given]) -> None:
    best_decision(argument)
    argument.words(
        "2^k times the average accuracy is the sum over transcripts t and decisions y of Q(t, y) c(t, y), where c(t, "
        "y) is the printed sum over x: each t has its own Q(t, .) with total 1, and Eq. 5 is best for every t."
    )
    some = list(given_grid("observer"))[::5]
    agrees(argument, "the form is best block by block", ((earned(g, form(g)), best_total(g)) for g in some))


CLAIM = Claim(
    id="kairouz/eq-5",
    place="Eq. 5",
    title="the decision rule that maximises a central observer's average accuracy for a given protocol",
    domain=given_domain("observer", 40),
    truth=average_truth(1),
    means=earned,
    asserts=equals,
    printed=Form(as_printed, "f*(t) = argmax_y Σ_x P(t | x) w(f(x), y)"),
    impact=Impact.OPTIMALITY,
    proof=proof,
)
