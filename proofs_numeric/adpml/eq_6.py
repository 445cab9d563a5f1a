"""Definition 4, Eq. 6: the moment condition that defines rho-zCDP.

Statement: exp(D_alpha(A(D) || A(D'))) equals E[exp((alpha - 1) Z)], which is at most exp((alpha - 1) alpha rho), for
every alpha > 1. D_alpha is the Renyi divergence of order alpha, Z the privacy loss under A(D).

Model: A(D) and A(D') are two distributions on two points, given by rationals p and q. With
S = sum p_i (p_i/q_i)^(alpha - 1) the expectation is S, and by the definition of the Renyi divergence
D_alpha = log(S)/(alpha - 1). A form returns the factor k of D_alpha in the exponent on the left, so the left side is
S^(k/(alpha - 1)). It equals S exactly if S = 1 (which means p = q) or k = alpha - 1: no rounding is involved.
Relation: identity.

Corners: alpha = 2, where the printed identity is true by accident; alpha below 2; equal distributions.
Consequence: read through D_alpha, the printed condition is D_alpha <= (alpha - 1) alpha rho. Then no Gaussian
mechanism is zCDP at all (let alpha fall to 1), against Proposition 2, while for alpha > 2 too much is allowed. Read
through the expectation it is the usual definition. The factor alpha - 1 in the first exponent is missing.

Verdict expected: corrected, a slip of the pen: exp((alpha - 1) D_alpha).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import sympy
from hypothesis import strategies as st

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.errors import NotCertified
from proofs_numeric.adpml._terms import Term, decimal, differ, gap, power


@dataclass(frozen=True, slots=True)
class Pair:
    """Two distributions (p, 1 - p) and (q, 1 - q), and the order alpha > 1."""

    p: Fraction
    q: Fraction
    alpha: Fraction


def as_printed(instance: Pair) -> Fraction:
    """The factor of D_alpha in the exponent of Eq. 6: exp(D_alpha)."""
    return Fraction(1)


def corrected(instance: Pair) -> Fraction:
    """The factor in exp((alpha - 1) D_alpha)."""
    return instance.alpha - 1


def compare(form: Callable[[Pair], Fraction], instance: Pair) -> Discrepancy | None:
    """S^(k/(alpha - 1)) = S exactly when S = 1 or k = alpha - 1."""
    factor = form(instance)
    if instance.p == instance.q or factor == instance.alpha - 1:
        return None
    true = _moment(instance)
    claimed = power(true, factor / (instance.alpha - 1))
    return Discrepancy(
        claimed=decimal(claimed),
        true=decimal(true),
        gap=gap(claimed, true),
        impact=Impact.TEXT,
        certificate=differ(claimed, true, "exp of the printed multiple of the divergence, and the expectation"),
        explanation=(
            "The exponent on the left lacks the factor alpha - 1, so the two sides differ for every alpha other "
            "than 2; read through the divergence, no Gaussian mechanism would be zCDP."
        ),
    )


def _moment(instance: Pair) -> Term:
    """S: the expectation of exp((alpha - 1) Z)."""
    p, q, exponent = instance.p, instance.q, instance.alpha - 1
    return p * power(p / q, exponent) + (1 - p) * power((1 - p) / (1 - q), exponent)


def proof() -> Proof:
    """exp(k log(S)/(alpha - 1)) with the corrected k and symbols for S and alpha."""
    moment, alpha = sympy.symbols("S alpha", positive=True)
    divergence = sympy.log(moment) / (alpha - 1)
    rest = sympy.simplify(sympy.exp(corrected(Pair(moment, moment, alpha)) * divergence) - moment)
    if rest != 0:
        raise NotCertified(f"the two sides differ by {rest}")
    return Proof("the definition of the Renyi divergence, put into the corrected exponent", steps=1)


def grid() -> Iterator[Pair]:
    """Distributions with denominators up to 4, orders up to 4."""
    points = sorted({Fraction(i, n) for n in (2, 3, 4) for i in range(1, n)})
    orders = [Fraction(*pair) for pair in ((5, 4), (3, 2), (2, 1), (5, 2), (3, 1), (4, 1))]
    return (Pair(p, q, alpha) for p, q, alpha in product(points, points, orders))


def strategy() -> st.SearchStrategy[Pair]:
    """Any pair of rational distributions, any rational order up to 9."""
    point = st.fractions(Fraction(1, 20), Fraction(19, 20), max_denominator=20)
    return st.builds(Pair, point, point, st.fractions(Fraction(9, 8), 9, max_denominator=8))


def order(instance: Pair) -> tuple[int, Fraction, int]:
    """Whole orders first, small denominators first."""
    return (instance.alpha.denominator, instance.alpha, instance.p.denominator + instance.q.denominator)


CLAIM = Claim(
    id="adpml/eq-6",
    place="Definition 4, Eq. 6",
    title="the printed moment condition of ρ-zCDP",
    relation=Relation.IDENTITY,
    domain=Domain(
        description="all pairs of two-point distributions with denominators up to 4, six orders from 5/4 to 4",
        grid=grid,
        strategy=strategy,
        order=order,
        examples=100,
    ),
    printed=Form("exp(D_α) = E[exp((α − 1) Z)]", as_printed),
    corrected=Form("exp((α − 1) D_α) = E[exp((α − 1) Z)]", corrected),
    compare=compare,
    expected=Expected.CORRECTED,
    proof=proof,
)
