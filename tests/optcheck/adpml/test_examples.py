"""The examples in the docstrings are true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

from optcheck import adpml

MODULES = ["optcheck.adpml", *(f"optcheck.adpml.{item.name}" for item in pkgutil.iter_modules(adpml.__path__))]


@pytest.mark.parametrize("name", [*MODULES, "lp_models.adpml"])
def test_examples(name: str) -> None:
    outcome = doctest.testmod(importlib.import_module(name))
    assert outcome.attempted > 0
    assert outcome.failed == 0
