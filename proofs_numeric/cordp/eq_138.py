"""Statement: over all sets of at least t responders and at most c colluders the error is largest, (sigma^2 +
r(t-1))/(t-c) per dimension before decoding, for t responders and c colluders among them; and so is the decoder's.

Model: all sets are enumerated with every noise source; the largest error and the sizes of the sets that reach it.

Corners: t = n, c = 0, c = t-1, r = 0. For 0 < r < sigma^2 no pairwise terms exist that could be removed, but the
formula has its maximum at the same sizes.

Readings: the responding colluders' terms are taken out as in the proof of Proposition 1; by the letter of Eq. 10 the
same sets are the worst ones, with r(t-c-1) in place of r(t-1).
"""

from optcheck.claims import *
from proofs_numeric.cordp._enumeration import unbiased_errors


class Seeded(Instance):
    """n users, at least t responders, at most c colluders, and noise that pairwise seeds can make."""

    n: int = integer(2)
    t: int = integer(1, "n")
    c: int = integer(0, "t - 1")
    variance: Fraction = rational(above=0, symbol="σ²")
    covariance: Fraction = rational(above="-variance / (n - 1)", at_most=0, symbol="r")


def as_printed(case: Seeded) -> Value:
    error = (case.variance + case.covariance * (case.t - 1)) / (case.t - case.c)
    return error, (case.t,), (case.c,)


def worst(case: Seeded) -> Value:
    """The largest error, and the numbers of responders and of responding colluders with which it occurs."""
    errors = unbiased_errors(case.n, case.t, case.c, case.variance, case.covariance)
    largest = max(errors.values())
    where = [sets for sets, error in errors.items() if error == largest]
    responders = {len(sets.responders) for sets in where}
    told = {len(sets.responding_colluders) for sets in where}
    return largest, tuple(sorted(responders)), tuple(sorted(told))


CLAIM = Statement(
    "cordp/eq-138",
    place="Eq. 138",
    title="the worst case is exactly t responders with c colluders among them",
    domain=Seeded,
    truth=definition(worst),
    asserts=equals,
    printed=Form(as_printed, "max over |F| ≥ t, |C| ≤ c is (σ² + r(t−1))/(t−c), at |F| = t, C ⊂ F, |C| = c"),
    argument=(
        "With b = σ² + (n-1)r > 0 and q = -r >= 0 the error (σ² + r(f-1))/(f-j) of f responders with j colluders has "
        "the numerator b + (n-f)q > 0, so it grows with j; one responder more takes off (b + (n-j)q)/((f-j)(f+1-j))."
    ),
    effort=Effort(instances=80, drawn=1, largest={"n": 4}),
)
