"""Statement: the average-accuracy program has an optimum in which every transcript gets one decision for sure.

Model: all deterministic rules for randomised response are tried (there are |Y|^(2^k)); the truth is the optimum among
all protocols with randomised decisions.

Corners: ties between decisions, constant functions, lambda = 1, weights of any sign.
"""

from fractions import Fraction
from itertools import product

from optcheck.claims import Argument, Claim, Form, Formula, Impact, Value
from optcheck.claims.relations import equals
from optcheck.randomized_response.average import average_accuracy
from optcheck.randomized_response.problem import Problem
from proofs_numeric.kairouz._problems import BEST_ACCURACY, problem_domain, response_chance, small_problems
from proofs_numeric.kairouz._steps import agrees, best_decision


def as_printed(problem: Problem) -> Value:
    inputs = range(1 << problem.k)
    chances = [[response_chance(problem.lambdas, x, r) for r in inputs] for x in inputs]
    totals = [[sum(chances[x][r] * w[x] for x in inputs) for w in problem.payoffs] for r in inputs]
    rules = product(range(problem.decisions), repeat=len(totals))
    best = max(sum(totals[r][d] for r, d in enumerate(rule)) for rule in rules)
    return Fraction(best) / len(totals)


def proof(argument: Argument, form: Formula[Problem]) -> None:
    best_decision(argument)
    argument.words(
        "Put the whole mass of a transcript on a decision with the largest <S_s, W(y)>: S theta = 1 still holds, and "
        "the accuracy does not fall. So every protocol has a best rule without chance, randomised response included, "
        "which is optimal by Theorem 3.2."
    )
    some = list(small_problems("average", "observer"))
    agrees(argument, "the form is what randomised response reaches", ((form(p), average_accuracy(p)) for p in some))


CLAIM = Claim(
    id="kairouz/rem-3-4-deterministic",
    place="first bullet under Remark 3.4",
    title="average accuracy needs no randomised decision",
    domain=problem_domain("average", "observer", 40, largest=2),
    truth=BEST_ACCURACY,
    asserts=equals,
    printed=Form(as_printed, "max over deterministic rules d of 2^-k Σ_{x,r} P(r | x) W_x(d(r)) is the optimum"),
    impact=Impact.OPTIMALITY,
    proof=proof,
    rests_on=("kairouz/thm-3-2",),
)
