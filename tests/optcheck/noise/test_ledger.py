"""The ledger counts releases, refuses one too many, survives what happens to files, and adds up exactly."""

from __future__ import annotations

import multiprocessing
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optcheck import gaussian, noise
from optcheck.checker.gaussian import twice_delta
from optcheck.errors import InvalidInput
from optcheck.noise.ledger import Draw, Left, Spent, read, record
from optcheck.noise.plan import steps

DELTA = Fraction(1, 10**6)
budgets = st.tuples(
    st.sampled_from([Fraction(1, 10), Fraction(1, 2), Fraction(1), Fraction(3)]),
    st.sampled_from([DELTA, Fraction(1, 10**5)]),
    st.integers(1, 5),
)


def _plan(releases: int = 1, epsilon: object = 1, sensitivity: object = 1) -> noise.Plan:
    return noise.make(noise.Question.of([epsilon] * 3, DELTA, sensitivity, threshold=1, releases=releases))


def _draw(epsilon: Fraction, delta: Fraction, releases: int) -> Draw:
    return Draw("plan", "a", 1, releases, epsilon, delta, Fraction(1, 2**120), True)


def test_one_release_more_than_planned_is_refused(tmp_path: Path) -> None:
    ledger, plan = tmp_path / "ledger.jsonl", _plan(releases=2)
    assert [record(ledger, plan, "party 1").release for _ in range(2)] == [1, 2]
    with pytest.raises(InvalidInput, match="'party 1' has drawn 2 of 2 releases"):
        record(ledger, plan, "party 1")
    assert record(ledger, plan, "party 2").release == 1
    assert record(ledger, _plan(releases=3), "party 1").release == 1  # of another plan
    assert [(spent.party, len(spent.draws)) for spent in read([ledger])] == [("party 1", 3), ("party 2", 1)]
    assert ledger.stat().st_mode & 0o077 == 0


def _record_often(path: Path, plan: noise.Plan) -> None:
    for _ in range(5):
        record(path, plan, "party 1")


def test_two_programs_at_once_lose_no_release(tmp_path: Path) -> None:
    ledger, plan = tmp_path / "ledger.jsonl", _plan(releases=10)
    workers = [multiprocessing.get_context("fork").Process(target=_record_often, args=(ledger, plan)) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    (spent,) = read([ledger])
    assert sorted(draw.release for draw in spent.draws) == list(range(1, 11))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"plan": "x"}\n', "line 1: must be a release"),
        ("hello\n", "line 1"),
        ('{"plan": "x", "party"', "broken off"),
        ("[" * 10**5 + "\n", "line 1"),
    ],
)
def test_broken_ledgers_are_named_and_left_alone(tmp_path: Path, text: str, message: str) -> None:
    ledger = tmp_path / "ledger.jsonl"
    ledger.write_text(text)
    for use in (lambda: read([ledger]), lambda: record(ledger, _plan(), "party 1")):
        with pytest.raises(InvalidInput, match=message):
            use()
    assert ledger.read_text() == text


def test_every_changed_field_of_a_line_is_refused_or_counts(tmp_path: Path) -> None:
    line = _draw(Fraction(1), DELTA, 3).line()
    changes = {'"release": 1': ['"release": 4', '"release": 0', '"release": 1.0', '"release": true'],
               '"delta": "1/1000000"': ['"delta": "0"', '"delta": "1"', '"delta": "x"'],
               '"epsilon": "1"': ['"epsilon": "-1"', '"epsilon": null'],
               '"exposed": true': ['"exposed": 1', '"exposed": "false"'],
               '"party": "a"': ['"party": 3']}  # fmt: skip
    for old, new in ((old, new) for old, others in changes.items() for new in others):
        assert old in line
        path = tmp_path / "changed.jsonl"
        path.write_text(line.replace(old, new))
        with pytest.raises(InvalidInput, match="line 1"):
            read([path])


@given(st.lists(budgets, min_size=1, max_size=5))
@settings(max_examples=60, deadline=None)
def test_all_releases_together_keep_the_epsilon_that_is_told(drawn: list[tuple[Fraction, Fraction, int]]) -> None:
    spent = Spent("a", tuple(_draw(*one) for one in drawn))
    exposure = sum(1 / (k * Fraction(gaussian.required_variance(e, d))) for e, d, k in drawn)
    assert gaussian.delta_of_variance(1 / exposure, spent.epsilon(DELTA)) <= DELTA * (1 + Fraction(1, 10**6))
    least, most = spent.exposure
    assert least <= exposure * (1 + Fraction(1, 10**12))
    assert exposure <= most


