"""Eq. 8: the least noise of the standard Gaussian mechanism at sensitivity 2.

sigma_{eps,delta} is the least sigma with Phi(1/sigma - eps sigma/2) - e^eps Phi(-1/sigma - eps sigma/2) <= delta, and
a mechanism on vectors at distance up to 2 needs E|Z|² >= d sigma²_{eps,delta}. Truth: the privacy loss by definition,
the supremum over sets of P(A) - e^eps Q(A), is the integral of the positive part of p - e^eps q; it is enclosed by
rigorous quadrature and must agree with the printed expression. Relation: equals. Corners: small and large sigma and
eps. OCR: none; the appendix writes sigma² = inf{sigma} in Lemma 1 and Eq. 75, which is a slip for sigma. Expected:
holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import sympy as sp
from flint import acb, arb

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.gaussian.balls import ball
from proofs_numeric.cordp import claim_3
from proofs_numeric.cordp._algebra import Argument
from proofs_numeric.cordp._enclosures import Ball, differing, normal_cdf, privacy_loss_tree, working_precision

TAIL = 24  # standard deviations beyond which the tail is bounded instead of integrated


def as_printed(case: claim_3.Noise) -> Ball:
    epsilon, sigma = ball(case.epsilon), ball(case.sigma)
    return normal_cdf(1 / sigma - epsilon * sigma / 2) - epsilon.exp() * normal_cdf(-1 / sigma - epsilon * sigma / 2)


def compare(form: Callable[[claim_3.Noise], Ball], case: claim_3.Noise) -> Discrepancy | None:
    with working_precision():
        claimed, true = form(case), _loss(case)
        if claimed.overlaps(true):
            return None
        values = {"epsilon": case.epsilon, "sigma": case.sigma}
        note = "the printed privacy loss is not the integral of the positive part"
        certificate = differing(claimed, privacy_loss_tree("sigma"), values, note)
        gap = (claimed - true).str(12, radius=False)
        return Discrepancy(
            claimed.str(12, radius=False), true.str(12, radius=False), gap, Impact.SAFETY, certificate, note
        )


def _loss(case: claim_3.Noise) -> Ball:
    """The integral of p - e^eps q over x < 1 - eps sigma²/2, where it is positive, p at 0 and q at 2; tail bounded."""
    epsilon, sigma = ball(case.epsilon), ball(case.sigma)
    end = 1 - epsilon * sigma**2 / 2
    start = end - TAIL * sigma

    def integrand(x: acb, analytic: bool) -> acb:
        return (-(x**2) / (2 * sigma**2)).exp() - (epsilon - (x - 2) ** 2 / (2 * sigma**2)).exp()

    inside = acb.integral(integrand, start, end, rel_tol=arb(2) ** -80).real / (sigma * (2 * arb.pi()).sqrt())
    beyond = arb(0).union(normal_cdf(start / sigma).abs_upper())
    return inside + beyond


def grid() -> Iterator[claim_3.Noise]:
    return (case for case in claim_3.grid() if case.epsilon * case.sigma <= 10)


def prove() -> Proof:
    argument = Argument()
    x, sigma, epsilon, shift = sp.symbols("x sigma epsilon shift", positive=True)
    ratio = (-(x**2) + (x - 2) ** 2) / (2 * sigma**2) - epsilon
    end = 1 - epsilon * sigma**2 / 2
    argument.identical("log(p/q) - eps vanishes at the end", ratio.subs(x, end), 0)
    argument.identical("and falls in x", sp.diff(ratio, x), -2 / sigma**2)
    argument.identical("P(x < end) = Phi", end / sigma, 1 / sigma - epsilon * sigma / 2)
    argument.identical("Q(x < end) = Phi", (end - 2) / sigma, -1 / sigma - epsilon * sigma / 2)
    closer = (-(x**2) + (x - shift) ** 2) / (2 * sigma**2) - epsilon
    scaled = (1 - epsilon * (2 * sigma / shift) ** 2 / 2) * shift / 2
    argument.identical("distance below 2 is like a larger sigma", closer.subs(x, scaled), 0)
    argument.steps += claim_3.prove().steps
    return argument.proof(
        "The log likelihood ratio of two Gaussians at distance 2 is linear in x, so p > e^eps q "
        "exactly below 1 - eps sigma²/2, and the two probabilities are "
        "identically the printed ones; a distance below 2 acts like a larger sigma, and the loss "
        "decreases in sigma (Claim 3, re-run), so the "
        "infimum is the least noise that suffices. In d dimensions only the coordinate along the difference matters."
    )


CLAIM = Claim(
    id="cordp/eq-8",
    place="Eq. 8",
    title="the least noise of the standard Gaussian mechanism at sensitivity 2",
    relation=Relation.EQUALS,
    domain=Domain(description="ε and σ in {1/10, 1/2, 1, 2, 3, 10} with εσ <= 10", grid=grid, order=claim_3.order),
    printed=Form("σ_{ε,δ} = inf{σ > 0 : Φ(1/σ − εσ/2) − e^ε Φ(−1/σ − εσ/2) ≤ δ},  E|Z|² ≥ σ²_{ε,δ} d", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=prove,
)
