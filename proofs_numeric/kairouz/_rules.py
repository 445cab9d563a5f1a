"""Decision rules for a given protocol, Eqs. 2 to 6: instances, and what the best rule earns."""

from collections.abc import Callable

from hypothesis import strategies as st

from lp_models.decision_rules import average_rule_program
from lp_models.given_rules import Given, given_grid, given_prior_program
from optcheck.claims import Combination, Domain, Quantity
from optcheck.claims.programs import least, most
from optcheck.exact.program import LinearProgram
from proofs_numeric.kairouz._common import problem_order, problems
from proofs_numeric.kairouz._mechanisms import distributions


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

    def program(view: int) -> Callable[[Given], LinearProgram]:
        return lambda given: average_rule_program(given.problem, given.matrix, given.problem.views[view])

    return Combination(parts=tuple(most(program(view)) for view in range(views)), value=lambda *parts: sum(parts))


def worst_truth() -> Quantity[Given]:
    """The worst-case accuracy of the best randomised rules: the Bayes accuracy of the least favourable prior."""
    return least(given_prior_program)
