"""Statement: rho* <= 0 always, so that anti-correlated noise beats independent noise, or equals it when c = t-1.

Model: the sign of the covariance of the optimum that the checker verifies; -1 where no pair is optimal, because the
covariance then falls without bound. The printed Eq. 13 for c = 1 contradicts it by its missing sign.

Corners: c = t-1; t = n; c = n-1, where a single honest user makes many pairs optimal, rho = 0 among them.
"""

from optcheck.claims import Argument, Claim, Combination, Form, Formula, Impact, Value
from optcheck.claims.relations import equals
from proofs_numeric.cordp import _steps as steps
from proofs_numeric.cordp._cases import EVERY_CASE, Case, optimum


def as_printed(case: Case) -> Value:
    return 0 if case.c == case.t - 1 else -1


def sign(pair: Value) -> int:
    """The sign of the optimal covariance."""
    return -1 if pair == "none" else (pair[1] > 0) - (pair[1] < 0)


def proof(argument: Argument, form: Formula[Case]) -> None:
    steps.prove_optimum(argument)
    m, k, c = steps.m, steps.k, steps.c
    argument.identity("r* has the sign of -(w² - (n-t)²), which over n-t is", k * (m - 1) - (m - k), m * (k - 1))
    gain = (steps.s - steps.LEAST) * m**2 / steps.s
    argument.identity("what independent noise loses", gain, k * (m - 1) + (m - k) - 2 * steps.w)
    argument.truth("zero for k = t-c = 1", form(Case(m + c, 1 + c, c, steps.s)) == 0)
    argument.truth("negative beyond", form(Case(m + c, k + c, c, steps.s)) == -1)


CLAIM = Claim(
    id="cordp/rho-negative",
    place="after Theorem 1",
    title="the optimal correlation is never positive; zero exactly for c = t-1",
    domain=EVERY_CASE,
    truth=Combination(parts=(optimum("optimal pair"),), value=sign),
    asserts=equals,
    printed=Form(as_printed, "sign of ρ* = 0 if c = t−1, else −1"),
    impact=Impact.OPTIMALITY,
    proof=proof,
)
