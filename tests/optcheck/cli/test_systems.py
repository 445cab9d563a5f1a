"""calibrate, correlate, respond, chain: answers against the library, rounded to the safe side, and warnings."""

from __future__ import annotations

import io
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from optcheck import chained_dp, cordp, gaussian, randomized_response
from optcheck.cli._console import two_columns
from optcheck.cli.respond import _is_kept
from optcheck.exact.numbers import root_up, sigma_up
from optcheck.exact.numbers import round_down as down
from optcheck.exact.numbers import round_up as up
from tests.optcheck.cli.conftest import Command


def answer(command: Command, *arguments: str) -> dict[str, Any]:
    done = command(*arguments, "--json")
    assert done.status == 0, done.err
    document: dict[str, Any] = json.loads(done.out)
    return document


@given(st.fractions(0, 10**9), st.integers(1, 9))
def test_what_is_printed_lies_on_the_safe_side(value: Fraction, digits: int) -> None:
    assert Fraction(down(value, digits)) <= value <= Fraction(up(value, digits))
    assert Fraction(up(value, digits)) <= value * (1 + Fraction(10, 10**digits))
    assert root_up(value) ** 2 >= value
    assert Fraction(sigma_up(value, digits)) ** 2 >= value


def test_calibrate_in_all_directions(command: Command) -> None:
    noise = answer(command, "calibrate", "--epsilon", "0.5", "--delta", "1e-6", "--sensitivity", "3")
    assert noise["variance"] == gaussian.required_variance(0.5, Fraction(1, 10**6), 3.0)
    assert noise["sigma"] ** 2 >= noise["variance"]
    sigma = ("--variance", repr(noise["variance"]), "--sensitivity", "3")
    assert answer(command, "calibrate", "--delta", "1e-6", *sigma)["epsilon"] == pytest.approx(0.5, rel=1e-14)
    assert answer(command, "calibrate", "--epsilon", "0.5", *sigma)["delta"] == pytest.approx(1e-6, rel=1e-12)


def test_calibrate_for_several_releases(command: Command) -> None:
    one, nine = (
        answer(command, "calibrate", "--epsilon", "1", "--delta", "1e-6", "--releases", count)["variance"]
        for count in ("1", "9")
    )
    assert nine == pytest.approx(9 * one, rel=1e-12)
    back = answer(command, "calibrate", "--variance", repr(nine), "--delta", "1e-6", "--releases", "9")
    assert back["epsilon"] == pytest.approx(1, rel=1e-12)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--epsilon", "1"), "give two of --epsilon, --delta and --sigma"),
        (("--epsilon", "1", "--delta", "1e-6", "--sigma", "3"), "give two of"),
        (("--sigma", "1", "--variance", "1", "--delta", "0.1"), "give --sigma or --variance, not both"),
        (("--sigma", "-1", "--delta", "0.1"), "the noise must not be negative"),
        (("--sigma", "x", "--delta", "0.1"), "sigma must be a number such as 3, 0.25 or 3/7, got 'x'"),
        (("--epsilon", "1", "--delta", "2"), "delta must be"),
    ],
)
def test_calibrate_says_what_is_wrong(command: Command, arguments: tuple[str, ...], words: str) -> None:
    done = command("calibrate", *arguments)
    assert done.status == 2
    assert words in done.err


def test_the_table_repeats_what_was_given(command: Command) -> None:
    done = command("calibrate", "--epsilon", "1", "--delta", "1e-6")
    assert "1e-6" in done.out
    assert "4.22468" in done.out


def test_correlate_warns_of_one_dropout_more(command: Command) -> None:
    options = ("-n", "100", "-t", "100", "-c", "0", "--epsilon", "2", "--delta", "1e-5")
    done = command("correlate", *options)
    assert "if only 99 users respond instead of 100, the error is 102 times as large" in done.err
    found = answer(command, "correlate", *options)
    wanted = cordp.optimal_noise(100, 100, 0, 2, Fraction(1, 10**5), within=1.01)
    assert (found["variance"], found["covariance"]) == (wanted.variance, wanted.covariance)
    calm = command("correlate", "-n", "100", "-t", "80", "-c", "10", "--epsilon", "2", "--delta", "1e-5")
    assert calm.err == ""


def test_correlate_plans_integers_with_a_proof(command: Command, tmp_path: Path) -> None:
    proof = tmp_path / "round.json"
    options = ("-n", "6", "-t", "5", "-c", "1", "--epsilon", "0,5", "--delta", "1e-5", "-d", "3", "--certificate")
    found = answer(command, "correlate", *options, str(proof))["integers"]
    wanted = cordp.integer_noise(6, 5, 1, "1/2", "1e-5", 3)
    assert found == {"steps": wanted.steps, "pair": wanted.pair_variance, "own": wanted.own_variance}
    assert "against the server and any 1 of the other users" in command("verify", str(proof)).out
    assert "1 of the other users" in " ".join(command("correlate", *options, str(proof)).out.split())


def test_respond_keeps_bits_less_often_than_the_budget_allows(command: Command) -> None:
    found = answer(command, "respond", "--epsilon", "1 0.5", "--function", "and", "--criterion", "worst")
    levels = [Fraction(text) for text in found["lambda"]]
    for level, epsilon in zip(levels, (Fraction(1), Fraction(1, 2)), strict=True):
        assert gaussian_exp_above(level, epsilon)
    accuracy = randomized_response.optimal_accuracy([0, 0, 0, 1], levels, "worst")
    assert Fraction(found["accuracy"]) == accuracy
    assert set(found["rule"]) == {"00", "01", "10", "11"}


