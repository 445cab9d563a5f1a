"""Planted errors: every operator, what becomes of the mutants, and the audit's own claims under attack."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from optcheck.audit import judge, registry
from optcheck.audit.mutants import Fate, changes, mutants, try_mutants
from optcheck.audit.registry import Source
from optcheck.audit.run import Ended
from optcheck.audit.verdict import planted_words
from optcheck.claims import Form, Instance, Statement, definition, rational
from optcheck.claims.claim import at_most, equals
from optcheck.cli.mutants import counts, document, try_all
from optcheck.errors import InvalidInput
from tests.optcheck.audit._build import claim, triangle
from tests.optcheck.audit.conftest import SAMPLES
from tests.optcheck.audit.samples._common import Count


@pytest.mark.parametrize(
    ("source", "changed"),
    [
        ("a + b", ["sign: a - b", "dropped term: a", "dropped term: b"]),
        ("a - b", ["sign: a + b", "dropped term: a"]),
        ("a * b", ["dropped factor: a", "dropped factor: b"]),
        ("a / b", ["dropped factor: a"]),
        ("-a", ["sign: a"]),
        ("a < b", ["strictness: a <= b"]),
        ("a <= b < c", ["strictness: a < b < c", "strictness: a <= b <= c"]),
        ("a == b", []),
        ("a // b", ["dropped factor: a", "rounding: -(-a // b)"]),
        ("max(a, b)", ["max for min: min(a, b)", "dropped argument: b", "dropped argument: a"]),
        ("smallest(a)", ["max for min: largest(a)"]),
        ("sqrt(a)", ["dropped function: a"]),
        ("log(a)", ["dropped function: a"]),
        ("floor(a)", ["rounding: ceil(a)"]),
        ("range(a)", ["end of a range: range(a + 1)", "end of a range: range(a - 1)"]),
        ("a[i]", ["index shift: a[i + 1]", "index shift: a[i - 1]"]),
        ("a[:i]", ["index shift: a[:i + 1]", "index shift: a[:i - 1]"]),
        ("a['key']", []),
        ("3", ["constant: 4"]),
        ("True", []),
        ("'text'", []),
    ],
)
def test_each_operator(source: str, changed: list[str]) -> None:
    node = ast.parse(source, mode="eval").body
    assert [f"{kind}: {ast.unparse(new)}" for kind, new in changes(node)] == changed


def helper(n: int) -> int:
    """Adds 1, which no mutation of this text may touch."""
    if n < 0:
        raise ValueError(f"n must be at least 0, got {n + 1}")
    return n + 1


def product(n: int) -> int:
    return n * helper(n) // 2


def test_helpers_of_the_module_are_mutated_and_the_original_is_not() -> None:
    found = list(mutants(product))
    assert {(mutant.before, mutant.after) for mutant in found} >= {("n + 1", "n - 1"), ("n < 0", "n <= 0")}
    broken = next(mutant for mutant in found if mutant.after == "n - 1")
    assert (broken.evaluate(4), product(4), helper(4)) == (6, 10, 5)
    assert not any("got" in mutant.before for mutant in found)


def _made_inside(n: int) -> Callable[[int], int]:
    return lambda k: n + k


@pytest.mark.parametrize("formula", [lambda n: n, _made_inside(2), max])
def test_only_functions_at_the_top_of_a_module_are_mutated(formula: Callable[..., int]) -> None:
    with pytest.raises(InvalidInput, match="top of a module"):
        list(mutants(formula))


def test_wrong_mutants_are_refuted_and_equivalent_ones_recognised() -> None:
    trials = try_mutants(registry.find("sums/squares", SAMPLES))
    fates = Counter(trial.fate for trial in trials)
    assert fates[Fate.REFUTED] >= 8
    assert fates[Fate.SURVIVED] == 0


def odd(count: Count) -> int:
    return max(count.n * (count.n + 1) // 2, 0)


def shift(count: Count) -> int:
    return [0, *(k * (k + 1) // 2 for k in range(1, 9))][count.n]


def test_the_same_values_are_called_equivalent() -> None:
    trials = try_mutants(claim("a/b", printed=Form(odd, "max")))
    dropped = [trial for trial in trials if trial.kind == "constant" and trial.before == "0"]
    assert [trial.fate for trial in dropped] == [Fate.REFUTED]
    assert all(trial.fate is not Fate.SURVIVED for trial in trials)


def test_a_mutant_that_cannot_be_evaluated_is_told_apart() -> None:
    trials = try_mutants(claim("a/b", printed=Form(shift, "table")))
    assert Fate.REFUTED in {trial.fate for trial in trials if trial.kind == "index shift"}


def test_a_bound_that_is_only_weaker_is_still_true_and_one_that_fails_is_not() -> None:
    trials = try_mutants(claim("a/b", asserts=at_most))
    assert {Fate.NOT_TOLD_APART, Fate.REFUTED} <= {trial.fate for trial in trials}
    loose = [trial for trial in trials if trial.fate is Fate.NOT_TOLD_APART]
    assert all("on 4 instances" in one.why or "no instance was found" in one.why for one in loose), loose


class Pair(Instance):
    """Two numbers, the first not above the second."""

    a: Fraction = rational(at_least=0)
    b: Fraction = rational(above=0)
    conditions = ("a <= b",)


def the_second(pair: Pair) -> Fraction:
    return pair.b


def the_larger(pair: Pair) -> Fraction:
    return max(pair.a, pair.b)


def _largest(**changes: Any) -> Statement[Any]:
    parts: dict[str, Any] = {"domain": Pair, "truth": definition(the_larger), "asserts": equals, **changes}
    return Statement("a/b", place="", title="", printed=Form(the_second, "b"), **parts)


def test_errors_are_planted_in_truth_and_domain_as_well() -> None:
    found = {(trial.part.value, trial.before, trial.after): trial.fate for trial in try_mutants(_largest())}
    assert found == {
        ("truth", "max(pair.a, pair.b)", "min(pair.a, pair.b)"): Fate.REFUTED,
        ("truth", "max(pair.a, pair.b)", "pair.a"): Fate.REFUTED,
        ("truth", "max(pair.a, pair.b)", "pair.b"): Fate.EQUIVALENT,
        ("domain", "a <= b", "no condition"): Fate.REFUTED,
        ("domain", "a >= 0", "a >= -1"): Fate.EQUIVALENT,
        ("domain", "b > 0", "b >= 0"): Fate.EQUIVALENT,
    }


def test_a_verdict_counts_what_the_instances_do_not_tell_apart() -> None:
    planted = judge(claim("a/b", asserts=at_most)).planted
    assert planted is not None
    assert planted["tried"] == planted["told_apart"] + len(planted["not_told_apart"])
    assert planted["not_told_apart"]
    assert planted["raised"] == 0
    both = judge(_largest()).planted
    assert both is not None
    assert both["tried"] == 3
    assert [text.partition(": ")[2] for text in both["not_told_apart"]] == ["max(pair.a, pair.b) → pair.b"]


def guarded(count: Count) -> int:
    if count.n < 0:
        raise RuntimeError("there is no such count")
    return count.n * (count.n + 1) // 2


def test_an_error_with_which_the_code_raises_is_not_noticed_by_the_comparison() -> None:
    """``count.n <= 0`` raises at 0 and changes nothing elsewhere: nothing was compared, so nothing was told apart."""
    planted = judge(claim("a/b", printed=Form(guarded, "n (n + 1) / 2"))).planted
    assert planted is not None
    assert planted["raised"] > 0
    assert planted["tried"] == planted["told_apart"] + planted["raised"] + len(planted["not_told_apart"])
    assert "made the code raise" in planted_words(planted)


def endless(count: Count) -> int:
    n, total = count.n, 0
    while n > 0:
        total += n
        n = n - 1
    return total


def test_a_mutant_that_never_ends_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("optcheck.audit.trial.SECONDS", 0.05)
    trials = try_mutants(claim("a/b", printed=Form(endless, "a loop")))
    stopped = [trial for trial in trials if "no end after" in trial.why]
    assert stopped
    assert all(trial.fate is Fate.CRASHED for trial in stopped)


def test_the_choice_is_spread_over_kinds_and_repeatable() -> None:
    squares = registry.find("sums/squares", SAMPLES)
    first = try_mutants(squares, seed=1, per_claim=3)
    assert first == try_mutants(squares, seed=1, per_claim=3)
    assert len(first) == len({trial.kind for trial in first}) == 3


def test_refuted_claims_have_no_right_form_to_break() -> None:
    assert try_mutants(registry.find("sums/late", SAMPLES)) == []


def test_the_report_counts_by_paper(sample_sources: tuple[Source, ...]) -> None:
    events = try_all(sample_sources, seed=0, per_claim=2, processes=1, limit=60)
    tried = [event.result for event in events if isinstance(event, Ended)]
    assert counts(tried)["sums"].total() == 4
    content = document(tried, seed=0)
    assert len(content["mutants"]) == 4
    assert content["problems"] == {}


def test_triangle_is_what_the_samples_sum() -> None:
    assert [triangle(Count(n)) for n in range(5)] == [0, 1, 3, 6, 10]
