"""Plans for integer noise: honest ones are accepted, whatever makes the promise larger or the noise smaller is not."""

from __future__ import annotations

import copy
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck import noise, verify
from optcheck.checker.__main__ import main
from optcheck.checker.delivery import check_delivery
from optcheck.claims.truths import number_of
from optcheck.errors import CertificateRejected, InvalidInput
from optcheck.noise import Plan, Question

QUESTION = Question.of(
    ["0.1", "0.5", 1, 2, 1], "1e-6", [1, 1, 2, 1, 1], threshold=2, dropouts=1, names=["ana", "bo", "=cy", "di", "eve"]
)
PLAN = noise.make(QUESTION)
DOCUMENT = PLAN.certify().document()


@st.composite
def questions(draw: st.DrawFn) -> Question:
    n = draw(st.integers(1, 5))
    threshold = draw(st.integers(0, n - 1))

    def column(*values: object) -> list[object]:
        return draw(st.lists(st.sampled_from(values), min_size=n, max_size=n))

    return Question.of(
        column("1/100", "0.3", 0, 1, 20),
        column("1e-6", "0.1", "1e-30"),
        column(0, 1, "1/3", 7),
        threshold=threshold,
        dropouts=draw(st.integers(0, n - 1 - threshold)),
        active=draw(st.lists(st.integers(0, n - 1), max_size=n, unique=True)),
        releases=draw(st.sampled_from([1, 5])),
        dimension=draw(st.sampled_from([1, 7])),
    )


@given(questions())
@settings(max_examples=60, deadline=None)
def test_plans_are_proved_and_read_back(tmp_path_factory: pytest.TempPathFactory, question: Question) -> None:
    plan = noise.make(question)
    proved = plan.certify().verify()
    assert proved.value == plan.total
    path = tmp_path_factory.mktemp("plan") / "plan.json"
    plan.save(path)
    assert Plan.load(path) == plan


def test_the_sentence_says_what_holds_for_whom() -> None:
    statement = verify(DOCUMENT).statement
    assert 'each of "ana", "bo", "=cy", "di", "eve" gets the (epsilon, delta) it asked for' in statement
    assert "against any 2 of the others" in statement
    assert "also when any 1 more has left" in statement
    assert number_of(verify(DOCUMENT).fact("least total variance")) <= number_of(
        verify(DOCUMENT).fact("total variance")
    )


def test_a_plan_that_guards_against_nobody_says_so() -> None:
    plan = noise.make(Question.of([1, 1], "1e-6", threshold=0))
    assert "no privacy is promised to anybody" in plan.certify().verify().statement


def _scale(part: str, name: str, factor: Fraction | float) -> Callable[[Any], None]:
    """Change the first entry of a list by a factor, whole numbers staying whole."""

    def change(document: Any) -> None:
        values = document[part][name]
        scaled = Fraction(values[0]) * Fraction(factor)
        values[0] = int(scaled) if isinstance(values[0], int) and part == "evidence" else str(scaled)

    return change


def _add(part: str, name: str) -> Callable[[Any], None]:
    def change(document: Any) -> None:
        document[part][name] += 1

    return change


def _set(part: str, name: str, value: object) -> Callable[[Any], None]:
    def change(document: Any) -> None:
        document[part][name] = value

    return change


