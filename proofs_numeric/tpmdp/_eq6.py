"""Eq. 6: instances in their declared order, points, and what the checker establishes about them."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from types import SimpleNamespace
from typing import TypeVar

from hypothesis import strategies as st

from optcheck.claims import Domain, Property, Quantity, Value, says
from optcheck.errors import InvalidInput
from optcheck.exact.numbers import Exact
from optcheck.tpmdp.instance import Instance, Subcase
from proofs_numeric.tpmdp import _enumeration as models

Keep = Callable[[Instance], bool]
I = TypeVar("I")  # noqa: E741 - the instance


@dataclass(frozen=True, slots=True)
class Point:
    """An instance and variances for its parties."""

    instance: Instance
    variances: tuple[Exact, ...]


def abstract(n: Value, threshold: Value, required: Value) -> Value:
    """An instance of any size, for a proof: symbols, and a row of requirements from the largest on."""
    return SimpleNamespace(n=n, threshold=threshold, required=required)


def over(one: Value, other: Value) -> Value:
    """A quotient: a fraction of whole numbers, a formula of symbols."""
    return Fraction(one, other) if isinstance(one, int) and isinstance(other, int) else one / other


def order(instance: Instance) -> tuple[object, ...]:
    """Parties, threshold, active parties, then the size of the numbers."""
    required = instance.required
    size = (max(required), sum(required), max(Fraction(value).denominator for value in required))
    return (instance.n, instance.threshold, len(instance.active), *size, instance.active, required)


@st.composite
def instances(draw: st.DrawFn, least: int, most: int, top: int = 12) -> Instance:
    """Instances with rational requirements."""
    n = draw(st.integers(least, most))
    numbers = st.builds(Fraction, st.integers(0, top), st.sampled_from((1, 2, 3)))
    required = draw(st.lists(numbers, min_size=n, max_size=n))
    return Instance.of(required, draw(st.integers(1, n - 1)), draw(st.sets(st.integers(0, n - 1), min_size=1)))


def is_in(*subcases: Subcase) -> Keep:
    """A filter for instances of the given subcases."""
    return lambda instance: instance.subcase in subcases


def with_everyone_active(instance: Instance) -> Instance:
    """The same requirements and threshold, with A_t in the place of A_t^+."""
    return Instance.of(instance.required, instance.threshold)


def domain(words: str, keep: Keep, top: int = 2, most: int = 4, examples: int = 60) -> Domain[Instance]:
    """Small instances in full, larger rational ones at random, changed until the filter keeps them."""

    def nearest(drawn: Instance) -> Instance:
        others = models.alike(drawn, (1, 2, 3, drawn.n), (drawn.threshold, 1, 2, drawn.n // 2))
        return next(filter(keep, others), drawn)

    return Domain(
        description=f"{words}: n <= {most}, requirements 0..{top}; random rational ones with n = 5..7",
        grid=lambda: models.small_instances(range(2, most + 1), top, keep),
        order=order,
        strategy=lambda: instances(5, 7).map(nearest).filter(keep),
        examples=examples,
    )


def is_everyone_active(instance: Instance) -> bool:
    """U+ = [n]."""
    return len(instance.active) == instance.n


is_subcase_1_or_3 = is_in(Subcase.MANY_ACTIVE, Subcase.SOME_ACTIVE)
EVERYONE: Domain[Instance] = domain("everyone active", is_everyone_active, top=3)
ONE_ACTIVE: Domain[Instance] = domain("|U+| = 1", is_in(Subcase.ONE_ACTIVE), top=3)
FEW_ACTIVE: Domain[Instance] = domain("Subcase 4", is_in(Subcase.FEW_ACTIVE), most=5)
ALL: Domain[Instance] = domain("every t and active set", lambda _: True)


def least_total(of: Callable[[I], Instance]) -> Quantity[I]:
    """The least total of Eq. 6."""
    return Quantity(
        kind="tpmdp-allocation",
        name="least total",
        describe=lambda given: models.instance_document(of(given)),
        certify=lambda given: models.optimum_certificate(of(given)),
    )


LEAST_TOTAL: Quantity[Instance] = least_total(lambda instance: instance)
FEASIBLE: Quantity[Point] = Quantity(
    kind="tpmdp-point",
    name="feasibility",
    holds=says("feasible"),
    describe=lambda point: models.point_document(point.instance, point.variances),
)
OPTIMAL: Quantity[Point] = Quantity(
    kind="tpmdp-point",
    name="optimality",
    holds=says("optimal"),
    describe=lambda point: models.point_document(point.instance, point.variances),
    certify=lambda point: models.point_certificate(point.instance, point.variances),
)


def optimal_variances(of: Callable[[I], Instance], chosen: Callable[[I, Value], Value] = lambda _, x: x) -> Property[I]:
    """Whether the variances that a form gives (or those chosen among them) are feasible for Eq. 6, of least total."""

    def checked(given: I, said: Value) -> Value:
        x = chosen(given, said)
        if not isinstance(x, tuple) or len(x) != of(given).n:
            raise InvalidInput(f"there must be a variance for each of {of(given).n} parties, got {x}")
        return x

    return Property(
        name="optimality",
        holds=says("optimal"),
        describe=lambda given, x: {"tpmdp-point": models.point_document(of(given), checked(given, x))},
        certify=lambda given, x: models.point_certificate(of(given), checked(given, x)),
        gap="gap",
    )


OPTIMAL_VARIANCES: Property[Instance] = optimal_variances(lambda instance: instance)
