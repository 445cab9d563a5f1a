"""On every exhibit of solver trouble the proved outcome is the true one."""

from __future__ import annotations

import pytest

from lp_models.museum import EXHIBITS, Exhibit
from optcheck import solve
from optcheck.solvers.simplex import exact_outcome


@pytest.mark.parametrize("exhibit", EXHIBITS, ids=lambda exhibit: exhibit.name)
def test_the_truth_is_proved(exhibit: Exhibit) -> None:
    answer = solve(exhibit.build())
    assert (answer.status, answer.value) == (exhibit.status, exhibit.value)


@pytest.mark.parametrize("exhibit", EXHIBITS, ids=lambda exhibit: exhibit.name)
def test_the_exact_simplex_method_agrees(exhibit: Exhibit) -> None:
    program = exhibit.build()
    outcome = exact_outcome(program)
    assert type(outcome).__name__.lower() == exhibit.status
    program.certificate(outcome).verify()


def test_floats_alone_go_wrong_somewhere() -> None:
    """The museum would be empty otherwise: HiGHS's own status is not the truth on several exhibits."""
    wrong = []
    for exhibit in EXHIBITS:
        solution = solve(exhibit.build()).solution
        if solution is None or solution.status.value != exhibit.status:
            wrong.append(exhibit.name)
    assert {"thin-1e-30", "one-ulp", "faint-descent", "dropped-coefficient"} <= set(wrong)
