"""Statement: Gaussian noise of standard deviation sigma on a query of sensitivity D is D^2/(2 sigma^2)-zCDP.

Model: rho is the least number with D_alpha <= alpha rho for every order, so D_alpha/alpha, if that is the same for
every alpha. The Renyi divergence of order alpha of N(0, sigma^2) and N(D, sigma^2) comes from completing the square.

Corners: orders near 1 and large ones, much and little noise.
"""

from optcheck.claims import *


class Noise(Instance):
    """Sensitivity and standard deviation of a Gaussian mechanism, and the order at which it is looked at."""

    sensitivity: Fraction = rational(above=0, symbol="Δ")
    sigma: Fraction = rational(above=0, symbol="σ")
    alpha: Fraction = rational(above=1, symbol="α")


def as_printed(noise: Noise) -> Value:
    return noise.sensitivity**2 / (2 * noise.sigma**2)


def divergence(noise: Noise) -> Value:
    """log of the integral of p^alpha q^(1 - alpha), over alpha - 1.

    The exponent is -1/(2 sigma^2) times alpha x^2 + (1 - alpha)(x - D)^2, a parabola a x^2 + b x + c with a = 1: its
    integral is that of a density, times exp of -1/(2 sigma^2) times the least value c - b^2/(4a).
    """
    b, c = -2 * (1 - noise.alpha) * noise.sensitivity, (1 - noise.alpha) * noise.sensitivity**2
    return -(c - b**2 / 4) / (2 * noise.sigma**2) / (noise.alpha - 1)


def loss(noise: Noise) -> Value:
    return divergence(noise) / noise.alpha


CLAIM = Statement(
    "adpml/prop-2",
    place="Proposition 2",
    title="the Gaussian mechanism is Δ²/(2σ²)-zCDP",
    domain=Noise,
    truth=definition(loss),
    asserts=equals,
    printed=Form(as_printed, "ρ = Δ² / (2σ²)"),
    impact=Impact.SAFETY,
)
