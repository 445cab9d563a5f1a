"""Rounds of the pairwise-seed protocol: real ones in integers, and simulated ones against the formulas."""

from __future__ import annotations

import importlib
import json
import math
import re
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from scipy.stats import chi2

from optcheck import verify
from optcheck.checker.gaussian import ripple
from optcheck.cordp import (
    IntegerNoise,
    Member,
    Report,
    directory_digest,
    estimate,
    exact_noise,
    integer_noise,
    optimal_noise,
    simulate_round,
    unbiased_error,
)
from optcheck.errors import CertificateRejected, InvalidInput

NOISE = IntegerNoise(n=4, t=3, c=1, dimension=5, steps=1024, pair_variance=10**8, own_variance=10**6)


ROUND = bytes(range(16))


EXAMPLE = Path(__file__).parents[3] / "examples" / "correlated_mean.py"


def _members(noise: IntegerNoise = NOISE) -> tuple[list[Member], dict[int, bytes]]:
    members = [Member(user, ROUND, noise) for user in range(noise.n)]
    return members, {member.user: member.public for member in members}


def test_shared_noise_cancels_when_all_respond(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Member, "_own", lambda self: [0] * self.noise.dimension)
    keys = [X25519PrivateKey.from_private_bytes(bytes([user + 1]) * 32) for user in range(4)]
    members = [Member(user, ROUND, NOISE, key) for user, key in enumerate(keys)]
    directory = {member.user: member.public for member in members}
    vectors = [[Fraction(user, 8), 0, 0, 0, Fraction(1, 4)] for user in range(4)]
    reports = [member.report(directory, vector) for member, vector in zip(members, vectors, strict=True)]
    assert estimate(reports, NOISE) == [Fraction(3, 16), 0, 0, 0, Fraction(1, 4)]
    assert all(abs(value) > 100 for value in reports[0].values)  # each alone is hidden
    partly = estimate(reports[:3], NOISE)
    assert partly != [Fraction(1, 8), 0, 0, 0, Fraction(1, 4)]  # what is shared with a dropped user stays


def test_shared_draws_are_bound_to_round_users_and_keys() -> None:
    members, directory = _members()
    mine = members[0]._secret(1, directory[1])
    assert mine == members[1]._secret(0, directory[0])
    assert members[0]._shared(mine) == members[1]._shared(mine)
    assert mine != members[0]._secret(2, directory[2])
    assert mine != members[0]._secret(3, directory[1])
    other = Member(0, bytes(16), NOISE, members[0]._key)
    assert mine != other._secret(1, directory[1])
    assert Member(0, ROUND, NOISE).public != Member(0, ROUND, NOISE).public


def test_long_vectors_are_clipped_and_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Member, "_own", lambda self: [0] * self.noise.dimension)
    monkeypatch.setattr(Member, "_shared", lambda self, seed: [0] * self.noise.dimension)
    members, directory = _members()
    report = members[0].report(directory, [3, 4, 0, 0, 0])
    assert report.clipped
    assert report.values == (614, 819, 0, 0, 0)
    assert not members[1].report(directory, ["0.6", "0.8", 0, 0, 0]).clipped


ODD_KEYS = {
    "short": (bytes(31), "must be 32 bytes"),
    "text": ("k" * 32, "must be 32 bytes"),
    "top bit": ((2**255 + 9).to_bytes(32, "little"), "below 2\\^255 - 19"),
    "not reduced": ((2**255 - 19 + 9).to_bytes(32, "little"), "below 2\\^255 - 19"),
    "zero": (bytes(32), "user 2 is of small order"),
    "one": ((1).to_bytes(32, "little"), "user 2 is of small order"),
    "order 8": (bytes.fromhex("e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800"), "of small order"),
}


@pytest.mark.parametrize("name", ODD_KEYS)
def test_malformed_keys_and_keys_of_small_order_are_refused_by_name(name: str) -> None:
    members, directory = _members()
    key, words = ODD_KEYS[name]
    with pytest.raises(InvalidInput, match=words):
        members[0].report({**directory, 2: key}, [0] * 5)  # type: ignore[dict-item]  # one of them on purpose
    members[0].report(directory, [0] * 5)  # nothing had left it


def test_a_key_that_comes_twice_is_refused_with_both_users() -> None:
    members, directory = _members()
    with pytest.raises(InvalidInput, match="users 1 and 3 in the directory have the same key"):
        members[0].report({**directory, 3: directory[1]}, [0] * 5)


