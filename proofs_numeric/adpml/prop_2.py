"""Statement: Gaussian noise of standard deviation sigma on a query of sensitivity D is D^2/(2 sigma^2)-zCDP.

Model: rho is the least number with D_alpha <= alpha rho for every order, so D_alpha/alpha, if that is the same for
every alpha. The Renyi divergence of order alpha of N(0, sigma^2) and N(D, sigma^2) comes from completing the square.

Corners: orders near 1 and large ones, much and little noise.
"""

from dataclasses import dataclass
from fractions import Fraction

import sympy
from hypothesis import strategies as st

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Impact, Value
from optcheck.claims.claim import each, fractions
from optcheck.claims.relations import equals

SIZES = fractions(Fraction(1, 100), 100, 100)


@dataclass(frozen=True, slots=True)
class Noise:
    """Sensitivity and standard deviation of a Gaussian mechanism, and the order at which it is looked at."""

    sensitivity: Fraction
    sigma: Fraction
    alpha: Fraction


def as_printed(noise: Noise) -> Value:
    return noise.sensitivity**2 / (2 * noise.sigma**2)


def divergence(noise: Noise) -> Value:
    """log of the integral of p^alpha q^(1 - alpha), over alpha - 1: what completing the square leaves."""
    rest = 1 - noise.alpha
    return -(rest - rest**2) * noise.sensitivity**2 / (2 * noise.sigma**2) / (noise.alpha - 1)


def proof(argument: Argument, form: Formula[Noise]) -> None:
    x, size, sigma, alpha = sympy.symbols("x D sigma alpha", positive=True)
    rest = 1 - alpha
    argument.identity(
        "the exponent of p^alpha q^(1-alpha) is that of a normal density at (1-alpha) D, and a constant",
        alpha * x**2 + rest * (x - size) ** 2,
        (x - rest * size) ** 2 + (rest - rest**2) * size**2,
    )
    noise = Noise(size, sigma, alpha)
    argument.identity("D_alpha is alpha times the form, for every alpha", divergence(noise), alpha * form(noise))


CLAIM = Claim(
    id="adpml/prop-2",
    place="Proposition 2",
    title="the Gaussian mechanism is Δ²/(2σ²)-zCDP",
    domain=Domain(
        description="four sensitivities, four standard deviations, four orders from 1.01 to 50",
        grid=each(Noise, "1 1/2 3 10", "1 1/2 3 10", "101/100 2 3 50"),
        strategy=lambda: st.builds(Noise, SIZES, SIZES, fractions(Fraction(101, 100), 100, 100)),
        examples=60,
    ),
    truth=Definition(lambda noise: divergence(noise) / noise.alpha),
    asserts=equals,
    printed=Form(as_printed, "ρ = Δ² / (2σ²)"),
    impact=Impact.SAFETY,
    proof=proof,
)
