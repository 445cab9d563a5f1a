"""Statement: the error rises gradually with dropouts, like that of LDP, irrespective of the thresholds.

Model: noise designed for at least t of n responders, c = 0, s = 1, of whom f respond. "Gradual like LDP" is made
exact: the error is at most twice LDP's 1/f. The checker computes the error at f responders. For t = n, where no
finite pair is optimal, the pair within 1 %.

Corners: f = t; f = 1; t = n, where one dropout costs 100 times as much for n = 100 (unbounded at the optimum); t = n-1.

Readings: for t < n it holds for every f; "irrespective of the thresholds" fails for the design without dropouts,
which is the one that coincides with central privacy. The paper says so itself in Section 3.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from optcheck.claims import INFINITE, Argument, Claim, Domain, Form, Formula, Value
from optcheck.claims.relations import at_most
from optcheck.cordp.closed_form import exact_noise
from proofs_numeric.cordp import _steps as steps
from proofs_numeric.cordp._cases import pair_fact, size_order


@dataclass(frozen=True, slots=True)
class Dropped:
    """Noise for at least ``designed`` responders, and t users who respond."""

    n: int
    t: int
    c: int
    designed: int
    variance: Value
    covariance: Value


def as_printed(at: Dropped) -> Value:
    return Fraction(2) / at.t


def corrected(at: Dropped) -> Value:
    return Fraction(2) / at.t if at.designed < at.n else INFINITE  # nothing is said about t = n


def proof(argument: Argument, form: Formula[Dropped]) -> None:
    k, g = sp.symbols("k g", nonnegative=True)
    responders, dropped = 1 + k, 1 + g
    slack = (responders + dropped - 1) * dropped - responders
    argument.not_negative("t <= (n-1)(n-t), so w/(n-t) <= n-1 and a <= 2s(n-1)/n", slack)
    a, b = steps.v, steps.s
    argument.identity("sigma² = a + r for c = 0, and r <= 0", a - (0 - 1) * (b - a) / steps.n, a + (b - a) / steps.n)
    argument.words("So sigma² + (f-1) r <= a <= 2s for every f >= 1, and the error is at most 2s/f.")
    f, v, r = sp.symbols("f v r", positive=True)
    said = form(Dropped(responders + dropped, f, 0, responders, v, r))
    argument.identity("the form for t < n", said, 2 / f)
    argument.truth("and for t = n", form(Dropped(responders, f, 0, responders, v, r)) is INFINITE)


def grid() -> Iterator[Dropped]:
    for n in (2, 3, 4, 5, 8, 100):
        for t in range(1, n + 1) if n < 9 else (50, 80, 99, 100):
            noise = exact_noise(n, t, 0, 1, within=Fraction(101, 100) if t == n else None)
            for responders in {1, t // 2, t - 1, t} - {0}:
                yield Dropped(n, responders, 0, t, noise.variance, noise.covariance)


CLAIM = Claim(
    id="cordp/graceful-dropouts",
    place="introduction (iii), Table 1",
    title="how the error grows with dropouts beyond the design",
    domain=Domain(
        "n in {2, 3, 4, 5, 8, 100}, the optimal pair of designs t for s = 1 (t = n: within 1 %)", grid, size_order
    ),
    truth=pair_fact("error"),
    asserts=at_most,
    printed=Form(as_printed, "with any number f of responders the error is at most 2s/f, twice that of LDP"),
    corrected=Form(corrected, "the same for designs with t < n; for t = n one dropout costs without bound"),
    proof=proof,
)