def test_estimates_need_known_users_and_enough_of_them() -> None:
    members, directory = _members()
    reports = [member.report(directory, [0] * 5) for member in members]
    with pytest.raises(InvalidInput, match="users of this round are 0 to 3, got \\[9\\]"):
        estimate([*reports[:3], replace(reports[3], user=9)], NOISE)
    with pytest.raises(InvalidInput, match=f"at least {NOISE.t} users, got {NOISE.t - 1}"):
        estimate(reports[: NOISE.t - 1], NOISE)
    with pytest.raises(InvalidInput, match="reports of this round have 5 coordinates"):
        estimate([*reports[:3], replace(reports[3], values=(1,))], NOISE)


def test_a_swapped_directory_has_another_digest() -> None:
    _, directory = _members()
    mine = directory_digest(ROUND, directory)
    assert mine == directory_digest(ROUND, dict(reversed(directory.items())))
    assert mine != directory_digest(ROUND, {**directory, 2: Member(2, ROUND, NOISE).public})
    assert mine != directory_digest(bytes(16), directory)


def test_what_would_undo_the_noise_is_refused() -> None:
    members, directory = _members()
    members[0].report(directory, [0] * 5)
    with pytest.raises(InvalidInput, match="a user reports once in a round"):
        members[0].report(directory, [0] * 5)
    with pytest.raises(InvalidInput, match="must hold the keys of users 0 to 3"):
        members[1].report({0: directory[0], 1: directory[1]}, [0] * 5)
    with pytest.raises(InvalidInput, match="with one's own key"):
        members[1].report({**directory, 1: directory[2]}, [0] * 5)
    with pytest.raises(InvalidInput, match="have the same key"):
        members[1].report({**directory, 3: directory[2]}, [0] * 5)
    with pytest.raises(InvalidInput, match="has 5 coordinates, got 2"):
        members[1].report(directory, [0, 0])
    with pytest.raises(InvalidInput, match="user must be at most 3, got 4"):
        Member(4, ROUND, NOISE)
    with pytest.raises(InvalidInput, match="one report from each user"):
        estimate([Report(0, (1,), False)] * 2, NOISE)


@pytest.mark.parametrize("sizes", [(2, 1, 0), (5, 4, 1), (10, 8, 1), (10, 10, 0), (30, 20, 19), (100, 99, 0)])
def test_integer_noise_keeps_the_variance_at_a_small_price(sizes: tuple[int, int, int]) -> None:
    found = integer_noise(*sizes, "1/2", "1e-6", dimension=3)
    real = optimal_noise(*sizes, Fraction(1, 2), Fraction(1, 10**6), within=1.01)
    assert found.keeps(Fraction(real.sigma2_min) * found.steps**2)
    assert float(found.effective_variance) <= 1.01 * real.effective_variance
    proved = found.certify("1/2", "1e-6").verify()
    assert proved.fact("effective variance").value == found.effective_variance
    assert "against the server and any" in proved.statement


@pytest.mark.parametrize(
    ("part", "name", "factor", "message"),
    [
        ("instance", "epsilon", "9/10", "enough for the budget"),
        ("instance", "delta", "1/2", "enough for the budget"),
        ("instance", "c", 2, "enough for the budget"),
        ("instance", "dimension", 10**6, "enough for the budget"),
        ("evidence", "steps", 2, "enough for the budget"),
        ("evidence", "own_variance", "1/2", "enough for the budget"),
        ("evidence", "pair_variance", "1/2", "enough for the budget"),
        ("evidence", "smoothing", "1/1000", "nearly Gaussian"),
    ],
)
def test_a_larger_promise_or_less_noise_is_rejected(part: str, name: str, factor: str | int, message: str) -> None:
    document = integer_noise(6, 5, 1, "1/2", "1e-6", dimension=3).certify("1/2", "1e-6").document()
    value = Fraction(document[part][name]) * Fraction(factor)
    changed = int(value) if name not in ("epsilon", "delta", "smoothing") else str(value)
    with pytest.raises(CertificateRejected, match=message):
        verify({**document, part: {**document[part], name: changed}})


