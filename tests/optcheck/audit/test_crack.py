"""False statements that used to be talked into "holds": none is more than checked now, and most are refused."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb, prod
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume

from optcheck.audit.kernel import judge
from optcheck.audit.verdict import settled
from optcheck.checker.intervals import Interval
from optcheck.claims import Definition, Effort, Form, Instance, Statement, integer, rational
from optcheck.claims.claim import Check, Compared, Order, equals
from optcheck.errors import InvalidInput
from tests.optcheck.audit._toy import claim


def stated(domain: Any, truth: Any, form: Any, **more: Any) -> Statement[Any]:
    parts: dict[str, Any] = {"asserts": equals, "printed": Form(form, "?"), **more}
    return Statement("toy/crack", place="", title="", domain=domain, truth=Definition(truth), **parts)


class Five(Instance):
    """One of five numbers."""

    n: int = integer(1, 5)


class Points(Instance):
    """Points on a circle."""

    n: int = integer(1)


def test_a_pattern_that_an_argument_continues_is_refuted_where_it_ends() -> None:
    regions = lambda i: comb(i.n, 4) + comb(i.n, 2) + 1  # noqa: E731
    verdict = judge(stated(Points, regions, lambda i: 2 ** (i.n - 1), argument="Each point doubles the regions."))
    assert verdict.counterexample is not None
    assert (verdict.verdict, verdict.counterexample.instance) == ("refuted", {"n": 6})


class Pair(Instance):
    """Two numbers."""

    a: Fraction = rational(at_least=0)
    b: Fraction = rational(at_least=0)


def test_an_argument_that_repeats_the_form_saves_nothing() -> None:
    verdict = judge(stated(Pair, lambda i: max(i.a, i.b), lambda i: i.a + i.b, argument="It is a + b by definition."))
    assert verdict.verdict == "refuted"


def test_a_false_formula_that_is_right_wherever_it_was_tried_is_checked_whatever_is_argued() -> None:
    late = lambda i: i.n * (i.n + 1) * Fraction(1, 2) + prod(i.n - k for k in range(1, 401))  # noqa: E731
    verdict = judge(stated(Points, lambda i: sum(range(i.n + 1)), late, argument="By induction."))
    assert (verdict.verdict, verdict.strength) == ("holds", "checked")
    assert verdict.reach["n"] <= 400
    assert "sizes up to n" in verdict.exhausted


@dataclass(frozen=True, slots=True)
class _Loose:
    """A relation of one's own under a known name."""

    name: str = "equals"
    one_sided: bool = False

    def check(self, claimed: object, true: object) -> Check:
        return Check(None)


@pytest.mark.parametrize("relation", [_Loose(), Compared("equals", "<"), Order(0.5, 2), "equals"])  # type: ignore[arg-type]
def test_relations_are_known_by_identity(relation: Any) -> None:
    with pytest.raises(InvalidInput, match="asserts must be a relation of optcheck"):
        stated(Five, lambda i: i.n, lambda i: i.n + 1, asserts=relation)


