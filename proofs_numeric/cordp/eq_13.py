"""Statement: rho* in closed form with a square root.

Model: the least correlation with which one honest report keeps the variance s given all that the server sees. For
t < n at the optimal variance, for t = n, where that is infinite, at finite stand-ins (the limit is -1/(n-1)).

Corners: c = 0, c = n-1, c = t-1 (correlation 0). At n = 1 the formula divides by zero.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction

import sympy as sp

from optcheck.claims import Argument, Claim, Domain, Form, Formula, Impact, Quantity, Value
from optcheck.claims.functions import surd
from optcheck.claims.relations import equals
from optcheck.cordp.closed_form import exact_noise
from proofs_numeric.cordp import _steps as steps
from proofs_numeric.cordp._cases import FLOORS, AtVariance, boundary, size_order
from proofs_numeric.cordp._enumeration import triples


def as_printed(at: AtVariance) -> Value:
    n, c = at.n, at.c
    share = 1 - at.sigma2_min / at.variance
    inner = surd(((n - 2) * share - c) * ((n - 2) * share - c) + 4 * (n - c - 1) * share)
    return (-(n - 2) * share - c) / (2 * (n - 1) * (c - 1)) + inner / (2 * (n - 1) * (c - 1))


def proof(argument: Argument, form: Formula[AtVariance]) -> None:
    """The form gives the one root of the boundary's quadratic between -v/(n-1) and 0."""
    n, t, s, v, some = steps.n, steps.t, steps.s, steps.v, sp.Symbol("c", positive=True)
    steps.prove_optimum(argument)
    steps.one_root(argument)
    rho = form(AtVariance(n, t, some, s, v))
    argument.identity("a root of the boundary", steps.on_boundary(rho * v, some), 0)
    argument.identity("the one that is 0 at v = s", form(AtVariance(n, t, some, s, s)), 0)
    none = form(AtVariance(n, t, 0, s, v))
    argument.identity("for c = 0 a root of the boundary too", steps.on_boundary(none * v, 0), 0)
    argument.truth("the negative one", form(AtVariance(3, 3, 0, Fraction(1), Fraction(2))) < 0)


def correlation_impact(claimed: Value, true: Value) -> Impact:
    """A positive correlation leaves a report too little noise given the others; a larger negative one costs error."""
    return Impact.SAFETY if claimed < true or claimed > 0 else Impact.OPTIMALITY


def correlations(largest: int, wanted: Callable[[int], bool]) -> Iterator[AtVariance]:
    """Triples whose c is wanted, at the optimal variance; for t = n, where it is infinite, on the way to the limit."""
    for n, t, c in triples(largest):
        for s in FLOORS if wanted(c) else ():
            finite = (2 * s, s * Fraction(7, 2), 100 * s)
            where = finite if t == n else (exact_noise(n, t, c, s).variance,)
            yield from (AtVariance(n, t, c, s, variance) for variance in where)


OTHERWISE: Domain[AtVariance] = Domain(
    description="2 <= n <= 7, c != 1, every t, s in {1, 3/2}; for t = n variances 2s, 7s/2, 100s",
    grid=lambda: correlations(7, lambda c: c != 1),
    order=size_order,
)
LEAST_CORRELATION: Quantity[AtVariance] = boundary("least private correlation")
CLAIM = Claim(
    id="cordp/eq-13",
    place="Theorem 1, Eq. 13, c != 1",
    title="the optimal correlation for c other than 1, main text",
    domain=OTHERWISE,
    truth=LEAST_CORRELATION,
    asserts=equals,
    printed=Form(
        as_printed,
        "ρ* = (−(n−2)(1−s/σ*²) − c)/(2(n−1)(c−1)) + √(((n−2)(1−s/σ*²)−c)² + 4(n−c−1)(1−s/σ*²))/(2(n−1)(c−1))",
    ),
    impact=correlation_impact,
    proof=proof,
)
