"""TPMDP: Alg. 3 as corrected and the total of Eq. 7."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random

from optcheck.tpmdp import allocate
from proofs_formal.binding import Binding, boolean, listed, rational

CASES = 2000


def _cases(random: Random) -> Iterator[tuple[str, ...]]:
    for n in range(1, 5):
        for t, flags in product(range(n), product([False, True], repeat=n)):
            yield _case([Fraction(j * j % 5) for j in range(1, n + 1)], t, flags)
    for _ in range(CASES):
        n, most = random.randint(1, 14), random.choice([2, 9, 60])
        required = [Fraction(random.randint(0, most), random.choice([1, 1, 2, 3])) for _ in range(n)]
        share = random.random()
        yield _case(required, random.randrange(n), tuple(random.random() < share for _ in range(n)))


def _case(required: list[Fraction], threshold: int, active: tuple[bool, ...]) -> tuple[str, ...]:
    allocation = allocate(required, threshold, [party for party, flag in enumerate(active) if flag])
    needs, flags = listed(map(rational, required)), listed(map(boolean, active))
    variances = listed(rational(Fraction(value)) for value in allocation.variances)
    return f"{threshold}%nat", needs, flags, variances, rational(Fraction(allocation.total))


BINDINGS = (
    Binding(
        "tpmdp.allocate",
        "tpmdp.Allocation",
        "fun '(t, required, active, variances, least) =>\n"
        "  same_list (allocate t required active) variances && Qeq_bool (optimal_total t required active) least",
        _cases,
    ),
)
