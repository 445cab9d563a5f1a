"""Statement: Algorithm 1 is (epsilon, delta)-private with epsilon = rho + 2 sqrt(rho log(1/delta)), rho the total loss.

Model: Algorithm 1 as printed, seen by the server, on the worst pair of data sets of adpml/eq-12: the victim's clipped
model is C on one and -C on the other in every round (with least squares the minimiser does not depend on the start),
and round t adds noise of variance 2 C^2/(n^2 rho_t) for n records (Eqs. 8 and 9). Independent Gaussian releases compose
exactly: the run is one Gaussian with squared distance sum (2C)^2/variance = 2 n^2 sum rho_t. Its exact delta at the
form's epsilon must not exceed the stated one. rho is the true sum of the rounds, whatever Eq. 20 says.

Corners: n = 1; one round; the paper's own parameters with 60000/30 MNIST records per party, where delta comes out as 1.

Readings: the conversion alone is right (Proposition 1), and with n = 1, where Eq. 12 is right, so is the whole. But the
noise pays for a sensitivity of 2C/n while the true one is 2C: with n >= 2 records the run loses n^2 times as much.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import sympy
from hypothesis import strategies as st

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Impact, Value
from optcheck.claims.claim import amounts, fraction_rows, fractions
from optcheck.claims.functions import gaussian_delta, log, sqrt, total
from optcheck.claims.relations import at_least
from proofs_numeric.adpml._experiments import EXPERIMENTS, spent

MNIST_RECORDS = 60000


@dataclass(frozen=True, slots=True)
class Run:
    """Records of the victim, rounds and total loss of the run, and delta."""

    records: int
    rounds: int
    rho: Value
    delta: Fraction


def as_printed(run: Run) -> Value:
    return run.rho + 2 * sqrt(run.rho * log(1 / run.delta))


def corrected(run: Run) -> Value:
    rho = run.records**2 * run.rho
    return rho + 2 * sqrt(rho * log(1 / run.delta))


def failure(run: Run, epsilon: Value) -> Value:
    """The exact delta of the run on the worst pair."""
    return gaussian_delta(sqrt(2 * run.records**2 * run.rho), epsilon)


def proof(argument: Argument, form: Formula[Run]) -> None:
    clip, n, rho, level = sympy.symbols("C n rho l", positive=True)
    cost = (2 * clip) ** 2 / (2 * (2 * clip**2 / (n**2 * rho)))
    argument.identity("by Proposition 2 the noise of Eq. 8 costs n^2 rho at the sensitivity 2C", cost, n**2 * rho)
    epsilon = form(Run(n, sympy.Symbol("T", positive=True), rho, sympy.exp(-(level**2))))
    converted = n**2 * rho + 2 * sympy.sqrt(n**2 * rho) * level
    argument.identity("losses add up, and the form is Proposition 1 at n^2 rho", epsilon, converted)


def grid() -> Iterator[Run]:
    losses = [amounts("1"), amounts("1/10"), amounts("1/10 1/5"), amounts("1 2")]
    for n, rounds, delta in product(range(1, 5), losses, amounts("1/2 1/10 1/100 1/100000")):
        yield Run(n, len(rounds), total(rounds), delta)
    for row in EXPERIMENTS:
        if row.dataset == "MNIST":
            rho = spent(row, row.rate, row.adaptive_rounds)
            yield Run(MNIST_RECORDS // row.parties, row.adaptive_rounds, rho, row.delta)


def strategy() -> st.SearchStrategy[Run]:
    losses = fraction_rows(fractions(Fraction(1, 100), 3, 100), 1, 6)
    deltas = st.builds(lambda n, e: Fraction(n, 10**e), st.integers(1, 5), st.integers(1, 6))
    return st.builds(lambda n, row, delta: Run(n, len(row), total(row), delta), st.integers(1, 50), losses, deltas)


def order(run: Run) -> tuple[object, ...]:
    simple = isinstance(run.rho, Fraction)
    size = (run.rho.denominator, run.rho) if simple else (0, 0)
    return (run.records, run.rounds, not simple, *size, run.delta.denominator, run.delta)


CLAIM = Claim(
    id="adpml/eq-21",
    place="Theorem 1, Eq. 21",
    title="the (ε, δ) of the whole run",
    domain=Domain(
        description="1 to 4 records, four schedules of one or two rounds, four deltas; and the paper's MNIST runs",
        grid=grid,
        order=order,
        strategy=strategy,
        examples=60,
    ),
    truth=Definition(lambda run: run.delta),
    means=failure,
    asserts=at_least,
    printed=Form(as_printed, "ε = ρ + 2 √(ρ ln(1/δ)), ρ = Σ ρ_t, with the noise of Eq. 8"),
    corrected=Form(
        corrected, "ε = n²ρ + 2 √(n²ρ ln(1/δ)), n = |D_i| (or Eq. 21 as it is, with noise variance 2C²/ρ_t)"
    ),
    impact=Impact.SAFETY,
    proof=proof,
    rests_on=("adpml/prop-1", "adpml/prop-2", "adpml/eq-8"),
)
