"""TPMDP: the forms of the claims that theorems are tied to, in the paper's own terms."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random

from optcheck.exact.numbers import Exact
from optcheck.tpmdp.instance import Instance, Subcase
from proofs_formal.binding import Binding, boolean, listed, rational
from proofs_numeric.tpmdp import (
    alg_2,
    alg_3,
    eq_7_subcase_2,
    eq_7_subcase_4,
    eq_7_subcases_1_3,
    lem_2,
    lem_3,
    subcases,
    thm_2_value,
)

CASES = 1500


def _cases(random: Random) -> Iterator[tuple[str, ...]]:
    for n in range(2, 5):
        for t, flags in product(range(1, n), product([False, True], repeat=n)):
            if any(flags):
                yield _case([Fraction(j * j % 5) for j in range(1, n + 1)], t, flags)
    for _ in range(CASES):
        n, most = random.randint(2, 14), random.choice([2, 9, 60])
        required = [Fraction(random.randint(0, most), random.choice([1, 1, 2, 3])) for _ in range(n)]
        share, first = random.random(), random.randrange(n)
        flags = tuple(party == first or random.random() < share for party in range(n))
        yield _case(required, random.choice([1, 2, random.randint(1, n)]) % n or 1, flags)


def _case(required: list[Fraction], threshold: int, flags: tuple[bool, ...]) -> tuple[str, ...]:
    instance = Instance.of(required, threshold, [party for party, flag in enumerate(flags) if flag])
    (number,) = subcases.as_printed(subcases.Sizes(instance.n, threshold, len(instance.active)))
    variances, totals = _part(instance)
    return (
        f"{threshold}%nat",
        listed(map(rational, required)),
        listed(map(boolean, flags)),
        f"{number}%nat",
        _rationals(alg_3.corrected(alg_3.Case("feasible", instance))),
        _rationals(variances),
        _rationals(totals),
    )


def _part(instance: Instance) -> tuple[list[Exact], list[Exact]]:
    """The variances that the lemma about the subcase prints, and the totals that are stated for it."""
    if instance.subcase is Subcase.ONE_ACTIVE:
        return lem_2.as_printed(instance), [eq_7_subcase_2.as_printed(instance)]
    if instance.subcase is Subcase.FEW_ACTIVE:
        return lem_3.as_printed(instance), [eq_7_subcase_4.corrected(instance)]
    return alg_2.as_printed(instance), [eq_7_subcases_1_3.as_printed(instance), thm_2_value.as_printed(instance)]


def _rationals(values: list[Exact]) -> str:
    return listed(rational(Fraction(value)) for value in values)


BINDINGS = (
    Binding(
        "proofs_numeric.tpmdp",
        "tpmdp.Alg3",
        "fun '(t, required, active, number, variances, part, totals) =>\n"
        "  let each f := map f (combine required active) in\n"
        "  let a := Allocation.active_count active in\n"
        "  same_list (alg3 t required active) variances &&\n"
        "  match Allocation.subcase_of (length required) t a with\n"
        "  | Allocation.NoNoise => false\n"
        "  | Allocation.OneActive => Nat.eqb number 2 && same_list (each (lemma2_variance t required active)) part\n"
        "      && forallb (Qeq_bool (Eq7.row_2 t required active)) totals\n"
        "  | Allocation.FewActive => Nat.eqb number 4 && same_list (each (lemma3_variance t required active)) part\n"
        "      && forallb (Qeq_bool (Eq7.row_4 t required active)) totals\n"
        "  | c => Nat.eqb number (match c with Allocation.ManyActive => 1 | _ => 3 end)\n"
        "      && same_list (alg2 t required) part && forallb (Qeq_bool (Eq7.row_1_and_3 t required)) totals\n"
        "  end",
        _cases,
    ),
)
