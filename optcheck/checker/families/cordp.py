"""Facts about correlated Gaussian noise with pairwise seeds (CorDP-DME). Standard library only.

Every user adds its own noise of variance v + (n-1) r and, with each of the n-1 others, one shared term of variance -r
that the two enter with opposite signs. Whoever colludes gives all its terms away: j colluders leave the m = n-j honest
users equal variances x = v + j r and equal covariances y = r. (Where nobody colludes r may be positive as well.)

The variance that one of m such noises keeps given the others is x - (m-1) y^2/(x + (m-2) y): the others' covariance
matrix has the eigenvector (1, ..., 1) with eigenvalue x + (m-2) y. With x = v + j r it equals

    (v + (j-1) r) (v + (n-1) r) / (v + (n-2) r),

which for r <= 0 falls as j grows: c colluders are the worst. The mean squared error per dimension with f responders of
whom j collude is (v + (f-1) r)/(f-j), their terms removed; it grows with j, and as it equals
r + (v + (j-1) r)/(f-j), it falls as f grows: t responders with c colluders are the worst.

The bound on the error is a positive semidefinite Y with entries P (first diagonal), R (first row), S (elsewhere): if
a covariance X of the m = n-c honest users leaves the first one the variance s, then X - s e1 e1' is positive
semidefinite and <Y, X> >= s P. With trace 1 and total k = t-c, <Y, X> is k times the error with k honest responders.

Write a = v + (c-1) r, b = v + (n-1) r, m = n-c. As v + (n-2) r = ((m-1) b + a)/m, keeping at least s is
1/b + (m-1)/a <= m/s. If everybody responds (t = n) the error is b/m, hence above s/m^2 for m > 1; it comes as near as
one likes on the boundary as a, and with it v, grows. For m = 1 it is s for every v >= s.

At a variance v >= s the private covariances are those from one number on: F(r) = a b - s (v + (n-2) r) has
F(-v/(n-1)) = -s v/(n-1) < 0 and F(0) = v (v-s) >= 0, and is quadratic with the leading coefficient (n-1)(c-1), so one
root r lies in (-v/(n-1), 0] (F'(0) = c v for v = s). For c = 0 F is concave and negative at r = v: between its two
roots, the larger one not negative, everything is private.
"""

from __future__ import annotations

from typing import Any

from optcheck.checker import work
from optcheck.checker.core import Exact, Fact, Finding, Kind, require, shown, whole
from optcheck.checker.quadratic import Quadratic
from optcheck.checker.reading import either, flag, integer, number, quadratic, record, row

MOST_USERS = 10**6
Pair = tuple[Quadratic, Quadratic]


def plain(value: Quadratic) -> Exact | Quadratic:
    """A rational as an ordinary number."""
    return value if value.factor else whole(value.rational)


def _check_sizes(n: int, t: int, c: int) -> None:
    require(0 <= c < t <= n, "sizes", "0 <= c < t <= n", (n, t, c))


def check_definite(n: int, c: int, pair: Pair) -> None:
    """The pair is the covariance of some noise of n users, and of this protocol's where users collude."""
    variance, covariance = pair
    work.spend(1000)
    require((variance - covariance).sign() > 0, "pair", "variance above the covariance", f"({variance}, {covariance})")
    spread = variance + (n - 1) * covariance
    require(spread.sign() >= 0, "pair", "a semidefinite covariance matrix", f"v + (n-1) r = {spread}")
    require(c == 0 or covariance.sign() <= 0, "covariance", "not positive where users collude", covariance)


def kept_variance(n: int, c: int, pair: Pair) -> Quadratic:
    """What an honest user's noise keeps given the others' and all terms of c colluders."""
    variance, covariance = pair
    if n - c == 1:
        return variance + (n - 1) * covariance
    rest = variance + (n - 2) * covariance
    return (variance + (c - 1) * covariance) * (variance + (n - 1) * covariance) / rest


def is_private(n: int, c: int, pair: Pair, least: Quadratic) -> bool:
    """Whether the pair can be generated and leaves every honest user enough noise against up to c colluders."""
    variance, covariance = pair
    if covariance.sign() > 0 or (variance + (n - 1) * covariance).sign() <= 0:
        return False
    return kept_variance(n, c, pair) >= least


