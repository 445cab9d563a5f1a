"""Proposition 1: from rho-zCDP to (epsilon, delta).

Statement: a rho-zCDP mechanism is (rho + 2 sqrt(rho log(1/delta)), delta)-private, for every delta > 0.

Model: two mechanisms that are rho-zCDP, with their exact deltas as oracles: Gaussian noise (distance sqrt(2 rho) in
units of sigma), and randomised response with exp(sqrt(2 rho)) (an eps-private mechanism is eps^2/2-zCDP). At the
form's epsilon neither delta may exceed the stated one. Relation: at least what is needed.

Corners: delta = 1 (epsilon = rho), tiny and huge rho. For delta > 1 the root has no value, and every mechanism
qualifies; so "every delta > 0" is read as 0 < delta <= 1.

Proof for every rho-zCDP mechanism, executed: P(S) <= exp(epsilon) Q(S) + P(Z > epsilon), and Markov's inequality for
exp((alpha - 1) Z) bounds the last term by exp((alpha - 1)(alpha rho - epsilon)) for every alpha > 1. At
alpha = 1 + sqrt(log(1/delta)/rho) > 1 the exponent must be log(delta): sympy expands this identity with the form's
own epsilon. (rho = 0 means equal distributions; delta = 1 is trivial.)

Verdict expected: holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import sympy
from hypothesis import strategies as st

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Proof, Relation
from optcheck.errors import NotCertified
from proofs_numeric.adpml._findings import exceeded
from proofs_numeric.adpml._gaussian import DELTAS, tight_delta
from proofs_numeric.adpml._terms import Real, Term, exp, log, sqrt, symbolic, unknown


@dataclass(frozen=True, slots=True)
class Loss:
    """A zCDP loss and the delta to convert it for."""

    rho: Term | Fraction
    delta: Term | Fraction


def as_printed(instance: Loss) -> Real:
    """Epsilon of Proposition 1."""
    return instance.rho + 2 * sqrt(instance.rho * log(1 / instance.delta))


def compare(form: Callable[[Loss], Real], instance: Loss) -> Discrepancy | None:
    """Neither mechanism's exact delta at the form's epsilon may exceed the stated one."""
    epsilon = form(instance)
    response = exp(sqrt(2 * instance.rho))
    truths = (tight_delta(sqrt(2 * instance.rho), epsilon), (response - exp(epsilon)) / (response + 1))
    findings = (
        exceeded(
            true,
            instance.delta,
            note="exact delta of a zCDP mechanism at the printed epsilon",
            explanation="A mechanism with this zCDP loss violates the stated delta at the stated epsilon.",
        )
        for true in truths
    )
    return next((finding for finding in findings if finding is not None), None)


def proof() -> Proof:
    """Expand (alpha - 1)(alpha rho - epsilon) at the best alpha; it must be log(delta)."""
    rho, delta = unknown("rho"), unknown("delta")
    level = sympy.Symbol("level", positive=True)  # level^2 = log(1/delta), so that every root is a plain root
    epsilon = symbolic(as_printed(Loss(rho, delta))).subs(sympy.Symbol("delta", positive=True), sympy.exp(-(level**2)))
    symbol = symbolic(rho)
    alpha = 1 + level / sympy.sqrt(symbol)
    exponent = sympy.expand(sympy.simplify((alpha - 1) * (alpha * symbol - epsilon)))
    if sympy.simplify(exponent + level**2) != 0:
        raise NotCertified(f"the exponent is {exponent}, not log(delta)")
    return Proof("Markov's inequality at alpha = 1 + sqrt(log(1/delta)/rho); the exponent is log(delta)", steps=1)


def grid() -> Iterator[Loss]:
    """Small and large losses, deltas up to 1."""
    losses = (Fraction(1, 1000), Fraction(1, 10), Fraction(1), Fraction(5), Fraction(50))
    return (Loss(rho, delta) for rho, delta in product(losses, (*DELTAS, Fraction(1))))


def strategy() -> st.SearchStrategy[Loss]:
    """Any rational loss up to 50, any rational delta from 1e-9 to 1."""
    return st.builds(
        Loss,
        st.fractions(Fraction(1, 1000), 50, max_denominator=1000),
        st.fractions(Fraction(1, 10**9), 1, max_denominator=10**9),
    )


def order(instance: Loss) -> tuple[Real, Real]:
    """Large delta first, then small losses."""
    return (-instance.delta, instance.rho)


CLAIM = Claim(
    id="adpml/prop-1",
    place="Proposition 1",
    title="ρ-zCDP gives (ρ + 2√(ρ ln(1/δ)), δ)-differential privacy",
    relation=Relation.AT_LEAST,
    domain=Domain(
        description="five losses from 1/1000 to 50, eight deltas from 1e-9 to 1",
        grid=grid,
        strategy=strategy,
        order=order,
        examples=150,
    ),
    printed=Form("ε = ρ + 2 √(ρ ln(1/δ))", as_printed),
    compare=compare,
    expected=Expected.HOLDS,
    proof=proof,
)
