"""Instances of CorDP-DME, their grids, and the truths about them that the checker establishes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from fractions import Fraction
from operator import attrgetter
from typing import Any, TypeVar

from hypothesis import strategies as st

from optcheck.claims import INFINITE, Combination, Document, Domain, Holds, Quantity, Value
from optcheck.claims.claim import amounts
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import Quadratic, to_text
from proofs_numeric.cordp._certificates import covariance_certificate, optimum_certificate
from proofs_numeric.cordp._enumeration import triples

FLOORS = amounts("1 3/2")
LEVELS = [amounts(pair) for pair in ("1 1", "1 3/2", "2/3 4")]  # floor and variance
SEEDS = amounts("0 1/4 1/2 9/10")  # shares of the covariance that pairwise seeds can make


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
    """A case with a given variance sigma^2."""

    variance: Value


@dataclass(frozen=True, slots=True)
class WithPair(Case):
    """A case with a given variance and covariance."""

    variance: Fraction
    covariance: Fraction


C = TypeVar("C", bound=Case)


def size_order(instance: Case) -> tuple[object, ...]:
    """The declared order: n, t, c, then the size of the numbers."""
    n, t, c, *numbers = (getattr(instance, item.name) for item in fields(instance))
    return (n, t, c, *map(_size, numbers))


def _size(number: Value) -> tuple[object, ...]:
    q = Fraction(number.rational) if isinstance(number, Quadratic) else Fraction(number)
    return abs(q.numerator) + q.denominator, q


def cases(largest: int, accept: Callable[[int, int, int], bool] = lambda n, t, c: True) -> Iterator[Case]:
    """All triples up to n = largest that are accepted, with the floors."""
    return (Case(*sizes, floor) for sizes in triples(largest) if accept(*sizes) for floor in FLOORS)


WITH_DROPOUTS: Domain[Case] = Domain(
    "2 <= n <= 8, every c < t < n, s in {1, 3/2}", lambda: cases(8, lambda n, t, c: t < n), size_order
)


def sizes(case: Any) -> Document:
    """The case as the checker reads it."""
    document = {"n": case.n, "t": case.t, "c": case.c, "sigma2_min": to_text(case.sigma2_min)}
    return {**document, "d": case.d} if isinstance(case, InDimension) else document


def optimum(name: str) -> Quantity[Any]:
    """A fact about the optimum, in d dimensions where the case has them."""
    return Quantity(
        kind="cordp-optimum",
        name=name,
        describe=sizes,
        certify=lambda case: optimum_certificate(case.n, case.t, case.c, case.sigma2_min, getattr(case, "d", None)),
    )


LEAST_ERROR = optimum("infimum of the error")
LEAST_DECODED_ERROR = optimum("infimum of the decoded error")
OPTIMAL_VARIANCE = optimum("optimal variance")
LARGEST_OPTIMAL_VARIANCE: Combination[Case] = Combination(
    parts=(optimum("largest optimal variance"),), value=lambda fact: INFINITE if fact == "infinite" else fact
)


def pair_fact(
    name: str, holds: Holds[Any] | None = None, colluders: Callable[[Any], int] = lambda case: case.c
) -> Quantity[Any]:
    """A fact about the instance's own variance and covariance."""

    def describe(case: Any) -> Document:
        return {"n": case.n, "t": case.t, "c": colluders(case), "pair": [str(case.variance), str(case.covariance)]}

    return Quantity(kind="cordp-pair", name=name, holds=holds, describe=describe)


def boundary(name: str, at: Callable[[C], Value] = attrgetter("variance"), both: bool = False) -> Quantity[C]:
    """A fact about the private covariances at a variance."""

    def describe(case: C) -> Document:
        return {"n": case.n, "c": case.c, "sigma2_min": to_text(case.sigma2_min), "variance": str(at(case))}

    def certify(case: C) -> Certificate:
        return covariance_certificate(case.n, case.c, at(case), case.sigma2_min, largest=both)

    return Quantity(kind="cordp-covariance", name=name, describe=describe, certify=certify)


def pairs(largest: int, shares: tuple[Fraction, ...]) -> Iterator[WithPair]:
    """Triples with pairs whose covariance is a share of -sigma^2/(n-1) (negative shares: positive covariances)."""
    for n, t, c in triples(largest):
        for floor, variance in LEVELS:
            yield from (WithPair(n, t, c, floor, variance, -share * variance / (n - 1)) for share in shares)


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
