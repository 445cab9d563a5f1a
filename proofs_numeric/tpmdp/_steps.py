"""Steps that several proofs about Eq. 6 share; m is the paper's n - eta - t, and d = sigma_t- - sigma_2+."""

from collections.abc import Callable, Iterator
from fractions import Fraction

import sympy

from optcheck.claims import Argument, Formula
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._eq6 import Point

n, t, eta, a, b, c = sympy.symbols("n t eta a b c", nonnegative=True)
low, d = sympy.symbols("low d", nonnegative=True)
FEW_ACTIVE = {n: (2 + b) * (2 + c) + 1 + a, t: 2 + b, eta: 1 + c}  # Subcase 4 with t >= 2: n > t (eta + 1)
SIZES = [(size, threshold) for size in range(2, 7) for threshold in range(1, size)]


def exact_rows(
    argument: Argument, words: str, form: Formula[Point], sides: Callable[[Point], tuple[Fraction, ...]]
) -> None:
    """A form that decides rows asks of each party what ``sides`` says, exactly; None where it asks nothing."""
    outcomes = []
    for size, threshold, active in sizes(6):
        x = tuple(Fraction(2 ** (active - i)) for i in range(active))
        x += tuple(Fraction(2 ** (size + 2 - i)) for i in range(size - active))  # sigma_2+ is far below sigma_t-
        blank = Instance((0,) * size, threshold, tuple(range(active)))
        most = sides(Point(blank, x))
        outcomes.append(form(Point(_with(blank, most, None), x)))
        outcomes += [form(Point(_with(blank, most, j), x)) == (side is None) for j, side in enumerate(most)]
    argument.cases(words, outcomes)


def _with(instance: Instance, most: tuple[Fraction | None, ...], raised: int | None) -> Instance:
    """The instance with the most that each party may require; one of them raised."""
    required = [0 if side is None else side for side in most]
    if raised is not None:
        required[raised] += 1
    return Instance(tuple(required), instance.threshold, instance.active)


def sizes(largest: int) -> Iterator[tuple[int, int, int]]:
    """All n, t and |U+| with 2 <= |U+| <= n - t, up to a number of parties."""
    return ((n, t, u) for n in range(3, largest + 1) for t in range(1, n - 1) for u in range(2, n - t + 1))


def shift_between_groups(argument: Argument) -> None:
    """Noise gamma onto each active party, eta gamma/m from each other one: Eq. 12 still holds, no variance negative."""
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
