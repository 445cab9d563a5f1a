"""Proposition 2: the two upper bounds on sigma²_{eps,delta}.

8 ln(1.25/delta)/eps² for eps < 1, and 2 eta²/eps for eps >= 1 with eta = 1 + 2 sqrt(ln(1/(2 delta))) (delta <= 0.05)
or 1 + 2 sqrt(ln 10). Truth: the mechanism with exactly that variance must have a privacy loss of at most delta, in
rigorous enclosures. Relation: at most (the least variance is at most the bound). The bounds come from the cited
literature; the proof below is our own. Corners: eps near 1 on both sides, delta near 0, 0.05 and 1, eps huge.
Expected: holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

import sympy as sp
from flint import arb

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Impact, Proof, Relation
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import to_text
from optcheck.gaussian.balls import ball, delta_ball
from proofs_numeric.cordp._algebra import Argument
from proofs_numeric.cordp._enclosures import (
    Ball,
    Budget,
    budget_order,
    nearby,
    normal_cdf,
    privacy_loss_tree,
    working_precision,
)


def as_printed(budget: Budget) -> Ball:
    epsilon, delta = ball(budget.epsilon), ball(budget.delta)
    if budget.epsilon < 1:
        return 8 * (ball(Fraction(5, 4)) / delta).log() / epsilon**2
    inner = 1 / (2 * delta) if budget.delta <= Fraction(1, 20) else arb(10)
    eta = 1 + 2 * inner.log().sqrt()
    return 2 * eta**2 / epsilon


def compare(form: Callable[[Budget], Ball], budget: Budget) -> Discrepancy | None:
    with working_precision():
        variance = form(budget)
        loss = delta_ball(1 / variance.sqrt(), ball(budget.epsilon))
        if loss <= ball(budget.delta):
            return None
        text = loss.str(12, radius=False)
        explanation = f"With the printed variance the privacy loss is {text}, more than delta."
        gap = (loss - ball(budget.delta)).str(12, radius=False)
        return Discrepancy(
            variance.str(12, radius=False), text, gap, Impact.SAFETY, _certificate(budget, variance), explanation
        )


def _certificate(budget: Budget, variance: Ball) -> Certificate:
    values = {"epsilon": to_text(budget.epsilon), "variance": to_text(nearby(variance))}
    loss = privacy_loss_tree(["sqrt", "variance"])
    instance = {"values": values, "left": loss, "right": to_text(budget.delta)}
    return Certificate("comparison", instance, {}, "left: privacy loss at the stated variance; right: delta")


def grid() -> Iterator[Budget]:
    for epsilon in ("1/1000", "1/10", "1/2", "999/1000", "1", "1001/1000", "2", "10", "1000"):
        for delta in ("1/2", "1/20", "1/19", "1/100", "1/100000", "1/1000000000000000", "3/4", "99/100", "999/1000"):
            yield Budget(Fraction(epsilon), Fraction(delta))


def prove() -> Proof:
    argument = Argument()
    _prove_large(argument)
    _prove_small(argument)
    return argument.proof(
        "delta(sigma) <= Phi(-x) <= exp(-x²/2)/2 for x = eps sigma/2 - 1/sigma >= 0. eps >= 1, delta "
        "<= 1/20, L = ln(1/(2 delta)): x >= sqrt(2L) means eps sigma² - 2 sqrt(2L) sigma - 2 >= 0, "
        "true from sigma = sqrt(2)(sqrt(L) + sqrt(L + eps))/eps on, which is at most sqrt(2)(2 "
        "sqrt(L) + sqrt(eps))/eps <= sqrt(2/eps)(1 + 2 sqrt(L)); larger delta needs less noise. "
        "eps < 1, u = sqrt(2 ln(1.25/delta)): x >= u - 1/(2u), so x² >= u² - 1 and delta(sigma) <= "
        "(sqrt(e)/2) exp(-u²/2) <= 1.25 exp(-u²/2) = delta where u² >= 1/2; "
        "below that delta > 0.97 while delta(sigma) <= Phi(1/(2u) - u) < 0.54 (enclosed)."
    )


def _prove_large(argument: Argument) -> None:
    """eps >= 1: the quadratic in sigma, and the chain of roots, with l = sqrt(L), e = sqrt(eps), h = sqrt(L + eps)."""
    root_l, root_e, sigma = sp.symbols("l e sigma", positive=True)
    h = sp.Symbol("h", positive=True)
    two = sp.sqrt(2)
    smallest = two * (root_l + h) / root_e**2
    quadratic = root_e**2 * sigma**2 - 2 * two * root_l * sigma - 2
    argument.identical(
        "the root", sp.expand(quadratic.subs(sigma, smallest) * root_e**2), 0, (h, root_l**2 + root_e**2)
    )
    argument.not_negative("h <= l + e", (root_l + root_e) ** 2 - (root_l**2 + root_e**2), root_l, root_e)
    more = sp.Symbol("x", nonnegative=True)
    slack = two * (1 + 2 * root_l) / root_e - two * (2 * root_l + root_e) / root_e**2
    argument.identical("the simplified bound is larger", slack, 2 * two * root_l * (root_e - 1) / root_e**2)
    argument.not_negative("for eps >= 1", (2 * root_l * (root_e - 1)).subs(root_e, 1 + more), root_l, more)


def _prove_small(argument: Argument) -> None:
    """eps < 1: constants and the range of large delta in enclosures, the rest as an identity."""
    u = sp.Symbol("u", positive=True)
    argument.identical("x² - (u² - 1)", (u - 1 / (2 * u)) ** 2 - (u**2 - 1), 1 / (4 * u**2))
    with working_precision():
        argument.truth("sqrt(e)/2 <= 5/4", arb(1).exp().sqrt() / 2 <= ball(Fraction(5, 4)))
        least = (2 * ball(Fraction(5, 4)).log()).sqrt()  # u at delta = 1
        argument.truth("large delta: the loss", normal_cdf(1 / (2 * least) - least) <= ball(Fraction(54, 100)))
        argument.truth(
            "large delta: delta itself", ball(Fraction(5, 4)) * (-ball(Fraction(1, 4))).exp() >= ball(Fraction(97, 100))
        )


CLAIM = Claim(
    id="cordp/prop-2",
    place="Proposition 2",
    title="the two upper bounds on σ²_{ε,δ}",
    relation=Relation.AT_MOST,
    domain=Domain(
        description="ε from 1/1000 to 1000, both sides of 1; δ from 1e-15 to 0.999, both sides of 0.05",
        grid=grid,
        order=budget_order,
    ),
    printed=Form(
        "σ²_{ε,δ} ≤ 8 ln(1.25/δ)/ε² for ε < 1; 2η²/ε for ε ≥ 1, η = 1 + 2√ln(1/(2δ)) for δ ≤ 0.05, else 1 + 2√ln 10",
        as_printed,
    ),
    compare=compare,
    expected=Expected.HOLDS,
    proof=prove,
)
