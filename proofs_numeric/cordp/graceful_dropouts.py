"""Statement: the error rises gradually with dropouts, like that of LDP, irrespective of the thresholds.

Model: noise designed for at least t of n responders, c = 0, s = 1, of whom f respond. "Gradual like LDP" is made
exact: the error is at most twice LDP's 1/f. The error at f responders is added up over their covariance matrix. For
t = n, where no finite pair is optimal, a pair within a factor of the infimum.

Corners: f = t; f = 1; t = n, where one dropout costs the more the nearer the design is to the optimum (100 times as
much for n = 100 and a factor of 1.01); t = n-1.

Readings: for t < n it holds for every f; "irrespective of the thresholds" fails for the design without dropouts,
which is the one that coincides with central privacy. The paper says so itself in Section 3.
"""

from optcheck.claims import *
from optcheck.cordp.sources import covariance_matrix


class Dropped(Instance):
    """Noise for at least t responders, of whom f respond; for t = n within a factor 1 + 1/near of the infimum."""

    n: int = integer(2)
    t: int = integer(1, "n")
    f: int = integer(1, "t", symbol="responders")
    near: int = integer(1, symbol="1/(factor − 1)")

    @property
    def factor(self) -> Fraction:
        """Above 1, as near to it as one likes."""
        return 1 + Fraction(1, self.near)


def as_printed(at: Dropped) -> Value:
    return Fraction(2, at.f)


def corrected(at: Dropped) -> Value:
    return at.t < at.n, Fraction(2, at.f)  # nothing is said about t = n


def error(at: Dropped) -> Value:
    """The variance of the mean of f noises, by Theorem 1's pair for s = 1."""
    n, along = at.n, eigenvalues(at)[1]
    covariance = (along - eigenvalues(at)[0]) / n
    matrix = covariance_matrix(n, range(at.f), (), along - (n - 1) * covariance, covariance)
    return sum([sum(row) for row in matrix]) / at.f**2


def eigenvalues(at: Dropped) -> Value:
    """Of the noise's covariance, across the sum and along it."""
    n, t = at.n, at.t
    if t == n:
        return at.factor * (n - 1) / (n * (at.factor - 1)), at.factor / n
    root = surd(t * (n - 1) * (n - t))
    return (n - 1 + root / (n - t)) / n, (1 + root / t) / n


CLAIM = Statement(
    "cordp/graceful-dropouts",
    place="introduction (iii), Table 1",
    title="how the error grows with dropouts beyond the design",
    domain=Dropped,
    truth=definition(error),
    asserts=at_most,
    printed=Form(
        as_printed,
        "the error rises gradually, read as: with any number f of responders it is at most 2s/f, twice that of LDP",
    ),
    corrected=Form(
        corrected,
        "the same for designs with t < n; for t = n one dropout costs without bound",
        asserts=provided(at_most),
    ),
    argument=(
        "t <= (n-1)(n-t), so √(t(n-1)(n-t))/(n-t) <= n-1 and the eigenvalue a across the sum is at most 2s(n-1)/n; "
        "σ² = a + r with r <= 0, so σ² + (f-1)r <= a <= 2s for every f >= 1."
    ),
    effort=Effort(instances=300, drawn=30, largest={"n": 8}),
)
