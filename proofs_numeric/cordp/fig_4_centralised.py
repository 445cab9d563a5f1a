"""Statement: for n = 100, delta = 1e-5, d = 20 CorDP-DME coincides with central privacy when there are neither dropouts
nor colluders (left), and lies between LDP and central privacy when there are (middle, right).

Model: unbiased errors, as LDP and central privacy are; all are multiples of d s, so eps and delta cancel: LDP 1/|U|,
central 1/|U|^2 for the |U| = t-c honest responders, CorDP-DME its infimum, which the checker verifies. On the left
both bounds are the central one.

Corners: the figure's (t, c) = (100, 0), (80, 0), (100, 20), (80, 20), and others. With colluders alone it is central.

Readings: strictly between fails for colluders without dropouts. The biased decoder's error is below the central one
on the left by the factor 1/(1 + d s/n^2).
"""

from collections.abc import Iterator
from fractions import Fraction

from optcheck.claims import Claim, Domain, Form, Outcome, Reading, Value
from optcheck.claims.relations import between
from proofs_numeric.cordp._cases import LEAST_ERROR, Case, size_order


def as_printed(case: Case) -> Value:
    honest = case.t - case.c
    central, local = case.sigma2_min / honest**2, case.sigma2_min / honest
    return (central, central) if case.t == case.n and case.c == 0 else (central, local)


def grid() -> Iterator[Case]:
    shown = ((100, 0), (80, 0), (100, 20), (80, 20))
    others = ((t, c) for t in (99, 60, 40, 20, 2) for c in (0, 1, 10, 19) if c < t)
    return (Case(100, t, c, Fraction(1)) for t, c in (*shown, *others))


DOMAIN: Domain[Case] = Domain("n = 100, the figure's four (t, c) and others", grid, size_order)
CLAIM = Claim(
    id="cordp/fig-4-centralised",
    place="Section 6, Fig. 4",
    title="comparison with the centralised error",
    domain=DOMAIN,
    truth=LEAST_ERROR,
    asserts=between(),
    printed=Form(as_printed, "1/|U|² ≤ error/(d s) ≤ 1/|U|, with equality on the left for t = n, c = 0"),
    readings=(
        Reading(
            name="strictly between, wherever there are dropouts or colluders",
            domain=DOMAIN.where(lambda case: (case.t, case.c) != (100, 0), "as above without (100, 0)"),
            asserts=between(strictly_above=True, strictly_below=True),
            expected=Outcome.REFUTED,
        ),
    ),
)
