"""The secure noisy sum with real processes: the right result, to the active parties only, with everybody's noise."""

from __future__ import annotations

import importlib.util
import math
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from optcheck.errors import InvalidInput, MissingExtra, OptcheckError
from optcheck.gaussian import required_variance
from optcheck.tpmdp import allocate

PATH = Path(__file__).parents[2] / "examples" / "secure_noisy_sum.py"


def _load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("secure_noisy_sum", PATH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["secure_noisy_sum"] = module
    spec.loader.exec_module(module)
    return module


example = _load()


def _public(n: int = 3, **changes: Any) -> Any:
    fields: dict[str, Any] = {
        "epsilons": (0.5, 1.0, 2.0, 4.0)[:n],
        "deltas": (1e-5,) * n,
        "threshold": 1,
        "active": (0, 2),
        "largest_value": 10.0,
    }
    return example.Public(**{**fields, **changes})


@pytest.mark.parametrize("n", [3, 4])
def test_active_parties_get_the_sum_of_values_and_of_everybodys_noise(n: int) -> None:
    pytest.importorskip("mpyc", reason='needs MPyC: pip install "optcheck[mpc]"')
    public = _public(n)
    secrets = [example.Secret(index % 2 == 0, 1.5 + index, seed=index) for index in range(n)]
    released = example.run_parties(public, secrets)
    noise = [secret.noise(own) for secret, own in zip(secrets, zip(*public.variances(), strict=True), strict=True)]
    count = sum(secret.bit for secret in secrets) + sum(own[0] for own in noise) / example.SCALE
    total = sum(secret.value for secret in secrets) + sum(own[1] for own in noise) / example.SCALE
    assert [index for index, result in enumerate(released) if result is not None] == [0, 2]
    assert released[0] == released[2] == example.Released(count, total)


def test_the_noise_is_the_allocation_for_half_of_each_budget() -> None:
    public = _public(4)
    for variances, sensitivity in zip(public.variances(), (1.0, 10.0), strict=True):
        required = required_variance([e / 2 for e in public.epsilons], 5e-6, sensitivity)
        assert list(variances) == list(allocate(required, 1, [0, 2]).variances)


def test_noise_without_a_seed_is_fresh_and_has_the_right_size() -> None:
    secret = example.Secret(True, 1.0)
    first, second = secret.noise([4.0] * 400), secret.noise([4.0] * 400)
    assert first != second
    deviation = math.sqrt(sum(part**2 for part in first) / 400) / example.SCALE
    assert 1.5 < deviation < 2.5  # seven standard deviations of the estimate


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"threshold": 2}, "threshold from 1 to 1, got 3 parties and threshold 2"),
        ({"threshold": 0}, "got 3 parties and threshold 0"),
        ({"epsilons": (1.0, 1.0), "deltas": (1e-5, 1e-5)}, "at least 3 parties"),
        ({"active": ()}, r"active parties must be some of 0 to 2, got \[\]"),
        ({"active": (0, 3)}, r"got \[0, 3\]"),
    ],
)
def test_invalid_parameters_are_named(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        _public(3, **changes)


def test_every_party_needs_a_secret() -> None:
    with pytest.raises(InvalidInput, match="every one of the 3 parties needs a secret, got 1"):
        example.run_parties(_public(3), [example.Secret(True, 1.0)])


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match="needs MPyC"):
        example.run_parties(_public(3), [])


def test_a_party_that_stops_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("mpyc", reason='needs MPyC: pip install "optcheck[mpc]"')
    monkeypatch.setattr(example, "__file__", "/does/not/exist.py")
    with pytest.raises(OptcheckError, match="party 0 stopped with status"):
        example.run_parties(_public(3), [example.Secret(True, 1.0)] * 3)