class Lying(Fraction):
    """A number that equals everything."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = Fraction.__hash__


class LyingInt(int):
    """The same among whole numbers."""

    def __gt__(self, other: object) -> bool:
        return False

    __lt__ = __gt__


@pytest.mark.parametrize("value", [Lying(7), LyingInt(7), (1, Lying(7)), Interval(Fraction(0), Fraction(10**9))])
def test_numbers_are_known_by_identity_and_forms_enclose_nothing(value: Any) -> None:
    with pytest.raises(InvalidInput, match=r"toy/crack at Five\(n=1\): "):
        judge(stated(Five, lambda i: i.n, lambda i: value))


def test_a_form_leaves_no_instance_out() -> None:
    def choosy(i: Points) -> int:
        assume(i.n < 6)
        return i.n

    with pytest.raises(InvalidInput, match="its code leaves instances out; say so in the domain"):
        judge(stated(Points, lambda i: min(i.n, 5), choosy, effort=Effort(instances=5, drawn=20)))


def test_a_form_that_is_undefined_somewhere_is_wrong_there() -> None:
    for form, words in (
        (lambda i: Fraction(6, i.n - 2), "ZeroDivisionError"),
        (lambda i: (1, 2)[i.n], "IndexError"),
        (lambda i: max(range(i.n - 1)), "ValueError"),
    ):
        verdict = judge(stated(Five, lambda i: i.n - 1, form))
        assert verdict.verdict == "refuted"
        assert verdict.counterexample is not None
        if verdict.counterexample.claimed == "undefined":
            assert words in verdict.counterexample.proves
            assert verdict.counterexample.certificates == []


def test_a_truth_that_fails_is_the_authors_error_with_claim_and_instance() -> None:
    with pytest.raises(InvalidInput, match=r"toy/crack at Five\(n=2\): its truth: ZeroDivisionError"):
        judge(stated(Five, lambda i: Fraction(1, i.n - 2), lambda i: Fraction(1, i.n - 2) if i.n != 2 else 0))


def test_a_theorem_is_as_strong_as_what_it_rests_on() -> None:
    base = judge(claim())
    top = replace(base, id="p/a", strength="machine-checked", alone="machine-checked", theorem="T", rests_on=["p/b"])
    below = replace(base, id="p/b", strength="argued", alone="argued")
    assert [verdict.strength for verdict in settled([top, below])] == ["argued", "argued"]


PACKAGE = {
    "__init__.py": "",
    "adpml/__init__.py": '"""Another paper."""\n',
    "adpml/eq_20.py": '"""Statement: pigs fly."""\n\nfrom proofs_numeric.adpml.eq_20 import CLAIM\n',
    "zoo/__init__.py": '"""A paper."""\n',
    "zoo/a_patch.py": (
        '"""Statement: 1 = 1."""\nfrom optcheck.claims import *\nfrom optcheck.claims import claim\n'
        'object.__setattr__(claim.equals, "broken", "<")\nclaim.compare = lambda a, b: 0\n'
        "class N(Instance):\n    n: int = integer(1, 3)\n"
        "def said(i): return i.n\ndef true(i): return i.n + 0\n"
        'CLAIM = Statement("zoo/a-patch", place="", title="", domain=N, truth=definition(true), asserts=equals,\n'
        '                  printed=Form(said, "n"))\n'
    ),
    "zoo/b_victim.py": (
        '"""Statement: n = n + 1."""\nfrom optcheck.claims import *\n'
        "class N(Instance):\n    n: int = integer(1, 3)\n"
        "def said(i): return i.n + 1\ndef true(i): return i.n\n"
        'CLAIM = Statement("zoo/b-victim", place="", title="", domain=N, truth=definition(true), asserts=equals,\n'
        '                  printed=Form(said, "n + 1"), expected=Outcome.REFUTED)\n'
    ),
}


@pytest.mark.parametrize("jobs", [1, 2])
def test_claims_of_others_get_no_theorem_and_change_no_other_claim(tmp_path: Path, jobs: int) -> None:
    for name, text in PACKAGE.items():
        (tmp_path / "beasts" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "beasts" / name).write_text(text)
    out = tmp_path / "verdicts.json"
    command = [sys.executable, "-m", "optcheck", "audit", "--claims", "beasts", "--jobs", str(jobs), "--json", str(out)]
    environment = {"PYTHONPATH": str(Path(__file__).parents[3]), "PATH": ""}
    subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=False, timeout=250)
    found = {item["id"]: item for item in json.loads(out.read_text())["claims"]}
    assert found["zoo/b-victim"]["verdict"] == "refuted"
    assert found["adpml/eq-20"]["theorem"] is None
    assert found["adpml/eq-20"]["strength"] != "machine-checked"
