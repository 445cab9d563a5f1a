"""The decoder with the least worst-case error, in the notation of cordp.py. Standard library only."""

from __future__ import annotations

from optcheck.checker.core import Fact, Finding, Kind, require, shown
from optcheck.checker.families import cordp
from optcheck.checker.reading import Nothing, Record, flag, integer, needed
from optcheck.checker.wording import counted


class _Decoder(Record):
    n = needed(integer(1, cordp.MOST_USERS))
    responders = told = needed(integer(0, cordp.MOST_USERS))
    pair = needed(cordp.PAIR)
    d = needed(integer(1))
    removed = needed(flag)


def check_decoder(instance: _Decoder, evidence: Nothing) -> Finding:
    """The weight with the least worst-case error for f responders of whom j collude.

    The h = f-j honest reports are of equal unit vectors at worst. Their noises have equal variances x and equal
    covariances r: x = v, or x = v + j r where the server takes out what the responding colluders share with them. The
    error (mean weight - 1)^2 + (d/h^2) w'Xw is convex and symmetric, so least at equal weights a: there it is
    (a - 1)^2 + a^2 e with e = (d/h)(x + (h-1) r), least at a = 1/(1+e), where it is e/(1+e).
    """
    n, f, j = instance.n, instance.responders, instance.told
    require(0 <= j < f <= n, "sizes", "0 <= told < responders <= n", (n, f, j))
    cordp.check_definite(n, j if instance.removed else 0, instance.pair)
    variance, covariance = instance.pair
    honest = f - j
    own = variance + j * covariance if instance.removed else variance
    spread = own + (honest - 1) * covariance
    scaled = instance.d * spread / honest
    facts = (
        Fact("best weight", "=", cordp.plain(1 / (1 + scaled))),
        Fact("plain error", "=", cordp.plain(scaled)),
        Fact("least error", "=", cordp.plain(scaled / (1 + scaled))),
    )
    terms = "taken out" if instance.removed else "left in"
    text = (
        f"with variance {variance} and covariance {covariance}, {f} of {n} responding, {j} of them colluding, what "
        f"they share with others {terms}, the best weight in {counted(instance.d, 'dimension')} is "
        f"{shown(facts[0].value)} and the error then {shown(facts[2].value)}"
    )
    return Finding(text, facts=facts)


KINDS = {"cordp-decoder": Kind(_Decoder, Nothing, check_decoder)}
