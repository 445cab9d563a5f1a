"""Statement: Tumult Core 0.20 (measurements.converters.PureDPToRhoZCDP): an epsilon-private measurement is
epsilon^2/2-zCDP.

Model: randomised response, the worst epsilon-private mechanism: its Renyi divergence of every order alpha must be
at most alpha rho.

Corners: large and small epsilon, orders from 3/2 to 50.
"""

from optcheck.claims import *


class Response(Instance):
    """The budget of a randomised response, and a Renyi order."""

    epsilon: Fraction = rational(above=0, symbol="ε")
    order: Fraction = rational(above=1, symbol="α")


def as_printed(response: Response) -> Value:
    return response.epsilon**2 / 2


def divergence(response: Response) -> Value:
    """The Renyi divergence of the two rows of the randomised response."""
    likely, unlikely = exp(response.order * response.epsilon), exp((1 - response.order) * response.epsilon)
    return log((likely + unlikely) / (1 + exp(response.epsilon))) / (response.order - 1)


def allowed(response: Response, rho: Value) -> Value:
    """The divergence of that order that a loss allows."""
    return response.order * rho


CLAIM = Statement(
    "libraries/tumult-pure-to-zcdp",
    place="Tumult Core, PureDPToRhoZCDP",
    title="from pure privacy to zCDP",
    domain=Response,
    truth=definition(divergence),
    means=allowed,
    asserts=at_most,
    printed=Form(as_printed, "ρ = ε² / 2"),
    impact=Impact.SAFETY,
)
