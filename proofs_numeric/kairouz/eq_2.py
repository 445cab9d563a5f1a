"""Statement: for party i with own bit x_i and transcript t, decide a y that maximises the sum over the other parties'
bits of P(t | x) w(f(x), y); randomising gains nothing.

Model: any row-stochastic matrix P (not only private ones), any function, any weights. The truth is the linear program
over all randomised rules for each own bit.

Corners: one party (it knows the whole input), a single transcript, ties, negative and zero weights, constant functions.

Readings: none. The count of operations that the paper gives beside it is kairouz/eq-2-operations.
"""

from hypothesis import strategies as st

from lp_models.kairouz import average_rule_program
from optcheck.claims import Argument, Claim, Combination, Domain, Form, Formula, Impact, Quantity, Value
from optcheck.claims.relations import equals
from optcheck.claims.truths import maximum
from proofs_numeric.kairouz._mechanisms import distributions
from proofs_numeric.kairouz._problems import problem_order, problems
from proofs_numeric.kairouz._rules import Given, best_total, earned, given_grid
from proofs_numeric.kairouz._steps import agrees, best_decision


def as_printed(given: Given) -> Value:
    problem, rule = given.problem, []
    for bit in (0, 1):
        others = [x for x in range(1 << problem.k) if problem.own_bit(x) == bit]
        row = []
        for t in range(len(given.matrix[0])):
            totals = [sum(given.matrix[x][t] * w[x] for x in others) for w in problem.payoffs]
            row.append(totals.index(max(totals)))
        rule.append(row)
    return rule


def proof(argument: Argument, form: Formula[Given]) -> None:
    best_decision(argument)
    argument.words(
        "2^k times the average accuracy is the sum over own bits b, transcripts t and decisions y of Q_b(t, y) c_b(t, "
        "y), where c_b(t, y) is the printed sum over x_-i: each block (b, t) has its own Q_b(t, .) with total 1, and "
        "Eq. 2 is best in every block."
    )
    some = list(given_grid("parties"))[::5]
    agrees(argument, "the form is best block by block", ((earned(g, form(g)), best_total(g)) for g in some))


@st.composite
def givens(draw: st.DrawFn, readers: str) -> Given:
    """Up to three parties and four transcripts."""
    problem = draw(problems("average", readers))
    transcripts = draw(st.integers(1, 4))
    return Given(problem, tuple(draw(distributions(transcripts, 5)) for _ in range(1 << problem.k)))


def given_domain(readers: str, examples: int) -> Domain[Given]:
    """Protocols of a party ("parties") or a central observer ("observer") as reader."""
    return Domain(
        description="k <= 2, two transcripts with chances in halves; random: k <= 3, four transcripts, any weights",
        grid=lambda: given_grid(readers),
        order=lambda given: (problem_order(given.problem), len(given.matrix[0]), given.matrix),
        strategy=lambda: givens(readers),
        examples=examples,
    )


def average_truth(views: int) -> Combination[Given]:
    """The sum of the accuracies over all inputs of the best randomised rules, one for each view."""

    def best(view: int) -> Quantity[Given]:
        return maximum(lambda given: average_rule_program(given.problem, given.matrix, given.problem.views[view]))

    return Combination(parts=tuple(map(best, range(views))), value=lambda *parts: sum(parts))


CLAIM = Claim(
    id="kairouz/eq-2",
    place="Eq. 2",
    title="the decision rule that maximises a party's average accuracy for a given protocol",
    domain=given_domain("parties", 40),
    truth=average_truth(2),
    means=earned,
    asserts=equals,
    printed=Form(as_printed, "f*(t, x_i) = argmax_y Σ_{x_-i} P(t | x) w(f(x), y)"),
    impact=Impact.OPTIMALITY,
    proof=proof,
)
