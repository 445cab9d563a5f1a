"""Instances, their order, exact truth with evidence, and discrepancies, for all claims of the paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import astuple, dataclass
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from optcheck.audit import Discrepancy, Domain, Impact
from optcheck.checker.families.cordp import check_definite, kept_variance
from optcheck.cordp.closed_form import ExactNoise, dual_matrix, exact_noise, least_effective_variance
from optcheck.errors import CertificateRejected
from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import to_text
from optcheck.exact.quadratic import Quadratic

FLOORS = (Fraction(1), Fraction(3, 2))
NEAR = Fraction(101, 100)


@dataclass(frozen=True, slots=True)
class Case:
    """n users, at least t responders, at most c colluders, and sigma^2_{eps,delta}."""

    n: int
    t: int
    c: int
    sigma2_min: Fraction


@dataclass(frozen=True, slots=True)
class InDimension:
    """A case with the dimension d of the vectors."""

    n: int
    t: int
    c: int
    sigma2_min: Fraction
    d: int


@dataclass(frozen=True, slots=True)
class AtVariance:
    """A case looked at with a given variance sigma^2."""

    n: int
    t: int
    c: int
    sigma2_min: Fraction
    variance: Fraction


@dataclass(frozen=True, slots=True)
class WithPair:
    """A case looked at with a given variance and covariance."""

    n: int
    t: int
    c: int
    sigma2_min: Fraction
    variance: Fraction
    covariance: Fraction


def triples(largest: int) -> Iterator[tuple[int, int, int]]:
    """All (n, t, c) with 0 <= c < t <= n and 2 <= n <= largest."""
    return ((n, t, c) for n in range(2, largest + 1) for t in range(1, n + 1) for c in range(t))


def size_order(instance: Any) -> tuple[Any, ...]:
    """The declared order: n, t, c, then the size of the numbers."""
    n, t, c, *numbers = astuple(instance)
    return (n, t, c, *((abs(q.numerator) + q.denominator, q) for q in map(Fraction, numbers)))


def cases(largest: int) -> Callable[[], Iterator[Case]]:
    """All triples up to n = largest with the floors."""
    return lambda: (Case(*sizes, floor) for sizes in triples(largest) for floor in FLOORS)


@st.composite
def larger_cases(draw: st.DrawFn, largest: int = 16) -> Case:
    """Random triples beyond the grid, with a rational sigma^2_{eps,delta}."""
    n = draw(st.integers(2, largest))
    t = draw(st.integers(1, n))
    return Case(n, t, draw(st.integers(0, t - 1)), draw(st.fractions(Fraction(1, 4), 4, max_denominator=6)))


EVERY_CASE = Domain(
    description="2 <= n <= 7, every t and c, s in {1, 3/2}; then n <= 16 with random rational s",
    grid=cases(7),
    strategy=larger_cases,
    order=size_order,
    examples=40,
)
WITH_DROPOUTS = Domain(
    description="2 <= n <= 8, every c < t < n, s in {1, 3/2}",
    grid=lambda: (case for case in cases(8)() if case.t < case.n),
    order=size_order,
)


def truth(case: Any) -> ExactNoise:
    """The optimum of a case, its evidence accepted by the checker; a pair within NEAR of the limit for t = n."""
    noise = exact_noise(case.n, case.t, case.c, case.sigma2_min, within=NEAR if case.t == case.n else None)
    noise.certify().verify()
    return noise


def document(case: Any, **more: Any) -> dict[str, Any]:
    """The instance part of a certificate."""
    return {"n": case.n, "t": case.t, "c": case.c, "sigma2_min": to_text(case.sigma2_min), **more}


def texts(pair: tuple[Any, Any]) -> list[str]:
    """Two exact numbers as texts."""
    return [str(_quadratic(value)) for value in pair]


def _quadratic(value: Any) -> Quadratic:
    return value if isinstance(value, Quadratic) else Quadratic(value)


def gap(claimed: Any, true: Any) -> str:
    """The difference as a text."""
    return str(_quadratic(claimed - true))


def pair_discrepancy(
    case: Any, claimed: tuple[Quadratic, Quadratic], better: tuple[Quadratic, Quadratic]
) -> Discrepancy:
    """A printed pair against the true one: it breaks privacy, or has a larger error."""
    broken = _breaks_privacy(case, claimed)
    sizes = {"n": case.n, "t": case.t}
    certificate = (
        Certificate("cordp-pair", {**sizes, "c": 0, "pair": texts(claimed)}, {})
        if broken
        else Certificate("cordp-optimum", document(case), {"pair": texts(better)})
    )
    harm = "leaves a report too little noise given the others" if broken else "has a larger error than a private pair"
    return Discrepancy(
        claimed=str(claimed[1] / claimed[0]),
        true=str(better[1] / better[0]),
        gap=gap(claimed[1] / claimed[0], better[1] / better[0]),
        impact=Impact.SAFETY if broken else Impact.OPTIMALITY,
        certificate=certificate,
        explanation=f"With variance {claimed[0]} the printed correlation gives covariance {claimed[1]}, which {harm}.",
    )


def _breaks_privacy(case: Any, pair: tuple[Quadratic, Quadratic]) -> bool:
    """Whether the other reports alone, without any colluder, leave a report less than sigma2_min."""
    try:
        check_definite(case.n, 0, pair)
    except CertificateRejected:
        return False
    return bool(kept_variance(case.n, 0, pair) < case.sigma2_min)


def error_discrepancy(case: Any, d: int, claimed: Quadratic | Fraction, true: Quadratic) -> Discrepancy:
    """A printed least error (optimum decoder) that is too large or too small."""
    instance = document(case, d=d)
    evidence: dict[str, Any] = {"dual": [str(entry) for entry in dual_matrix(case.n, case.t, case.c)]}
    if claimed > true:
        noise = _close_enough(case, d, claimed)
        evidence = {"pair": texts((noise.variance, noise.covariance))}
    return Discrepancy(
        claimed=str(claimed),
        true=str(true),
        gap=gap(claimed, true),
        impact=Impact.VALUE,
        certificate=Certificate("cordp-optimum", instance, evidence),
        explanation=f"The printed error is {claimed}, the least error of a private pair is {true}.",
    )


def _close_enough(case: Any, d: int, claimed: Quadratic | Fraction) -> ExactNoise:
    """A private pair with an error below the claimed one."""
    if case.t < case.n or case.n - case.c == 1:
        return exact_noise(case.n, case.t, case.c, case.sigma2_min)
    factor = Fraction(2)
    while True:
        noise = exact_noise(case.n, case.t, case.c, case.sigma2_min, within=factor)
        if decoded(noise.effective_variance, case.t - case.c, d) < claimed:
            return noise
        factor = 1 + (factor - 1) / 2


def decoded(effective: Quadratic, honest: int, d: int) -> Quadratic:
    """The optimum decoder's error for an effective variance."""
    plain = d * effective / honest
    return plain / (plain + 1)