def test_integer_reports_have_the_claimed_shape() -> None:
    """Two users, one shared draw, by brute force: chances over exp(-z' inverse(Sigma) z / 2) are nearly constant."""
    pair, own = 1, 4
    reach = np.arange(-40, 41)
    shared = np.exp(-(reach**2) / (2 * pair))
    sigma = np.array([[own + pair, -pair], [-pair, own + pair]])
    inverse = np.linalg.inv(sigma)
    ratios = []
    for a in range(-4, 5):
        for b in range(-4, 5):
            chance = (shared * np.exp(-((a - reach) ** 2 + (b + reach) ** 2) / (2 * own))).sum()
            z = np.array([a, b])
            ratios.append(chance / math.exp(-z @ inverse @ z / 2))
    eta = float(ripple(Fraction(1) / (Fraction(1, pair) + Fraction(2, own))))
    assert 1 < max(ratios) / min(ratios) <= (1 + eta) / (1 - eta)


def test_noise_has_the_planned_covariance() -> None:
    noise = IntegerNoise(n=3, t=2, c=0, dimension=20_000, steps=1, pair_variance=300, own_variance=500)
    members, directory = _members(noise)
    rows = np.array([member.report(directory, [0] * 20_000).values for member in members], dtype=np.float64)
    found = np.cov(rows)
    wanted = np.full((3, 3), -300.0) + np.eye(3) * (500 + 3 * 300)
    assert np.abs(found - wanted).max() < 90  # seven standard deviations


def test_budgets_without_room_are_refused() -> None:
    with pytest.raises(InvalidInput, match="must leave room for integers"):
        integer_noise(5, 4, 1, "1e-60", "1e-5", 1)


