"""Statement: for n = 100, eps = 2, delta = 1e-5 and any number of responding users the error of CorDP-DME lies between
those of LDP and of central privacy: it spans the gap.

Model: all three errors are multiples of d s, so eps, delta and d cancel: LDP 1/t, central 1/t^2, CorDP-DME its
infimum for t of 100, which the checker verifies.

Corners: t = 1, where it is LDP's (and central privacy's); t = n, where it is central privacy's in the limit.

Readings: "between" allows the ends, which are reached. The reproduction is benchmarks' cordp-fig1.
"""

from fractions import Fraction

from optcheck.claims import Claim, Domain, Form, Value
from optcheck.claims.relations import between
from proofs_numeric.cordp._cases import LEAST_ERROR, Case, size_order


def as_printed(case: Case) -> Value:
    return case.sigma2_min / case.t**2, case.sigma2_min / case.t


CLAIM = Claim(
    id="cordp/fig-1",
    place="Fig. 1",
    title="what the figure is said to show",
    domain=Domain(
        description="n = 100, every t, c = 0, s = 1",
        grid=lambda: (Case(100, t, 0, Fraction(1)) for t in range(1, 101)),
        order=size_order,
        exhaustive="every number of responders of n = 100",
    ),
    truth=LEAST_ERROR,
    asserts=between(),
    printed=Form(as_printed, "1/t² ≤ error/(d s) ≤ 1/t for every number t of responders"),
)
