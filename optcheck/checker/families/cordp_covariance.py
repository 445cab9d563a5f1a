"""Private covariances at a given variance, in the notation of cordp.py. Standard library only.

At a variance v >= s the private covariances are those from one number on: F(r) = a b - s (v + (n-2) r) has
F(-v/(n-1)) = -s v/(n-1) < 0 and F(0) = v (v-s) >= 0, and is quadratic with the leading coefficient (n-1)(c-1), so one
root r lies in (-v/(n-1), 0] (F'(0) = c v for v = s). For c = 0 F is concave and negative at r = v: between its two
roots, the larger one not negative, everything is private.
"""

from __future__ import annotations

from optcheck.checker.core import Fact, Finding, Kind, require, shown
from optcheck.checker.families import cordp
from optcheck.checker.quadratic import Quadratic, parse_quadratic
from optcheck.checker.reading import Reader, Record, either, integer, needed, number


class _Sizes(Record):
    n = needed(integer(1, cordp.MOST_USERS))
    c = needed(integer(0, cordp.MOST_USERS))
    sigma2_min = needed(number(above=0))


class _Variance(_Sizes):
    variance = needed(parse_quadratic)


class _Ends(Record):
    least = most = needed(parse_quadratic)


class _Least(Record):
    least = needed(parse_quadratic)
    most = None


def check_covariance(instance: _Variance, evidence: _Ends | _Least) -> Finding:
    """The private covariances at a variance: from the one that keeps exactly sigma2_min on, for c = 0 up to another."""
    n, c, variance, least = instance.n, instance.c, instance.variance, Quadratic(instance.sigma2_min)
    require(n >= 2 and c < n, "sizes", "2 <= n and c < n", (n, c))
    require(variance >= least, "variance", f"at least {least}", variance)
    pair = (variance, evidence.least)
    cordp.check_definite(n, c, pair)
    exact = cordp.is_private(n, c, pair, least) and cordp.kept_variance(n, c, pair) == least
    require(exact, "least covariance", "private with equality", evidence.least)
    facts = [
        Fact("least private covariance", "=", cordp.plain(evidence.least)),
        Fact("least private correlation", "=", cordp.plain(evidence.least / variance)),
        Fact("error times responders if all respond", "=", cordp.plain(variance + (n - 1) * evidence.least)),
    ]
    if evidence.most is not None:
        require(c == 0 and evidence.most.sign() >= 0, "most", "not negative, and nobody colludes", evidence.most)
        cordp.check_definite(n, c, (variance, evidence.most))
        require(
            cordp.kept_variance(n, c, (variance, evidence.most)) == least,
            "most",
            "private with equality",
            evidence.most,
        )
        facts.append(Fact("largest private covariance", "=", cordp.plain(evidence.most)))
    text = (
        f"for n = {n}, c = {c}, sigma2_min = {shown(instance.sigma2_min)} the least private covariance at the variance "
        f"{variance} is {evidence.least}" + ("" if evidence.most is None else f", the largest {evidence.most}")
    )
    return Finding(text, facts=tuple(facts))


class _Place(_Sizes):
    variance = needed(number(above=0))


class _Secants(Record):
    below = at = above = needed(cordp.PAIR)


def check_slope(instance: _Place, evidence: _Secants) -> Finding:
    """Secants that enclose the derivative of v + (n-1) r in v, r least private, at a variance.

    The private pairs form a convex set, so the least v + (n-1) r is convex in v and its derivative lies between.
    """
    n, c, least = instance.n, instance.c, Quadratic(instance.sigma2_min)
    require(c < n, "sizes", "c < n", (n, c))
    points = [evidence.below, evidence.at, evidence.above]
    for pair in points:
        cordp.check_definite(n, c, pair)
        exact = cordp.is_private(n, c, pair, least) and cordp.kept_variance(n, c, pair) == least
        require(exact, "covariance", "least private", pair[1])
    require(points[1][0] == instance.variance, "variance of the middle pair", instance.variance, points[1][0])
    require(points[0][0] < points[1][0] < points[2][0], "variances", "increasing")
    values = [variance + (n - 1) * covariance for variance, covariance in points]
    low, high = ((values[i + 1] - values[i]) / (points[i + 1][0] - points[i][0]) for i in (0, 1))
    facts = (Fact("derivative", ">=", cordp.plain(low)), Fact("derivative", "<=", cordp.plain(high)))
    text = (
        f"for n = {n}, c = {c}, sigma2_min = {shown(instance.sigma2_min)} the derivative of v + (n-1) r at "
        f"v = {shown(instance.variance)}, r least private, lies in [{low}, {high}]"
    )
    return Finding(text, facts=facts)


_ENDS: Reader[_Ends | _Least] = either(_Ends, _Least)
KINDS = {
    "cordp-covariance": Kind(_Variance, _ENDS, check_covariance),
    "cordp-slope": Kind(_Place, _Secants, check_slope),
}
