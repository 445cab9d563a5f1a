"""After Theorem 1: the optimal correlation is never positive, and zero exactly when c = t-1.

The text draws from Theorem 1 that rho* <= 0 always, so that anti-correlated noise beats independent noise, or equals
it when c = t-1. Read as a statement about the true optimum: the printed Eq. 13 for c = 1 contradicts it by its missing
sign, which is booked there. Truth: the sign of the covariance of the certified optimum. Where only one honest user
exists (c = n-1) the optimum is not unique and rho* = 0 is one of them. Relation: equals (the sign).
Corners: c = t-1, c = n-1, t = n. Expected: holds.
"""

from __future__ import annotations

from collections.abc import Callable

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from proofs_numeric.cordp import _theorem as theorem
from proofs_numeric.cordp._algebra import Argument
from proofs_numeric.cordp._common import Case, cases, larger_cases, size_order, truth


def as_printed(case: Case) -> int:
    return 0 if case.c == case.t - 1 else -1


def compare(form: Callable[[Case], int], case: Case) -> Discrepancy | None:
    claimed, noise = form(case), truth(case)
    true = noise.covariance.sign()
    if claimed == true:
        return None
    explanation = f"The optimal covariance is {noise.covariance}."
    return Discrepancy(claimed, true, claimed - true, Impact.OPTIMALITY, noise.certify(), explanation)


def prove() -> Proof:
    argument = Argument()
    theorem.prove_optimum(argument)
    m, k = theorem.m, theorem.k
    argument.identical("w² - (n-t)², over n-t", k * (m - 1) - (m - k), m * (k - 1))
    return argument.proof(
        theorem.OPTIMUM
        + " The eigenvalues satisfy a = b w/(n-t) with w² - (n-t)² = (n-t)(n-c)(t-c-1), which is zero for "
        "t = c+1 and positive beyond, so r* = (b-a)/(n-c) is zero or negative accordingly; for t = n "
        "it tends to minus infinity."
    )


CLAIM = Claim(
    id="cordp/rho-negative",
    place="after Theorem 1",
    title="the optimal correlation is never positive; zero exactly for c = t-1",
    relation=Relation.EQUALS,
    domain=Domain(
        description="2 <= n <= 7, every t and c, s in {1, 3/2}; then n <= 16 at random",
        grid=cases(7),
        strategy=larger_cases,
        order=size_order,
        examples=40,
    ),
    printed=Form("sign of ρ* = 0 if c = t−1, else −1", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=prove,
)
