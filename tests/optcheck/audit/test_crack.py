"""False statements that used to be talked into "holds": none is more than checked now, and most are refused."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb, prod
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import sympy
from hypothesis import assume
from hypothesis import strategies as st

from optcheck.audit.kernel import judge
from optcheck.audit.verdict import settled
from optcheck.checker.intervals import Interval
from optcheck.claims import Definition, Domain, Form, Statement
from optcheck.claims.relations import Check, Compared, Order, equals
from optcheck.errors import InvalidInput
from tests.optcheck.audit._toy import claim


def stated(domain: Domain[Any], truth: Any, form: Any, **more: Any) -> Statement[Any]:
    parts: dict[str, Any] = {"asserts": equals, "printed": Form(form, "?"), **more}
    return Statement("toy/crack", place="", title="", domain=domain, truth=Definition(truth), **parts)


FIVE: Domain[int] = Domain("n = 1..5", lambda: range(1, 6), lambda n: n)


def test_an_induction_whose_step_is_the_authors_own_proves_nothing() -> None:
    regions = lambda n: comb(n, 4) + comb(n, 2) + 1  # noqa: E731
    proof = lambda argument, form: argument.induction("doubles", form, 1, 1, lambda b, n: 2 * b)  # noqa: E731
    verdict = judge(stated(FIVE, regions, lambda n: 2 ** (n - 1), proof=proof))
    assert (verdict.verdict, verdict.strength, verdict.checked) == ("holds", "argued", 5)


class Pair(NamedTuple):
    """Two numbers."""

    a: Any
    b: Any


def test_a_step_that_repeats_the_form_proves_nothing() -> None:
    rows: Domain[Pair] = Domain("one of them 0", lambda: [Pair(0, 1), Pair(2, 0)], lambda pair: 0)
    a, b = sympy.symbols("a b", nonnegative=True)
    proof = lambda argument, form: argument.identity("by definition", form(Pair(a, b)), a + b)  # noqa: E731
    verdict = judge(stated(rows, max, lambda pair: pair.a + pair.b, proof=proof))
    assert (verdict.verdict, verdict.strength) == ("holds", "argued")


def test_a_false_formula_that_is_right_on_its_grid_is_no_more_than_argued() -> None:
    grid: Domain[int] = Domain("n = 1..20", lambda: range(1, 21), lambda n: n)
    late = lambda n: n * (n + 1) * Fraction(1, 2) + prod((n - i) for i in range(1, 21))  # noqa: E731
    n = sympy.Symbol("n", positive=True)
    for proof in (
        lambda argument, form: argument.identity("expanded", form(n), sympy.expand(form(n))),
        lambda argument, form: argument.identity("quotient", (form(n) - n) / (form(n) - n), 1),
    ):
        verdict = judge(stated(grid, lambda n: sum(range(n + 1)), late, proof=proof))
        assert (verdict.strength, verdict.checked) == ("argued", 20)


def test_nobody_calls_a_grid_exhaustive() -> None:
    one = replace(FIVE, grid=lambda: [2], exhaustive="every n")
    assert judge(stated(one, lambda n: n**2, lambda n: 2 * n)).strength == "checked"


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
        stated(FIVE, lambda n: n, lambda n: n + 1, asserts=relation)


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
    with pytest.raises(InvalidInput, match=r"toy/crack at 1: "):
        judge(stated(FIVE, lambda n: n, lambda n: value))


def test_a_form_leaves_no_instance_out() -> None:
    def choosy(n: int) -> int:
        assume(n < 6)
        return n

    drawn = replace(FIVE, strategy=lambda: st.integers(1, 99), examples=20)
    with pytest.raises(InvalidInput, match="its code leaves instances out; say so in the domain"):
        judge(stated(drawn, lambda n: min(n, 5), choosy))


def test_a_form_that_is_undefined_somewhere_is_wrong_there() -> None:
    whole = replace(FIVE, grid=lambda: range(4))
    for form, words in (
        (lambda n: Fraction(6, n - 2), "ZeroDivisionError"),
        (lambda n: (1, 2)[n], "IndexError"),
        (lambda n: max(range(n)), "ValueError"),
    ):
        verdict = judge(stated(whole, lambda n: n - 1, form))
        assert verdict.verdict == "refuted"
        assert verdict.counterexample is not None
        if verdict.counterexample.claimed == "undefined":
            assert words in verdict.counterexample.proves
            assert verdict.counterexample.certificates == []


def test_a_truth_that_fails_is_the_authors_error_with_claim_and_instance() -> None:
    with pytest.raises(InvalidInput, match="toy/crack at 2: its truth: ZeroDivisionError"):
        judge(stated(FIVE, lambda n: Fraction(1, n - 2), lambda n: Fraction(1, n - 2) if n != 2 else 0))


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
        '"""Statement: 1 = 1."""\nfrom optcheck.claims import *\nfrom optcheck.claims import relations\n'
        'object.__setattr__(relations.equals, "broken", "<")\nrelations.compare = lambda a, b: 0\n'
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
    environment = {"PYTHONPATH": str(Path(__file__).parents[3]), "PATH": "", "OPTCHECK_CACHE": str(tmp_path / "cache")}
    subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=False, timeout=250)
    found = {item["id"]: item for item in json.loads(out.read_text())["claims"]}
    assert found["zoo/b-victim"]["verdict"] == "refuted"
    assert found["adpml/eq-20"]["theorem"] is None
    assert found["adpml/eq-20"]["strength"] != "machine-checked"
