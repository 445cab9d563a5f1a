"""Whatever is handed to a public function, it answers, or says in words of its own what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import optcheck
from optcheck import Model, adpml, chained_dp, cordp, gaussian, noise, randomized_response, sampling, tpmdp
from optcheck.errors import InvalidInput, OptcheckError, shown
from tests.optcheck.hostile_calls import CALLS, HUGE, RESULTS, SOUND, variants

SYSTEMS = (adpml, chained_dp, cordp, gaussian, noise, randomized_response, sampling, tpmdp)


def test_every_public_function_is_tried() -> None:
    public = {getattr(system, name) for system in SYSTEMS for name in system.__all__}
    assert {item for item in public if callable(item)} - RESULTS <= set(SOUND)


@pytest.mark.parametrize(("name", "call", "sound"), CALLS, ids=[name for name, _, _ in CALLS])
def test_only_results_and_errors_in_words(name: str, call: Callable[..., Any], sound: dict[str, Any]) -> None:
    raw = []
    for change, arguments in variants(sound):
        try:
            call(**arguments)
        except OptcheckError:
            continue
        except Exception as error:
            raw.append(f"{change}: {type(error).__name__}: {str(error)[:100]}")
    assert raw == []


def test_the_sound_calls_are_sound() -> None:
    for call, sound in SOUND.items():
        if call is not adpml.load_mnist:  # which needs its files
            call(**sound)


def test_the_raw_errors_of_old_are_gone() -> None:
    wide = cordp.optimal_noise(5, 5, 1, sigma2_min=1.0, within=10**400)
    assert wide.variance == cordp.optimal_noise(5, 5, 1, sigma2_min=1.0, within=4.0).variance
    with pytest.raises(InvalidInput, match="every preference must be a number that a double can hold"):
        chained_dp.equilibrium([10**5000, 1])
    with pytest.raises(InvalidInput, match="must be at most 1, got a number of about 5000 digits"):
        randomized_response.simulate_responses([HUGE], [2], 1, 0)


@pytest.mark.parametrize("large", [1e308, 1.7976931348623157e308])
def test_requirements_near_the_end_of_the_doubles_are_met(large: float) -> None:
    for t in (1, 2, 3):
        for active in (None, [0], [0, 1]):
            allocation = tpmdp.allocate([large, large, large, 1.0], t, active)
            assert allocation.certify().verify().value == sum(map(Fraction, allocation.variances))
            assert allocation.total >= large


def test_a_program_beyond_the_doubles_is_solved_exactly() -> None:
    model = Model()
    model.variable("x", cost=HUGE)
    model.row("r", {"x": 3}, ">=", Fraction(1, HUGE))
    answer = optcheck.solve(model.build())
    assert (answer.status, answer.value) == ("optimal", Fraction(1, 3))


@pytest.mark.parametrize(
    "mask", [[1, 1, 1], [0, 0, 1], np.array([1, 0, 1]), (0, 1, 1), [1.0, 0.0, 1.0], [True, 1, 0], [0, 0]]
)
def test_a_mask_of_numbers_is_refused(mask: Any) -> None:
    with pytest.raises(InvalidInput, match=r"boolean|whole number"):
        tpmdp.allocate([3, 1, 2], 1, mask)


@pytest.mark.parametrize(
    "given", [[True, False, True], np.array([True, False, True]), [np.True_, np.False_, np.True_], (2, 0), {0, 2}]
)
def test_masks_are_booleans_and_indices_are_whole_numbers(given: Any) -> None:
    assert tpmdp.allocate([3, 1, 2], 1, given).active.tolist() == [True, False, True]


def test_values_are_shown_in_one_short_line() -> None:
    assert shown([HUGE]) == "a list that cannot be shown"
    assert shown(np.float64("nan")) == "nan"
    assert shown(np.ones((2, 2))) == "array([[1., 1.], [1., 1.]])"
    assert shown("x" * 500).endswith("... (502 characters)")
    assert shown(Fraction(-3, 2)) == "-3/2"
    assert shown(True) == "True"
