"""The verdicts on ADPML: each is computed here, with the counterexample that a reader will see."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest
from flint import arb, fmpq

from optcheck.adpml.savings import EXPERIMENTS, Accounting, Reading, saving
from optcheck.audit import Verdict, judge, registry
from proofs_numeric.adpml import best_beta, eq_12, eq_20, eq_21, prop_2
from proofs_numeric.adpml._budget import Combination, budgets_of
from proofs_numeric.adpml._terms import enclose
from proofs_numeric.adpml.saving import Comparison, true_saving


@cache
def verdict(name: str) -> Verdict:
    return judge(registry.find(f"adpml/{name}"))


@pytest.mark.parametrize(
    ("name", "expected", "strength"),
    [
        ("eq-4", "holds", "proved"),
        ("eq-6", "corrected", "proved"),
        ("prop-1", "holds", "proved"),
        ("prop-2", "holds", "proved"),
        ("eq-8", "holds", "proved"),
        ("eq-11", "corrected", "proved"),
        ("eq-12", "corrected", "proved"),
        ("eq-18", "corrected", "proved"),
        ("eq-20", "corrected", "proved"),
        ("eq-21", "corrected", "proved"),
        ("saving", "corrected", "enclosed"),
    ],
)
def test_verdicts(name: str, expected: str, strength: str) -> None:
    found = verdict(name)
    assert (found.verdict, found.strength) == (expected, strength)
    assert found.agrees


@pytest.mark.parametrize(
    ("name", "instance", "claimed", "true"),
    [
        ("eq-11", {"records": [[1, 0], [2, 1]]}, "1/4", "2/5"),
        ("eq-12", {"records": 2, "clip": 1}, 1, 2),
        ("eq-18", {"sizes": [1, 2], "party": 1, "clip": 1}, "2/3", "4/3"),
        ("eq-20", {"losses": [1, 3], "rate": 1, "rounds": 1}, "0", "1"),
        ("eq-21", {"records": 2, "losses": [1], "delta": "1/2"}, "1/2", "0.548965668622"),
    ],
)
def test_smallest_counterexamples(name: str, instance: object, claimed: object, true: object) -> None:
    shown = verdict(name).counterexample
    assert shown is not None
    assert (shown.instance, shown.claimed, shown.true) == (instance, claimed, true)


def test_the_papers_own_schedules_get_a_negative_total() -> None:
    for plan in eq_20.paper_plans():
        found = eq_20.compare(eq_20.as_printed, plan)
        assert found is not None
        assert str(found.claimed).startswith("-")
        assert found.certificate.verify().kind == "comparison"
        assert eq_20.compare(eq_20.corrected, plan) is None
    shown = verdict("eq-20").counterexample
    assert shown is not None
    assert "a = 63, T = 18" in shown.explanation


def test_equation_21_is_right_for_one_record_only() -> None:
    runs = list(eq_21.grid())
    wrong = {run.records for run in runs if eq_21.compare(eq_21.as_printed, run) is not None}
    assert 1 not in wrong
    assert {2, 3, 4, 2000} <= wrong


def test_the_papers_mnist_run_has_no_privacy_left() -> None:
    run = next(run for run in eq_21.grid() if run.records == 2000)
    found = eq_21.compare(eq_21.as_printed, run)
    assert found is not None
    assert (found.claimed, found.true) == ("1/100", "1.00000000000")


def test_one_record_is_the_only_size_with_the_printed_sensitivity() -> None:
    agreeing = {i.records for i in eq_12.grid() if eq_12.compare(eq_12.as_printed, i) is None}
    assert agreeing == {1}


@pytest.mark.parametrize(("name", "accounting"), [("rho", Accounting.LOSS), ("epsilon", Accounting.EPSILON)])
def test_two_routes_to_the_saving_agree(name: str, accounting: Accounting) -> None:
    for row in EXPERIMENTS:
        walked, enclosed = enclose(true_saving(Comparison(row, name))), saving(row, Reading(accounting=accounting))
        assert walked.overlaps(100 * enclosed)


def test_equation_20_as_printed_saves_more_than_everything() -> None:
    shares = [100 * saving(row, Reading(accounting=Accounting.AS_PRINTED)) for row in EXPERIMENTS]
    assert (round(float(min(shares))), round(float(max(shares)))) == (182, 322)


def test_divergences_agree_with_an_integral() -> None:
    """The completed square against arb's own integral of p^alpha q^(1 - alpha) over a wide interval."""
    from flint import acb

    instance = prop_2.Noise(Fraction(1), Fraction(2), Fraction(3, 2))

    def integrand(x: acb, analytic: bool) -> acb:
        squares = instance_alpha * x * x + (1 - instance_alpha) * (x - 1) * (x - 1)
        return (-squares / 8).exp() / (2 * (2 * arb.pi()).sqrt())

    instance_alpha = arb(fmpq(3, 2))
    integral = acb.integral(integrand, acb(-60), acb(60)).real
    divergence = prop_2.renyi_divergence(instance)
    expected = (arb(fmpq(divergence.numerator, divergence.denominator)) / 2).exp()
    assert abs(integral - expected) < arb(10) ** -12


def test_a_best_rate_that_no_rounds_can_explain_is_refuted() -> None:
    figure = best_beta.Figure(EXPERIMENTS[0])
    assert best_beta.compare(best_beta.as_printed, figure) is None
    found = best_beta.compare(lambda _: Fraction(2), figure)
    assert found is not None
    assert found.certificate.verify().kind == "comparison"


def test_with_equal_rounds_the_smallest_rate_saves_most() -> None:
    savings = [float(share) for share in best_beta.savings_at_fixed_rounds(EXPERIMENTS[0]).values()]
    assert savings == sorted(savings, reverse=True)


def test_break_even_rounds_cost_more_than_the_best_rate() -> None:
    row = EXPERIMENTS[0]
    rounds = best_beta.break_even_rounds(row)["0.6"]
    least = enclose(best_beta.total(row, Fraction(7, 10), row.adaptive_rounds))
    assert enclose(best_beta.total(row, Fraction(6, 10), rounds)) > least
    assert enclose(best_beta.total(row, Fraction(6, 10), rounds - 1)) <= least


def test_combinations_are_linear() -> None:
    total = (Combination(Fraction(1), Fraction(2)) - Combination(Fraction(0), Fraction(1))) * 3 / 2
    assert total == Combination(Fraction(3, 2), Fraction(3, 2))
    assert budgets_of(EXPERIMENTS[0]).delta == Fraction(1, 100)
