"""Mistakes that an author makes are told in one line that names claim, file, line and instance."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from optcheck.audit import registry
from optcheck.audit.run import work
from optcheck.audit.verdict import Verdict
from optcheck.cli.mutants import _try_one

HEAD = '''"""Statement: n is n."""
from optcheck import Model
from optcheck.claims import *
class Box(Instance):
    n: int = integer(0)
    part: tuple[Fraction, ...] = row(rational(at_least=0), "n")
def program(bound, right, cost=1):
    model = Model("minimise")
    model.row("r", {model.variable("x", cost=cost): 1}, bound, right)
    return model.build()
def form(box):
    return box.n
'''
AT_0, AT_1 = "at Box(n=0, part=()): ", "at Box(n=1, part=(Fraction(1, 1),)): "


@dataclass(frozen=True, slots=True)
class Mistake:
    """Code after the head, how the parts of the statement differ, and what is said: ``.*`` is any text.

    The code begins in line 13 of FILE; without any, the statement is in line 14.
    """

    says: str
    code: str = ""
    parts: dict[str, str] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """The claim's file."""
        usual = {"place": "'p'", "title": "'t'", "domain": "Box", "truth": "definition(lambda box: box.n)"}
        usual |= {"asserts": "equals", "printed": "Form(form, 'a formula')"}
        parts = ", ".join(f"{key}={value}" for key, value in (usual | self.parts).items() if value)
        return f"{HEAD}{self.code}\nCLAIM = Statement('bad/{name}', {parts})\n"


def form(code: str, says: str) -> Mistake:
    return Mistake(says, f"def form(box):\n    {code}")


def truth(code: str, says: str) -> Mistake:
    return Mistake(
        says, f"def truth(box):\n    return helper(box)\ndef helper(box):\n    {code}", {"truth": "definition(truth)"}
    )


def program(code: str, says: str, name: str = "minimum") -> Mistake:
    return Mistake(says, f"def posed(box):\n    {code}", {"truth": f"{name}(posed)"})


def condition(text: str, says: str) -> Mistake:
    return Mistake(says, parts={"domain": f"Box.where({text!r})"})


