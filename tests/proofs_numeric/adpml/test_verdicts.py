"""The verdicts on ADPML: each is computed here, with the counterexample that a reader will see."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from flint import arb, ctx, fmpq
from hypothesis import given
from hypothesis import strategies as st

from optcheck.audit import Verdict
from optcheck.audit.trial import Bench
from optcheck.claims import Form
from optcheck.claims.expressions import interval
from proofs_numeric.adpml import best_beta, eq_20, eq_21, figures, prop_2
from proofs_numeric.adpml import saving as saving_claim
from proofs_numeric.adpml._experiments import (
    EXPERIMENTS,
    Accounting,
    Reading,
    TableRow,
    readings,
    reproduces,
    saving,
    spent,
)
from proofs_numeric.adpml._training import clipped, weighted
from tests.proofs_numeric.judged import judged

ROWS = [TableRow(row.dataset, row.parties) for row in EXPERIMENTS]


def verdict(name: str) -> Verdict:
    return judged(f"adpml/{name}")


@pytest.mark.parametrize(
    ("name", "instance"),
    [
        ("eq-6", {"p": "1/2", "q": "1/3", "alpha": 3}),
        ("eq-11", {"records": [{"x": 1, "y": 1}, {"x": 2, "y": 1}]}),  # 3/4 against 3/5
        ("eq-12", {"clip": 1, "common": [1], "one": 1, "other": -2}),
        ("eq-18", {"clip": 1, "common": [1], "one": 1, "other": -2, "elsewhere": 1, "rest": 1}),
        ("eq-20", {"minimum": 1, "maximum": 2, "rate": "1/2", "rounds": 1}),
        ("eq-21", {"records": 2, "losses": [1], "delta": "1/2"}),
        ("sensitivity-clipping", {"clip": 1, "common": [], "one": 1, "other": -1}),
        ("alg-1", {"minimisers": [1], "noise": [[1]]}),
        ("alg-1-weights", {"uploads": [{"records": 1, "model": 1}], "absent": 1}),
        ("larger-n-variance", {"few": 1, "many": 2, "clip": 1, "loss": 1, "records": 2}),
        ("larger-n-data", {"records": 2, "few": 1, "many": 2}),
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
        ("sensitivity-clipping", {"2C is attained for every number of records": "holds"}),
    ],
)
def test_other_readings(name: str, readings: dict[str, str]) -> None:
    assert {reading["name"]: reading["verdict"] for reading in verdict(name).readings} == readings


def test_a_sentence_about_a_figure_is_judged_by_all_seeds() -> None:
    assert figures.judgement([1.0, 2.0]) == "reproduced: +1.5 (+1.0 to +2.0)"
    assert figures.judgement([-1.0, 2.0]) == "partly: +0.5 (-1.0 to +2.0)"
    assert figures.judgement([-1.0, 0.0]) == "not reproduced: -0.5 (-1.0 to +0.0)"


def test_the_papers_own_schedules_get_a_negative_total() -> None:
    for row in ROWS:
        assert eq_20.printed_for_paper(row) < 0
        assert eq_20.corrected_for_paper(row) > 0


def test_equation_21_is_right_for_one_record_only() -> None:
    bench = Bench(eq_21.CLAIM)
    runs = [eq_21.Run(n, (Fraction(1),), Fraction(1, 2)) for n in range(1, 5)]
    assert [bench.compare(eq_21.CLAIM.printed, run) is None for run in runs] == [True, False, False, False]


def test_the_papers_mnist_run_has_no_privacy_left() -> None:
    """With losses below the paper's, which only helps."""
    least = Fraction(1, 30)  # of rho_min = 0.0493
    losses = tuple(least * (1 + Fraction(9, 10) * t) for t in range(18))
    run = eq_21.Run(2000, losses, Fraction(1, 100))
    assert interval(eq_21.failure(run, eq_21.as_printed(run))).low > 1 - Fraction(1, 10**12)


@given(clip=st.fractions(Fraction(1, 10), 10, max_denominator=10), model=st.fractions(-20, 20, max_denominator=10))
def test_clipping_a_number_is_dividing_by_its_excess(clip: Fraction, model: Fraction) -> None:
    assert clipped(model, clip) == model / max(Fraction(1), abs(model) / clip)


@given(
    clip=st.fractions(Fraction(1, 10), 10, max_denominator=10),
    records=st.lists(st.fractions(-20, 20, max_denominator=10), min_size=1, max_size=6),
)
def test_a_weighted_model_is_the_clipped_mean(clip: Fraction, records: list[Fraction]) -> None:
    n = len(records)
    assert weighted(sum(records), n, clip) == n * clipped(sum(records, Fraction(0)) / n, clip)


def test_small_deltas_of_equation_4_are_covered_by_boxes() -> None:
    """Enclosures of the exact delta at sigma = c Delta/epsilon are below 1.25 exp(-c^2/2) for c up to 9/8."""
    parts, half = 24, arb(fmpq(1, 2)).sqrt()
    with ctx.workprec(128):
        low, high = (2 * arb(fmpq(5, 4)).log()).sqrt().lower(), arb(fmpq(9, 8)).upper()
        for i, j in product(range(parts), repeat=2):
            c, epsilon = _part(low, high, i, parts), _part(arb(0), arb(1), j, parts)
            shift = epsilon / (2 * c)
            exact = (((c - shift) * half).erfc() - epsilon.exp() * ((c + shift) * half).erfc()) / 2
            assert exact < arb(fmpq(5, 4)) * (-c * c / 2).exp()


def _part(low: arb, high: arb, index: int, parts: int) -> arb:
    """A ball that covers the given part of an interval."""
    return (low + (high - low) * index / parts).union(low + (high - low) * (index + 1) / parts)


def test_large_values_of_equation_4_follow_from_mills() -> None:
    """exp(1/2)/sqrt(2 pi) < 1.25 (c - 1/(2c)) at c = 9/8, and the right side grows in c."""
    assert arb(fmpq(1, 2)).exp() / (2 * arb.pi()).sqrt() < arb(fmpq(5, 4)) * (arb(fmpq(9, 8)) - arb(fmpq(4, 9)))


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
    for row, experiment in zip(ROWS, EXPERIMENTS, strict=True):
        walked = eq_20.spent_by_paper(row)
        assert walked.enclose().overlaps(spent(experiment, experiment.rate, experiment.adaptive_rounds).enclose())


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
    bench, figure = Bench(best_beta.CLAIM), ROWS[0]
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
