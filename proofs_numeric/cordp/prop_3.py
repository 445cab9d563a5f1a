"""Proposition 3: the unbiased decoder has the same optimum, and its error.

With every weight 1 the optimal noise is the one of Theorem 1, and the error is d(sigma*² + r*(t-1))/(t-c). Truth: the
error of the optimal pair by enumeration of all sets of responders and colluders, and the checker's proof that no
private pair has a smaller one. (The pair is the true optimum; Eq. 13's missing sign for c = 1 is booked there.) For t
= n, where the optimum is a limit, a pair within 1 % of it is used. Reading as in Proposition 1: responding colluders'
terms are removed. Relation: equals. Corners: t = n, c = t-1, c = n-1. Expected: holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import sympy as sp

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Proof, Relation
from optcheck.cordp.enumeration import unbiased_errors
from optcheck.exact.quadratic import Quadratic
from proofs_numeric.cordp import _theorem as theorem
from proofs_numeric.cordp._algebra import Argument
from proofs_numeric.cordp._common import FLOORS, InDimension, size_order, triples, truth, unequal


def as_printed(case: InDimension) -> Quadratic:
    noise = truth(case)
    return case.d * (noise.variance + noise.covariance * (case.t - 1)) / (case.t - case.c)


def compare(form: Callable[[InDimension], Quadratic], case: InDimension) -> Discrepancy | None:
    claimed, noise = form(case), truth(case)
    true = case.d * max(unbiased_errors(case.n, case.t, case.c, noise.variance, noise.covariance).values())
    return None if claimed == true else unequal(claimed, true, "the error by enumeration is another one")


def grid() -> Iterator[InDimension]:
    return (InDimension(*sizes, floor, d) for sizes in triples(4) for floor in FLOORS for d in (1, 20))


def prove() -> Proof:
    argument = Argument()
    theorem.prove_optimum(argument)
    error = sp.Symbol("error")
    argument.identical(
        "the biased error grows with the unbiased one", sp.diff(error / (1 + error), error), 1 / (1 + error) ** 2
    )
    return argument.proof(
        theorem.OPTIMUM
        + " The two errors E and E/(1+E) are increasing functions of each other, so they have one optimum."
    )


CLAIM = Claim(
    id="cordp/prop-3",
    place="Proposition 3",
    title="the unbiased decoder has the same optimum, and its error",
    relation=Relation.EQUALS,
    domain=Domain(
        description="2 <= n <= 4, every t and c, s in {1, 3/2}, d in {1, 20}, all sets of responders and colluders",
        grid=grid,
        order=size_order,
    ),
    printed=Form("MSE = d(σ*² + r*(t−1))/(t−c) at the optimum of Theorem 1", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=prove,
)
