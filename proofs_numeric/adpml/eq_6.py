"""Statement: exp(D_alpha(A(D) || A(D'))) equals E[exp((alpha - 1) Z)], which is at most exp((alpha - 1) alpha rho), for
every alpha > 1. D_alpha is the Renyi divergence of order alpha, Z the privacy loss under A(D).

Model: A(D) and A(D') are two distributions on two points, given by rationals p and q. With
S = sum p_i (p_i/q_i)^(alpha - 1) the expectation is S, and D_alpha = log(S)/(alpha - 1) by definition. A form gives the
factor k of D_alpha in the exponent on the left, so the left side is S^(k/(alpha - 1)).

Corners: alpha = 2, where the printed identity is true by accident; alpha below 2; equal distributions.

Readings: through D_alpha the printed condition is D_alpha <= (alpha - 1) alpha rho, and no Gaussian mechanism is zCDP
(let alpha fall to 1), against Proposition 2; through the expectation it is the usual definition. A slip of the pen.
"""

from optcheck.claims import *


class Pair(Instance):
    """Two distributions (p, 1 - p) and (q, 1 - q), and the order alpha > 1."""

    p: Fraction = rational(above=0, below=1)
    q: Fraction = rational(above=0, below=1)
    alpha: Fraction = rational(above=1, symbol="α")


def as_printed(pair: Pair) -> Value:
    return Fraction(1)


def corrected(pair: Pair) -> Value:
    return pair.alpha - 1


def moment(pair: Pair) -> Value:
    """S: the expectation of exp((alpha - 1) Z)."""
    p, q, exponent = pair.p, pair.q, pair.alpha - 1
    return p * power(p / q, exponent) + (1 - p) * power((1 - p) / (1 - q), exponent)


def left_side(pair: Pair, factor: Value) -> Value:
    """exp of so many times the divergence."""
    return power(moment(pair), factor / (pair.alpha - 1))


CLAIM = Statement(
    "adpml/eq-6",
    place="Definition 4, Eq. 6",
    title="the printed moment condition of ρ-zCDP",
    domain=Pair,
    truth=definition(moment),
    means=left_side,
    asserts=identity,
    printed=Form(as_printed, "exp(D_α) = E[exp((α − 1) Z)]"),
    corrected=Form(corrected, "exp((α − 1) D_α) = E[exp((α − 1) Z)]"),
    impact=Impact.TEXT,
    effort=Effort(largest={"alpha": 8}),
)
