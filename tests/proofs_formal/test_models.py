"""What is stated about a model, for a proof assistant to read, is what its program asks for."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck.audit import registry
from optcheck.claims import Effort
from optcheck.claims.claim import Combination, Quantity, Stated, stated_models
from optcheck.lp.program import LinearProgram
from proofs_numeric.tpmdp._parties import Parties, eq6


@st.composite
def points(draw: st.DrawFn) -> tuple[Parties, tuple[Fraction, ...]]:
    """Parties, and variances that are often just enough or just not."""
    n = draw(st.integers(2, 5))
    number = st.integers(0, 6).map(lambda k: Fraction(k, 2))
    active = draw(st.sets(st.integers(0, n - 1), min_size=1))
    required = tuple(draw(st.lists(number, min_size=n, max_size=n)))
    parties = Parties(n, draw(st.integers(1, n - 1)), tuple(sorted(active)), required)
    return parties, tuple(draw(st.lists(number, min_size=n, max_size=n)))


def rows_hold(program: LinearProgram, x: tuple[Fraction, ...]) -> bool:
    """Whether every row and bound of the program holds."""
    sides = zip(program.activities(x), program.relations, program.rhs, strict=True)
    rows = all((value - side) * relation >= 0 and (relation or value == side) for value, relation, side in sides)
    lower = all(bound is None or value >= bound for value, bound in zip(x, program.lower, strict=True))
    return rows and lower and program.upper == (None,) * len(x)


@settings(max_examples=200, deadline=None)
@given(points())
def test_eq6_is_what_is_stated_about_it(point: tuple[Parties, tuple[Fraction, ...]]) -> None:
    parties, x = point
    stated: Stated[Any] = stated_models()[eq6]
    program = eq6(parties)
    assert program.sense == "minimise"
    assert stated.feasible(parties, x) == rows_hold(program, x)
    assert stated.cost(parties, x) == sum(cost * value for cost, value in zip(program.costs, x, strict=True))
    assert not stated.feasible(parties, (*x, Fraction(0)))


def stated_programs() -> list[tuple[str, Any, Any]]:
    """Every other program of which something is stated, with a claim that asks for its optimum."""
    found = []
    for source in registry.sources(registry.BUILT_IN):
        claim = registry.find(source.id)
        parts = claim.truth.parts if isinstance(claim.truth, Combination) else (claim.truth,)
        programs = [part.program for part in parts if isinstance(part, Quantity)]
        found += [(claim.id, claim.domain, one) for one in programs if one in stated_models() and one is not eq6]
    return found


@pytest.mark.parametrize(("claim", "domain", "model"), stated_programs(), ids=lambda value: str(value)[:20])
def test_a_program_is_what_is_stated_about_it(claim: str, domain: Any, model: Any) -> None:
    """Rows beside those of Eq. 6 are the conditions; columns after the variances prove that these are optimal."""
    random = Random(claim)
    for at in domain.declared.enumerated(Effort(instances=12, drawn=12, largest={"n": 5, "u": 3, "t": 2}))[0]:
        for _ in range(4):
            check_point(model, at, tuple(Fraction(random.randint(0, 4)) for _ in range(at.n)))


def check_point(model: Any, at: Any, x: tuple[Fraction, ...]) -> None:
    stated: Stated[Any] = stated_models()[model]
    program = model(at)
    point = x + (Fraction(1),) * ("1" in program.column_labels)
    point += (Fraction(0),) * (len(program.costs) - len(point))
    assert stated.cost(at, x) == sum(cost * value for cost, value in zip(program.costs, point, strict=True))
    if stated.among is None:
        assert stated.feasible(at, x) == rows_hold(program, x)
    else:
        sides = zip(program.row_labels, program.activities(point), program.rhs, strict=True)
        assert stated.feasible(at, x) == all(v >= side for label, v, side in sides if label.startswith("condition"))
        assert stated.among is eq6


def test_every_stated_program_is_held_against_its_program() -> None:
    assert set(stated_models()) == {eq6, *(model for _, _, model in stated_programs())}