def error(t: int, c: int, pair: Pair) -> Quadratic:
    """The unbiased decoder's mean squared error per dimension, worst over responders and colluders."""
    return (pair[0] + (t - 1) * pair[1]) / (t - c)


def whole_error(t: int, c: int, pair: Pair) -> Quadratic:
    """The same where the responding colluders' terms stay in: t-c honest responders are the worst."""
    return (pair[0] + (t - c - 1) * pair[1]) / (t - c)


def error_bound(instance: Any, dual: tuple[Quadratic, Quadratic, Quadratic]) -> Quadratic:
    """A bound below the error of every private pair, from the matrix Y in the evidence.

    With a total T <Y, X> is v + c r + (T-1) r. With the whole noise the error times k is v + (k-1) r; as r <= 0, that
    is at least <Y, X> for every T >= k-c.
    """
    first, cross, rest = dual
    others, honest = instance.n - instance.c - 1, instance.t - instance.c
    require(first.sign() >= 0 and rest.sign() >= 0 and first * rest >= cross * cross, "dual", "semidefinite")
    require(first + others * rest == 1, "trace of the dual", 1, first + others * rest)
    total = first + 2 * others * cross + others * others * rest
    wanted = honest - instance.c if instance.whole else honest
    require(total == wanted or (instance.whole and total > wanted), "total of the dual", wanted, total)
    bound: Quadratic = Quadratic(instance.sigma2_min) * first / honest
    return bound


def check_optimum(instance: Any, evidence: Any) -> Finding:
    """The least error of a private pair: reached by a pair, bounded by a dual, or both."""
    _check_sizes(instance.n, instance.t, instance.c)
    found: list[tuple[str, Quadratic]] = []
    if evidence.pair is not None:
        check_definite(instance.n, instance.c, evidence.pair)
        private = is_private(instance.n, instance.c, evidence.pair, Quadratic(instance.sigma2_min))
        require(private, "pair", "private", f"({evidence.pair[0]}, {evidence.pair[1]})")
        found.append(("<=", (whole_error if instance.whole else error)(instance.t, instance.c, evidence.pair)))
    if evidence.dual is not None:
        found.append((">=", error_bound(instance, evidence.dual)))
    if len(found) == 2 and found[0][1] == found[1][1]:
        found = [("=", found[0][1]), *found]
    facts = [Fact("least error", relation, plain(value)) for relation, value in found]
    if instance.d is not None:
        facts += [
            Fact("least decoded error", relation, plain(_decoded(value, instance.d))) for relation, value in found
        ]
    facts += _infimum(instance, found)
    if found[0][0] == "=":
        pair = (plain(evidence.pair[0]), plain(evidence.pair[1]))
        facts.append(Fact("optimal pair", "=", pair))
        if instance.t < instance.n or instance.whole:
            facts.append(Fact("optimal variance", "=", pair[0]))
    return Finding(_optimum_words(instance, facts), facts=tuple(facts))


def _infimum(instance: Any, found: list[tuple[str, Quadratic]]) -> list[Fact]:
    """The infimum of the error: a least value that is reached, or for t = n the limit s/m^2 if the dual bounds it."""
    n, t, honest = instance.n, instance.t, instance.n - instance.c
    limit = Quadratic(instance.sigma2_min) / (honest * honest)
    below = [value for relation, value in found if relation == ">="]
    facts = []
    if t == n and below and below[0] == limit and not (instance.whole and instance.c):
        facts.append(Fact("optimal variance", "is", "infinite"))
        facts += [Fact("optimal pair", "is", "none")] if honest > 1 else []
    if facts or found[0][0] == "=":
        least = limit if facts else found[0][1]
        facts.append(Fact("infimum of the error", "=", plain(least)))
        if instance.d is not None:
            facts.append(Fact("infimum of the decoded error", "=", plain(_decoded(least, instance.d))))
    return facts


