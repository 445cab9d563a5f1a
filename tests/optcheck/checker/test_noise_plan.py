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
from optcheck.checker.delivery import Asked, check_asked, check_delivery
from optcheck.claims.claim import number_of
from optcheck.errors import CertificateRejected, InvalidInput
from optcheck.exact.numbers import root_up, round_up, to_text
from optcheck.gaussian import required_variance
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
    assert (
        'each of the 5 parties gets its (epsilon, delta) at its sensitivity, "ana" (0.1, 0.000001) at 1, ' in statement
    )
    assert '"=cy" (1, 0.000001) at 2, "di" (2, 0.000001) at 1, "eve" (1, 0.000001) at 1, in one release' in statement
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


def delivered(changes: dict[int, str] | None = None) -> str:
    lines = [f"{name},{variance},,".rstrip(",") for name, variance in zip(QUESTION.names, PLAN.variances, strict=True)]
    return "name,grid_variance\n" + "\n".join((changes or {}).get(i, line) for i, line in enumerate(lines)) + "\n"


def _check(tmp_path: Path, text: str) -> str:
    plan, file = tmp_path / "plan.json", tmp_path / "noise.csv"
    PLAN.save(plan)
    file.write_text(text, encoding="utf-8")
    return check_delivery(plan, file).statement


def test_what_was_handed_out_is_held_against_the_plan(tmp_path: Path) -> None:
    assert '"ana" (0.1, 0.000001) at 1' in _check(tmp_path, delivered())
    guarded = delivered({2: f"'=cy,{PLAN.variances[2]}"})
    assert '"=cy" (1, 0.000001) at 2' in _check(tmp_path, guarded)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        *(
            (
                delivered({0: f"ana,{other}"}),
                f'^grid_variance of "ana": expected the plan\'s {PLAN.variances[0]}, got "{other}"$',
            )
            for other in (1, PLAN.variances[0] - 1, PLAN.variances[0] + 1)
        ),
        (delivered({0: "ana,12.5"}), "a whole number"),
        (delivered({0: "ana,-5"}), "a whole number"),
        (delivered({0: f"zoe,{PLAN.variances[0]}"}), 'party "zoe": expected a party of the plan'),
        (delivered({0: f"bo,{PLAN.variances[1]}"}), 'party "bo": expected one row, got two'),
        (delivered().replace("eve", "di"), 'party "di": expected one row, got two'),
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


def test_a_name_with_an_apostrophe_is_no_second_row_of_another(tmp_path: Path) -> None:
    question = Question.of([1, 1], "1e-6", [1, 1], threshold=1, names=["=bo", "'=bo"])
    plan = noise.make(question)
    rows = [f"{name},{share}\n" for name, share in zip(question.names, plan.variances, strict=True)]
    plan.save(tmp_path / "plan.json")
    files = {name: tmp_path / f"{name}.csv" for name in ("own", "twice")}
    files["own"].write_text("name,grid_variance\n" + "".join(rows))
    files["twice"].write_text("name,grid_variance\n" + 2 * rows[1])
    assert check_delivery(tmp_path / "plan.json", files["own"]).statement
    with pytest.raises(CertificateRejected, match="expected one row, got two"):
        check_delivery(tmp_path / "plan.json", files["twice"])


def _table(**changes: str) -> str:
    """A file of noise with every column, the row of "bo" with some cells changed."""
    budgets = zip(("0.1", "0.5", "1", "2", "1"), ("1", "1", "2", "1", "1"), strict=True)
    lines = []
    for j, (epsilon, size) in enumerate(budgets):
        variance = PLAN.noise_variance(j)
        row = {
            "name": QUESTION.names[j],
            "active": "yes",
            "epsilon": epsilon,
            "delta": "1e-6",
            "sensitivity": size,
            "required_variance": repr(required_variance(float(epsilon), 1e-6, float(size))),
            "noise_variance": round_up(variance, 17),
            "noise_sigma": round_up(root_up(variance), 17),
            "grid": to_text(PLAN.grid),
            "grid_variance": str(PLAN.variances[j]),
        }
        lines += [[*row], [*{**row, **(changes if j == 1 else {})}.values()]]
    return "\n".join(",".join(cells) for cells in [lines[0], *lines[1::2]]) + "\n"


