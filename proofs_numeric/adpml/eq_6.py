"""Statement: exp(D_alpha(A(D) || A(D'))) equals E[exp((alpha - 1) Z)], which is at most exp((alpha - 1) alpha rho), for
every alpha > 1. D_alpha is the Renyi divergence of order alpha, Z the privacy loss under A(D).

Model: A(D) and A(D') are two distributions on two points, given by rationals p and q. With
S = sum p_i (p_i/q_i)^(alpha - 1) the expectation is S, and D_alpha = log(S)/(alpha - 1) by definition. A form gives the
factor k of D_alpha in the exponent on the left, so the left side is S^(k/(alpha - 1)).

Corners: alpha = 2, where the printed identity is true by accident; alpha below 2; equal distributions.

Readings: through D_alpha the printed condition is D_alpha <= (alpha - 1) alpha rho, and no Gaussian mechanism is zCDP
(let alpha fall to 1), against Proposition 2; through the expectation it is the usual definition. A slip of the pen.
"""

from dataclasses import dataclass
from fractions import Fraction

import sympy
from hypothesis import strategies as st

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Impact, Value
from optcheck.claims.claim import each, fractions, number_order
from optcheck.claims.functions import power
from optcheck.claims.relations import identity

POINTS = "1/2 1/3 2/3 1/4 3/4"
DRAWN = fractions(Fraction(1, 20), Fraction(19, 20), 20)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two distributions (p, 1 - p) and (q, 1 - q), and the order alpha > 1."""

    p: Fraction
    q: Fraction
    alpha: Fraction


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
    return power(moment(pair), Fraction(factor) / (pair.alpha - 1))


def proof(argument: Argument, form: Formula[Pair]) -> None:
    p, q, alpha, s = sympy.symbols("p q alpha S", positive=True)
    exponent = form(Pair(p, q, alpha)) * sympy.log(s) / (alpha - 1)
    argument.identity("factor times D_alpha = log(S)/(alpha - 1) is log(S)", exponent, sympy.log(s))


CLAIM = Claim(
    id="adpml/eq-6",
    place="Definition 4, Eq. 6",
    title="the printed moment condition of ρ-zCDP",
    domain=Domain(
        description="all pairs of two-point distributions with denominators up to 4, six orders from 5/4 to 4",
        grid=each(Pair, POINTS, POINTS, "5/4 3/2 2 5/2 3 4"),
        order=lambda pair: (number_order(pair.alpha), pair.p.denominator + pair.q.denominator, pair.p, pair.q),
        strategy=lambda: st.builds(Pair, DRAWN, DRAWN, fractions(Fraction(9, 8), 9, 8)),
        examples=60,
    ),
    truth=Definition(moment),
    means=left_side,
    asserts=identity,
    printed=Form(as_printed, "exp(D_α) = E[exp((α − 1) Z)]"),
    corrected=Form(corrected, "exp((α − 1) D_α) = E[exp((α − 1) Z)]"),
    impact=Impact.TEXT,
    proof=proof,
)
