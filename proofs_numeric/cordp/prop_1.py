"""Statement: the best linear decoder of Eq. 10 weights all honest responders' reports alike, by 1/(1 + (d/|U|) sigma^2
(1 + rho(|F|-1))), F the responders, U the honest ones among them.

Model: least squares over all weights by the normal equations, for equal unit vectors, which are the worst, with the
noise that is left once the terms that responding colluders share with the honest users are removed: the proof (Eq. 37)
computes with the variance sigma^2 + r |F n C|, and all later results rest on it.

Corners: no colluder responds or r = 0, where both agree; one honest responder; everyone responds.

Readings: Eqs. 2, 5 and 10 define the error with the whole noise Z_i of the reports; by that letter |U|-1 belongs where
|F|-1 is printed (cordp/eq-10). If the server also removed what colluders who do not respond know, the error would be
smaller still.
"""

from optcheck.claims import *
from optcheck.cordp.sources import covariance_matrix
from proofs_numeric.cordp._enumeration import solve


class Decoding(Instance):
    """n users of whom ``responders`` answer, ``told`` of these colluding; noise and dimension."""

    n: int = integer(2)
    responders: int = integer(1, "n", symbol="|F|")
    told: int = integer(0, "responders - 1", symbol="|F∩C|")
    variance: Fraction = rational(above=0, symbol="σ²")
    covariance: Fraction = rational(above="-variance / (n - 1)", below="variance", symbol="r")
    d: int = integer(1)


SEEDED = Decoding.where("covariance <= 0")  # which pairwise seeds can make, so that there are terms to remove
EFFORT = Effort(instances=120, drawn=20, largest={"n": 6})


def as_printed(case: Decoding) -> Value:
    honest, rho = case.responders - case.told, case.covariance / case.variance
    return 1 / (1 + case.d * case.variance / honest * (1 + rho * (case.responders - 1)))


def corrected(case: Decoding) -> Value:
    honest, rho = case.responders - case.told, case.covariance / case.variance
    return 1 / (1 + case.d * case.variance / honest * (1 + rho * (honest - 1)))


def best_weight(case: Decoding) -> Value:
    """With the whole noise of the honest reports."""
    return weights(case.d, whole_noise(case))[0]


def best_weight_removed(case: Decoding) -> Value:
    """Without what the responding colluders share with the honest users."""
    return weights(case.d, remaining_noise(case))[0]


def whole_noise(case: Decoding) -> list[list[Fraction]]:
    """The covariance of the honest reports, Eq. 9."""
    honest = range(case.responders - case.told)
    return [[case.variance if i == j else case.covariance for j in honest] for i in honest]


def remaining_noise(case: Decoding) -> list[list[Fraction]]:
    """Their covariance, added up over the sources that no responding colluder knows."""
    honest, told = range(case.responders - case.told), range(case.responders - case.told, case.responders)
    return covariance_matrix(case.n, honest, told, case.variance, case.covariance)


def weights(d: int, noise: list[list[Fraction]]) -> list[Fraction]:
    """Where (mean weight - 1)^2 + (d/h^2) w'Xw is least over all weights w of h reports: (11' + dX) w = h 1."""
    return solve([[1 + d * entry for entry in row] for row in noise], [Fraction(len(noise))] * len(noise))


ARGUMENT = (
    "For weights w the worst vectors make |Σ(w_i - 1)x_i| at least |Σ(w_i - 1)|, with equality for equal weights and "
    "vectors, so the error is at least (mean weight - 1)² + (d/h²)w'Xw; X = aI + r11' is exchangeable, so equal "
    "weights solve the normal equations."
)
CLAIM = Statement(
    "cordp/prop-1",
    place="Proposition 1, Eq. 11",
    title="the optimum decoder",
    domain=SEEDED,
    truth=definition(best_weight_removed),
    asserts=equals,
    printed=Form(as_printed, "α* = 1 / (1 + (dσ²/|U|)(1 + ρ(|F|−1)))"),
    impact=Impact.OPTIMALITY,
    argument=ARGUMENT,
    effort=EFFORT,
    readings=(
        Reading(
            name="with the whole noise of the reports, the letter of Eq. 10",
            domain=Decoding,
            truth=definition(best_weight),
            corrected=Form(corrected, "α* = 1 / (1 + (dσ²/|U|)(1 + ρ(|U|−1)))"),
            argument=ARGUMENT,
            corner="covariance > 0",
        ),
    ),
)
