"""Instances of CorDP-DME, their grids, and the truths about them that the checker establishes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from lp_models.cordp_certificates import covariance_certificate, optimum_certificate, whole_optimum_certificate
from optcheck.claims import INFINITE, Combination, Document, Domain, Holds, Impact, Quantity, Value
from optcheck.cordp.closed_form import exact_noise
from optcheck.cordp.enumeration import triples
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import to_text
from optcheck.exact.quadratic import Quadratic

FLOORS = (Fraction(1), Fraction(3, 2))


@dataclass(frozen=True, slots=True)
class Case:
    """n users, at least t responders, at most c colluders, and sigma^2_{eps,delta}."""

    n: int
    t: int
    c: int
    sigma2_min: Fraction


@dataclass(frozen=True, slots=True)
class InDimension(Case):
    """A case with the dimension d of the vectors."""

    d: int


@dataclass(frozen=True, slots=True)
class AtVariance(Case):
    """A case looked at with a given variance sigma^2."""

    variance: Value


@dataclass(frozen=True, slots=True)
class WithPair(Case):
    """A case looked at with a given variance and covariance."""

    variance: Fraction
    covariance: Fraction


def size_order(instance: Any) -> tuple[object, ...]:
    """The declared order: n, t, c, then the size of the numbers."""
    n, t, c, *numbers = (getattr(instance, item.name) for item in fields(instance))
    return (n, t, c, *map(_size, numbers))


def _size(number: Value) -> tuple[object, ...]:
    q = Fraction(number.rational) if isinstance(number, Quadratic) else Fraction(number)
    return abs(q.numerator) + q.denominator, q


def cases(largest: int, wanted: Callable[[int, int, int], bool] = lambda n, t, c: True) -> Iterator[Case]:
    """All triples up to n = largest that are wanted, with the floors."""
    return (Case(*sizes, floor) for sizes in triples(largest) if wanted(*sizes) for floor in FLOORS)


@st.composite
def larger_cases(draw: st.DrawFn) -> Case:
    """Random triples beyond the grid, with a rational sigma^2_{eps,delta}."""
    n = draw(st.integers(2, 16))
    t = draw(st.integers(1, n))
    return Case(n, t, draw(st.integers(0, t - 1)), Fraction(draw(st.integers(1, 24)), draw(st.integers(1, 6))))


EVERY_CASE: Domain[Case] = Domain(
    description="2 <= n <= 7, every t and c, s in {1, 3/2}; then n <= 16 with random rational s",
    grid=lambda: cases(7),
    strategy=larger_cases,
    order=size_order,
    examples=40,
)
WITH_DROPOUTS: Domain[Case] = Domain(
    description="2 <= n <= 8, every c < t < n, s in {1, 3/2}",
    grid=lambda: cases(8, lambda n, t, c: t < n),
    order=size_order,
)


def sizes(case: Any) -> Document:
    """The case as the checker reads it."""
    found = {"n": case.n, "t": case.t, "c": case.c, "sigma2_min": to_text(case.sigma2_min)}
    return {**found, "d": case.d} if hasattr(case, "d") else found


def optimum(name: str) -> Quantity[Any]:
    """A fact about the optimum, in d dimensions where the case has them."""

    def certify(case: Any) -> Certificate:
        return optimum_certificate(case.n, case.t, case.c, case.sigma2_min, getattr(case, "d", None))

    return Quantity(kind="cordp-optimum", name=name, describe=sizes, certify=certify)


LEAST_WHOLE_ERROR: Quantity[Any] = Quantity(
    kind="cordp-optimum",
    name="infimum of the error",
    describe=lambda case: {**sizes(case), "whole": True},  # with the whole noise, as Eq. 10 counts
    certify=lambda case: whole_optimum_certificate(case.n, case.t, case.c, case.sigma2_min),
)
LEAST_ERROR = optimum("infimum of the error")
LEAST_DECODED_ERROR = optimum("infimum of the decoded error")
OPTIMAL_VARIANCE: Combination[Any] = Combination(
    parts=(optimum("optimal variance"),), value=lambda found: INFINITE if found == "infinite" else found
)


def _with_pair(case: Any, **others: Any) -> Document:
    return {"n": case.n, **others, "pair": [str(case.variance), str(case.covariance)]}


def pair_fact(
    name: str, holds: Holds[Any] | None = None, colluders: Callable[[Any], int] = lambda case: case.c
) -> Quantity[Any]:
    """A fact about the instance's own variance and covariance."""

    def describe(case: Any) -> Document:
        return _with_pair(case, t=case.t, c=colluders(case))

    return Quantity(kind="cordp-pair", name=name, holds=holds, describe=describe)