MISTAKES = {
    "float": form("return box.n / 2", AT_1 + "only exact values are judged, got the float 0.5 (FILE:13)"),
    "float-in-exp": form("return exp(box.n * 0.5)", AT_1 + "its form: .* exact numbers, got the float 0.5 (FILE:14)"),
    "no-return": form("box.n", AT_1 + "only exact values are judged, got the NoneType None (FILE:13)"),
    "no-field": form("return box.m", AT_1 + "its form: AttributeError: 'Box' .* has no attribute 'm' (FILE:14)"),
    "no-name": form("return x", AT_1 + "its form: NameError: name 'x' is not defined (FILE:14)"),
    "assigns": form("box.n = 1", AT_1 + "its form: FrozenInstanceError: cannot assign to field 'n' (FILE:14)"),
    "endless": form("return form(box)", AT_1 + "its form: RecursionError: .* (FILE:14)"),
    "exits": form("raise SystemExit(3)", "SystemExit: 3 (FILE:14)"),
    "bool": form("return box.n > 0", AT_1 + "form and truth: equals compares numbers, got True and 1 (FILE:13)"),
    "row": form("return (1, 2)", AT_1 + "form and truth: equals needs rows of one length, .* (FILE:13)"),
    "two": Mistake(AT_1 + "its form: TypeError: form() missing 1 .*: 'y' (FILE:13)", "def form(x, y):\n    return 1"),
    "means": Mistake(
        AT_1 + "what its form means: TypeError: .* (FILE:14)", "def f(box, v):\n    return v[0]", {"means": "f"}
    ),
    "truth-zero": truth(
        "return Fraction(box.n**2, box.n)", AT_0 + "its truth: ZeroDivisionError: Fraction(0, 0) (FILE:16)"
    ),
    "truth-index": truth("return box.n + 0 * box.part[0]", AT_0 + "its truth: IndexError: tuple index .* (FILE:16)"),
    "truth-float": truth("return box.n / 1", AT_1 + "definition: only exact .* got the float 1.0 (FILE:13)"),
    "truth-exp": truth("return exp(0.5)", AT_1 + "its truth: expressions are made of exact numbers, .* (FILE:16)"),
    "infeasible": program(
        "return program('<=', -1)", AT_1 + "its truth: .* posed (FILE:13) is infeasible, .* no minimum"
    ),
    "unbounded": program(
        "return program('>=', 1, -1)", AT_1 + "its truth: .* posed (FILE:13) is unbounded, .* no minimum"
    ),
    "direction": program(
        "return program('>=', 1)", AT_1 + ".* posed (FILE:13) is to minimise, .* no maximum", "maximum"
    ),
    "no-row": program("Model().row('r', {'y': 1}, '>=', 1)", AT_1 + "its truth: row r names .* have: 'y' (FILE:14)"),
    "no-program": program("program('>=', 1)", AT_1 + "its truth: posed (FILE:13) must give a LinearProgram, got None"),
    "no-build": program("return Model()", AT_1 + "its truth: posed (FILE:13) gives a Model: .* build() .*"),
    "no-truth": Mistake(
        "truth must be definition(function), minimum(program), .*, got <function .* (FILE:14)", parts={"truth": "form"}
    ),
    "relation": Mistake("asserts must be a relation .*, got 'equals' (FILE:14)", parts={"asserts": "'equals'"}),
    "no-title": Mistake(
        "TypeError: .* missing 1 required keyword-only argument: 'title' (FILE:14)", parts={"title": ""}
    ),
    "other-word": Mistake("TypeError: .* unexpected keyword argument 'titel' (FILE:14)", parts={"titel": "'t'"}),
    "outcome": Mistake("expected must be one of holds, .*, got 'wrong' (FILE:14)", parts={"expected": "'wrong'"}),
    "impact": Mistake("impact must be one of safety, .*, got 'bad' (FILE:14)", parts={"impact": "'bad'"}),
    "rests-on": Mistake("rests_on must be a tuple, each of type str, got 'a/b' (FILE:14)", parts={"rests_on": "'a/b'"}),
    "argument": Mistake("argument must be of type str, got None (FILE:14)", parts={"argument": "None"}),
    "hint": Mistake("the hint 'm' names m; the fields are n, part (FILE:14)", parts={"hints": "(split('m', 'n'),)"}),
    "corner": Mistake("the condition 'm == 1' names m; the fields are n, part (FILE:14)", parts={"corner": "'m == 1'"}),
    "condition-name": condition("m > 1", "Box: the condition 'm > 1' names m; the fields are n, part (FILE:14)"),
    "condition-sign": condition("n > = 1", "'n > = 1' is no condition or bound: invalid syntax (FILE:14)"),
    "condition-call": condition("lenn(part) > 1", "'lenn(part) > 1' calls lenn; there are only abs, .* (FILE:14)"),
    "condition-float": condition("n > 0.5", "'n > 0.5' has 0.5: numbers are whole, or quotients such as 1/2 (FILE:14)"),
    "condition-zero": condition("1 / n > 0", "'1 / n > 0' is undefined at n = 0: ZeroDivisionError: .* (FILE)"),
    "condition-index": condition("part[0] > 0", "'part[0] > 0' is undefined at part = (): IndexError: .* (FILE)"),
    "condition-type": condition("part > 0", "'part > 0' is undefined at part = .*: TypeError: .* (FILE)"),
    "condition-number": condition("n + 1", "the condition 'n + 1' must be true or false, and is 2 (FILE)"),
    "condition-never": condition("n > 3 and n < 2", "the domain is empty, so nothing was checked (FILE)"),
    "length": Mistake(
        "the length of a row is a whole number from 0 on, got 1/2 for 'n/2' (FILE)",
        "class Box(Instance):\n    n: int = integer(1)\n    part: tuple = row(rational(), 'n/2')",
    ),
    "later-field": Mistake(
        "Box.n: 'm' names m; the fields before it are none (FILE:13)",
        "class Box(Instance):\n    n: int = integer(0, 'm')\n    m: int = integer(1)",
    ),
    "no-type": Mistake(
        "Box.n needs the type of its values: n: TYPE = ... (FILE:13)", "class Box(Instance):\n    n = integer(1)"
    ),
}


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Verdict]:
    """What the audit says to each mistake."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", list(sys.path))
        sources = registry.sources(_written(tmp_path_factory.mktemp("mistakes")))
        return {source.id: work(source, 0).verdict for source in sources}


def _written(folder: Path) -> str:
    (folder / "bad").mkdir()
    for name, mistake in MISTAKES.items():
        (folder / "bad" / f"{name.replace('-', '_')}.py").write_text(mistake.text(name))
    return str(folder)


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_told_with_claim_file_line_and_instance(judged: dict[str, Verdict], name: str) -> None:
    verdict = judged[f"bad/{name}"]
    said = MISTAKES[name].says.replace("FILE", f"{name.replace('-', '_')}.py")
    assert verdict.verdict == "error"
    assert verdict.error is not None
    assert f"bad/{name}" in verdict.error
    assert re.search(".*".join(map(re.escape, said.split(".*"))) + "$", verdict.error), verdict.error
    assert "\n" not in verdict.error


@pytest.mark.parametrize("name", ["float-in-exp", "truth-zero", "infeasible"])
def test_planted_errors_tell_it_as_well(judged: dict[str, Verdict], tmp_path: Path, name: str) -> None:
    source = registry.find_source(f"bad/{name}", _written(tmp_path))
    problem, said = _try_one(source, 0, 1).problem, judged[f"bad/{name}"].error
    assert problem is not None
    assert said is not None
    assert said == problem


@pytest.mark.parametrize(
    ("code", "says"),
    [
        (
            "return box.n + 0 * Fraction(1, box.n)",
            "its form is undefined: ZeroDivisionError: Fraction(1, 0) (one.py:14)",
        ),
        ("return box.n + 0 * box.part[0]", "its form is undefined: IndexError: tuple index out of range (one.py:14)"),
        ("return box.n + 0 * max(box.part)", "its form is undefined: ValueError: max() .* empty sequence (one.py:14)"),
    ],
)
def test_a_form_that_is_undefined_somewhere_is_a_finding_with_its_line(tmp_path: Path, code: str, says: str) -> None:
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "one.py").write_text(form(code, "").text("one"))
    verdict = work(registry.find_source("bad/one", str(tmp_path)), 0).verdict
    assert verdict.verdict == "refuted"
    assert verdict.counterexample is not None
    assert verdict.counterexample.instance == {"n": 0, "part": []}
    assert re.fullmatch(".*".join(map(re.escape, says.split(".*"))), verdict.counterexample.proves)


def test_words_may_stand_for_outcome_and_impact(tmp_path: Path) -> None:
    parts = {"expected": "'refuted'", "impact": "'safety'"}
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "one.py").write_text(Mistake("", "def form(box):\n    return box.n + 1", parts).text("one"))
    verdict = work(registry.find_source("bad/one", str(tmp_path)), 0).verdict
    assert verdict.agrees
    assert verdict.counterexample is not None
    assert verdict.counterexample.impact == "safety"
