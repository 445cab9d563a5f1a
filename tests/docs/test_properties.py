"""The page of property tests lists every test of tests/properties with the number of examples that it draws."""

from __future__ import annotations

import importlib
import pkgutil
import re

import tests.properties
from docs.__main__ import HERE

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