FACTORS = {"noise_variance": 1 + 1e-5, "noise_sigma": 1 - 1e-9, "required_variance": 1 + 1e-5}
WRONG = [
    ("active", "no", 'active of "bo": expected yes, got "no"'),
    ("epsilon", "0.001", 'epsilon of "bo": expected the plan\'s 1/2, got "0.001"'),
    ("epsilon", "0.5000000000000000000001", 'epsilon of "bo": expected the plan\'s 1/2'),
    ("epsilon", "much", "a decimal number or a fraction"),
    ("delta", "1e-7", 'delta of "bo": expected the plan\'s 1/1000000'),
    ("sensitivity", "2", 'sensitivity of "bo": expected the plan\'s 1, got "2"'),
    ("grid", "1/1048576", 'grid of "bo": expected 1/1024'),
    ("required_variance", "0", 'required_variance of "bo": expected what its budget needs'),
    ("required_variance", "1e9", 'required_variance of "bo": expected what its budget needs'),
    ("noise_variance", "1e9", 'noise_variance of "bo": expected rounded up'),
    ("noise_sigma", "1e5", 'noise_sigma of "bo": expected rounded up'),
    ("grid_variance", "0", "the plan's"),
]


def test_every_column_is_held_against_the_plan(tmp_path: Path) -> None:
    assert '"bo" (0.5, 0.000001) at 1' in _check(tmp_path, _table())
    with_fractions = _table(epsilon="1/2", delta="1/1000000", sensitivity="1.0", grid="2/2048")
    assert '"bo" (0.5, 0.000001) at 1' in _check(tmp_path, with_fractions)


@pytest.mark.parametrize(("column", "cell", "words"), WRONG)
def test_a_wrong_cell_is_rejected(tmp_path: Path, column: str, cell: str, words: str) -> None:
    with pytest.raises(CertificateRejected, match=words):
        _check(tmp_path, _table(**{column: cell}))


@pytest.mark.parametrize("column", FACTORS)
def test_numbers_for_people_are_near(tmp_path: Path, column: str) -> None:
    cells = dict(zip(*(line.split(",") for line in _table().splitlines()[:3:2]), strict=True))
    near = float(cells[column])
    assert _check(tmp_path, _table(**{column: repr(near * (1 + 1e-8))}))
    with pytest.raises(CertificateRejected, match=column):
        _check(tmp_path, _table(**{column: repr(near * FACTORS[column])}))


@pytest.mark.parametrize("name", ["noise_variance ", " epsilon", "eps", "Epsilon", "records", "Town", ""])
def test_columns_that_nobody_compares_are_refused(tmp_path: Path, name: str) -> None:
    first, *rest = _table().splitlines()
    text = "\n".join([f"{first},{name}", *(f"{line},1" for line in rest)]) + "\n"
    with pytest.raises(CertificateRejected, match=f'no columns but name, active, .*got column "{name}"'):
        _check(tmp_path, text)


def _asked(epsilon: Fraction | str, delta: Fraction | str = "1e-6", sensitivity: str | None = None) -> Asked:
    return Asked("bo", Fraction(epsilon), Fraction(delta), None if sensitivity is None else Fraction(sensitivity))


