"""The examples in the docstrings and in docs/cordp.md are true."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[3] / "docs" / "cordp.md").read_text()


@pytest.mark.parametrize(
    "module",
    ["cordp.accuracy", "cordp.closed_form", "cordp.noise", "cordp.protocol", "exact.quadratic", "checker.quadratic"],
)
def test_examples_of(module: str) -> None:
    outcome = doctest.testmod(importlib.import_module(f"optcheck.{module}"))
    assert outcome.attempted > 0
    assert outcome.failed == 0


@pytest.mark.parametrize("example", re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL))
def test_the_page_runs(example: str) -> None:
    found: dict[str, object] = {}
    exec(compile(example, "docs/cordp.md", "exec"), found)
    assert {"noise", "limit"} <= found.keys()
