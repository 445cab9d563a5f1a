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
one likes on the boundary as a, and with it v, grows.

For m = 1, hence t = n, keeping s is b >= s, and b is the error, least on the whole ray b = s, r <= 0. So s is the least
optimal variance, and for n > 1 there is no largest one. With the whole noise the error is v >= b: only (s, 0) is
optimal. A single user (n = 1) has no covariance, and v = b. For m > 1 the error is (g a + w b)/(m k) with k = t-c, w =
k (w = k-c with the whole noise), g = m-w, where b <= a. For 0 < w < m one pair makes it least, for the pairs that keep
s form a strictly convex set in a and b. For w <= 0 it is at least a/k >= s/k, and equal to that at (s, 0) only.
"""

from __future__ import annotations

from optcheck.checker import work
from optcheck.checker.core import Exact, Fact, Finding, Kind, require, shown, whole
from optcheck.checker.quadratic import Quadratic, parse_quadratic
from optcheck.checker.reading import Record, flag, integer, needed, number, optional, row
from optcheck.checker.wording import counted

MOST_USERS = 10**6
PAIR, _DUAL = row(parse_quadratic, parse_quadratic), row(parse_quadratic, parse_quadratic, parse_quadratic)
Pair = tuple[Quadratic, Quadratic]


class Sizes(Record):
    """Users, responders, colluders."""

    n = needed(integer(1, MOST_USERS))
    t = c = needed(integer(0, MOST_USERS))


class _Question(Sizes):
    sigma2_min = needed(number(above=0))
    d = optional(integer(1))
    whole = optional(flag)


class _Evidence(Record):
    pair = optional(PAIR)
    dual = optional(_DUAL)


def plain(value: Quadratic) -> Exact | Quadratic:
    """A rational as an ordinary number."""
    return value if value.factor else whole(value.rational)


def check_sizes(n: int, t: int, c: int) -> None:
    """Somebody honest responds."""
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


def error_bound(instance: _Question, dual: tuple[Quadratic, Quadratic, Quadratic]) -> Quadratic:
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
    require(total == wanted or (bool(instance.whole) and total > wanted), "total of the dual", wanted, total)
    return Quadratic(instance.sigma2_min) * first / honest


def check_optimum(instance: _Question, evidence: _Evidence) -> Finding:
    """The least error of a private pair: reached by a pair, bounded by a dual, or both."""
    check_sizes(instance.n, instance.t, instance.c)
    require(evidence.pair is not None or evidence.dual is not None, "evidence", "a pair, a dual or both")
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
    if evidence.pair is not None and found[0][0] == "=":
        facts += _optimal_pair(instance, evidence.pair)
    return Finding(_optimum_words(instance, facts), facts=tuple(facts))


def _infimum(instance: _Question, found: list[tuple[str, Quadratic]]) -> list[Fact]:
    """The infimum of the error: a least value that is reached, or for t = n the limit s/m^2 if the dual bounds it."""
    limit = Quadratic(instance.sigma2_min) / (instance.n - instance.c) ** 2
    is_limit = instance.t == instance.n and (">=", limit) in found and not (instance.whole and instance.c)
    if not is_limit and found[0][0] != "=":
        return []
    least = limit if is_limit else found[0][1]
    facts = [Fact("infimum of the error", "=", plain(least))]
    if instance.d is not None:
        facts.append(Fact("infimum of the decoded error", "=", plain(_decoded(least, instance.d))))
    return facts + (_unbounded(instance) if is_limit else [])


def _unbounded(instance: _Question) -> list[Fact]:
    """Ever larger variances lead to the infimum: with one honest user others reach it, with several nothing does."""
    facts = [Fact("largest optimal variance", "is", "infinite")] if instance.n > 1 else []
    if instance.n - instance.c > 1:
        facts += [Fact("optimal variance", "is", "infinite"), Fact("optimal pair", "is", "none")]
    return facts


def _optimal_pair(instance: _Question, pair: Pair) -> list[Fact]:
    """A pair with the least error, if no other one has a smaller variance."""
    if instance.n - instance.c == 1 and pair[1].sign() != 0:
        return []
    variance = plain(pair[0])
    facts = [Fact("optimal pair", "=", (variance, plain(pair[1]))), Fact("optimal variance", "=", variance)]
    if instance.t < instance.n or instance.whole or instance.n == 1:
        facts.append(Fact("largest optimal variance", "=", variance))
    return facts


def _decoded(unbiased: Quadratic, d: int) -> Quadratic:
    """With the best decoder in d dimensions an error e per dimension becomes de/(1+de), which grows with e."""
    return d * unbiased / (d * unbiased + 1)


def _optimum_words(instance: _Question, facts: list[Fact]) -> str:
    quantity = "least error" if instance.d is None else "least decoded error"
    mine = [fact for fact in facts if fact.quantity == quantity]
    mine = mine[:1] if mine[0].relation == "=" else mine
    relations = {"=": "", "<=": "at most ", ">=": "at least "}
    bounds = " and ".join(f"{relations[fact.relation]}{shown(fact.value)}" for fact in mine)
    name = "per dimension" if instance.d is None else f"of the best decoder in {counted(instance.d, 'dimension')}"
    return (
        f"the least error {name} of a pair that is private for n = {instance.n}, t = {instance.t}, c = {instance.c}, "
        f"sigma2_min = {shown(instance.sigma2_min)}{', with the whole noise,' if instance.whole else ''} is {bounds}"
    )


KINDS = {"cordp-optimum": Kind(_Question, _Evidence, check_optimum)}