@given(st.fractions(0, 2), st.fractions(0, "1/1000"), st.fractions(0, 3))
def test_a_party_is_promised_what_it_asks_or_told_what_was_planned(
    tmp_path_factory: pytest.TempPathFactory, epsilon: Fraction, delta: Fraction, sensitivity: Fraction
) -> None:
    path = tmp_path_factory.mktemp("asked") / "plan.json"
    PLAN.save(path)
    kept = epsilon >= Fraction(1, 2) and delta >= Fraction(1, 10**6) and sensitivity <= 1
    asked = Asked("bo", epsilon, delta, sensitivity)
    if kept:
        said = check_asked(path, [asked]).statement
        assert said.startswith('"bo" gets epsilon 0.5, delta 0.000001 at sensitivity 1, no less than it asks for; each')
    else:
        with pytest.raises(CertificateRejected, match='planned for "bo": expected'):
            check_asked(path, [asked])


def test_a_wrong_budget_is_named_with_what_was_asked(tmp_path: Path) -> None:
    path = tmp_path / "plan.json"
    PLAN.save(path)
    with pytest.raises(
        CertificateRejected, match=r'epsilon planned for "bo": expected at most 0\.1 as asked, got 0\.5'
    ):
        check_asked(path, [_asked("0.1")])
    with pytest.raises(CertificateRejected, match=r"delta planned .* expected at most 1e-7 as asked, got 0\.000001"):
        check_asked(path, [_asked("0.5", "1e-7")])
    with pytest.raises(CertificateRejected, match=r"sensitivity planned .* expected at least 2 as asked, got 1"):
        check_asked(path, [_asked("0.5", sensitivity="2")])
    with pytest.raises(CertificateRejected, match='party "zoe": expected a party of the plan'):
        check_asked(path, [Asked("zoe", Fraction(1), Fraction(1, 2))])
    noise.make(Question.of([1, 1], "1e-6", threshold=0, names=["bo", "di"])).save(path)
    with pytest.raises(CertificateRejected, match="no privacy is promised to anybody"):
        check_asked(path, [_asked("1")])


def test_many_budgets_are_named_by_their_ranges() -> None:
    question = Question.of([f"{j + 1}/10" for j in range(11)], "1e-6", threshold=1, dimension=2)
    said = noise.make(question).certify().verify().statement
    assert 'each of "party 1", "party 2", "party 3", "party 4", "party 5" and 6 more gets its (epsilon, delta)' in said
    assert "epsilon from 0.1 to 1.1, delta 0.000001, sensitivity 1, in one release of the sum of vectors of 2" in said


def test_who_adds_no_noise_is_named() -> None:
    question = Question.of([1, 1, "0.5"], "1e-5", [1, 1, 2], threshold=1, active=[0, 1], names=["a", "b", "c"])
    said = noise.make(question).certify().verify().statement
    assert '"a", "b" add no noise: their shares are their values, hidden inside the secure sum only' in said
    assert "add no noise" not in noise.make(question, least_variance="1/1000").certify().verify().statement


def test_a_bound_that_was_not_proved_is_rejected() -> None:
    document: Any = copy.deepcopy(DOCUMENT)
    bound = Fraction(document["evidence"]["least"]["bound"])
    for wrong in (bound + 1, bound / 2, 999999999):
        document["evidence"]["least"]["bound"] = str(wrong)
        with pytest.raises(CertificateRejected, match="bound: expected"):
            verify(document)


def test_the_bare_checker_does_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _check(tmp_path, delivered())
    assert main([str(tmp_path / "plan.json"), "--noise", str(tmp_path / "noise.csv")]) == 0
    assert "proved: each of" in capsys.readouterr().out
    asking = [str(tmp_path / "plan.json"), "--party", "bo", "--delta", "1e-6", "--epsilon"]
    assert main([*asking, "0.5"]) == 0
    assert main([*asking, "0.4"]) == 1
    assert "expected at most 0.4 as asked, got 0.5" in capsys.readouterr().err
    for wrong in ([*asking, "much"], asking[:3], [*asking, "0.5", asking[0]], [asking[0], "--sensitivity", "1"]):
        with pytest.raises(SystemExit):
            main(wrong)
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
