"""Statement: the system is (eps, delta)-private when the conditional variance of a report given all that the server
sees is at least sigma^2_{eps,delta}.

Model: the instance's s stands for sigma^2_{eps,delta}, so delta is Eq. 74's left side at s with distance 2. The true
loss of a pair is that of cordp/eq-8 at distance 2, with the least conditional variance found by enumeration of all
responders and colluders.

Corners: conditional variance exactly s; c = n-1; r = 0; pairs that keep more.

Readings: the paper's "when" is read as "if"; as the loss falls in sigma (cordp/claim-3) it is "if and only if".
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import sympy as sp

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Impact, Value
from optcheck.claims.claim import amounts
from optcheck.claims.functions import erfc, exp, sqrt
from optcheck.claims.relations import at_most
from proofs_numeric.cordp._cases import SEEDS, WithPair, pairs, size_order
from proofs_numeric.cordp._enumeration import least_conditional_variance
from proofs_numeric.cordp.eq_8 import loss as gaussian_loss


@dataclass(frozen=True, slots=True)
class Private(WithPair):
    """A pair that keeps at least s, and a privacy budget."""

    epsilon: Fraction


def as_printed(at: Private) -> Value:
    sigma, epsilon = sqrt(at.sigma2_min), at.epsilon
    upper, lower = epsilon * sigma / 2 - 1 / sigma, epsilon * sigma / 2 + 1 / sigma
    return (erfc(upper / sqrt(2)) - exp(epsilon) * erfc(lower / sqrt(2))) / 2


def loss(at: Private) -> Value:
    """The privacy loss of the pair against the worst set of colluders."""
    kept = least_conditional_variance(at.n, at.t, at.c, at.variance, at.covariance)
    return gaussian_loss(at.epsilon, kept)


def proof(argument: Argument, form: Formula[Private]) -> None:
    s, epsilon, x, y = sp.symbols("s epsilon x y", positive=True)
    argument.identity("given the rest, a report moves by what its vector moves (Eq. 71)", (x + y) - (x + 0), y)
    sigma = sp.sqrt(s)
    wanted = (
        sp.erfc((epsilon * sigma / 2 - 1 / sigma) / sp.sqrt(2))
        - sp.exp(epsilon) * sp.erfc((epsilon * sigma / 2 + 1 / sigma) / sp.sqrt(2))
    ) / 2
    argument.identity("Eq. 74 at distance 2", form(Private(2, 2, 0, s, s, Fraction(0), epsilon)), wanted)
    argument.words("Vectors of the unit ball are at most 2 apart, and the loss falls in sigma (Claim 3).")


def grid() -> Iterator[Private]:
    for case in pairs(4, SEEDS[:3]):
        kept = least_conditional_variance(case.n, case.n, case.c, case.variance, case.covariance)
        if case.t == case.n:
            for least, epsilon in product({kept, Fraction(1)} if kept >= 1 else {kept}, amounts("1 3")):
                yield Private(case.n, case.n, case.c, least, case.variance, case.covariance, epsilon)


CLAIM = Claim(
    id="cordp/claim-2",
    place="Claim 2, Eq. 69",
    title="privacy is a bound on the conditional variance",
    domain=Domain(
        description="2 <= n <= 4, t = n, every c, three variances and covariances, s up to what is kept, ε in {1, 3}",
        grid=grid,
        order=size_order,
    ),
    truth=Definition(loss),
    asserts=at_most,
    printed=Form(as_printed, "(ε, δ)-private if the conditional variance is at least σ²_{ε,δ}"),
    impact=Impact.SAFETY,
    proof=proof,
    rests_on=("cordp/claim-1", "cordp/claim-3", "cordp/eq-8"),
)
