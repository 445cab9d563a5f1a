"""Steps that several proofs about Eq. 6 take. ``m`` is what the paper writes as n - eta - t, and d = sigma_t- -
sigma_2+.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy

from optcheck.claims import Argument, Formula
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._eq6 import Point

n, t, eta, a, b, c = sympy.symbols("n t eta a b c", nonnegative=True)
low, d = sympy.symbols("low d", nonnegative=True)
FEW_ACTIVE = {n: (2 + b) * (2 + c) + 1 + a, t: 2 + b, eta: 1 + c}  # Subcase 4 with t >= 2: n > t (eta + 1)
SIZES = [(size, threshold) for size in range(2, 7) for threshold in range(1, size)]


def sorting_inside_groups(argument: Argument, form: Formula[Point], keep: Callable[[Instance], bool]) -> None:
    """A party's least protection grows with its variance, inside its group: trade k for i in the set outside.

    S is a set outside a coalition with party k in it, and party i of k's group has no larger variance than k. Whether
    the trade works depends only on the group, on whether i is in S, and on whether S misses a third active party; five
    parties realise every combination of these, so the enumeration settles all n.
    """
    trades = [fits for size in range(1, 6) for fits in _trades(frozenset(range(size)))]
    argument.cases("a larger variance is outside whenever a smaller one of its group can be, in its place", trades)
    rows = [Instance(tuple(row), 1, tuple(range(u))) for row in product((2, 1, 0), repeat=3) for u in (1, 2, 3)]
    arranged = [_is_arranged(form, instance) for instance in filter(keep, rows)]
    argument.cases("the form gives larger variances to larger requirements of a group", arranged)


def _trades(active: frozenset[int]) -> Iterator[bool]:
    for members in product((False, True), repeat=5):
        outside = {party for party, inside in enumerate(members) if inside}
        for k, i in product(outside if not active <= outside else (), range(5)):
            if i != k and (i in active) == (k in active):
                traded = outside if i in outside else outside - {k} | {i}
                yield i in traded and len(traded) == len(outside) and not active <= traded


def _is_arranged(form: Formula[Point], instance: Instance) -> bool:
    x, required = form(Point(instance, (1, 3, 2))), instance.required
    groups = [group for group in (instance.active, instance.inactive) if group]
    pairs = [(i, j) for group in groups for i, j in product(group, repeat=2) if required[i] > required[j]]
    same = all(sorted(x[j] for j in group) == sorted((1, 3, 2)[j] for j in group) for group in groups)
    return same and all(x[i] >= x[j] for i, j in pairs)


def exact_rows(
    argument: Argument, words: str, form: Formula[Point], sides: Callable[[Point], tuple[Fraction, ...]]
) -> None:
    """A form that decides rows asks of each party what ``sides`` says, exactly; None where it asks nothing."""
    found = []
    for size, threshold, active in sizes(6):
        x = tuple(Fraction(2 ** (active - i)) for i in range(active))
        x += tuple(Fraction(2 ** (size + 2 - i)) for i in range(size - active))  # sigma_2+ is far below sigma_t-
        blank = Instance((0,) * size, threshold, tuple(range(active)))
        most = sides(Point(blank, x))
        found.append(form(Point(_with(blank, most, None), x)))
        found += [form(Point(_with(blank, most, j), x)) == (side is None) for j, side in enumerate(most)]
    argument.cases(words, found)


def _with(instance: Instance, most: tuple[Any, ...], raised: int | None) -> Instance:
    """The instance with the most that each party may require; one of them raised."""
    required = [0 if side is None else side for side in most]
    if raised is not None:
        required[raised] += 1
    return Instance(tuple(required), instance.threshold, instance.active)


def sizes(largest: int) -> Iterator[tuple[int, int, int]]:
    """All n, t and |U+| with 2 <= |U+| <= n - t, up to a number of parties."""
    return ((n, t, u) for n in range(3, largest + 1) for t in range(1, n - 1) for u in range(2, n - t + 1))


def shift_between_groups(argument: Argument) -> None:
    """Noise gamma onto each active party, eta gamma/m from each other one: Eq. 12 is kept, no variance negative."""
    m = n - eta - t
    on_set = eta - (m - 1) * eta / m  # the change of the sum over E, a unit of gamma
    argument.identity("rows of U- do not change", -eta / m + on_set, 0)
    argument.identity("the row of 1+ does not change", 1 + on_set - 1 - eta / m, 0)
    argument.identity("the total changes by (n-t-t eta)/m", (eta + 1) - (n - eta - 1) * eta / m, (n - t - t * eta) / m)


def shift_until_level(argument: Argument) -> None:
    """With gamma = m/(n-t) d the two variances meet, and the least variance of U- stays at sigma_2+ + gamma."""
    m = n - eta - t
    gamma = m / (n - t) * d
    argument.identity("gamma = m/(n-t) d makes the two variances meet", low + d - eta / m * gamma, low + gamma)
    met = (low + gamma).subs(n, t + eta + 1 + a)
    argument.not_negative("where they meet no variance is negative: sigma_t- is the least of U- (Lemma 12)", met)
    argument.positive("t = 1 has n > |U+|, so n - t - t eta > 0 there", (n - 1 - eta).subs(n, eta + 2 + a))


def falls_after_drop(argument: Argument, form: Formula[Point], is_free: Callable[[int, int], bool]) -> None:
    """A form that asks for constant variances refuses exactly the rows that drop after a rank that is not free."""
    found = []
    for size, threshold, rank in product(range(2, 7), range(1, 6), range(1, 6)):
        if threshold < size and rank < size:
            instance = Instance.of([0] * size, threshold)
            found.append(form(Point(instance, (2,) * rank + (1,) * (size - rank))) == is_free(rank, threshold))
    argument.cases("the form allows a drop after rank j exactly if j <= t", found)
