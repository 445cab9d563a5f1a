"""The sets of instances that several claims are judged on, each in the declared order."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hypothesis.strategies import SearchStrategy

from optcheck.audit import Domain
from optcheck.tpmdp.instance import Instance, Subcase
from proofs_numeric.tpmdp._common import grid, instances, is_in, order
from proofs_numeric.tpmdp._faces import convention_6_instances, speaks_of_convention_5, speaks_of_convention_6

Keep = Callable[[Instance], bool]


def _small(keep: Keep, top: int, at_six: int | None = None) -> Callable[[], Iterator[Instance]]:
    """Every kept instance up to five parties with requirements 0..top, and at six parties with 0..at_six."""

    def listed() -> Iterator[Instance]:
        yield from grid(range(2, 6), top, keep)
        if at_six is not None:
            yield from grid(range(6, 7), at_six, keep)

    return listed


def _is_everyone(instance: Instance) -> bool:
    return len(instance.active) == instance.n


def one_active(sizes: range) -> SearchStrategy[Instance]:
    """Instances with a single active party."""
    return instances(sizes).map(lambda instance: Instance(instance.required, instance.threshold, instance.active[:1]))


def few_active(sizes: range) -> SearchStrategy[Instance]:
    """Instances of Subcase 4: at most three active parties and three colluders are kept of those drawn."""
    drawn = instances(sizes).map(
        lambda instance: Instance(instance.required, min(instance.threshold, 3), instance.active[:3])
    )
    return drawn.filter(is_in(Subcase.FEW_ACTIVE))


def is_few_active_under_convention_6(instance: Instance) -> bool:
    """Convention 6 with n - t - t eta > 0."""
    return speaks_of_convention_6(instance) and instance.n > instance.threshold * len(instance.active)


def sizes_under_convention_5(largest: int) -> Iterator[tuple[int, int, int]]:
    """All n, t and |U+| with 2 <= |U+| <= n - t, up to a number of parties."""
    for n in range(3, largest + 1):
        for t in range(1, n - 1):
            for size in range(2, n - t + 1):
                yield n, t, size


is_subcase_1_or_3 = is_in(Subcase.MANY_ACTIVE, Subcase.SOME_ACTIVE)

EVERYONE = Domain(
    description="everyone active: n <= 5, every t, requirements 0..3; random rational ones with n = 5..7",
    grid=_small(_is_everyone, 3),
    strategy=lambda: instances(range(5, 8), everyone=True),
    order=order,
    examples=120,
)
EVERYONE_SORTED = Domain(
    description="everyone active, all real sorted variances: n <= 5, every t, requirements 0..2; random ones with "
    "n = 4..6",
    grid=_small(_is_everyone, 2),
    strategy=lambda: instances(range(4, 7), everyone=True, ranked=True),
    order=order,
    examples=40,
)
SUBCASES_1_AND_3 = Domain(
    description="Subcases 1 and 3: n <= 5 with requirements 0..2, n = 6 with 0..1; random rational ones with n = 5..7",
    grid=_small(is_subcase_1_or_3, 2, 1),
    strategy=lambda: instances(range(5, 8)).filter(is_subcase_1_or_3),
    order=order,
    examples=120,
)
ONE_ACTIVE = Domain(
    description="|U+| = 1: n <= 5, every t, requirements 0..3; random rational ones with n = 5..7",
    grid=_small(is_in(Subcase.ONE_ACTIVE), 3),
    strategy=lambda: one_active(range(5, 8)),
    order=order,
    examples=120,
)
FEW_ACTIVE = Domain(
    description="Subcase 4: n <= 5 with requirements 0..3, n = 6 with 0..2; random rational ones with n = 5..8",
    grid=_small(is_in(Subcase.FEW_ACTIVE), 3, 2),
    strategy=lambda: few_active(range(5, 9)),
    order=order,
    examples=100,
)
CONVENTION_5 = Domain(
    description="2 <= |U+| <= n - t, all real variances under Conventions 3 to 5: n <= 5 with requirements 0..2, n "
    "= 6 with 0..1; random ones with n = 5, 6",
    grid=_small(speaks_of_convention_5, 2, 1),
    strategy=lambda: instances(range(5, 7), ranked=True).filter(speaks_of_convention_5),
    order=order,
    examples=25,
)
CONVENTION_6 = Domain(
    description="Convention 6, all real variances under it: n <= 5 with requirements 0..2, n = 6 with 0..1; random "
    "ones with n = 5..7",
    grid=_small(speaks_of_convention_6, 2, 1),
    strategy=lambda: convention_6_instances(range(5, 8)),
    order=order,
    examples=25,
)
FEW_ACTIVE_SORTED = Domain(
    description="Subcase 4 under Convention 6, the whole face of optima: n <= 5 with requirements 0..2, n = 6 with "
    "0..1; random ones with n = 5..7",
    grid=_small(is_few_active_under_convention_6, 2, 1),
    strategy=lambda: convention_6_instances(range(5, 8)).filter(is_few_active_under_convention_6),
    order=order,
    examples=40,
)
