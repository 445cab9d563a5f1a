"""The page of property tests lists every test of tests/properties with the number of examples that it draws."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Callable
from typing import Any, TypeVar

from hypothesis import find, settings
from hypothesis import strategies as st

import tests.properties
from docs.__main__ import HERE
from optcheck.audit import registry
from optcheck.chained_dp.game import nash_multiples
from optcheck.claims.claim import Combination, Property, Quantity
from optcheck.exact.numbers import Exact
from optcheck.randomized_response.optimum import solve_problem
from optcheck.tpmdp import Instance, allocate
from tests.strategies.chained import rows
from tests.strategies.coalitions import instances
from tests.strategies.cordp import floors, triples
from tests.strategies.randomized_response import problems

Drawn = TypeVar("Drawn")

SOLVED = {"linear-program", "signature-protocol", "tpmdp-point"}  # their certificates come from an explicit program
PAGE = (HERE / "properties.md").read_text(encoding="utf-8")


def drawn() -> dict[str, int]:
    """The examples of each test, as Hypothesis has them."""
    found: dict[str, int] = {}
    for item in pkgutil.iter_modules(tests.properties.__path__):
        module = importlib.import_module(f"tests.properties.{item.name}")
        for name, value in vars(module).items():
            if name.startswith("test_"):
                found[name] = value._hypothesis_internal_use_settings.max_examples
    return found


def test_the_page_lists_every_test_with_its_examples() -> None:
    listed = {name: int(count) for name, count in re.findall(r"`(test_\w+)` \| (\d+) \|", PAGE)}
    assert listed == drawn()
    assert f"All in all {sum(listed.values())} instances a run" in PAGE


def smallest(strategy: st.SearchStrategy[Drawn], fails: Callable[[Drawn], bool]) -> Drawn:
    """What an example that fails is shrunk to."""
    return find(strategy, fails, settings=settings(derandomize=True, database=None, max_examples=2000))


def test_what_fails_is_shrunk_to_few_parties_and_small_numbers() -> None:
    strict = smallest(instances(most=6), lambda one: _total(one) > sum(sorted(one.required)[-2:]))
    assert strict.n <= 4  # of the six that were drawn; three are the least
    triple, floor = smallest(st.tuples(triples(largest=60), floors()), lambda one: one[0][2] > 1 and one[1] > 3)
    assert triple == (3, 3, 2)
    assert floor == 4
    row = smallest(rows(most=8), lambda row: len(row) > 2 and nash_multiples(row)[2] > 1)
    assert [int(entry) for entry in row] == [0, 0, 4]
    problem = smallest(problems(most=2), lambda one: one.k == 2 and solve_problem(one).value > 0)
    assert (problem.lambdas, problem.weights) == ((1, 1), ((1,),))


def _total(instance: Instance) -> Exact | float:
    return allocate(instance.required, instance.threshold, instance.active).total


def kinds_of_truth(claim: Any) -> set[str]:
    """The kinds of certificates with which a statement is compared; definitions have none."""
    truth = claim.truth
    if isinstance(truth, Property):  # variances that the form gives, and what Eq. 6 says about them
        return {"tpmdp-point"}
    parts = truth.parts if isinstance(truth, Combination) else (truth,)
    return {part.kind for part in parts if isinstance(part, Quantity)}


def test_the_page_counts_truths_that_are_programs() -> None:
    claims = [(source.paper, kinds_of_truth(registry.load(source))) for source in registry.sources()]
    counts = [
        (sum(bool(kinds & SOLVED) for kinds in mine), sum(not kinds & SOLVED for kinds in mine))
        for paper in ("tpmdp", "kairouz", "cordp", "chained")
        for mine in [[kinds for name, kinds in claims if name == paper and kinds]]
    ]
    cells = re.findall(r"^\| [^|]+ \| (\d*)[^|]*\| (\d*)[^|]*\|$", PAGE.partition("in the audit")[2], re.MULTILINE)
    assert counts == [(int(solved or 0), int(others or 0)) for solved, others in cells[1:]]
