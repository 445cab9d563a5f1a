"""CorDP-DME: correlated Gaussian noise for a private distributed mean, under dropouts and collusion, exactly.

n users send x_i + Z_i. The noises Z_i have one variance and one covariance r <= 0, made from pairwise seeds. At least t
users respond, at most c collude with the server and reveal everything they know. Each honest report must retain the
variance ``sigma2_min`` given all that the server sees. With m = n-c honest users, k = t-c honest responders in the
worst case and the two eigenvalues a, b of the honest users' covariance the problem is

    minimise ((m-k) a + k b) / m    subject to    (m-1)/a + 1/b <= m / sigma2_min,

and by Cauchy's inequality its least value is

    sigma2_min * (sqrt((n-t)(n-c-1)) + sqrt(t-c))^2 / (n-c)^2,

for t = n too, where it is a limit. The mean squared error is d/(t-c) times that (unbiased decoder).

=================================  ===================  ================================================================
symbol                             paper                meaning
=================================  ===================  ================================================================
n, t, c                            n, t, c              users, least number of responders, most colluders
sigma2_min                         sigma^2_{eps,delta}  variance that the usual Gaussian mechanism needs, sensitivity 2
variance, covariance, correlation  sigma^2, r, rho      of the users' noises
effective variance                 sigma^2 + r (t-1)    variance of the sum of the k reports, over k
=================================  ===================  ================================================================
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from optcheck.cordp.accuracy import (
    ExactNoise,
    biased_error,
    central_error,
    decoder_weight,
    effective_variance,
    error_with,
    exact_noise,
    kept_variance,
    least_effective_variance,
    local_error,
    unbiased_error,
)
from optcheck.cordp.noise import IntegerNoise, OptimalNoise, integer_noise, optimal_noise

if TYPE_CHECKING:
    from optcheck.cordp.rounds import Member, Report, Round, directory_digest, estimate, simulate_round

__all__ = [
    "ExactNoise", "IntegerNoise", "Member", "OptimalNoise", "Report", "Round", "biased_error", "central_error",
    "decoder_weight", "directory_digest", "effective_variance", "error_with", "estimate", "exact_noise",
    "integer_noise", "kept_variance", "least_effective_variance", "local_error", "optimal_noise", "simulate_round",
    "unbiased_error",
]  # fmt: skip


def __getattr__(name: str) -> object:
    if name in __all__:  # what is of rounds: they need the extra ``crypto``, which nothing else here does
        return getattr(import_module(f"{__name__}.rounds"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