def least_error(case: Any, d: int) -> Quadratic:
    """The optimum decoder's least error; for t = n the limit. The bound and a pair near it are verified."""
    truth(case)
    return decoded(least_effective_variance(case.n, case.t, case.c, case.sigma2_min), case.t - case.c, d)


def variance_discrepancy(case: Case, claimed: Quadratic) -> Discrepancy | None:
    """A printed optimal variance against the one of the pair that the checker accepts as optimal (t < n)."""
    noise = truth(case)
    if claimed == noise.variance:
        return None
    return Discrepancy(
        claimed=str(claimed),
        true=str(noise.variance),
        gap=gap(claimed, noise.variance),
        impact=Impact.OPTIMALITY,
        certificate=noise.certify(),
        explanation=f"The printed variance is {claimed}; the least error needs {noise.variance}.",
    )


def expression(value: Any) -> Any:
    """An exact number as an expression that the comparison checker reads."""
    number = _quadratic(value)
    return ["+", to_text(number.rational), ["*", to_text(number.factor), ["sqrt", number.root]]]


def unequal(claimed: Any, true: Any, explanation: str, impact: Impact = Impact.VALUE) -> Discrepancy:
    """Two exact numbers that differ, with a comparison that the checker can decide."""
    instance = {"values": {}, "left": expression(claimed), "right": expression(true)}
    certificate = Certificate("comparison", instance, {}, explanation)
    return Discrepancy(str(claimed), str(true), gap(claimed, true), impact, certificate, explanation)


def anti_correlated(largest: int, positive_alone: bool = False) -> Iterator[WithPair]:
    """Triples with valid pairs: r from 0 down to near -σ²/(n-1); with ``positive_alone`` also r > 0 where c = 0."""
    for n, t, c in triples(largest):
        for floor, variance in _LEVELS:
            shares = [Fraction(0), Fraction(-1, 4), Fraction(-1, 2), Fraction(-9, 10)]
            covariances = [share * variance / (n - 1) for share in shares]
            if positive_alone and c == 0:
                covariances += [variance / 4, variance / 2]
            yield from (WithPair(n, t, c, floor, variance, covariance) for covariance in covariances)


_LEVELS = ((Fraction(1), Fraction(1)), (Fraction(1), Fraction(3, 2)), (Fraction(2, 3), Fraction(4)))


def variances(largest: int) -> Iterator[AtVariance]:
    """n and c with all users responding, two floors and four variances from the floor on."""
    for n in range(2, largest + 1):
        for c in range(n):
            for floor, variance in _FROM_FLOOR:
                yield AtVariance(n, n, c, Fraction(floor), Fraction(variance))


_FROM_FLOOR = (("1", "1"), ("1", "3/2"), ("3/2", "3"), ("3/2", "15"))


def privacy_discrepancy(case: WithPair, claimed: Fraction, kept: Fraction) -> Discrepancy:
    """A printed privacy condition with another sign than kept - sigma2_min."""
    difference = kept - case.sigma2_min
    relation = "<=>"[(difference > 0) - (difference < 0) + 1]
    instance = {"n": case.n, "t": case.t, "c": case.c, "pair": texts((case.variance, case.covariance))}
    return Discrepancy(
        claimed=claimed,
        true=difference,
        gap=claimed - difference,
        impact=Impact.SAFETY if claimed > difference else Impact.OPTIMALITY,
        certificate=Certificate("cordp-pair", instance, {}),
        explanation=f"The condition has the value {claimed}, but a report keeps {kept} {relation} {case.sigma2_min}.",
    )