IS_PRIVATE = pair_fact(
    "kept variance",
    holds=lambda case, fact: fact.value >= case.sigma2_min,
    colluders=lambda case: case.c if case.covariance <= 0 else 0,  # seeds that could be told make no r > 0
)


def decoder(name: str, removed: bool) -> Quantity[Any]:
    """A fact about the best decoder, with the whole noise or with the responding colluders' terms removed."""

    def describe(case: Any) -> Document:
        return _with_pair(case, responders=case.responders, told=case.told, d=case.d, removed=removed)

    return Quantity(kind="cordp-decoder", name=name, describe=describe)


def boundary(name: str, at: Callable[[Any], Value] = lambda case: case.variance, both: bool = False) -> Quantity[Any]:
    """A fact about the private covariances at a variance."""

    def describe(case: Any) -> Document:
        return {"n": case.n, "c": case.c, "sigma2_min": to_text(case.sigma2_min), "variance": str(at(case))}

    def certify(case: Any) -> Certificate:
        return covariance_certificate(case.n, case.c, at(case), case.sigma2_min, largest=both)

    return Quantity(kind="cordp-covariance", name=name, describe=describe, certify=certify)


def pairs(largest: int, shares: tuple[Fraction, ...]) -> Iterator[WithPair]:
    """Triples with pairs whose covariance is a share of -sigma^2/(n-1) (negative shares: positive covariances)."""
    for n, t, c in triples(largest):
        for floor, variance in _LEVELS:
            yield from (WithPair(n, t, c, floor, variance, -share * variance / (n - 1)) for share in shares)


_LEVELS = ((Fraction(1), Fraction(1)), (Fraction(1), Fraction(3, 2)), (Fraction(2, 3), Fraction(4)))
SEEDS = (Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(9, 10))  # shares that pairwise seeds can make


def variances(largest: int) -> Iterator[AtVariance]:
    """n and c with all users responding, two floors and four variances from the floor on."""
    levels = (("1", "1"), ("1", "3/2"), ("3/2", "3"), ("3/2", "15"))
    for n in range(2, largest + 1):
        for c in range(n):
            yield from (AtVariance(n, n, c, Fraction(floor), Fraction(variance)) for floor, variance in levels)


def correlations(largest: int, wanted: Callable[[int], bool]) -> Iterator[AtVariance]:
    """Triples whose c is wanted, at the optimal variance; for t = n, where it is infinite, on the way to the limit."""
    for n, t, c in triples(largest):
        for s in FLOORS if wanted(c) else ():
            finite = (2 * s, s * Fraction(7, 2), 100 * s)
            where = finite if t == n else (exact_noise(n, t, c, s).variance,)
            yield from (AtVariance(n, t, c, s, variance) for variance in where)


ONE_COLLUDER: Domain[AtVariance] = Domain(
    description="2 <= n <= 9, c = 1, every t, s in {1, 3/2}; for t = n variances 2s, 7s/2, 100s",
    grid=lambda: correlations(9, lambda c: c == 1),
    order=size_order,
)
OTHERWISE: Domain[AtVariance] = Domain(
    description="2 <= n <= 7, c != 1, every t, s in {1, 3/2}; for t = n variances 2s, 7s/2, 100s",
    grid=lambda: correlations(7, lambda c: c != 1),
    order=size_order,
)
LEAST_CORRELATION = boundary("least private correlation")


def correlation_impact(claimed: Value, true: Value) -> Impact:
    """A positive correlation leaves a report too little noise given the others; a larger negative one costs error."""
    return Impact.SAFETY if claimed < true or claimed > 0 else Impact.OPTIMALITY
