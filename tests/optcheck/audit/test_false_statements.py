"""No false statement is talked into "holds" with more strength than what was compared; and beyond that it says how far.

Those that need a package of their own (what importing them does, what they are called, what a process can do) are
files in a folder, and are judged as a stranger's are.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from optcheck.audit.kernel import judge
from optcheck.errors import OptcheckError
from tests.optcheck.audit.false_statements import ATTEMPTS, FAR

REPOSITORY = Path(__file__).parents[3]


def test_there_are_many_and_those_beyond_reach_are_few() -> None:
    assert len(ATTEMPTS) + len(STRANGERS) >= 100
    assert set(ATTEMPTS) > FAR


@pytest.mark.filterwarnings("ignore:Using `assume` outside", "ignore:Using `reject` outside")
@pytest.mark.parametrize("name", ATTEMPTS)
def test_a_false_statement_is_refused_refuted_or_checked_only(name: str) -> None:
    try:
        verdict = judge(ATTEMPTS[name]())
    except OptcheckError:  # refused, with a reason
        assert name not in FAR
        return
    if verdict.verdict in ("holds", "corrected"):
        assert name in FAR
        assert verdict.strength == "checked"
        assert (
            f" {verdict.checked - verdict.drawn} instance" in verdict.exhausted or "only instance" in verdict.exhausted
        )
        assert verdict.reach or "the grid" in verdict.exhausted
        argued = judge(replace(ATTEMPTS[name](), argument="By induction; the rest is obvious."))
        assert (argued.verdict, argued.strength) == (verdict.verdict, "checked")


HEAD = '"""Statement: something false."""\nfrom optcheck.claims import *\n'
NUMBERS = "class N(Instance):\n    n: int = integer(1, 3)\ndef true(i): return i.n\ndef said(i): return i.n + 1\n"


def _claim(name: str, more: str = "", **parts: str) -> str:
    fields = {
        "domain": "N",
        "truth": "definition(true)",
        "asserts": "equals",
        "printed": 'Form(said, "n + 1")',
        **parts,
    }
    words = ", ".join(f"{key}={value}" for key, value in fields.items())
    return f'CLAIM = Statement("zoo/{name}", place="", title="", {words})\n{more}'


PATCHES = {
    "compare": "from optcheck.claims import claim\nclaim.compare = lambda a, b: 0\n",
    "sign": "from optcheck.claims import claim\nclaim._SIGNS['!='] = ()\n",
    "relation": "from optcheck.claims import claim\nobject.__setattr__(claim.equals, 'broken', '<')\n",
    "method": "from optcheck.claims import claim\nclaim.Compared.check = lambda self, a, b: claim.Check(None)\n",
    "code": "from optcheck.claims import expressions\n"
    "expressions.compare.__code__ = (lambda left, right: 0).__code__\n",
    "judge": "from optcheck.audit import kernel\nkernel._exhausted = lambda *a: 'all there are'\n",
    "goal": "from optcheck.audit import goal, kernel\n"
    "kernel.decide_goal = lambda *a: goal.Goal('', '', True, 'by algebra')\n",
    "builtin": "import builtins\nfrom fractions import Fraction\nFraction.__eq__ = lambda a, b: True\n",
    "shadow": "from optcheck.audit import kernel\nkernel.min = lambda *a, **b: kernel.Strength.MACHINE_CHECKED\n",
    "checker": "from optcheck.checker import core\ncore.check_document = lambda *a: None\n",
    "seal": "from optcheck.audit import run\nrun._sealed = None\n",
}
LATE = (
    "class N(Instance):\n    n: int = integer(1)\n"
    "from optcheck.audit import kernel\n"
    "def said(i):\n"
    "    kernel._exhausted = lambda *a: 'all there are'\n"
    "    return i.n if i.n < 10**6 else 0\n"
)
TRUE = "def said(i): return 2 * i.n - i.n\n"
STRANGERS = {
    **{f"patches_{name}": HEAD + NUMBERS + text + _claim(f"patches-{name}") for name, text in PATCHES.items()},
    "patches_late": HEAD + NUMBERS + LATE + _claim("patches-late", printed='Form(said, "n, mostly")'),
    "text": HEAD + NUMBERS + "def said(i): return 2 * i.n - i.n\n" + _claim("text"),
    "exits": HEAD + NUMBERS + "def said(i): raise SystemExit(0)\n" + _claim("exits"),
    "dies": HEAD + NUMBERS + "import os\ndef said(i): os._exit(0)\n" + _claim("dies"),
    "another_id": HEAD + NUMBERS + _claim("not-its-name"),
    "no_words": "from optcheck.claims import *\n" + NUMBERS + _claim("no-words"),
    "a_class": HEAD + NUMBERS + "CLAIM = N\n",
    "rests_on_air": HEAD + NUMBERS + TRUE + _claim("rests-on-air", printed='Form(said, "n")', rests_on='("zoo/none",)'),
    "rests_on_itself": HEAD + NUMBERS + TRUE
    + _claim("rests-on-itself", printed='Form(said, "n")', rests_on='("zoo/rests-on-itself",)'),
    "rests_on_false": HEAD + NUMBERS + TRUE
    + _claim("rests-on-false", printed='Form(said, "n")', rests_on='("zoo/plain",)'),
    "plain": HEAD + NUMBERS + _claim("plain", expected='Outcome.REFUTED'),
    "expects_what_is_not": HEAD + NUMBERS + _claim("expects-what-is-not", expected='Outcome.HOLDS'),
    "changes_the_plain_one": HEAD + "from beasts.zoo import plain\n"
    "object.__setattr__(plain.CLAIM, 'printed', Form(plain.true, 'n'))\n" + NUMBERS + _claim("changes-the-plain-one"),
    "lies_in_the_docstring": HEAD.replace("something false", "proved, machine-checked") + NUMBERS
    + _claim("lies-in-the-docstring"),
}  # fmt: skip


@pytest.fixture(scope="module")
def strangers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("strangers")
    papers = {
        "zoo": STRANGERS,
        "adpml": {"eq_20": '"""Statement: pigs fly."""\nfrom proofs_numeric.adpml.eq_20 import CLAIM\n'},
    }
    for paper, files in papers.items():
        (folder / "beasts" / paper).mkdir(parents=True)
        for name, text in {"__init__": '"""A paper."""\n', **files}.items():
            (folder / "beasts" / paper / f"{name}.py").write_text(text)
    (folder / "beasts" / "__init__.py").write_text("")
    out = folder / "verdicts.json"
    command = [sys.executable, "-m", "optcheck", "audit", "--claims", "beasts", "--jobs", "2", "--json", str(out)]
    environment = {"PYTHONPATH": str(REPOSITORY), "PATH": ""}
    subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False, timeout=300)
    return {item["id"]: item for item in json.loads(out.read_text())["claims"]}


@pytest.mark.parametrize("name", STRANGERS)
def test_no_strangers_file_gets_more_than_checked(strangers: dict[str, Any], name: str) -> None:
    verdict = strangers[f"zoo/{name.replace('_', '-')}"]
    assert verdict["verdict"] not in ("holds", "corrected")
    if name.startswith("patches"):
        assert "its code changes" in verdict["error"]
    if name.startswith("rests"):
        assert "rests on" in verdict["error"]


def test_the_statement_beside_them_is_judged_as_it_is(strangers: dict[str, Any]) -> None:
    assert strangers["zoo/plain"]["verdict"] == "refuted"
    assert strangers["zoo/expects-what-is-not"]["verdict"] == "refuted"
    assert strangers["adpml/eq-20"]["theorem"] is None
    assert strangers["adpml/eq-20"]["strength"] != "machine-checked"
