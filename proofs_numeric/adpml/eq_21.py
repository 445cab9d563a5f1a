"""Statement: Algorithm 1 is (epsilon, delta)-private with epsilon = rho + 2 sqrt(rho log(1/delta)), rho the total loss.

Model: Algorithm 1 as printed, seen by the server, on the worst pair of data sets of adpml/eq-12: the victim's clipped
model is C on one and -C on the other in every round (with least squares the minimiser does not depend on the start),
and round t adds noise of variance 2 C^2/(n^2 rho_t) for n records (Eqs. 8 and 9). Independent Gaussian releases compose
exactly: the run is one Gaussian with squared distance sum (2C)^2/variance = 2 n^2 sum rho_t. Its exact delta at the
form's epsilon must not exceed the stated one. rho is the true sum of the rounds, whatever Eq. 20 says.

Corners: n = 1; one round. At the paper's own parameters, with 60000/30 MNIST records per party, delta comes out as 1.

Readings: the conversion alone is right (Proposition 1), and with n = 1, where Eq. 12 is right, so is the whole. But the
noise pays for a sensitivity of 2C/n while the true one is 2C: with n >= 2 records the run loses n^2 times as much.
"""

from optcheck.claims import *


class Run(Instance):
    """Records of the victim, losses of the rounds, and delta."""

    records: int = integer(1, symbol="n")
    losses: tuple[Fraction, ...] = row(rational(above=0), least=1, symbol="ρ")
    delta: Fraction = rational(above=0, at_most=1, symbol="δ")


def as_printed(run: Run) -> Value:
    rho = total(run.losses)
    return rho + 2 * sqrt(rho * log(1 / run.delta))


def corrected(run: Run) -> Value:
    rho = run.records**2 * total(run.losses)
    return rho + 2 * sqrt(rho * log(1 / run.delta))


def failure(run: Run, epsilon: Value) -> Value:
    """The exact delta of the run on the worst pair: per round the square of (2C)/sigma_t, with C = 1."""
    distance = sum(4 / (2 / (run.records**2 * loss)) for loss in run.losses)
    return gaussian_delta(sqrt(distance), epsilon)


def allowed(run: Run) -> Value:
    return run.delta


CLAIM = Statement(
    "adpml/eq-21",
    place="Theorem 1, Eq. 21",
    title="the (ε, δ) of the whole run",
    domain=Run,
    truth=definition(allowed),
    means=failure,
    asserts=at_least,
    printed=Form(as_printed, "ε = ρ + 2 √(ρ log(1/δ)), where the rounds with the noise of Eq. 8 are ρ-zCDP together"),
    corrected=Form(
        corrected, "ε = n²ρ + 2 √(n²ρ log(1/δ)), n = |D_i| (or Eq. 21 as it is, with noise variance 2C²/ρ_t)"
    ),
    impact=Impact.SAFETY,
    falls=True,
    argument=(
        "By Proposition 2 the noise of Eq. 8 costs n²ρ_t at the sensitivity 2C, losses add up, and the correction is "
        "Proposition 1 at n²ρ."
    ),
    effort=Effort(instances=60, drawn=40),
    rests_on=("adpml/prop-1", "adpml/prop-2", "adpml/eq-8"),
)
