"""Statement: for t = n and the least private covariance the least error decreases in sigma^2, for any 0 <= c < n.

Model: sigma^2 + r*(n-1) at two variances, r* being the least private covariance that the checker verifies; the error
grows with it. The sign of its change is judged.

Corners: c = 0, 1, n-1; from sigma^2 = s on. For c = n-1 (a single honest user) the error is s at every variance, and
the paper's proof finds a zero derivative there. At n = 1, outside, the error would grow.

Readings: "decreasing" with equality allowed, as the proof has it for c = n-1.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import sympy as sp

from optcheck.claims import Argument, Claim, Combination, Domain, Form, Formula, Impact, Mark, Reading, Value
from optcheck.claims.claim import amounts
from optcheck.claims.relations import at_most, equals
from proofs_numeric.cordp import _steps as steps
from proofs_numeric.cordp._cases import Case, boundary, size_order


@dataclass(frozen=True, slots=True)
class Growth(Case):
    """All n users respond, c collude; the variance grows from ``low`` to ``high``."""

    low: Fraction
    high: Fraction


def as_printed(case: Growth) -> Value:
    return -1 if case.c < case.n else 0


def corrected(case: Growth) -> Value:
    return -1 if case.c < case.n - 1 else 0


def not_growing(case: Growth) -> Value:
    return 0


def proof(argument: Argument, form: Formula[Growth]) -> None:
    steps.prove_conditional_variance(argument)
    a, m, s, n, c = sp.Symbol("a"), steps.m, steps.s, steps.n, steps.c
    along = 1 / (m / s - (m - 1) / a)
    variance, covariance = (a * (n - 1) - along * (c - 1)) / m, (along - a) / m
    argument.identity("on the boundary", steps.boundary(variance, covariance).subs(n, m + c), 0)
    argument.identity("b falls in a, strictly unless m = 1", sp.diff(along, a), -(m - 1) * along**2 / a**2)
    slope = sp.diff(variance, a)
    argument.identity("sigma² grows in a", slope, ((n - 1) + (c - 1) * (m - 1) * along**2 / a**2) / m)
    without = slope.subs({c: 0, m: n})
    argument.identity("for c = 0, where b < a", without, (n - 1) * (1 - along.subs(m, n) ** 2 / a**2) / n)
    argument.words("So b = sigma² + r(n-1), the error times the responders, falls as sigma² grows, or is s for m = 1.")
    argument.truth("for m = 1", form(Growth(4, 4, 3, Fraction(1), Fraction(1), Fraction(2))) == 0)
    argument.truth("for m > 1", form(Growth(4, 4, 2, Fraction(1), Fraction(1), Fraction(2))) == -1)


LEVELS = amounts("1 2 7 1000")
ERROR = "error times responders if all respond"
CLAIM = Claim(
    id="cordp/claim-6",
    place="Claim 6",
    title="without dropouts the error falls as σ² grows",
    domain=Domain(
        description="2 <= n <= 5, every c, s = 1, three steps of σ² between 1 and 1000",
        grid=lambda: (
            Growth(n, n, c, Fraction(1), *step) for n in range(2, 6) for c in range(n) for step in pairwise(LEVELS)
        ),
        order=size_order,
        degenerate=lambda case: case.c == case.n - 1,
        corner="c = n-1, a single honest user",
    ),
    truth=Combination(
        parts=(boundary(ERROR, at=lambda case: case.low), boundary(ERROR, at=lambda case: case.high)),
        value=lambda before, after: (after > before) - (after < before),
    ),
    asserts=equals,
    printed=Form(as_printed, "the change of σ² + r*(σ²)(n−1) as σ² grows is negative for every 0 ≤ c < n"),
    corrected=Form(corrected, "negative for c ≤ n−2, zero for c = n−1"),
    impact=Impact.TEXT,
    proof=proof,
    readings=(
        Reading(
            name="decreasing, equality allowed",
            asserts=at_most,
            printed=Form(not_growing, "the change is not positive"),
            mark=Mark.AS_ITS_PROOF_USES_IT,
        ),
    ),
)
