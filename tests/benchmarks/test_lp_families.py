"""Generated families: each is what its description says, exactly; the table has a line for each size."""

from __future__ import annotations

import pytest

from benchmarks.lp_families import FAMILIES, chain, growth, main, measure
from optcheck.lp.solve import solve


def test_the_chain_doubles_and_capital_grows() -> None:
    assert solve(chain(300)).value == 2**299
    value = solve(growth(60)).value
    assert value is not None
    assert value * 20**59 == 21**59


@pytest.mark.parametrize("name", FAMILIES)
def test_every_family_is_solved_when_small(name: str) -> None:
    family = FAMILIES[name]
    smallest = {"chebyshev": 20, "commitment": 3}.get(name, 10)
    one = measure(family.build(smallest), 60.0)
    assert one.nonzeros > 0
    assert one.total > 0


def test_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["storage", "--sizes", "5,10,20"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines[1:]] == [
        ["storage", "5"],
        ["storage", "10"],
        ["storage", "20"],
        ["storage", "exponent"],
    ]
    with pytest.raises(SystemExit):
        main(["nothing"])
