"""Points under the appendix's conventions: parties are numbered 1+, 2+, ..., 1-, 2-, ... from 0, by requirement."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import chain, pairwise, product

from hypothesis import strategies as st

from optcheck.claims import Domain, Mark, Reading
from optcheck.exact.numbers import Exact
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._eq6 import (
    Keep,
    Point,
    instances,
    is_everyone_active,
    optimal_rows,
    order,
    ranked,
    small_instances,
    variants,
)

Accept = Callable[[Point], bool]


def point_order(point: Point) -> tuple[object, ...]:
    """The order of instances, then the size of the variances."""
    return (*order(point.instance), sum(point.variances), point.variances)


def is_sorted(point: Point) -> bool:
    """Conventions 1 and 3: inside a group the variances do not increase.

    With equal requirements the printed conventions would force equal variances; this is the wider reading, in which the
    parties of a tie may differ, so a statement about all its points covers the printed one.
    """
    x, size = point.variances, len(point.instance.active)
    return all(later <= own for part in (x[:size], x[size:]) for own, later in pairwise(part))


def has_low_second(point: Point) -> bool:
    """Convention 5: sigma_2+ is at most sigma_t-."""
    last = len(point.instance.active) + point.instance.threshold - 1
    return point.variances[1] <= point.variances[last]


def is_convention_5_size(instance: Instance) -> bool:
    """2 <= |U+| <= n - t."""
    return 2 <= len(instance.active) <= instance.n - instance.threshold


def is_convention_6(instance: Instance) -> bool:
    """The sizes of Convention 5, and the t strictest non-active parties require at least sigma_Gamma_2+."""
    last = len(instance.active) + instance.threshold - 1
    return is_convention_5_size(instance) and instance.required[last] >= instance.required[1]


def is_few_active(instance: Instance) -> bool:
    """Convention 6 with n - t - t eta > 0: Subcase 4."""
    return is_convention_6(instance) and instance.n > instance.threshold * len(instance.active)


def shared(point: Point) -> Exact:
    """The sum over E = {2+, ..., (eta+1)+, (t+1)-, ..., (n-eta-1)-}."""
    size, x = len(point.instance.active), point.variances
    return sum(x[1:size]) + sum(x[size + point.instance.threshold :])


def points(some: Iterable[Instance], levels: Iterable[Exact], keep: Accept = lambda _: True) -> Iterator[Point]:
    """Every choice of variances from a few levels that passes the filter."""
    chosen = tuple(levels)
    for instance in some:
        yield from filter(keep, (Point(instance, row) for row in product(chosen, repeat=instance.n)))


def optima(some: Iterable[Instance], keep: Accept) -> Iterator[Point]:
    """Points with the least total."""

    def of(one: Instance) -> Iterator[Point]:
        return (Point(one, x) for x in optimal_rows(one, lambda x: keep(Point(one, x))))

    return chain.from_iterable(map(of, some))


@st.composite
def drawn_points(draw: st.DrawFn, least: int, most: int, fit: Callable[[Instance], Instance] = ranked) -> Point:
    """A random instance, made to fit, with rational variances."""
    instance = fit(draw(instances(least, most)))
    values = st.builds(Fraction, st.integers(0, 9), st.sampled_from((1, 2)))
    return Point(instance, tuple(draw(st.lists(values, min_size=instance.n, max_size=instance.n))))


def by_rank(point: Point) -> Point:
    """The point with each group's variances sorted."""
    x, size = point.variances, len(point.instance.active)
    return Point(point.instance, (*sorted(x[:size], reverse=True), *sorted(x[size:], reverse=True)))


def fitted(keep: Keep) -> Callable[[Instance], Instance]:
    """The instance ranked, or one like it with another number of active parties or colluders that passes the filter."""

    def fit(instance: Instance) -> Instance:
        others = map(ranked, variants(instance, (2, 3, instance.n, 1), (instance.threshold, 2, 1)))
        return next(filter(keep, others), ranked(instance))

    return fit


def deciding_points(words: str, keep: Keep, meets: Accept) -> Domain[Point]:
    """Points under a convention, feasible or not; drawn ones are sorted where that makes them meet it."""

    def small() -> Iterator[Point]:
        yield from points(small_instances(range(2, 4), 2, keep), range(3), meets)
        yield from points(small_instances(range(4, 5), 1, keep), range(2), meets)
        five = small_instances(range(5, 6), 1, lambda instance: keep(instance) and instance.threshold == 3)
        yield from points(five, range(2), meets)

    drawn = drawn_points(4, 6, fitted(keep)).filter(lambda point: keep(point.instance))
    return Domain(
        description=f"{words}: every such point with n <= 3 and numbers 0..2, n = 4 (5 with t = 3) and 0..1; random "
        "ones with n = 4..6",
        grid=small,
        order=point_order,
        strategy=lambda: drawn.map(lambda point: point if meets(point) else by_rank(point)).filter(meets),
        examples=60,
    )


def optimal_points(words: str, keep: Keep, meets: Accept, most: int = 5) -> Domain[Point]:
    """Optima under a convention, and points of small numbers that are none."""

    def small() -> Iterator[Point]:
        yield from optima(small_instances(range(2, most + 1), 1, keep), meets)
        yield from optima(
            small_instances(range(2, most), 2, lambda instance: keep(instance) and max(instance.required) == 2), meets
        )
        yield from points(small_instances(range(2, 4), 1, keep), range(2), meets)

    return Domain(
        description=f"{words}: optima with n <= {most} and requirements 0..1, n <= {most - 1} and 0..2, of multiples "
        "of a small fraction; other points with n = 3",
        grid=lambda: dict.fromkeys(small()),
        order=point_order,
    )


SORTED_OPTIMA: Domain[Point] = optimal_points("everyone active, sorted", is_everyone_active, is_sorted)
CONVENTION_5: Domain[Point] = deciding_points("Convention 5", is_convention_5_size, has_low_second)
CONVENTION_6: Domain[Point] = deciding_points("Convention 6", is_convention_6, has_low_second)


def is_sorted_and_low(point: Point) -> bool:
    """Conventions 3 and 5."""
    return is_sorted(point) and has_low_second(point)


def with_convention_3(domain: Domain[Point]) -> Reading[Point]:
    """The reading under which Convention 3 stays in force where Convention 5 does not name it."""
    words, mark = "Convention 3 is still in force", Mark.AS_ITS_PROOF_USES_IT
    return Reading(name=words, mark=mark, domain=domain)


CONVENTIONS_3_AND_5: Domain[Point] = deciding_points("Conventions 3 and 5", is_convention_5_size, is_sorted_and_low)
CONVENTIONS_3_AND_6: Domain[Point] = deciding_points("Conventions 3 and 6", is_convention_6, is_sorted_and_low)
OPTIMA_UNDER_6: Domain[Point] = optimal_points("Convention 6", is_convention_6, has_low_second)
FEW_ACTIVE_OPTIMA: Domain[Point] = optimal_points("Subcase 4, Convention 6", is_few_active, has_low_second)
