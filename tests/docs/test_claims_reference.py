"""The page of everything that a claim is made of: complete, and each example is run."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import optcheck.claims

PATH = Path(__file__).parents[2] / "docs" / "claims-reference.md"
PAGE = PATH.read_text(encoding="utf-8")
BLOCKS = re.findall(r"```pycon\n(.*?)```", PAGE, re.DOTALL)
CODE = "\n".join(example.source for block in BLOCKS for example in doctest.DocTestParser().get_examples(block))


def test_the_examples_are_true_one_after_the_other() -> None:
    runner = doctest.DocTestRunner()
    examples = doctest.DocTestParser().get_doctest("\n".join(BLOCKS), {}, PATH.name, str(PATH), 0)
    outcome = runner.run(examples)
    assert outcome.attempted > 60
    assert outcome.failed == 0


@pytest.mark.parametrize("name", optcheck.claims.__all__)
def test_every_public_name_has_an_example(name: str) -> None:
    assert re.search(rf"(?<![\w.\"]){name}(?![\w\"])", CODE)


def test_every_name_of_a_heading_is_public_and_has_its_own_example() -> None:
    sections = re.findall(r"^### (.*?)\n(.*?)(?=^##|\Z)", PAGE, re.DOTALL | re.MULTILINE)
    for heading, text in sections:
        names = [] if heading in ("Conditions",) else heading.split(", ")
        code = "".join(re.findall(r"```pycon\n(.*?)```", text, re.DOTALL))
        assert set(names) <= set(optcheck.claims.__all__)
        assert code
        assert [name for name in names if not re.search(rf"\b{name}\b", code)] == []


def test_a_star_gives_these_names_and_no_others() -> None:
    names: dict[str, object] = {}
    exec("from optcheck.claims import *", names)
    assert set(names) - {"__builtins__"} == set(optcheck.claims.__all__)
    assert optcheck.claims.__all__ == sorted(optcheck.claims.__all__, key=_order)


def _order(name: str) -> tuple[int, str]:
    """Constants, classes, functions."""
    return (0 if name.isupper() else 1 if name[0].isupper() else 2, name)
