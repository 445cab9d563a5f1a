"""Proposition 2: the zCDP loss of the Gaussian mechanism.

Statement: a query of sensitivity D with noise N(0, sigma^2) satisfies D^2/(2 sigma^2)-zCDP.

Model: the least rho is the supremum over alpha of D_alpha/alpha, at the largest distance D along one coordinate (the
noise is isotropic). The logarithm of p^alpha q^(1 - alpha) is a quadratic polynomial in x; completing its square in
rationals gives the Renyi divergence exactly, as a rational. The form must equal D_alpha/alpha. Relation: equals.

Corners: alpha near 1 and large, sigma much smaller and larger than D.

Proof, executed: the same completion of the square with symbols for alpha, D and sigma; the quotient does not depend
on alpha, so it is the supremum, attained for every alpha.

Verdict expected: holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import sympy
from hypothesis import strategies as st

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Proof, Relation
from optcheck.errors import NotCertified
from proofs_numeric.adpml._findings import unequal
from proofs_numeric.adpml._terms import differ


@dataclass(frozen=True, slots=True)
class Noise:
    """Sensitivity and standard deviation of a Gaussian mechanism, and the order at which it is looked at."""

    sensitivity: Any
    sigma: Any
    alpha: Any


def as_printed(instance: Noise) -> Any:
    """Rho of Proposition 2."""
    return instance.sensitivity**2 / (2 * instance.sigma**2)


def renyi_divergence(instance: Noise) -> Any:
    """Divergence of order alpha between N(0, sigma^2) and N(D, sigma^2), by completing the square.

    -2 sigma^2 log(p^alpha q^(1 - alpha)) is alpha x^2 + (1 - alpha)(x - D)^2 = x^2 + b x + c up to the normalising
    constants, which cancel because the leading coefficient stays 1. So the integral is exp(-(c - b^2/4)/(2 sigma^2)).
    """
    rest = 1 - instance.alpha
    b, c = -2 * rest * instance.sensitivity, rest * instance.sensitivity**2
    return -(c - b * b / 4) / (2 * instance.sigma**2) / (instance.alpha - 1)


def compare(form: Callable[[Noise], Any], instance: Noise) -> Discrepancy | None:
    """The form must be the divergence divided by alpha."""
    return unequal(
        form(instance),
        renyi_divergence(instance) / instance.alpha,
        lambda claimed, true: differ(claimed, true, "the printed loss, against the divergence over alpha"),
        explanation="The least zCDP loss of this Gaussian mechanism is another number.",
    )


def proof() -> Proof:
    """The quotient D_alpha/alpha with symbols."""
    unknowns = Noise(*sympy.symbols("sensitivity sigma alpha", positive=True))
    rest = sympy.simplify(renyi_divergence(unknowns) / unknowns.alpha - as_printed(unknowns))
    if rest != 0:
        raise NotCertified(f"the divergence over alpha differs from the printed loss by {rest}")
    return Proof("completing the square: D_alpha/alpha is D^2/(2 sigma^2) for every alpha", steps=1)


def grid() -> Iterator[Noise]:
    """Small rationals."""
    sizes = (Fraction(1), Fraction(1, 2), Fraction(3), Fraction(10))
    orders = (Fraction(2), Fraction(3, 2), Fraction(101, 100), Fraction(50))
    return (Noise(*values) for values in product(sizes, sizes, orders))


def strategy() -> st.SearchStrategy[Noise]:
    """Any positive rationals, any order above 1."""
    size = st.fractions(Fraction(1, 100), 100, max_denominator=100)
    return st.builds(Noise, size, size, st.fractions(Fraction(101, 100), 100, max_denominator=100))


def order(instance: Noise) -> tuple[Fraction, ...]:
    """Small numbers first."""
    values = (instance.sensitivity, instance.sigma, instance.alpha)
    return (Fraction(max(value.denominator for value in values)), *values)


CLAIM = Claim(
    id="adpml/prop-2",
    place="Proposition 2",
    title="the Gaussian mechanism is Δ²/(2σ²)-zCDP",
    relation=Relation.EQUALS,
    domain=Domain(
        description="four sensitivities, four standard deviations, four orders from 1.01 to 50",
        grid=grid,
        strategy=strategy,
        order=order,
        examples=100,
    ),
    printed=Form("ρ = Δ² / (2σ²)", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
)