def _decoded(unbiased: Quadratic, d: int) -> Quadratic:
    """With the best decoder in d dimensions an error e per dimension becomes de/(1+de), which grows with e."""
    return d * unbiased / (d * unbiased + 1)


def _optimum_words(instance: Any, facts: list[Fact]) -> str:
    quantity = "least error" if instance.d is None else "least decoded error"
    mine = [fact for fact in facts if fact.quantity == quantity]
    mine = mine[:1] if mine[0].relation == "=" else mine
    relations = {"=": "", "<=": "at most ", ">=": "at least "}
    bounds = " and ".join(f"{relations[fact.relation]}{shown(fact.value)}" for fact in mine)
    name = "per dimension" if instance.d is None else f"of the best decoder in {instance.d} dimensions"
    return (
        f"the least error {name} of a pair that is private for n = {instance.n}, t = {instance.t}, c = {instance.c}, "
        f"sigma2_min = {shown(instance.sigma2_min)}{', with the whole noise,' if instance.whole else ''} is {bounds}"
    )


def check_pair(instance: Any, evidence: Any) -> Finding:
    """What a pair leaves an honest user, its error, and the spectrum of the honest users' covariance."""
    n, t, c = instance.n, instance.t, instance.c
    _check_sizes(n, t, c)
    check_definite(n, c, instance.pair)
    variance, covariance = instance.pair
    x, honest = variance + c * covariance, n - c
    kept, mistake = plain(kept_variance(n, c, instance.pair)), plain(error(t, c, instance.pair))
    facts = (
        Fact("kept variance", "=", kept),
        Fact("error", "=", mistake),
        Fact("trace", "=", plain(honest * x)),
        Fact("eigenvalue of the mean", "=", plain(x + (honest - 1) * covariance)),
        Fact("other eigenvalues", "=", plain(x - covariance)),
        Fact("number of other eigenvalues", "=", honest - 1),
    )
    text = (
        f"with variance {shown(plain(variance))} and covariance {shown(plain(covariance))}, n = {n}, t = {t}, c = {c}, "
        f"an honest report keeps the variance {shown(kept)} and the error per dimension is {shown(mistake)}"
    )
    return Finding(text, facts=facts)


def check_covariance(instance: Any, evidence: Any) -> Finding:
    """The private covariances at a variance: from the one that keeps exactly sigma2_min on, for c = 0 up to another."""
    n, c, variance, least = instance.n, instance.c, instance.variance, Quadratic(instance.sigma2_min)
    require(n >= 2 and c < n, "sizes", "2 <= n and c < n", (n, c))
    require(variance >= least, "variance", f"at least {least}", variance)
    pair = (variance, evidence.least)
    check_definite(n, c, pair)
    exact = is_private(n, c, pair, least) and kept_variance(n, c, pair) == least
    require(exact, "least covariance", "private with equality", evidence.least)
    facts = [
        Fact("least private covariance", "=", plain(evidence.least)),
        Fact("least private correlation", "=", plain(evidence.least / variance)),
        Fact("error times responders if all respond", "=", plain(variance + (n - 1) * evidence.least)),
    ]
    if evidence.most is not None:
        require(c == 0 and evidence.most.sign() >= 0, "most", "not negative, and nobody colludes", evidence.most)
        check_definite(n, c, (variance, evidence.most))
        require(kept_variance(n, c, (variance, evidence.most)) == least, "most", "private with equality", evidence.most)
        facts.append(Fact("largest private covariance", "=", plain(evidence.most)))
    text = (
        f"for n = {n}, c = {c}, sigma2_min = {shown(instance.sigma2_min)} the least private covariance at the variance "
        f"{variance} is {evidence.least}" + ("" if evidence.most is None else f", the largest {evidence.most}")
    )
    return Finding(text, facts=tuple(facts))


