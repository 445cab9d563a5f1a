"""The page of property tests lists every test of tests/properties with the number of examples that it draws."""

from __future__ import annotations

import importlib
import pkgutil
import re
from typing import Any

import tests.properties
from docs.__main__ import HERE
from optcheck.audit import registry
from optcheck.claims.truths import Combination, Property, Quantity

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
