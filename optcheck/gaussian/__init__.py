"""Rigorous calibration of the Gaussian mechanism.

The Gaussian mechanism with standard deviation sigma on a query of sensitivity D is (epsilon, delta)-private if and
only if delta(sigma) <= delta, where (Balle and Wang, 2018)

    delta(sigma) = Phi(D/(2 sigma) - epsilon sigma/D) - exp(epsilon) Phi(-D/(2 sigma) - epsilon sigma/D).

Every function takes scalars or arrays, which broadcast, and returns doubles rounded in the safe direction: never
less noise, never a smaller privacy loss than the truth. Each docstring says what exactly is guaranteed; the
guarantee comes from arb balls, floats only propose. With ``exact=True`` the same functions return arb enclosures of
the real number itself (relative radius below 2^-64), in an object array when the input is an array.

Inputs are read as the numbers they are. Numbers that are not doubles (Fractions, Decimals, large ints) are moved to
the neighbouring double in the safe direction, or stay as they are with ``exact=True``.
"""

from __future__ import annotations

from optcheck.gaussian.calibration import (
    classical_variance,
    delta_of,
    delta_of_variance,
    epsilon_of,
    epsilon_of_variance,
    required_variance,
    variance_certificate,
)
from optcheck.gaussian.zcdp import (
    delta_of_rho,
    epsilon_of_rho,
    gaussian_delta_of_rho,
    gaussian_epsilon_of_rho,
    gaussian_rho_for,
    rho_for,
    rho_of_variance,
    variance_of_rho,
)

__all__ = [
    "classical_variance", "delta_of", "delta_of_rho", "delta_of_variance", "epsilon_of", "epsilon_of_rho",
    "epsilon_of_variance", "gaussian_delta_of_rho", "gaussian_epsilon_of_rho", "gaussian_rho_for", "required_variance",
    "rho_for", "rho_of_variance", "variance_certificate", "variance_of_rho",
]  # fmt: skip
