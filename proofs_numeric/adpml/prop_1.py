"""Statement: a rho-zCDP mechanism is (rho + 2 sqrt(rho log(1/delta)), delta)-private, for every delta > 0.

Model: two mechanisms that are rho-zCDP: Gaussian noise (distance sqrt(2 rho) in units of sigma), and randomised
response with exp(sqrt(2 rho)) (an epsilon-private mechanism is epsilon^2/2-zCDP). At the form's epsilon neither exact
delta may exceed the stated one.

Corners: delta = 1 (epsilon = rho), tiny and huge rho.

Readings: for delta > 1 the root has no value, and every mechanism qualifies; "every delta > 0" is 0 < delta <= 1.
"""

from dataclasses import dataclass
from fractions import Fraction

import sympy
from hypothesis import strategies as st

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Impact, Value
from optcheck.claims.claim import decimals, each, fractions
from optcheck.claims.functions import exp, gaussian_delta, log, sqrt
from optcheck.claims.relations import at_least


@dataclass(frozen=True, slots=True)
class Loss:
    """A zCDP loss and the delta to convert it for."""

    rho: Fraction
    delta: Fraction


def as_printed(loss: Loss) -> Value:
    return loss.rho + 2 * sqrt(loss.rho * log(1 / loss.delta))


def failures(loss: Loss, epsilon: Value) -> Value:
    """The exact deltas of both mechanisms at a budget."""
    shift = sqrt(2 * loss.rho)
    return gaussian_delta(shift, epsilon), (exp(shift) - exp(epsilon)) / (exp(shift) + 1)


def proof(argument: Argument, form: Formula[Loss]) -> None:
    rho, level = sympy.symbols("rho l", positive=True)
    argument.words("P(S) <= exp(epsilon) Q(S) + P(Z > epsilon), and Markov's inequality for exp((alpha - 1) Z)")
    epsilon, alpha = form(Loss(rho, sympy.exp(-(level**2)))), 1 + level / sympy.sqrt(rho)
    exponent = (alpha - 1) * (alpha * rho - epsilon)
    argument.identity("at alpha = 1 + l/sqrt(rho), l^2 = log(1/delta), the bound is delta", exponent, -(level**2))


CLAIM = Claim(
    id="adpml/prop-1",
    place="Proposition 1",
    title="ρ-zCDP gives (ρ + 2√(ρ ln(1/δ)), δ)-differential privacy",
    domain=Domain(
        description="losses from 1/1000 to 50, delta from 1e-9 to 1",
        grid=each(Loss, "1 5 50 1/10 1/1000", "1 1/2 1/10 1/100 1/100000 1/1000000000 9/10 99/100"),
        strategy=lambda: st.builds(Loss, fractions(Fraction(1, 1000), 50, 1000), decimals(9, 9)),
        examples=100,
    ),
    truth=Definition(lambda loss: (loss.delta, loss.delta)),
    means=failures,
    asserts=at_least,
    printed=Form(as_printed, "ε = ρ + 2 √(ρ ln(1/δ))"),
    impact=Impact.SAFETY,
    proof=proof,
)
