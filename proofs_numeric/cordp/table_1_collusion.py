"""Statement: CorDP-DME is (eps, delta)-private up to any c colluders, with graceful decay of privacy afterwards.

Model: noise designed for c, the variance that an honest report keeps when j >= c users collude. "Graceful" is made
exact: every further colluder costs at most the share 1/(n-c) of sigma^2_{eps,delta}; the kept variance is at least
s(n-j)/(n-c), down to s/(n-c) for a single honest user. The checker computes what is kept.

Corners: j = c (all of s), j = n-1; t = n, where pairs near the limit approach the bound; c = t-1 (nothing is lost).

Readings: the table's word is no formula; the bound is ours. Eq. 8 gives its (eps, delta).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from optcheck.claims import Argument, Claim, Domain, Form, Formula, Impact, Value
from optcheck.claims.relations import at_least
from optcheck.cordp.closed_form import exact_noise
from proofs_numeric.cordp._cases import pair_fact, size_order
from proofs_numeric.cordp._enumeration import triples


@dataclass(frozen=True, slots=True)
class Exposed:
    """Noise for at most ``designed`` colluders, and c users who collude."""

    n: int
    t: int
    c: int
    designed: int
    variance: Value
    covariance: Value


def as_printed(at: Exposed) -> Value:
    return Fraction(1) * (at.n - at.c) / (at.n - at.designed)


def proof(argument: Argument, form: Formula[Exposed]) -> None:
    a, b = sp.symbols("a b", positive=True)
    m, j, c = sp.symbols("m j c", positive=True)  # j more colluders than c
    n = m + c
    r = (b - a) / m
    v = a - (c - 1) * r
    rest = v + (n - 2) * r
    kept = (v + (c + j - 1) * r) * (v + (n - 1) * r) / rest
    s = a * b / rest
    argument.identity("what is kept, over s", kept / s, 1 - (j / m) * (1 - b / a))
    bound = sp.sympify((m - j) / m)
    argument.positive("it exceeds 1 - j/m by", sp.simplify(kept / s - bound))
    argument.identity("the form", form(Exposed(n, n, c + j, c, v, r)), bound)
    argument.truth("also of whole numbers", form(Exposed(5, 5, 3, 2, Fraction(1), Fraction(0))) == Fraction(2, 3))


def grid() -> Iterator[Exposed]:
    for n, t, c in triples(6):
        near = Fraction(101, 100) if t == n and c < n - 1 else None
        noise = exact_noise(n, t, c, 1, within=near)
        for more in range(c, n):
            yield Exposed(n, n, more, c, noise.variance, noise.covariance)


CLAIM = Claim(
    id="cordp/table-1-collusion",
    place="Table 1",
    title="how privacy decays beyond c colluders",
    domain=Domain(
        description="2 <= n <= 6, every t and c, the optimal pair for s = 1 (t = n: within 1 %), c to n-1 colluders",
        grid=grid,
        order=size_order,
    ),
    truth=pair_fact("kept variance"),
    asserts=at_least,
    printed=Form(as_printed, "with j ≥ c colluders a report keeps at least the variance s(n−j)/(n−c)"),
    impact=Impact.SAFETY,
    proof=proof,
)