def test_the_example_runs_with_server_and_every_user_a_process() -> None:
    done = subprocess.run(
        [sys.executable, str(EXAMPLE), "--users", "4", "--drop", "3"],
        capture_output=True,
        text=True,
        timeout=250,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    means, deviation, who = done.stdout.splitlines()
    noisy, true = (json.loads(text) for text in re.findall(r"\[.*?\]", means))
    limit = 12 * float(deviation.rpartition(" ")[2]) + 0.01
    assert all(abs(a - b) < limit for a, b in zip(noisy, true, strict=True))
    assert who.startswith("reports from users [1, 2, 4]; ")
    processes = [int(number) for number in re.findall(r"\d+", who.partition("processes: ")[2])]
    assert len(set(processes)) == len(processes) == 1 + 4 + 1  # the server, the users, and the script that started them


def test_users_of_the_example_refuse_noise_that_does_not_keep_their_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLE.parent))
    example = importlib.import_module(EXAMPLE.stem)
    wanted = {"users": 4, "colluders": 1, "epsilon": "4", "delta": "1e-5"}
    fair = integer_noise(4, 3, 1, "4", "1e-5", dimension=2)
    assert example._accepted(fair, wanted) is fair
    for unfair in (replace(fair, own_variance=fair.own_variance // 2), replace(fair, pair_variance=0)):
        with pytest.raises(SystemExit, match="does not keep the budget"):
            example._accepted(unfair, wanted)
    with pytest.raises(SystemExit, match="agreed were others"):
        example._accepted(fair, {**wanted, "colluders": 2})


LEVEL = 1e-9


Floats = npt.NDArray[np.float64]


def _follows(samples: Floats, variance: float, tests: int) -> bool:
    total, size = float((samples**2).sum()) / variance, samples.size
    low, high = chi2.ppf([LEVEL / tests / 2, 1 - LEVEL / tests / 2], size)
    return bool(low <= total <= high)


def _vectors(users: int, dimension: int) -> Floats:
    drawn = np.random.default_rng(5).standard_normal((users, dimension))
    return np.asarray(drawn / np.linalg.norm(drawn, axis=1, keepdims=True))


@pytest.mark.parametrize("users", [1, 2, 9])
def test_the_pair_terms_cancel_exactly(users: int) -> None:
    done = simulate_round(_vectors(users, 300), 3.0, -2.9 / max(1, users - 1))
    assert (done.pair_terms.sum(axis=(0, 1)) == 0).all()
    total = done.reports.sum(axis=0)
    assert (total == done.vectors.sum(axis=0) + done.own.sum(axis=0)).all()
    assert (done.pair_terms == -done.pair_terms.transpose(1, 0, 2)).all()


def test_the_noise_has_the_covariance_of_eq_9() -> None:
    users, variance, covariance = 6, 2.0, -0.35
    done = simulate_round(np.zeros((users, 20000)), variance, covariance)
    pairs = list(combinations(range(users), 2))
    tests = users + 2 * len(pairs)
    assert all(_follows(noise, variance, tests) for noise in done.noises)
    for i, j in pairs:
        assert _follows(done.noises[i] + done.noises[j], 2 * (variance + covariance), tests)
        assert _follows(done.noises[i] - done.noises[j], 2 * (variance - covariance), tests)


@pytest.mark.parametrize("wrong", [0.9, 1.1])
def test_the_statistical_test_can_fail(wrong: float) -> None:
    done = simulate_round(np.zeros((4, 20000)), 2.0, -0.35)
    assert not _follows(done.noises[0], 2.0 * wrong, 1)


@pytest.mark.parametrize(
    ("responders", "colluders"),
    [(range(8), ()), (range(6), ()), (range(6), (0, 1)), (range(1, 7), (1, 7)), (range(5), (0, 1, 2, 3))],
)
def test_the_error_follows_the_formula_under_dropouts_and_collusion(
    responders: range, colluders: tuple[int, ...]
) -> None:
    noise = optimal_noise(8, 5, 2, sigma2_min=1.5)
    done = simulate_round(_vectors(8, 20000), noise.variance, noise.covariance)
    honest = [user for user in responders if user not in colluders]
    error = done.estimate(responders, colluders) - done.vectors[honest].mean(axis=0)
    effective = noise.variance + noise.covariance * (len(responders) - 1)
    assert _follows(error, unbiased_error(effective, len(honest), 1), 5)


def test_the_worst_case_error_is_the_optimum() -> None:
    noise, truth = optimal_noise(8, 5, 2, sigma2_min=1.5), exact_noise(8, 5, 2, 1)
    done = simulate_round(np.zeros((8, 20000)), noise.variance, noise.covariance, seed=3)
    assert _follows(done.estimate(range(5), (0, 1)), 1.5 * float(truth.effective_variance) / 3, 1)


def test_the_biased_decoder_shrinks_by_the_weight() -> None:
    done = simulate_round(_vectors(4, 10), 2.0, -0.5)
    weight = 1 / (1 + 10 / 3 * (2.0 - 0.5 * 2))
    assert done.estimate([0, 1, 2], unbiased=False) == pytest.approx(weight * done.estimate([0, 1, 2]))


def test_a_round_can_be_repeated_and_another_seed_is_another_round() -> None:
    vectors = _vectors(3, 40)
    first, again, other = (simulate_round(vectors, 1.0, -0.3, seed=seed) for seed in (1, 1, 2))
    assert (first.reports == again.reports).all()
    assert not (first.reports == other.reports).any()


def test_vectors_move_by_less_than_the_grid() -> None:
    vectors = _vectors(3, 40)
    done = simulate_round(vectors, 1.0, -0.3)
    assert np.abs(done.vectors - vectors).max() <= 2.0**-31


@pytest.mark.parametrize(
    ("users", "variance", "covariance", "message"),
    [
        (3, 1.0, 0.1, "covariance <= 0 < variance"),
        (3, 0.0, 0.0, "covariance <= 0 < variance"),
        (3, float("inf"), -1.0, "variance must be a finite number, got inf"),
        (3, 1.0, -0.6, "must not be negative, got -0.19"),
        (0, 1.0, 0.0, "between 1 and 32768, got 0"),
    ],
)
def test_noise_that_cannot_be_made_is_refused(users: int, variance: float, covariance: float, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        simulate_round(np.zeros((users, 2)), variance, covariance)


def test_a_flat_list_of_vectors_is_refused() -> None:
    with pytest.raises(InvalidInput, match=r"one row for each user, got shape \(3,\)"):
        simulate_round(np.zeros(3), 1.0, 0.0)


@pytest.mark.parametrize("entry", [math.nan, math.inf, 1e300])
def test_vectors_must_be_finite_and_not_huge(entry: float) -> None:
    with pytest.raises(InvalidInput, match="entries of the vectors must lie between"):
        simulate_round(np.full((2, 2), entry), 1.0, -0.1)


@pytest.mark.parametrize("users", [[0, 7], [0, -1]])
def test_nobody_unknown_responds(users: list[int]) -> None:
    done = simulate_round(np.zeros((2, 2)), 1.0, -0.1)
    with pytest.raises(InvalidInput, match="must be users 0 to 1, got"):
        done.estimate(users)


def test_somebody_honest_must_respond() -> None:
    done = simulate_round(np.zeros((3, 2)), 1.0, -0.1)
    with pytest.raises(InvalidInput, match=r"no honest responder is left among \[0, 1\]"):
        done.estimate([0, 1], [0, 1])
