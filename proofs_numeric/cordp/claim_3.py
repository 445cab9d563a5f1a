"""Claim 3: the Gaussian trade-off function decreases in sigma; its printed derivative (Eq. 79).

f(sigma) = Phi(1/sigma - eps sigma/2) - e^eps Phi(-1/sigma - eps sigma/2). Eq. 79 prints -(1/(sigma² pi))
exp(-(1/sigma² - eps sigma/2)²/2); the density's factor is 1/sqrt(2 pi), not 1/(2 pi), and the exponent needs 1/sigma.
The sign, and so the claim that f decreases, is right. Truth: the derivative by power series of f in rigorous
enclosures; from f alone one sees it too: for eps = 1 it falls between sigma = 1 and 2 by 0.38, while the printed
derivative allows 1/pi at most (a step of the proof). OCR: the square in the exponent could be a fault of the scan; at
sigma = 1, where the counterexample lies, it plays no part. Relation: equals. Corners: small and large sigma, eps = 0
excluded. Expected: corrected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp
from flint import arb, arb_series

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.gaussian.balls import ball, delta_ball
from proofs_numeric.cordp._algebra import Argument
from proofs_numeric.cordp._enclosures import Ball, differing, working_precision


@dataclass(frozen=True, slots=True)
class Noise:
    """A privacy parameter and a standard deviation."""

    epsilon: Fraction
    sigma: Fraction


def as_printed(case: Noise) -> Ball:
    epsilon, sigma = ball(case.epsilon), ball(case.sigma)
    return -1 / (sigma**2 * arb.pi()) * (-((1 / sigma**2 - epsilon * sigma / 2) ** 2) / 2).exp()


def corrected(case: Noise) -> Ball:
    epsilon, sigma = ball(case.epsilon), ball(case.sigma)
    return -2 / (sigma**2 * (2 * arb.pi()).sqrt()) * (-((1 / sigma - epsilon * sigma / 2) ** 2) / 2).exp()


def compare(form: Callable[[Noise], Ball], case: Noise) -> Discrepancy | None:
    with working_precision():
        claimed, true = form(case), _slope(case)
        if claimed.overlaps(true):
            return None
        return Discrepancy(
            claimed=claimed.str(12, radius=False),
            true=true.str(12, radius=False),
            gap=(claimed - true).str(12, radius=False),
            impact=Impact.TEXT,
            certificate=differing(claimed, SLOPE, {"epsilon": case.epsilon, "sigma": case.sigma}, "derivative of f"),
            explanation="The power series of f at this sigma has another linear coefficient.",
        )


SLOPE = [
    "*",
    ["/", -2, ["*", ["^", "sigma", 2], ["sqrt", ["*", 2, ["pi"]]]]],
    ["exp", ["/", ["-", 0, ["^", ["-", ["/", 1, "sigma"], ["/", ["*", "epsilon", "sigma"], 2]], 2]], 2]],
]


def _loss(case: Noise) -> Ball:
    """f itself."""
    return delta_ball(1 / ball(case.sigma), ball(case.epsilon))


def _slope(case: Noise) -> Ball:
    """The derivative of f at sigma: the linear coefficient of its power series."""
    epsilon, sigma = ball(case.epsilon), arb_series([ball(case.sigma), 1], prec=2)
    root = arb(2).sqrt()
    upper = ((epsilon / 2 * sigma - 1 / sigma) / root).erfc() / 2
    lower = ((epsilon / 2 * sigma + 1 / sigma) / root).erfc() / 2
    return (upper - epsilon.exp() * lower)[1]


def grid() -> Iterator[Noise]:
    numbers = [Fraction(text) for text in ("1", "1/2", "2", "3", "1/10", "10")]
    return (Noise(epsilon, sigma) for epsilon in numbers for sigma in numbers)


def order(case: Noise) -> tuple[Fraction, ...]:
    sizes = [Fraction(q.numerator + q.denominator) for q in (case.epsilon, case.sigma)]
    return (*sizes, case.epsilon, case.sigma)


def prove() -> Proof:
    argument = Argument()
    sigma, epsilon = sp.symbols("sigma epsilon", positive=True)
    upper, lower = 1 / sigma - epsilon * sigma / 2, -1 / sigma - epsilon * sigma / 2
    argument.identical("e^eps phi(lower) = phi(upper)", sp.expand(epsilon - lower**2 / 2 + upper**2 / 2), 0)
    argument.identical("derivative over phi(upper)", sp.diff(upper, sigma) - sp.diff(lower, sigma), -2 / sigma**2)
    with working_precision():
        fall = _loss(Noise(Fraction(1), Fraction(1))) - _loss(Noise(Fraction(1), Fraction(2)))
        argument.truth("from sigma = 1 to 2 f falls by more than 1/pi, all that Eq. 79 allows", fall > 1 / arb.pi())
    return argument.proof(
        "With the normal density phi, e^eps phi(-1/sigma - eps sigma/2) = phi(1/sigma - eps sigma/2) "
        "(the exponents agree identically), so the derivative is "
        "phi(1/sigma - eps sigma/2) times the difference of the inner derivatives, -2/sigma²; it is negative."
    )


CLAIM = Claim(
    id="cordp/claim-3",
    place="Claim 3",
    title="the Gaussian trade-off function decreases in σ; its printed derivative",
    relation=Relation.EQUALS,
    domain=Domain(description="ε and σ in {1/10, 1/2, 1, 2, 3, 10}", grid=grid, order=order),
    printed=Form("f'(σ) = −(1/(σ²π)) exp(−½(1/σ² − εσ/2)²)", as_printed),
    corrected=Form("f'(σ) = −(2/(σ²√(2π))) exp(−½(1/σ − εσ/2)²)", corrected),
    compare=compare,
    expected=Expected.CORRECTED,
    proof=prove,
)
