"""Statement: in Eq. 16 every optimal theta is zero at every signature that is not extremal (the proof exempts the case
that all decisions pay the same on every input).

Model: a problem of a central observer and a signature with entries in {1/l, 1, l}, not extremal; can some optimum use
it? The checker verifies an optimal protocol that does, or an optimal dual with a slack there. The functions tried are
not constant and reward the right value: then the paper's exemption is not at work.

Corners: lambda_i = 1, ties between decisions.

Readings: read as printed, about the optimal solution, hence about all optima. That some optimum is extremal is
Theorem 3.2.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from hypothesis import strategies as st

from lp_models.kairouz import Signature
from optcheck.claims import Argument, Claim, Domain, Form, Formula, Impact, Quantity, Value
from optcheck.claims.claim import numbers_order
from optcheck.claims.relations import decides, implied_by
from optcheck.randomized_response.problem import Problem
from proofs_numeric.kairouz._optimal_face import is_used, middle_signatures, use_certificate, use_document
from proofs_numeric.kairouz._problems import LAMBDAS, REWARDS, RIGHT_OR_WRONG, levels, problem_order
from proofs_numeric.kairouz._rules import best_decisions
from proofs_numeric.kairouz._steps import agrees, smallest_face


@dataclass(frozen=True, slots=True)
class Use:
    """A problem, and a signature that an optimum may use."""

    problem: Problem
    signature: Signature


def as_printed(use: Use) -> Value:
    return all(s in (1 / Fraction(v), v) for s, v in zip(use.signature, use.problem.lambdas, strict=True))


def corrected(use: Use) -> Value:
    problem = use.problem
    pairs = zip(use.signature, problem.lambdas, strict=True)
    ends = ["0" if s == 1 / Fraction(v) else "1" if s == v else "01" for s, v in pairs]
    best = [best_decisions(problem, int("".join(corner), 2)) for corner in product(*ends)]
    return bool(set.intersection(*best))


def proof(argument: Argument, form: Formula[Use]) -> None:
    smallest_face(argument)
    agrees(argument, "so says the form", ((form(use), is_used(use.problem, use.signature)) for use in grid()))


def uses(problem: Problem) -> list[Use]:
    """The problem with each of its signatures that is not extremal."""
    return [
        Use(problem, signature)
        for signature in middle_signatures(problem)
        if any(1 / Fraction(v) < s < v for s, v in zip(signature, problem.lambdas, strict=True))
    ]


def grid() -> Iterator[Use]:
    for level, table in product(LAMBDAS[:4], REWARDS):
        yield from uses(Problem((level,), (0, 1), table, "average", None))
    for pair, function in product(((1, 2), (2, 2), (3, 2)), ((0, 0, 0, 1), (0, 1, 1, 0), (0, 0, 1, 1), (0, 1, 1, 1))):
        yield from uses(Problem(pair, function, RIGHT_OR_WRONG, "average", None))


@st.composite
def drawn(draw: st.DrawFn) -> Use:
    lambdas = (1 + draw(levels()) / 2, draw(levels()))
    table = draw(st.lists(st.integers(0, 1), min_size=4, max_size=4).filter(lambda t: len(set(t)) == 2))
    weights = ((draw(st.integers(1, 4)), 0), (0, draw(st.integers(1, 4))))
    return draw(st.sampled_from(uses(Problem(lambdas, tuple(table), weights, "average", None))))


CLAIM = Claim(
    id="kairouz/rem-3-4",
    place="Remark 3.4",
    title="an optimum of the average-accuracy program uses extremal columns only",
    domain=Domain(
        description="k <= 2, functions that are not constant, the right value rewarded, signatures in {1/l, 1, l}^k",
        grid=grid,
        order=lambda use: (problem_order(use.problem), numbers_order(use.signature)),
        strategy=drawn,
        examples=20,
    ),
    truth=Quantity(
        kind="signature-use",
        name="usable",
        describe=lambda use: use_document(use.problem, use.signature),
        certify=lambda use: use_certificate(use.problem, use.signature),
        holds=lambda _, fact: fact.value is True,
    ),
    asserts=implied_by,
    printed=Form(as_printed, "θ_s(y) > 0 in an optimum only for extremal s"),
    corrected=Form(
        corrected,
        "some optimum is extremal; θ_s(y) > 0 is possible in an optimum if and only if y is a best decision at every "
        "corner of the smallest face of the box that holds s",
        decides,
    ),
    impact=Impact.TEXT,
    proof=proof,
    rests_on=("kairouz/thm-3-2",),
)
