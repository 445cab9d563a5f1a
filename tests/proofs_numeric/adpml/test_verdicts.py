"""The verdicts on ADPML: each is computed here, with the counterexample that a reader will see."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import arb, fmpq

from optcheck.audit import Verdict
from optcheck.audit.trial import Bench
from optcheck.claims import Form
from optcheck.claims.expressions import interval
from proofs_numeric.adpml import best_beta, delta, eq_12, eq_20, eq_21, figures, prop_2
from proofs_numeric.adpml import saving as saving_claim
from proofs_numeric.adpml._experiments import EXPERIMENTS, Accounting, Reading, readings, reproduces, saving, spent
from tests.proofs_numeric.judged import judged


def verdict(name: str) -> Verdict:
    return judged(f"adpml/{name}")


@pytest.mark.parametrize(
    ("name", "strength"),
    [
        ("eq-4", "argued"),
        ("eq-6", "argued"),
        ("prop-1", "argued"),
        ("prop-2", "argued"),
        ("eq-8", "proved"),  # before the strength of what it rests on flows in
        ("eq-11", "argued"),
        ("eq-12", "argued"),
        ("eq-18", "argued"),
        ("eq-20", "machine-checked"),
        ("eq-21", "argued"),
        ("saving", "checked"),
        ("sensitivity-clipping", "argued"),
        ("alg-1", "checked"),
        ("alg-1-weights", "argued"),
        ("later-rounds", "checked"),
        ("eq-13", "argued"),
        ("larger-n-variance", "argued"),
        ("larger-n-data", "argued"),
        ("totals-fall", "checked"),
        ("tables-accuracy", "checked"),
        ("delta", "argued"),
    ],
)
def test_verdicts(name: str, strength: str) -> None:
    found = verdict(name)
    assert found.agrees
    assert found.strength == strength


@pytest.mark.parametrize(
    ("name", "instance"),
    [
        ("eq-6", {"p": "1/3", "q": "1/2", "alpha": 3}),
        ("eq-11", {"records": [{"x": 1, "y": 1}, {"x": 2, "y": 1}]}),  # 3/4 against 3/5
        ("eq-12", {"records": 2, "clip": 1}),
        ("eq-18", {"sizes": [1, 2], "party": 1, "clip": 1}),
        ("eq-20", {"minimum": 1, "maximum": 3, "rate": 1, "rounds": 1, "rounds_to_cap": 2}),
        ("eq-21", {"records": 2, "rounds": 1, "rho": 1, "delta": "1/2"}),
        ("sensitivity-clipping", {"clip": 1, "records": 1}),
        ("alg-1", {"minimisers": [1], "noise": [[0]]}),
        ("alg-1-weights", {"uploads": [[1, 1]], "absent": 1}),
        ("larger-n-variance", {"few": 1, "many": 2, "clip": 1, "loss": 1, "records": 60000}),
        ("larger-n-data", {"records": 3, "few": 1, "many": 2}),
        ("delta", {"records": 667, "delta": "1/100"}),
    ],
)
def test_smallest_counterexamples(name: str, instance: object) -> None:
    shown = verdict(name).counterexample
    assert shown is not None
    assert shown.instance == instance


@pytest.mark.parametrize(
    ("name", "readings"),
    [
        ("eq-11", {"records of equal curvature": "holds", "every minimiser is clipped to [-1, 1]": "refuted"}),
        ("eq-12", {"the mean of clipped minimisers of single records is released": "holds"}),
        ("alg-1-weights", {"Eq. 10: the plain mean of the K models": "corrected"}),
        ("later-rounds", {"epsilon grows, not rho": "holds"}),
        ("eq-13", {"Eq. 19: the aggregate": "holds"}),
        ("larger-n-variance", {"every party brings its own data": "holds", "noise for the sensitivity 2C": "holds"}),
        ("larger-n-data", {"every party brings its own data": "holds"}),
    ],
)
def test_other_readings(name: str, readings: dict[str, str]) -> None:
    assert {reading["name"]: reading["verdict"] for reading in verdict(name).readings} == readings


def test_delta_is_too_large_on_mnist_only() -> None:
    published = [delta.published(party) for party in delta.paper_parties()]
    assert [number > 1 for number in published] == [True, True, True, False, False, False]
    assert published[0] == 20


def test_a_sentence_about_a_figure_is_judged_by_all_seeds() -> None:
    assert figures.judgement([1.0, 2.0]) == "reproduced: +1.5 (+1.0 to +2.0)"
    assert figures.judgement([-1.0, 2.0]) == "partly: +0.5 (-1.0 to +2.0)"
    assert figures.judgement([-1.0, 0.0]) == "not reproduced: -0.5 (-1.0 to +0.0)"


def test_the_papers_own_schedules_get_a_negative_total() -> None:
    for plan in eq_20.paper_plans():
        assert eq_20.as_printed(plan) < 0
        assert eq_20.corrected(plan) > 0
    assert {plan.rounds_to_cap for plan in eq_20.paper_plans()} == {63, 123}


def test_equation_21_is_right_for_one_record_only() -> None:
    bench = Bench(eq_21.CLAIM)
    runs = [run for run in eq_21.grid() if run.records <= 4]
    wrong = {run.records for run in runs if bench.compare(eq_21.CLAIM.printed, run) is not None}
    assert wrong == {2, 3, 4}


def test_the_papers_mnist_run_has_no_privacy_left() -> None:
    run = next(run for run in eq_21.grid() if run.records == 2000)
    assert interval(eq_21.failure(run, eq_21.as_printed(run))).low > 1 - Fraction(1, 10**12)


def test_one_record_is_the_only_size_with_the_printed_sensitivity() -> None:
    bench = Bench(eq_12.CLAIM)
    assert {one.records for one in eq_12.CLAIM.domain.grid() if bench.compare(eq_12.CLAIM.printed, one) is None} == {1}


@pytest.mark.parametrize(("name", "accounting"), [("rho", Accounting.LOSS), ("epsilon", Accounting.EPSILON)])
def test_two_routes_to_the_saving_agree(name: str, accounting: Accounting) -> None:
    for row in EXPERIMENTS:
        walked, enclosed = saving_claim.saving(row, name).enclose(), saving(row, Reading(accounting=accounting))
        assert walked.overlaps(100 * enclosed)


def test_no_reading_of_the_text_gives_the_printed_saving() -> None:
    tried = list(readings())
    assert len(tried) == 152
    assert not any(map(reproduces, tried))


def test_equation_20_as_printed_saves_more_than_everything() -> None:
    shares = [100 * saving(row, Reading(accounting=Accounting.AS_PRINTED)) for row in EXPERIMENTS]
    assert (round(float(min(shares))), round(float(max(shares)))) == (182, 322)


def test_the_sum_of_the_rounds_is_what_walking_through_them_gives() -> None:
    for row, plan in zip(EXPERIMENTS, eq_20.paper_plans(), strict=True):
        walked = sum(min((1 + row.rate * t) * plan.minimum, plan.maximum) for t in range(plan.rounds))
        assert walked.enclose().overlaps(spent(row, row.rate, plan.rounds).enclose())


def test_divergences_agree_with_an_integral() -> None:
    """The completed square against arb's own integral of p^alpha q^(1 - alpha) over a wide interval."""
    from flint import acb

    alpha = arb(fmpq(3, 2))

    def integrand(x: acb, analytic: bool) -> acb:
        squares = alpha * x * x + (1 - alpha) * (x - 1) * (x - 1)
        return (-squares / 8).exp() / (2 * (2 * arb.pi()).sqrt())

    integral = acb.integral(integrand, acb(-60), acb(60)).real
    divergence = prop_2.divergence(prop_2.Noise(Fraction(1), Fraction(2), Fraction(3, 2)))
    expected = (arb(fmpq(divergence.numerator, divergence.denominator)) / 2).exp()
    assert abs(integral - expected) < arb(10) ** -12


def test_a_best_rate_that_no_rounds_can_explain_is_refuted() -> None:
    bench, figure = Bench(best_beta.CLAIM), best_beta.Figure(EXPERIMENTS[0])
    assert bench.compare(best_beta.CLAIM.printed, figure) is None
    assert bench.compare(Form(lambda _: Fraction(2), "2"), figure) is not None


def test_with_equal_rounds_the_smallest_rate_saves_most() -> None:
    savings = [float(share) for share in best_beta.savings_at_fixed_rounds(EXPERIMENTS[0]).values()]
    assert savings == sorted(savings, reverse=True)


def test_break_even_rounds_cost_more_than_the_best_rate() -> None:
    row = EXPERIMENTS[0]
    rounds = best_beta.break_even_rounds(row)["0.6"]
    least = spent(row, Fraction(7, 10), row.adaptive_rounds)
    assert spent(row, Fraction(6, 10), rounds) > least
    assert spent(row, Fraction(6, 10), rounds - 1) <= least
