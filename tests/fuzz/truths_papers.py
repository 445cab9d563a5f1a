"""True values for the kinds of single papers, recomputed from their definitions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import arb

from tests.fuzz.oracle import Truth, ball, need, rational, rationals, truths, whole


@truths("adpml-optimal-schedule")
def _schedule(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    upper = instance["upper"] if instance["upper"] is None else rational(instance["upper"])
    lower, total, size = (rational(instance[name]) for name in ("lower", "total", "sensitivity"))
    amplitudes = rationals(instance["amplitudes"])
    need(bool(amplitudes) and min(amplitudes) > 0 and lower >= 0 and total > 0 and size > 0, "positive")
    need(upper is None or upper >= lower, "bounds in order")
    need(lower * len(amplitudes) <= total, "losses within the total")
    losses = _levels(amplitudes, total, lower, upper)
    cost = sum(a * a / loss for a, loss in zip(amplitudes, losses, strict=True)) * size * size / 2
    return {"least cost": cost, "losses": tuple(losses)}


def _levels(amplitudes: list[Fraction], total: Fraction, lower: Fraction, upper: Fraction | None) -> list[Fraction]:
    """In proportion to the amplitudes, cut off at the bounds: their sum grows with the scale, straight between ends."""

    def losses(scale: Fraction) -> list[Fraction]:
        return [max(lower, scale * a if upper is None else min(upper, scale * a)) for a in amplitudes]

    if upper is not None and upper * len(amplitudes) <= total:
        return [upper] * len(amplitudes)
    ends = {bound / a for a in amplitudes for bound in (lower, upper) if bound is not None}
    below = max((end for end in ends if sum(losses(end)) <= total), default=Fraction(0))
    slope = sum(losses(below + 1)) - sum(losses(below)) if not any(end > below for end in ends) else None
    if slope is None:
        above = min(end for end in ends if end > below)
        slope = (sum(losses(above)) - sum(losses(below))) / (above - below)
    return losses(below + (total - sum(losses(below))) / slope) if slope else losses(below)


def game(instance: dict[str, Any]) -> tuple[list[Fraction], list[Fraction]]:
    """Preferences and profile."""
    preferences, profile = rationals(instance["preferences"], 0), rationals(instance["profile"], 0)
    need(len(preferences) == len(profile) > 0, "one variance a user")
    return preferences, profile


def _responds(preferences: list[Fraction], profile: list[Fraction], first: int) -> bool:
    """Everybody from ``first`` on tops up what it sees to its preference, where the cost by Eq. 14 is least."""
    for user in range(first, len(profile)):
        before = sum(profile[:user], Fraction())
        best = max(Fraction(0), preferences[user] - before)
        if profile[user] != best:
            return False
    return True


@truths("noise-game-equilibrium")
def _equilibrium(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    preferences, profile = game(instance)
    word = "a Nash equilibrium" if _responds(preferences, profile, 0) else "none"
    return {"profile": word, "total noise": sum(profile)}


def delta_of(epsilon: Fraction, variance: Fraction) -> Any:
    """The delta of a Gaussian of this variance at sensitivity 1: two tails, by erfc (Balle and Wang 2018)."""
    sigma = ball(variance).sqrt()
    near, far = (ball(epsilon) * sigma + side / (2 * sigma) for side in (-1, 1))
    two = arb(2).sqrt()
    return ((near / two).erfc() - ball(epsilon).exp() * (far / two).erfc()) / 2


@truths("gaussian-variance")
def _gaussian(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    epsilon, delta, size = (rational(instance[name]) for name in ("epsilon", "delta", "sensitivity"))
    need(epsilon >= 0 and 0 < delta < 1 and size > 0, "a budget")

    def test(fact: Any) -> bool:
        lost = delta_of(epsilon, Fraction(fact.value) / size**2)
        return not lost > ball(delta) if fact.relation == "<=" else not lost < ball(delta)

    return {"least variance": test}


def _kept(n: int, c: int, v: Any, r: Any) -> Any:
    x, y = v + c * r, r
    for _ in range(n - c - 1):
        x, y = x - y * y / x, y - y * y / x
    return x


def _worst(n: int, t: int, c: int, v: Any, r: Any) -> Any:
    errors = [(v + (f - 1) * r) / (f - j) for f in range(t, n + 1) for j in range(c + 1)]
    worst = errors[0]
    for error in errors[1:]:
        worst = worst.max(error)
    return worst


def _sizes(instance: dict[str, Any]) -> tuple[int, int, int]:
    n, t, c = (whole(instance[name]) for name in "ntc")
    need(c < t <= n, "0 <= c < t <= n")
    return n, t, c


def _least(n: int, t: int, c: int, kept_in: bool) -> Any:
    """The least error for a floor of 1; with the whole noise 1/k where the honest are at most as many as colluders."""
    m, k = n - c, t - c
    weight = k - c if kept_in else k
    if weight <= 0:
        return ball(1) / k
    root = ball((m - weight) * (m - 1)).sqrt() + ball(weight).sqrt()
    return root**2 / (m * m * k)


def _optimal_variances(n: int, t: int, c: int, kept_in: bool, floor: Fraction) -> tuple[Any, Any]:
    """The least and the largest variance at which, or towards which, a private pair has the least error."""
    m, weight = n - c, t - 2 * c if kept_in else t - c
    if m == 1:  # the own noise counts, whatever the pairs share; with the whole noise they had better share none
        return ball(floor), ball(floor) if n == 1 or kept_in else "infinite"
    if weight == m:
        return "infinite", "infinite"
    if weight <= 1:
        return ball(floor), ball(floor)  # independent noise
    # least (m-w) a + w b where (m-1)/a + 1/b = m/floor: by Lagrange both squares are multiples of one number
    scale = ball(floor) / m * (ball((m - 1) * (m - weight)).sqrt() + ball(weight).sqrt())
    a, b = scale * (ball(m - 1) / (m - weight)).sqrt(), scale / ball(weight).sqrt()
    best = a - (c - 1) * (b - a) / m  # a = v + (c-1) r and b = v + (n-1) r
    return best, best


@truths("cordp-optimum")
def _optimum(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    (n, t, c), floor = _sizes(instance), rational(instance["sigma2_min"])
    need(floor > 0, "a positive floor")
    kept_in = instance.get("whole", False)
    need(isinstance(kept_in, bool), "true or false")
    least = _least(n, t, c, kept_in) * ball(floor)
    d = whole(instance.get("d", 1), 1)

    low, high = _optimal_variances(n, t, c, kept_in, floor)

    def is_optimal(fact: Any) -> bool:
        if fact.value == "none" or low == "infinite":
            return bool(fact.value == "none" and low == "infinite")
        v, r = map(ball, fact.value)
        private = not (_kept(n, c, v, r) < ball(floor) or r > 0)
        error = (v + (t - c - 1) * r) / (t - c) if kept_in else _worst(n, t, c, v, r)
        return private and bool(error.overlaps(least)) and bool(v.overlaps(low))

    def is_correlation(fact: Any) -> bool:
        """On the way to an infinite variance v + (n-1) r stays bounded; else with this r the variance has the error."""
        rho = ball(fact.value)
        if high == "infinite":
            return bool((rho * (n - 1) + 1).contains(0))
        weight = t - c - 1 if kept_in else t - 1
        return bool((high * (1 + weight * rho) / (t - c)).overlaps(least))

    decoded = d * least / (1 + d * least)
    return {
        "least error": least,
        "least decoded error": decoded,
        "infimum of the error": least,
        "infimum of the decoded error": decoded,
        "optimal pair": is_optimal,
        "optimal variance": low,
        "largest optimal variance": high,
        "correlation at the largest optimal variance": is_correlation,
    }
