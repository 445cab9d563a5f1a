"""What a given pair of variance and covariance leaves, in the notation of cordp.py. Standard library only."""

from __future__ import annotations

from optcheck.checker.core import Fact, Finding, Kind, shown
from optcheck.checker.families import cordp
from optcheck.checker.reading import Nothing, needed


class _Pair(cordp.Sizes):
    pair = needed(cordp.PAIR)


def check_pair(instance: _Pair, evidence: Nothing) -> Finding:
    """What a pair leaves an honest user, its error, and the spectrum of the honest users' covariance."""
    n, t, c = instance.n, instance.t, instance.c
    cordp.check_sizes(n, t, c)
    cordp.check_definite(n, c, instance.pair)
    variance, covariance = instance.pair
    x, honest = variance + c * covariance, n - c
    kept, mistake = cordp.plain(cordp.kept_variance(n, c, instance.pair)), cordp.plain(cordp.error(t, c, instance.pair))
    facts = (
        Fact("kept variance", "=", kept),
        Fact("error", "=", mistake),
        Fact("trace", "=", cordp.plain(honest * x)),
        Fact("eigenvalue of the mean", "=", cordp.plain(x + (honest - 1) * covariance)),
        Fact("other eigenvalues", "=", cordp.plain(x - covariance)),
        Fact("number of other eigenvalues", "=", honest - 1),
    )
    text = (
        f"with variance {shown(cordp.plain(variance))} and covariance {shown(cordp.plain(covariance))}, "
        f"n = {n}, t = {t}, c = {c}, "
        f"an honest report keeps the variance {shown(kept)} and the error per dimension is {shown(mistake)}"
    )
    return Finding(text, facts=facts)


KINDS = {"cordp-pair": Kind(_Pair, Nothing, check_pair)}
