"""After Theorem 1: the optimal correlation is never positive, and zero exactly when c = t-1.

The text draws from Theorem 1 that rho* <= 0 always, so that anti-correlated noise beats independent noise, or equals
it when c = t-1. Read as a statement about the true optimum: the printed Eq. 13 for c = 1 contradicts it by its missing
sign, which is booked there. Truth: the sign of the covariance of the certified optimum. Where only one honest user
exists (c = n-1) the optimum is not unique and rho* = 0 is one of them. Relation: equals (the sign).
Corners: c = t-1, c = n-1, t = n. Expected: holds.
"""

from __future__ import annotations

from collections.abc import Callable

from optcheck.audit import Claim, Discrepancy, Expected, Form, Impact, Proof, Relation
from proofs_numeric.cordp import _theorem as theorem
from proofs_numeric.cordp._algebra import Argument
from proofs_numeric.cordp._common import EVERY_CASE, Case, truth


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
    gain = (theorem.s - theorem.LEAST) * m**2 / theorem.s
    argument.identical("what independent noise loses", gain, k * (m - 1) + (m - k) - 2 * theorem.w)
    return argument.proof(
        theorem.OPTIMUM
        + " The eigenvalues satisfy a = b w/(n-t) with w² - (n-t)² = (n-t)(n-c)(t-c-1), which is zero for "
        "t = c+1 and positive beyond, so r* = (b-a)/(n-c) is zero or negative accordingly; for t = n "
        "it tends to minus infinity. Independent noise has the effective variance s, which is above the least one by "
        "s(sqrt((t-c)(n-c-1)) - sqrt(n-t))²/(n-c)², zero exactly for c = t-1."
    )


CLAIM = Claim(
    id="cordp/rho-negative",
    place="after Theorem 1",
    title="the optimal correlation is never positive; zero exactly for c = t-1",
    relation=Relation.EQUALS,
    domain=EVERY_CASE,
    printed=Form("sign of ρ* = 0 if c = t−1, else −1", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=prove,
)
