"""Certificates about coalitions under attack: an accepted mutant must still state the truth, decided by brute force."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from fractions import Fraction
from itertools import chain
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from lp_models.tpmdp import CoverProblem, ThresholdCoalitions, compact, deduplicated, solve_cover
from optcheck import Model, solve, verify
from optcheck.errors import CertificateRejected
from optcheck.lp.program import Infeasible, LinearProgram, Optimal
from optcheck.lp.simplex import exact_outcome
from optcheck.tpmdp import Instance, allocate
from tests.optcheck.tpmdp.oracles import coalitions, is_feasible
from tests.strategies.coalitions import cover_problems, instances

Document = dict[str, Any]
# Most mutants are rejected, as they should be: the examples counted are the accepted ones.
ATTACK = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])


def _leaves(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every container and key below a JSON value at which a number or text stands."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in items:
        if isinstance(item, dict | list):
            yield from _leaves(item)
        else:
            yield value, key


def _changed(value: Any, step: int) -> Any:
    if isinstance(value, str) and value not in ("optimal", "infeasible"):
        return str(Fraction(value) + Fraction(step, 2))
    if isinstance(value, int):
        return value + step
    return {"optimal": "infeasible", "infeasible": "optimal", None: step}[value]


def _mutant(draw: st.DrawFn, document: Document) -> Document:
    mutant = copy.deepcopy(document)
    holders = list(_leaves({"instance": mutant["instance"], "evidence": mutant["evidence"]}))
    for holder, key in draw(st.lists(st.sampled_from(holders), min_size=1, max_size=2)):
        if isinstance(holder, list) and key < len(holder) and draw(st.integers(0, 3)) == 0:
            del holder[key]
        elif not isinstance(holder, list) or key < len(holder):
            holder[key] = _changed(holder[key], draw(st.sampled_from([-2, -1, 1, 2])))
    return mutant


def _accepted(document: Document) -> bool:
    try:
        verify(document)
    except CertificateRejected:
        return False
    return True


def _runs(flat: list[int]) -> list[int]:
    return list(chain.from_iterable(range(a, b) for a, b in zip(flat[::2], flat[1::2], strict=True)))


@st.composite
def _allocation_mutants(draw: st.DrawFn) -> Document:
    instance = draw(instances(most=5, least=2))
    certificate = allocate(instance.required, instance.threshold, instance.active).certify()
    return _mutant(draw, certificate.document())


@given(_allocation_mutants())
@ATTACK
def test_an_accepted_allocation_mutant_is_true(document: Document) -> None:
    assume(_accepted(document))
    stated, evidence = document["instance"], document["evidence"]
    required = [Fraction(need) / stated["denominator"] for need in stated["required"]]
    instance = Instance.of(required, stated["threshold"], _runs(stated["active"]))
    runs = evidence["variances"]["runs"]
    counted = zip(runs[::2], runs[1::2], strict=True)
    variances = [Fraction(value) / evidence["variances"]["denominator"] for value, n in counted for _ in range(n)]
    assert is_feasible(instance, variances)
    outcome = exact_outcome(deduplicated(instance))
    assert isinstance(outcome, Optimal)
    assert Fraction(evidence["bound"]) <= outcome.value <= sum(variances) == Fraction(evidence["total"])


def _explicit(stated: Document) -> LinearProgram:
    """The mutated cover problem with every coalition listed, read without the checker."""
    family, required = stated["family"], [Fraction(need) for need in stated["required"]]
    listed: Any = family.get("coalitions")
    if listed is None:
        listed = coalitions(Instance.of([0] * len(required), family["threshold"], family["active"]))
    model = Model("minimise")
    names = [
        model.variable(f"x{j}", Fraction(cost), 0, None if cap is None else Fraction(cap))
        for j, (cost, cap) in enumerate(zip(stated["costs"], stated["caps"], strict=True))
    ]
    for row, members in enumerate(listed):
        outside = [j for j in range(len(required)) if j not in members]
        if outside:
            model.row(f"r{row}", {names[j]: 1 for j in outside}, ">=", max(required[j] for j in outside))
    return model.build()


@st.composite
def _cover_mutants(draw: st.DrawFn) -> Document:
    problem = draw(cover_problems(most=4))
    short = isinstance(problem.family, ThresholdCoalitions) and draw(st.booleans())
    answer = solve(compact(problem)) if short else solve_cover(problem)
    return _mutant(draw, answer.certificate.document())


@given(_cover_mutants())
@ATTACK
def test_an_accepted_cover_mutant_is_true(document: Document) -> None:
    assume(_accepted(document))
    assume(all(cap is None or Fraction(cap) >= 0 for cap in document["instance"]["caps"]))
    outcome, evidence = exact_outcome(_explicit(document["instance"])), document["evidence"]
    if evidence["status"] == "infeasible":
        assert isinstance(outcome, Infeasible)
    else:
        assert isinstance(outcome, Optimal)
        assert outcome.value == Fraction(evidence["value"])


CERTIFICATE = allocate([6, 4, 2, 2, 1], 2, [0, 1]).certify().document()  # subcase 4, both kinds of tracks


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        (("instance", "threshold"), 5, "threshold"),
        (("instance", "threshold"), True, "threshold"),
        (("instance", "active"), [0, 6], "run in 'active'"),
        (("instance", "active"), [0], "length of 'active'"),
        (("instance", "required", 0), -1, "required"),
        (("instance", "required", 0), 0.5, r"required\[0\]"),
        (("instance", "denominator"), 0, "denominator"),
        (("evidence", "variances", "runs"), [0, 5], "party 2 against its worst coalition"),
        (("evidence", "variances", "runs"), [-1, 1, 9, 4], r"runs\[0\]"),
        (("evidence", "variances", "runs"), [9, 10**15], "length of 'variances'"),
        (("evidence", "total"), "1", "total"),
        (("evidence", "bound"), "1", "bound"),
        (("evidence", "unit"), 4, "unit"),
        (("evidence", "horizon"), 0, "tracks and leaders"),
        (("evidence", "tracks", 0, "machines"), 1, "length of a track"),
        (("evidence", "tracks", 0, "last"), 3, "length of a track's last party"),
        (("evidence", "tracks", 0, "runs"), [2, 4, 3, 4], "parties on the tracks"),
        (("evidence", "leaders", "start"), 1, "time that party"),
        (("evidence", "leaders", "durations"), [2, 1], "length of 'durations'"),
        (("evidence", "leaders", "parties", 0), 9, "a leader"),
        (("evidence", "tracks"), [], "parties present at a time"),
    ],
)
def test_rejections_name_the_place(path: tuple[Any, ...], value: object, where: str) -> None:
    document = copy.deepcopy(CERTIFICATE)
    holder: Any = document
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = value
    with pytest.raises(CertificateRejected, match=where):
        verify(document)


def test_a_schedule_without_an_absent_active_party_is_rejected() -> None:
    """The all-active packing of a smaller bound of time would prove too much where few parties are active."""
    everyone = allocate([6, 4, 2, 2, 1], 2).certify().document()
    few = copy.deepcopy(everyone)
    few["instance"]["active"] = [0, 2]
    verify(everyone)
    with pytest.raises(CertificateRejected, match="active parties present at a time"):
        verify(few)


def test_a_cover_certificate_may_not_use_foreign_coalitions() -> None:
    certificate = solve_cover(CoverProblem.of([3, 1, 2], 1, active=[0])).certificate.document()
    verify(certificate)
    certificate["evidence"]["dual"][0]["coalition"] = [1]
    with pytest.raises(CertificateRejected, match="one of the family"):
        verify(certificate)


@pytest.mark.parametrize(
    ("field", "values", "where"),
    [
        ("weights", ["-1", "0", "0"], r"weights\[0\]"),
        ("weights", ["9", "0", "0"], "load of party 1"),
        ("loads", ["1", "1", "1/2"], "sum of loads"),
        ("loads", ["1", "1"], "length of 'loads'"),
    ],
)
def test_weights_and_loads_must_come_from_coalitions(field: str, values: list[str], where: str) -> None:
    certificate = solve(compact(CoverProblem.of([3, 1, 2], 1))).certificate.document()
    verify(certificate)
    certificate["evidence"][field] = values
    with pytest.raises(CertificateRejected, match=where):
        verify(certificate)


def test_loads_of_active_parties_leave_one_out() -> None:
    """With everyone active these weights and loads prove 4; with two active parties that would be too much."""
    certificate = solve(compact(CoverProblem.of([3, 1, 2], 1))).certificate.document()
    certificate["instance"]["family"]["active"] = [0, 2]
    with pytest.raises(CertificateRejected, match="loads of active parties"):
        verify(certificate)


def test_two_families_at_once_are_refused() -> None:
    """With both a threshold and a list it was once unclear which of them counts."""
    instance = {"required": [3, 1, 2], "costs": [1, 1, 1], "caps": [None, None, None]}
    family = {"threshold": 1, "active": [0, 1, 2], "coalitions": []}
    evidence = {"status": "optimal", "value": 0, "primal": [0, 0, 0], "dual": []}
    document = {
        "format": 1,
        "kind": "coalition-cover",
        "instance": {**instance, "family": family},
        "evidence": evidence,
    }
    with pytest.raises(CertificateRejected, match="fields of family"):
        verify(document)
