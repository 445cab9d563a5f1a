"""Statement: for n = 100, delta = 1e-5, d = 20 CorDP-DME coincides with central privacy when there are neither dropouts
nor colluders (left), and lies between LDP and central privacy when there are (middle, right).

Model: unbiased errors, as LDP and central privacy are; all are multiples of d s, so eps and delta cancel: LDP 1/|U|,
central 1/|U|^2 for the |U| = t-c honest responders, CorDP-DME its infimum, which the checker verifies. On the left
both bounds are the central one.

Corners: the figure's (t, c) = (100, 0), (80, 0), (100, 20), (80, 20) among all others. With colluders alone it is
central.

Readings: strictly between fails for colluders without dropouts. The biased decoder's error is below the central one
on the left by the factor 1/(1 + d s/n^2).
"""

from optcheck.claims import *
from proofs_numeric.cordp._optimum import LEAST_ERROR


class Shown(Instance):
    """The figure's users with any thresholds; s = 1."""

    n: int = integer(100, 100)
    t: int = integer(1, 100)
    c: int = integer(0, "t - 1")
    sigma2_min: Fraction = choice("1", symbol="s")


def as_printed(case: Shown) -> Value:
    honest = case.t - case.c
    central, local = case.sigma2_min / honest**2, case.sigma2_min / honest
    return (central, central) if case.t == case.n and case.c == 0 else (central, local)


CLAIM = Statement(
    "cordp/fig-4-centralised",
    place="Section 6, Fig. 4",
    title="comparison with the centralised error",
    domain=Shown,
    truth=LEAST_ERROR,
    asserts=between(),
    printed=Form(as_printed, "1/|U|² ≤ error/(d s) ≤ 1/|U|, with equality on the left for t = n, c = 0"),
    argument=(
        "With m = n-c and k = t-c the least error over s is (√((m-k)(m-1)) + √k)²/(k m²), at most 1/k by Cauchy and "
        "Schwarz, at least 1/k² because the square is at least m²/k; for k = m it is 1/m²."
    ),
    effort=Effort(instances=250, drawn=100),
    readings=(
        Reading(
            name="strictly between, wherever there are dropouts or colluders",
            domain=Shown.where("t < 100 or c > 0"),
            asserts=between(strictly_above=True, strictly_below=True),
            expected=Outcome.REFUTED,
        ),
    ),
)