@given(st.lists(budgets, min_size=1, max_size=4), budgets)
@settings(max_examples=60, deadline=None)
def test_what_is_left_agrees_with_what_is_spent(
    drawn: list[tuple[Fraction, Fraction, int]], asked: tuple[Fraction, Fraction, int]
) -> None:
    spent = Spent("a", tuple(_draw(*one) for one in drawn))
    epsilon, delta, _ = asked
    left, more = spent.left(epsilon, delta), spent.more(epsilon, delta)
    assert more is not None
    if left is Left.OVERSPENT:
        assert spent.epsilon(delta) > epsilon
        assert more == 0
    after = Spent("a", spent.draws + (spent.draws[-1],) * min(more, 50))
    assert (more == 0) or after.left(epsilon, delta) is not Left.OVERSPENT
    assert more > 50 or Spent("a", (*after.draws, spent.draws[-1])).left(epsilon, delta) is not Left.SOME


def test_a_whole_plan_spends_exactly_its_budget() -> None:
    spent = Spent("a", (_draw(Fraction(1, 2), DELTA, 2),) * 2)
    assert spent.epsilon() == 0.5
    assert spent.left("1/2", DELTA) is Left.AT_THE_LIMIT
    assert spent.left("0.4", DELTA) is Left.OVERSPENT
    assert spent.left(1, DELTA) is Left.SOME


def test_who_has_nothing_to_hide_spends_nothing(tmp_path: Path) -> None:
    ledger = tmp_path / "ledger.jsonl"
    record(ledger, _plan(sensitivity=[0, 1, 1]), "party 1")
    (spent,) = read([ledger])
    assert spent.epsilon() == 0.0
    assert spent.more(1, DELTA) is None
    with pytest.raises(InvalidInput, match="promises no privacy"):
        record(ledger, noise.make(noise.Question.of([1, 1], DELTA, threshold=0)), "party 1")


def test_a_party_without_noise_of_its_own_spends_its_budget(tmp_path: Path) -> None:
    question = noise.Question.of([1, "0.1", "0.1"], DELTA, threshold=1, active=[0])
    plan = noise.make(question)
    silent = [name for name, variance in zip(question.names, plan.variances, strict=True) if not variance]
    assert silent
    record(tmp_path / "ledger.jsonl", plan, silent[0])
    record(
        tmp_path / "ledger.jsonl",
        noise.Plan(noise.Question(("b",), (1,), (DELTA,), (1,), (), 0), plan.grid, (0,), (0,)),
        "b",
        "bulk",
    )
    first, bulk = read([tmp_path / "ledger.jsonl"])
    assert first.epsilon() > 0
    assert bulk.epsilon() == 1.0


@given(
    st.lists(st.integers(1, 4), min_size=1, max_size=5),
    st.sampled_from([Fraction(1), Fraction(2, 3), Fraction(7)]),
    st.integers(1, 3),
)
@settings(max_examples=40)
def test_rounds_of_different_precision_keep_the_budget_of_the_plan(
    precisions: list[int], sensitivity: Fraction, dimension: int
) -> None:
    units = sum(precision**2 for precision in precisions)
    question = noise.Question.of([1] * 3, DELTA, sensitivity, threshold=1, releases=units, dimension=dimension)
    plan = noise.make(question)
    grids = [noise.at_precision(plan, precision).grid for precision in precisions]
    moves = [steps(sensitivity, grid, dimension) for grid in grids]
    alone = Fraction(plan.required[0], sum(move**2 for move in moves))  # of one release that reveals as much
    assert twice_delta(1, DELTA, alone, 64).high <= 2 * DELTA


def test_a_release_of_higher_precision_counts_as_its_square(tmp_path: Path) -> None:
    ledger, plan = tmp_path / "ledger.jsonl", _plan(releases=6)
    assert record(ledger, plan, "party 1", precision=2).units == 4
    with pytest.raises(InvalidInput, match="has drawn 4 of 6 releases of this plan: one more, which counts as 4,"):
        record(ledger, plan, "party 1", precision=2)
    assert [record(ledger, plan, "party 1").release for _ in range(2)] == [2, 3]
    with pytest.raises(InvalidInput, match="has drawn 6 of 6 releases"):
        record(ledger, plan, "party 1")
    (spent,) = read([ledger])
    assert spent.parts == {(1, DELTA): 1}
    assert spent.left(1, DELTA) is Left.AT_THE_LIMIT


def test_precision_that_a_plan_has_no_room_for_is_refused() -> None:
    plan = _plan(releases=4)
    value = noise.clip_to_range(noise.at_precision(plan, 2), "party 1", 1, 0, 1)
    assert value.steps == (2 * noise.clip_to_range(plan, "party 1", 1, 0, 1).steps[0],)
    assert noise.to_data(noise.at_precision(plan, 2), value.steps[0]) == 1
    with pytest.raises(InvalidInput, match="precision 3 counts as 9 releases, got a plan of 4"):
        noise.at_precision(plan, 3)
    with pytest.raises(InvalidInput, match="precision must be"):
        noise.at_precision(plan, 0)
    with pytest.raises(InvalidInput, match="a plan with a modulus"):
        noise.at_precision(noise.make(plan.question, modulus=1 << 64), 2)
