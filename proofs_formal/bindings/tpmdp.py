"""TPMDP: Alg. 3 as corrected and the total of Eq. 7, for colluders and dropouts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from optcheck.audit import registry
from optcheck.claims.claim import Definition
from optcheck.tpmdp import allocate
from proofs_formal.binding import Binding, bind_claim, boolean, listed, rational

CASES = 2000


def _cases(random: Random) -> Iterator[tuple[str, ...]]:
    for n in range(1, 5):
        for t, flags in product(range(n), product([False, True], repeat=n)):
            yield _case([Fraction(j * j % 5) for j in range(1, n + 1)], t, 0, flags)
    for _ in range(CASES):
        n, most = random.randint(1, 14), random.choice([2, 9, 60])
        required = [Fraction(random.randint(0, most), random.choice([1, 1, 2, 3])) for _ in range(n)]
        share = random.random()
        t = random.randrange(n)
        yield _case(required, t, random.randrange(n - t), tuple(random.random() < share for _ in range(n)))


def _case(required: list[Fraction], threshold: int, dropouts: int, active: tuple[bool, ...]) -> tuple[str, ...]:
    parties = [party for party, flag in enumerate(active) if flag]
    allocation = allocate(required, threshold, parties, dropouts=dropouts)
    needs, flags = listed(map(rational, required)), listed(map(boolean, active))
    variances = listed(rational(Fraction(value)) for value in allocation.variances)
    return f"{threshold}%nat", f"{dropouts}%nat", needs, flags, variances, rational(Fraction(allocation.total))


def _instance(instance: Any) -> tuple[str, str, str]:
    flags = listed(boolean(party in instance.active) for party in range(instance.n))
    return f"{instance.t}%nat", listed(map(rational, instance.required)), flags


def _total(instance: Any, claimed: Any, _: Random) -> tuple[str, ...]:
    return (*_instance(instance), rational(Fraction(claimed)))


def _variances(instance: Any, claimed: Any, _: Random) -> tuple[str, ...]:
    return (*_instance(instance), listed(rational(Fraction(value)) for value in claimed))


def _said(point: Any, said: bool, _: Random) -> tuple[str, ...]:
    """Given variances, and what the form says about them."""
    return (*_instance(point), listed(rational(Fraction(value)) for value in point.variances), boolean(said))


def _budgets(given: Any) -> str:
    return listed(f"({rational(one.ratio)}, {rational(one.delta)})" for one in given.budgets)


def _composed(given: Any, said: Any, _: Random) -> tuple[str, ...]:
    """The composed budget, and what its delta leaves beyond the exact loss."""
    means = registry.find("tpmdp/thm-4").means
    assert means is not None
    return (_budgets(given), *(rational(Fraction(value)) for value in (*said, means(given, said))))


def _cited(given: Any, said: Any, _: Random) -> tuple[str, ...]:
    truth = registry.find("tpmdp/thm-4-citation").truth
    assert isinstance(truth, Definition)
    return _budgets(given), rational(Fraction(said)), rational(Fraction(truth.value(given)))


def _in_every_subcase(random: Random) -> Iterator[tuple[str, ...]]:
    """Alg. 3 as corrected, on the instances of the claim (Subcase 4) and of its reading (all)."""
    claim = registry.find("tpmdp/alg-3")
    assert claim.corrected is not None
    for statement in (claim, claim.read_as(claim.readings[0])):
        for instance in statement.domain.grid():
            yield _variances(instance, claim.corrected.evaluate(instance), random)


_INSTANCE = "t, required, active"
_TYPED = "let _ : list bool := active in"  # also where the form does not look at the active parties


def _bind_total(claim: str, value: str) -> Binding:
    return bind_claim(claim, "tpmdp.Eq7", f"fun '({_INSTANCE}, least) => {_TYPED} Qeq_bool ({value}) least", _total)


def _bind_variances(claim: str, values: str) -> Binding:
    return bind_claim(
        claim, "tpmdp.Alg3", f"fun '({_INSTANCE}, variances) => {_TYPED} same_list ({values}) variances", _variances
    )


BINDINGS = (
    Binding(
        "tpmdp.allocate",
        "tpmdp.Plans",
        "fun '(t, d, required, active, variances, least) =>\n"
        "  same_list (Allocation.allocate (missing_parties t d) required active) variances\n"
        "  && Qeq_bool (Allocation.optimal_total (missing_parties t d) required active) least",
        _cases,
    ),
    _bind_total("tpmdp/eq-7-subcases-1-3", "row_1_and_3 t required"),
    _bind_total("tpmdp/eq-7-subcase-2", "row_2 t required active"),
    _bind_total("tpmdp/eq-7-subcase-4", "row_4 t required active"),
    _bind_total("tpmdp/thm-2-value", "row_1_and_3 t required"),
    bind_claim(
        "tpmdp/lem-1",
        "tpmdp.Cover Eq7",
        f"fun '({_INSTANCE}, variances, optimal) => {_TYPED}\n"
        "  Bool.eqb (covers t required variances (map (fun _ => true) required)\n"
        "    && Qeq_bool (fold_right Qplus 0 variances) (row_1_and_3 t required)) optimal",
        _said,
    ),
    _bind_variances("tpmdp/alg-2", "alg2 t required"),
    _bind_variances("tpmdp/lem-2", "map (lemma2_variance t required active) (combine required active)"),
    _bind_variances("tpmdp/lem-3", "map (lemma3_variance t required active) (combine required active)"),
    bind_claim(
        "tpmdp/thm-4",
        "tpmdp.Composition",
        "fun '(budgets, ratio, delta, spare) =>\n"
        "  Qeq_bool (composed_ratio budgets) ratio && Qeq_bool (composed_delta budgets) delta\n"
        "  && Qeq_bool (composed_delta budgets - lost budgets (composed_ratio budgets)) spare",
        _composed,
    ),
    bind_claim(
        "tpmdp/thm-4-citation",
        "tpmdp.Composition",
        "fun '(budgets, delta, needed) => Qeq_bool (composed_delta budgets) delta\n"
        "  && Qeq_bool (lost budgets (composed_ratio budgets)) needed",
        _cited,
    ),
    replace(_bind_variances("tpmdp/alg-3", "alg3 t required active"), cases=_in_every_subcase),
)