def gaussian_exp_above(level: Fraction, epsilon: Fraction) -> bool:
    """Whether level <= exp(epsilon), and nearly equal, by the series."""
    series, term = Fraction(0), Fraction(1)
    for k in range(1, 60):
        series, term = series + term, term * epsilon / k
    return level <= series < level + Fraction(1, 2**38)


@pytest.mark.parametrize("function", ["and", "or", "xor", "majority", "count"])
@pytest.mark.parametrize("criterion", ["average", "worst"])
def test_many_parties_are_answered_by_the_number_of_ones(
    command: Command, monkeypatch: pytest.MonkeyPatch, function: str, criterion: str
) -> None:
    asked = ("respond", "--epsilon", "1", "--parties", "4", "--function", function, "--criterion", criterion)
    by_table = answer(command, *asked)["accuracy"]
    monkeypatch.setattr("optcheck.cli.respond._MOST_BITS", 3)
    assert answer(command, *asked)["accuracy"] == by_table


def test_too_many_parties_are_refused_at_once(command: Command) -> None:
    assert answer(command, "respond", "--epsilon", "1", "--parties", "30")["accuracy"]
    for asked in (("--parties", "30", "--function", "first"), ("--parties", "1000")):
        refused = command("respond", "--epsilon", "1", *asked)
        assert "there may be at most 200 parties with one epsilon" in " ".join(refused.err.split())


def test_respond_draws_a_response(command: Command) -> None:
    assert answer(command, "respond", "--epsilon", "40", "--bit", "1")["response"] == 1
    assert {_is_kept(Fraction(1, 2)) for _ in range(100)} == {False, True}
    assert {_is_kept(Fraction(1)) for _ in range(10)} == {True}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--epsilon", "1", "--function", "01"), "best average accuracy"),
        (("--epsilon", "1", "--function", "011"), "--function must be and, or"),
        (("--epsilon", "1 2", "--parties", "2"), "--parties needs one --epsilon for all, got 2"),
        (("--epsilon", "-1"), "epsilon must be between 0 and 700, got -1"),
        (("--epsilon", " "), "at least one epsilon is needed"),
    ],
)
def test_respond_reads_its_options(command: Command, arguments: tuple[str, ...], words: str) -> None:
    done = command("respond", *arguments)
    assert words in done.out + done.err


def test_chain_shows_both_games(command: Command) -> None:
    solved = chained_dp.equilibrium([1, 4, 2])
    assert answer(command, "chain", "-p", "1 4 2")["variances"] == solved.subgame_perfect.tolist()
    nash = answer(command, "chain", "-p", "1", "-p", "4 2", "--play", "nash", "--delta", "1e-5")
    assert nash["variances"] == solved.nash.tolist()
    assert nash["epsilons"][0] > nash["epsilons"][1] == nash["epsilons"][2]
    assert "user 1 adds all the noise and knows it" in command("chain", "-p", "1 4 2").err


def test_chain_counts_every_slice(command: Command) -> None:
    found = answer(command, "chain", "-p", "1 1 2", "--collusion", "1/2", "--slices", "2", "--attacker", "weak")
    assert found["exposure"] == "5/36"


@pytest.mark.parametrize("width", [12, 25, 40])
def test_no_digit_is_lost_on_a_narrow_terminal(width: int) -> None:
    console = Console(width=width, file=io.StringIO())
    console.print(two_columns([("covariance with each other user", "-0.19750151342679997")]))
    shown = "".join(console.file.getvalue().split())  # type: ignore[attr-defined]
    assert sorted(shown) == sorted("covariancewitheachotheruser-0.19750151342679997")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("calibrate", "--sigma", "1e160", "--delta", "1e-6"), "must not exceed the largest double"),
        (("calibrate", "--variance", "1e400", "--delta", "1e-6"), "must not exceed the largest double"),
        (("calibrate", "--epsilon", "1e-300", "--delta", "1e-300"), "must not exceed the largest double"),
        (("calibrate", "--epsilon", "1", "--delta", "1e-6", "--sensitivity", "1e200"), "1.8e308"),
        (
            ("respond", "--epsilon", "1", "--parties", "3", "--observer", "4"),
            "one of the 3 parties, counted from 1, got 4",
        ),
        (("verify", "noise.csv"), "a certificate is a JSON file, this is a table"),
    ],
)
def test_what_cannot_be_used_is_named(command: Command, words: tuple[str, ...], message: str) -> None:
    answer = command(*words)
    assert answer.status == 2
    assert message in answer.err


def test_ranges_and_outputs_that_cannot_be_used_are_named(command: Command, tmp_path: Path) -> None:
    plan, example = str(tmp_path / "plan.json"), str(Path(__file__).parents[3] / "examples" / "parties.csv")
    refused = command("allocate", example, "-t", "2", "--out", str(tmp_path / "noise.parquet"))
    assert "Parquet is written for Parquet files and folders" in refused.err
    assert command("allocate", example, "-t", "2", "--plan", plan).status == 0
    answer = command("sample", plan, "--party", "gym", "--value", "1", "--low", "1", "--high", "0")
    assert answer.status == 2
    assert "low must be at most high, got '1' to '0'" in answer.err