def check_decoder(instance: Any, evidence: Any) -> Finding:
    """The weight with the least worst-case error for f responders of whom j collude.

    The h = f-j honest reports are of equal unit vectors at worst. Their noises have equal variances x and equal
    covariances r: x = v, or x = v + j r where the server takes out what the responding colluders share with them. The
    error (mean weight - 1)^2 + (d/h^2) w'Xw is convex and symmetric, so least at equal weights a: there it is
    (a - 1)^2 + a^2 e with e = (d/h)(x + (h-1) r), least at a = 1/(1+e), where it is e/(1+e).
    """
    n, f, j = instance.n, instance.responders, instance.told
    require(0 <= j < f <= n, "sizes", "0 <= told < responders <= n", (n, f, j))
    check_definite(n, j if instance.removed else 0, instance.pair)
    variance, covariance = instance.pair
    honest = f - j
    own = variance + j * covariance if instance.removed else variance
    spread = own + (honest - 1) * covariance
    scaled = instance.d * spread / honest
    facts = (
        Fact("best weight", "=", plain(1 / (1 + scaled))),
        Fact("plain error", "=", plain(scaled)),
        Fact("least error", "=", plain(scaled / (1 + scaled))),
    )
    text = (
        f"with variance {variance} and covariance {covariance}, {f} of {n} responding, {j} of them colluding, the best "
        f"weight in {instance.d} dimensions is {shown(facts[0].value)} and the error then {shown(facts[2].value)}"
    )
    return Finding(text, facts=facts)


def check_slope(instance: Any, evidence: Any) -> Finding:
    """Secants that enclose the derivative of v + (n-1) r in v, r least private, at a variance.

    The private pairs form a convex set, so the least v + (n-1) r is convex in v and its derivative lies between.
    """
    n, c, least = instance.n, instance.c, Quadratic(instance.sigma2_min)
    require(c < n, "sizes", "c < n", (n, c))
    points = [evidence.below, evidence.at, evidence.above]
    for pair in points:
        check_definite(n, c, pair)
        exact = is_private(n, c, pair, least) and kept_variance(n, c, pair) == least
        require(exact, "covariance", "least private", pair[1])
    require(points[1][0] == instance.variance, "variance of the middle pair", instance.variance, points[1][0])
    require(points[0][0] < points[1][0] < points[2][0], "variances", "increasing")
    values = [variance + (n - 1) * covariance for variance, covariance in points]
    low, high = ((values[i + 1] - values[i]) / (points[i + 1][0] - points[i][0]) for i in (0, 1))
    facts = (Fact("derivative", ">=", plain(low)), Fact("derivative", "<=", plain(high)))
    text = (
        f"for n = {n}, c = {c}, sigma2_min = {shown(instance.sigma2_min)} the derivative of v + (n-1) r at "
        f"v = {shown(instance.variance)}, r least private, lies in [{low}, {high}]"
    )
    return Finding(text, facts=facts)


_USERS, _PAIR, _FLOOR = integer(0, MOST_USERS), row(quadratic, quadratic), number(above=0)
_DUAL = row(quadratic, quadratic, quadratic)
_SIZES = {"n": integer(1, MOST_USERS), "t": _USERS, "c": _USERS}
KINDS = {
    "cordp-optimum": Kind(
        record({**_SIZES, "sigma2_min": _FLOOR}, {"d": integer(1), "whole": flag}),
        either({"pair": _PAIR, "dual": _DUAL}, {"pair": _PAIR}, {"dual": _DUAL}),
        check_optimum,
    ),
    "cordp-pair": Kind(record({**_SIZES, "pair": _PAIR}), record({}), check_pair),
    "cordp-covariance": Kind(
        record({"n": integer(1, MOST_USERS), "c": _USERS, "sigma2_min": _FLOOR, "variance": quadratic}),
        either({"least": quadratic, "most": quadratic}, {"least": quadratic}),
        check_covariance,
    ),
    "cordp-decoder": Kind(
        record(
            {
                "n": integer(1, MOST_USERS),
                "responders": _USERS,
                "told": _USERS,
                "pair": _PAIR,
                "d": integer(1),
                "removed": flag,
            }
        ),
        record({}),
        check_decoder,
    ),
    "cordp-slope": Kind(
        record({"n": integer(1, MOST_USERS), "c": _USERS, "sigma2_min": _FLOOR, "variance": number(above=0)}),
        record({"below": _PAIR, "at": _PAIR, "above": _PAIR}),
        check_slope,
    ),
}
