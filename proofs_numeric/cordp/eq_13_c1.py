"""Statement: rho* is a quotient without a sign; the appendix (Eq. 44) has a minus sign in front.

Model: the least correlation with which one honest report keeps the variance s given all that the server sees, which
the checker verifies. For t < n at the optimal variance, for t = n, where that is infinite, at finite stand-ins.

Corners: t = 2, where the correlation is 0 and the sign does not show; n = 2. The first counterexample with dropouts is
n = 4, t = 3, s = 1: sigma*^2 = 4/3, printed 1/6, true -1/6. Pairwise seeds cannot make a positive correlation.

Readings: the scan is clear, there is no sign before the fraction.
"""

from optcheck.claims import Argument, Claim, Domain, Form, Formula, Value
from optcheck.claims.relations import equals
from proofs_numeric.cordp import _steps as steps
from proofs_numeric.cordp._cases import AtVariance, size_order
from proofs_numeric.cordp.eq_13 import LEAST_CORRELATION, correlation_impact, correlations


def as_printed(at: AtVariance) -> Value:
    n, s, variance = at.n, at.sigma2_min, at.variance
    return (variance - s) / (variance * (n - 1) - s * (n - 2))


def corrected(at: AtVariance) -> Value:
    n, s, variance = at.n, at.sigma2_min, at.variance
    return -(variance - s) / (variance * (n - 1) - s * (n - 2))


def proof(argument: Argument, form: Formula[AtVariance]) -> None:
    """For c = 1 the boundary of privacy is linear in r, with the root that the form gives."""
    steps.prove_optimum(argument)
    least = form(AtVariance(steps.n, steps.t, 1, steps.s, steps.v)) * steps.v
    argument.identity("for c = 1 the boundary is linear in r, and this is its root", steps.on_boundary(least, 1), 0)


ONE_COLLUDER: Domain[AtVariance] = Domain(
    description="2 <= n <= 9, c = 1, every t, s in {1, 3/2}; for t = n variances 2s, 7s/2, 100s",
    grid=lambda: correlations(9, lambda c: c == 1),
    order=size_order,
)
CLAIM = Claim(
    id="cordp/eq-13-c1",
    place="Theorem 1, Eq. 13, c = 1",
    title="the optimal correlation for one colluder, main text",
    domain=ONE_COLLUDER,
    truth=LEAST_CORRELATION,
    asserts=equals,
    printed=Form(as_printed, "ρ* = (σ*²−s) / (σ*²(n−1) − s(n−2))"),
    corrected=Form(corrected, "ρ* = −(σ*²−s) / (σ*²(n−1) − s(n−2))"),
    impact=correlation_impact,
    proof=proof,
)
