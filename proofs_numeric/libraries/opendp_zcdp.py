"""Statement: OpenDP 0.16 (combinators.make_zCDP_to_approxDP) turns a Gaussian measurement with loss rho into a privacy
curve, and reads epsilon off it at a delta.

Model: the doubles that the installed package returned, read as exact numbers, for Gaussian noise of loss rho
(distance sqrt(2 rho) in units of sigma, as near as a double allows). At that epsilon the exact delta must be at
most the stated one.

Corners: rho from 1/100 to 10, delta from 1/10 to 1e-9.
"""

from dataclasses import dataclass
from fractions import Fraction

from optcheck.claims import Claim, Definition, Domain, Form, Impact, Value
from optcheck.claims.claim import simplicity
from optcheck.claims.functions import gaussian_delta, sqrt
from optcheck.claims.relations import at_least
from proofs_numeric.libraries._queries import recorded


@dataclass(frozen=True, slots=True)
class Loss:
    """A zCDP loss and the delta to convert it for."""

    rho: Fraction
    delta: Fraction


RETURNED = recorded("opendp-zcdp")


def as_printed(loss: Loss) -> Value:
    return RETURNED[loss.rho, loss.delta]


CLAIM = Claim(
    id="libraries/opendp-zcdp",
    place="OpenDP, make_zCDP_to_approxDP",
    title="from zCDP to epsilon",
    domain=Domain(
        description=f"the {len(RETURNED)} recorded calls",
        grid=lambda: (Loss(*point) for point in RETURNED),
        order=lambda loss: simplicity((loss.rho, loss.delta)),
    ),
    truth=Definition(lambda loss: loss.delta),
    means=lambda loss, epsilon: gaussian_delta(sqrt(2 * loss.rho), epsilon),
    asserts=at_least,
    printed=Form(as_printed, "the ε that OpenDP returns, to the last bit"),
    impact=Impact.SAFETY,
)