ATTACKS: dict[str, Callable[[Any], None]] = {
    "less noise": _scale("evidence", "variances", Fraction(999, 1000)),
    "no noise for one": _scale("evidence", "variances", 0),
    "a requirement too small": _scale("evidence", "required", Fraction(999, 1000)),
    "a stricter epsilon": _scale("instance", "epsilon", Fraction(999, 1000)),
    "a stricter delta": _scale("instance", "delta", Fraction(9, 10)),
    "a larger sensitivity": _scale("instance", "sensitivity", Fraction(1001, 1000)),
    "one more colluder": _add("instance", "threshold"),
    "one more dropout": _add("instance", "dropouts"),
    "one more release": _add("instance", "releases"),
    "one more coordinate": _add("instance", "dimension"),
    "a finer grid": _set("evidence", "grid", "1/2048"),
    "almost no smoothing": _set("evidence", "smoothing", "1/100"),
    "a name twice": _set("instance", "names", ["ana", "bo", "=cy", "di", "ana"]),
    "too few names": _set("instance", "names", ["ana"]),
    "an unknown field": _set("evidence", "trust", 1),
    "a delta of one": _set("instance", "delta", [1] * 5),
    "shares too small for the integers": _set("evidence", "variances", [1] * 5),
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_attacks_are_rejected(attack: str) -> None:
    document = copy.deepcopy(DOCUMENT)
    ATTACKS[attack](document)
    with pytest.raises(CertificateRejected):
        verify(document)


def test_an_invented_bound_is_rejected() -> None:
    document: Any = copy.deepcopy(DOCUMENT)
    least = document["evidence"]["least"]
    least["insufficient"] = [str(Fraction(value) * 2) for value in least["insufficient"]]
    with pytest.raises(CertificateRejected, match="too little for its budget"):
        verify(document)


def test_more_noise_than_planned_is_fine() -> None:
    document: Any = copy.deepcopy(DOCUMENT)
    document["evidence"]["variances"][1] += 10**6
    verify(document)


HEADER = "name,grid_variance,noise_variance,noise_sigma\n"


def delivered(changes: dict[int, str] | None = None) -> str:
    lines = [f"{name},{variance},,".rstrip(",") for name, variance in zip(QUESTION.names, PLAN.variances, strict=True)]
    return "name,grid_variance\n" + "\n".join((changes or {}).get(i, line) for i, line in enumerate(lines)) + "\n"


def _check(tmp_path: Path, text: str) -> str:
    plan, file = tmp_path / "plan.json", tmp_path / "noise.csv"
    PLAN.save(plan)
    file.write_text(text, encoding="utf-8")
    return check_delivery(plan, file).statement


def test_what_was_handed_out_is_held_against_the_plan(tmp_path: Path) -> None:
    assert "gets the (epsilon, delta) it asked for" in _check(tmp_path, delivered())
    guarded = delivered({2: f"'=cy,{PLAN.variances[2]}"})
    assert "gets the (epsilon, delta) it asked for" in _check(tmp_path, guarded)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (delivered({0: f"ana,{PLAN.variances[0] * 99 // 100}"}), "against its worst coalition"),
        (delivered({0: "ana,12.5"}), "a whole number"),
        (delivered({0: "ana,-5"}), "a whole number"),
        (delivered({0: f"zoe,{PLAN.variances[0]}"}), 'party "zoe": expected a party of the plan'),
        (delivered({0: f"bo,{PLAN.variances[1]}"}), 'party "bo": expected one row, got two'),
        (delivered().replace("eve", "di"), 'party "di": expected one row'),
        ("name,variance\nana,3\n", "columns name and grid_variance"),
        (delivered().replace("name,grid_variance", "name,grid_variance,grid_variance"), "every column once"),
        (delivered().replace("\nbo,", "\nbo,1,"), "as many cells in a row as columns"),
        ("", "columns name and grid_variance"),
        ("name,grid_variance\nana,3\n", 'party "bo": expected a row'),
    ],
)
def test_other_files_are_rejected(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(CertificateRejected, match=words):
        _check(tmp_path, text)


def test_numbers_for_people_must_be_rounded_up(tmp_path: Path) -> None:
    variances = [float(PLAN.noise_variance(j)) for j in range(QUESTION.n)]
    rows = [
        f"{name},{steps},{v * factor!r},{(v * 1.001) ** 0.5!r}"
        for name, steps, v, factor in zip(QUESTION.names, PLAN.variances, variances, [1.001] * 4 + [0.999], strict=True)
    ]
    with pytest.raises(CertificateRejected, match='noise_variance of "eve": expected rounded up'):
        _check(tmp_path, HEADER + "\n".join(rows) + "\n")
    assert _check(tmp_path, HEADER + "\n".join(rows[:4]) + f"\neve,{PLAN.variances[4]},1e9,1e5\n")


def test_the_bare_checker_does_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _check(tmp_path, delivered())
    assert main([str(tmp_path / "plan.json"), "--noise", str(tmp_path / "noise.csv")]) == 0
    assert "proved: each of" in capsys.readouterr().out
    (tmp_path / "noise.csv").write_text(delivered({0: "ana,1"}), encoding="utf-8")
    assert main([str(tmp_path / "plan.json"), "--noise", str(tmp_path / "noise.csv")]) == 1
    assert main([str(tmp_path / "plan.json"), "--noise", str(tmp_path / "nothing.csv")]) == 2


def test_other_certificates_are_no_plans(tmp_path: Path) -> None:
    from optcheck.gaussian import variance_certificate

    variance_certificate(1.0, 1e-5).save(tmp_path / "other.json")
    with pytest.raises(InvalidInput, match="must be a plan"):
        Plan.load(tmp_path / "other.json")
    with pytest.raises(CertificateRejected, match="a noise-plan"):
        check_delivery(tmp_path / "other.json", tmp_path / "other.json")


@pytest.mark.parametrize(
    ("active", "seen"),
    [
        (None, "whoever sees it"),
        ([0], "if only the 1 active one sees it"),
        ([0, 2], "if only the 2 active ones see it"),
    ],
)
def test_the_promise_says_who_may_see_the_sum(active: list[int] | None, seen: str) -> None:
    plan = noise.make(noise.Question.of([1, 1, 1], "1e-6", threshold=1, active=active))
    assert f"against any 1 of the others who pool what they know, {seen}: " in plan.certify().verify().statement
