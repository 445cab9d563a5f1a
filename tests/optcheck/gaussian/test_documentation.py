"""The examples in the docstrings are true."""

from __future__ import annotations

import doctest
import importlib

import pytest


@pytest.mark.parametrize("module", ["calibration", "certificates", "classical", "zcdp"])
def test_examples_of(module: str) -> None:
    found = importlib.import_module(f"optcheck.gaussian.{module}")
    names = {name: getattr(importlib.import_module("optcheck.gaussian"), name) for name in ("required_variance",)}
    outcome = doctest.testmod(found, extraglobs=names)
    assert outcome.attempted > 0
    assert outcome.failed == 0
