"""Certificates under attack: every change that leaves no valid proof is rejected.

A mutant may happen to be a proof of a true statement (a dual multiplier of a redundant row, say). Whether it is one
is decided by brute force that shares nothing with the checker: the mutated program is solved by the exact simplex
method, and an accepted mutant must state exactly that outcome.
"""

from __future__ import annotations

import copy
import json
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck import Model, solve, verify
from optcheck.errors import CertificateRejected
from optcheck.lp.program import Infeasible, LinearProgram, Optimal, Unbounded
from optcheck.lp.simplex import exact_outcome
from tests.strategies.programs import linear_programs

_NUMBERS = ("costs", "rhs", "primal", "dual", "ray", "lower", "upper")


def _mutate(draw: st.DrawFn, document: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    mutant = copy.deepcopy(document)
    way = draw(st.sampled_from(["number", "sign", "index", "swap rows", "relation", "drop row", "value", "sense"]))
    instance, evidence = mutant["instance"], mutant["evidence"]
    if way in ("number", "sign"):
        _change_number(draw, {**instance, **evidence}, way)
    elif way == "value":
        evidence["value"] = str(
            Fraction(evidence.get("value", 0)) + draw(st.sampled_from([Fraction(1), Fraction(-1, 3)]))
        )
    elif way == "sense":
        instance["sense"] = "maximise" if instance["sense"] == "minimise" else "minimise"
    elif instance["rows"]:
        _change_row(draw, instance, way)
    return way, mutant


def _change_number(draw: st.DrawFn, fields: dict[str, Any], way: str) -> None:
    lists = [fields[name] for name in _NUMBERS if fields.get(name)]
    if lists:
        chosen = draw(st.sampled_from(lists))
        place = draw(st.integers(0, len(chosen) - 1))
        if chosen[place] is not None:
            old = Fraction(chosen[place])
            chosen[place] = str(
                -old if way == "sign" else old + draw(st.sampled_from([Fraction(1), Fraction(-1), Fraction(1, 10**9)]))
            )


def _change_row(draw: st.DrawFn, instance: dict[str, Any], way: str) -> None:
    row = draw(st.integers(0, len(instance["rows"]) - 1))
    if way == "index" and instance["terms"][row]:
        term = draw(st.sampled_from(instance["terms"][row]))
        term[0] = draw(st.integers(0, len(instance["columns"]) - 1))
    elif way == "swap rows":
        other = draw(st.integers(0, len(instance["rows"]) - 1))
        terms = instance["terms"]
        terms[row], terms[other] = terms[other], terms[row]
    elif way == "relation":
        instance["relations"][row] = draw(st.sampled_from(["<=", "=", ">="]))
    elif way == "drop row":
        for name in ("rows", "relations", "rhs", "terms"):
            del instance[name][row]


def _rebuild(instance: dict[str, Any]) -> LinearProgram | None:
    """The mutated program, read without the checker; None where two terms of a row name one variable."""
    model = Model(instance["sense"])
    bounds = zip(instance["lower"], instance["upper"], strict=True)
    names = instance["columns"]
    for name, cost, (low, high) in zip(names, instance["costs"], bounds, strict=True):
        model.variable(name, cost, low, high)
    for label, relation, side, terms in zip(
        instance["rows"], instance["relations"], instance["rhs"], instance["terms"], strict=True
    ):
        if len({column for column, _ in terms}) < len(terms):
            return None
        model.row(label, {names[column]: a for column, a in terms}, relation, side)
    return model.build()


def _is_true(document: dict[str, Any]) -> bool:
    program = _rebuild(document["instance"])
    if program is None:
        return True
    outcome, evidence = exact_outcome(program), document["evidence"]
    kinds = {"optimal": Optimal, "infeasible": Infeasible, "unbounded": Unbounded}
    same = isinstance(outcome, kinds[evidence["status"]])
    return same and (not isinstance(outcome, Optimal) or outcome.value == Fraction(evidence["value"]))


COUNTS: Counter[str] = Counter()


@st.composite
def _mutants(draw: st.DrawFn) -> tuple[str, dict[str, Any], dict[str, Any]]:
    document = solve(draw(linear_programs(least=2))).certificate.document()
    return (*_mutate(draw, document), document)


@given(_mutants())
@settings(max_examples=300, deadline=None, derandomize=True)  # the counts below must not depend on luck
def _attack(case: tuple[str, dict[str, Any], dict[str, Any]]) -> None:
    way, mutant, original = case
    if json.dumps(mutant) == json.dumps(original):
        COUNTS["unchanged"] += 1
        return
    try:
        verify(mutant)
    except CertificateRejected:
        COUNTS[f"rejected {way}"] += 1
    else:
        COUNTS["accepted and true"] += 1
        assert _is_true(mutant), f"{way}: a false statement was accepted"


@pytest.mark.long
def test_no_false_mutant_is_accepted() -> None:
    COUNTS.clear()
    _attack()
    ways = {way for way in COUNTS if way.startswith("rejected")}
    assert sum(COUNTS[way] for way in ways) >= 100, COUNTS
    assert len(ways) >= 6, COUNTS


def test_an_easier_instance_does_not_prove_the_harder_one() -> None:
    """The instance is part of the certificate: a lower requirement no longer fits the stated value."""
    model = Model("minimise")
    x = model.variable("x", cost=1)
    model.row("need", {x: 1}, ">=", 5)
    easier = copy.deepcopy(solve(model.build()).certificate.document())
    easier["instance"]["rhs"] = ["4"]
    with pytest.raises(CertificateRejected, match="bound by the dual: expected = 5, got 4"):
        verify(easier)
