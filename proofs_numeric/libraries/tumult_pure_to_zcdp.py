"""Statement: Tumult Core 0.20 (measurements.converters.PureDPToRhoZCDP): an epsilon-private measurement is
epsilon^2/2-zCDP.

Model: randomised response, the worst epsilon-private mechanism: its Renyi divergence of every order alpha must be
at most alpha rho.

Corners: large and small epsilon, orders from 3/2 to 50.
"""

from dataclasses import dataclass
from fractions import Fraction

from optcheck.claims import Claim, Definition, Form, Impact, Value
from optcheck.claims.claim import every
from optcheck.claims.functions import exp, log
from optcheck.claims.relations import at_most


@dataclass(frozen=True, slots=True)
class Response:
    """The budget of a randomised response, and a Renyi order."""

    epsilon: Fraction
    order: Fraction


def as_printed(response: Response) -> Value:
    return response.epsilon**2 / 2


def divergence(response: Response) -> Value:
    """The Renyi divergence of the two rows of the randomised response."""
    likely, unlikely = exp(response.order * response.epsilon), exp((1 - response.order) * response.epsilon)
    return log((likely + unlikely) / (1 + exp(response.epsilon))) / (response.order - 1)


CLAIM = Claim(
    id="libraries/tumult-pure-to-zcdp",
    place="Tumult Core, PureDPToRhoZCDP",
    title="from pure privacy to zCDP",
    domain=every("epsilon from 1/10 to 10, orders from 3/2 to 50", Response, "1 2 10 1/2 1/10", "2 3 10 50 3/2"),
    truth=Definition(divergence),
    means=lambda response, rho: response.order * rho,
    asserts=at_most,
    printed=Form(as_printed, "ρ = ε² / 2"),
    impact=Impact.SAFETY,
)
