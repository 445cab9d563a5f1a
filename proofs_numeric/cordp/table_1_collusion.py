"""Statement: CorDP-DME is (eps, delta)-private up to any c colluders, with graceful decay of privacy afterwards.

Model: any pair that keeps s against c colluders (the optimal ones among them), and the variance that an honest report
keeps when j >= c users collude, by elimination in the covariance of the sources that are left. "Graceful" is made
exact: every further colluder costs at most the share 1/(n-c) of sigma^2_{eps,delta}; the kept variance is at least
s(n-j)/(n-c), down to s/(n-c) for a single honest user.

Corners: j = c (all of s), j = n-1; pairs near the limit, which approach the bound; r = 0 (nothing is lost).

Readings: the table's word is no formula; the bound is ours. Eq. 8 gives its (eps, delta).
"""

from optcheck.claims import *
from proofs_numeric.cordp._enumeration import kept_variance


class Exposed(Instance):
    """Noise from pairwise seeds that keeps s against c colluders (Eq. 83), and j users who collude."""

    n: int = integer(2)
    c: int = integer(0, "n - 1")
    j: int = integer("c", "n - 1")
    sigma2_min: Fraction = rational(above=0, symbol="s")
    variance: Fraction = rational(at_least="sigma2_min", symbol="σ²")
    covariance: Fraction = rational(above="-variance / (n - 1)", at_most=0, symbol="r")
    conditions = (
        "(variance + (c - 1) * covariance) * (variance + (n - 1) * covariance)"
        " >= sigma2_min * (variance + (n - 2) * covariance)",
    )


def as_printed(at: Exposed) -> Value:
    return at.sigma2_min * (at.n - at.j) / (at.n - at.c)


def kept(at: Exposed) -> Value:
    """What an honest report keeps given all that the server sees."""
    return kept_variance(at.n, at.j, at.variance, at.covariance)


CLAIM = Statement(
    "cordp/table-1-collusion",
    place="Table 1",
    title="how privacy decays beyond c colluders",
    domain=Exposed,
    truth=definition(kept),
    asserts=at_least,
    printed=Form(as_printed, "with j ≥ c colluders a report keeps at least the variance s(n−j)/(n−c)"),
    impact=Impact.SAFETY,
    argument=(
        "With m = n-c, a = σ² + (c-1)r and b = σ² + (n-1)r <= a the variance kept against j colluders is ab/(σ² + "
        "(n-2)r), which is at least s, times 1 - ((j-c)/m)(1 - b/a), and that is at least 1 - (j-c)/m = (n-j)/(n-c)."
    ),
    effort=Effort(instances=120, drawn=20, largest={"n": 5}),
)
