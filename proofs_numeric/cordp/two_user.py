"""Statement: without dropouts or collusion privacy is sigma^2(1 - rho^2) >= s; the sum's noise variance 2 sigma^2(1 +
rho) falls towards s (half the 2s of independent noise) as sigma grows and rho tends to -1, and never below.

Model: three numbers: what a report keeps given the other, the variance of the sum (four times the error of the mean),
and four times the infimum of that error; the checker computes all three.

Corners: rho = 0, rho near -1, rho > 0, sigma^2 = s.
"""

from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from optcheck.claims import Argument, Claim, Combination, Domain, Form, Formula, Value
from optcheck.claims.claim import each
from optcheck.claims.relations import equals
from proofs_numeric.cordp import _steps as steps
from proofs_numeric.cordp._cases import LEAST_ERROR, pair_fact


@dataclass(frozen=True, slots=True)
class TwoUsers:
    """The noise of two users, and the variance that a report must keep."""

    sigma2_min: Fraction
    variance: Fraction
    rho: Fraction
    n: int = 2
    t: int = 2
    c: int = 0

    @property
    def covariance(self) -> Fraction:
        """Of the two noises."""
        return self.rho * self.variance


def as_printed(users: TwoUsers) -> Value:
    return users.variance * (1 - users.rho**2), 2 * users.variance * (1 + users.rho), users.sigma2_min


def proof(argument: Argument, form: Formula[TwoUsers]) -> None:
    v, s = sp.symbols("v s", positive=True)
    rho = sp.Symbol("rho")
    kept, total, limit = form(TwoUsers(s, v, rho))
    steps.prove_duality(argument)
    steps.prove_limit(argument)
    argument.identity("what the other report leaves", kept, v - (rho * v) ** 2 / v)
    argument.identity("the variance of the sum", total, 2 * v + 2 * rho * v)
    least = -sp.sqrt(1 - s / v)
    argument.identity("least private correlation", kept.subs(rho, least), s)
    argument.identity("it tends to -1", sp.limit(least, v, sp.oo), -1)
    argument.identity("and the sum to", sp.limit(total.subs(rho, least), v, sp.oo), limit)
    argument.identity(
        "twice the bound", limit.subs(s, steps.s), 2 * steps.LEAST.subs({steps.k: 2, steps.m: 2, steps.w: 0})
    )
    argument.words("By the semidefinite bound for n = t = 2, c = 0 no private pair is below it.")


CLAIM = Claim(
    id="cordp/two-user",
    place="Section 3, Appendix F",
    title="two users: the privacy constraint, and the limit σ → ∞, ρ → −1",
    domain=Domain(
        "three variances, four correlations",
        each(lambda v, rho: TwoUsers(v / 2, v, rho), "1 3/2 10", "0 -1/2 -99/100 1/3"),
        lambda users: (users.variance, abs(users.rho)),
    ),
    truth=Combination(
        parts=(pair_fact("kept variance"), pair_fact("error"), LEAST_ERROR),
        value=lambda kept, error, least: (kept, 4 * error, 4 * least),
    ),
    asserts=equals,
    printed=Form(as_printed, "σ²(1−ρ²) ≥ s;  E|Z₁+Z₂|²/d = 2σ²(1+ρ) → s as σ² → ∞, ρ → −1"),
    proof=proof,
)
