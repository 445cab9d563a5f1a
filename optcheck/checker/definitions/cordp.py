"""Facts about correlated Gaussian noise with pairwise seeds (CorDP-DME). Standard library only.

Every user adds its own noise of variance v + (n-1) r and, with each of the n-1 others, one shared term of variance -r
that the two enter with opposite signs. Whoever colludes gives all its terms away: j colluders leave the m = n-j honest
users equal variances x = v + j r and equal covariances y = r.

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

Correlated noise in integers, from (epsilon, delta) to the variances that a round draws.

n users report vectors of length at most 1, rounded to multiples of 1/steps. Every two users share a draw of the
discrete Gaussian of variance P, which one adds and the other subtracts, in every coordinate; every user adds a draw of
its own, of variance O + c, in steps squared. At most ``colluders`` users tell the server all that they know, so m = n -
colluders are honest (fewer colluders know less), and the server sees all reports at most. For the honest users' pair
terms S, one for each of K = m(m-1)/2 pairs with signs B, and z = B S + own draws, the chance of z is a sum over the
lattice of all S. Completing the square and Poisson's formula make it

    constant * exp(-z' inverse(Sigma) z / 2) * (1 + something of size at most eta),   Sigma = (O + c) I + P B B',

with eta <= (1 + ripple(kappa))^K - 1 <= 2 K ripple(kappa) while K ripple(kappa) <= 1/8: the quadratic form in S is
I/P + B'B/(O + c), its largest eigenvalue at most 1/P + m/(O + c) = 1/kappa, because B B' is the Laplacian of the
complete graph, whose eigenvalues are 0 and m. A Gaussian vector of covariance O I + P B B', each entry moved to an
integer by a discrete Gaussian of variance c around it, has the same shape up to a factor 1 +- ripple(c) for each of m
entries, as in docs/certificates/gaussian.md. So the integer reports are, up to a factor e^zeta in all probabilities,
zeta = dimension (2 eta/(1 - eta) + m 2 ripple(c)/(1 - ripple(c))), a function of Gaussian reports with covariance
O I + P B B'. Moving one user's report by D changes these like a Gaussian of variance 1/inverse(O I + P B B')_jj,

    m / ((m - 1)/(O + m P) + 1/O),

which must keep the budget that zeta leaves; D <= 2 steps + ceil(sqrt(dimension)), for rounding moves each coordinate by
half a step at most.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from optcheck.checker import reading, work
from optcheck.checker.core import Fact, Kind, counted, shown
from optcheck.checker.gaussian import private_budget, ripple, twice_delta
from optcheck.checker.intervals import decimal_text
from optcheck.checker.quadratic import Quadratic, parse_quadratic
from optcheck.checker.reading import (
    Exact,
    Record,
    integer,
    needed,
    number,
    optional,
    rejected,
    require,
    row,
    shortened,
    whole,
)

MOST_USERS = 10**6
Pair = tuple[Quadratic, Quadratic]
Dual = tuple[Quadratic, Quadratic, Quadratic]
PAIR = row(tuple[Quadratic, Quadratic], *[parse_quadratic] * 2)
_DUAL = row(tuple[Quadratic, Quadratic, Quadratic], *[parse_quadratic] * 3)


def _flag(value: object, where: str) -> bool:
    require(type(value) is bool, where, "true or false", shortened(value))
    return value is True


class _Question(Record):
    n = needed(integer(1, MOST_USERS))
    t = c = needed(integer(0, MOST_USERS))
    sigma2_min = needed(number(above=0))
    d = optional(integer(1))
    whole = optional(_flag)


class _Evidence(Record):
    pair = optional(PAIR)
    dual = optional(_DUAL)


def plain(value: Quadratic) -> Exact | Quadratic:
    """A rational as an ordinary number."""
    return value if value.factor else whole(value.rational)


def check_sizes(n: int, t: int, c: int) -> None:
    """Somebody honest responds."""
    require(0 <= c < t <= n, "sizes", "0 <= c < t <= n", (n, t, c))


def is_private(n: int, c: int, pair: Pair, least: Quadratic) -> bool:
    """Whether the pair can be generated and leaves every honest user enough noise against up to c colluders.

    Where r <= 0 and v + (n-1) r > 0, it is the covariance of some noise, and every factor of what is kept is positive.
    """
    variance, covariance = pair
    work.spend(1000)
    spread, rest = variance + (n - 1) * covariance, variance + (n - 2) * covariance
    if covariance.sign() > 0 or spread.sign() <= 0:
        return False
    return (variance + (c - 1) * covariance) * spread / rest >= least


def error(t: int, c: int, pair: Pair) -> Quadratic:
    """The unbiased decoder's mean squared error per dimension, worst over responders and colluders."""
    return (pair[0] + (t - 1) * pair[1]) / (t - c)


def whole_error(t: int, c: int, pair: Pair) -> Quadratic:
    """The same where the responding colluders' terms stay in: t-c honest responders are the worst."""
    return (pair[0] + (t - c - 1) * pair[1]) / (t - c)


def error_bound(instance: _Question, dual: Dual) -> Quadratic:
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


def check_optimum(instance: _Question, evidence: _Evidence) -> tuple[Fact, ...]:
    """The least error of a private pair: reached by a pair, bounded by a dual, or both."""
    check_sizes(instance.n, instance.t, instance.c)
    require(evidence.pair is not None or evidence.dual is not None, "evidence", "a pair, a dual or both")
    found: list[tuple[str, Quadratic]] = []
    if evidence.pair is not None:
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
    return tuple(facts)


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
    facts = []
    if instance.n > 1:  # v grows while v + (n-1) r is bounded
        facts = [Fact("largest optimal variance", "is", "infinite"), _correlation(whole(Fraction(-1, instance.n - 1)))]
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
        facts += [Fact("largest optimal variance", "=", variance), _correlation(plain(pair[1] / pair[0]))]
    return facts


def _correlation(value: Exact | Quadratic) -> Fact:
    return Fact("correlation at the largest optimal variance", "=", value)


def _decoded(unbiased: Quadratic, d: int) -> Quadratic:
    """With the best decoder in d dimensions an error e per dimension becomes de/(1+de), which grows with e."""
    return d * unbiased / (d * unbiased + 1)


def optimum_sentence(instance: _Question, facts: tuple[Fact, ...]) -> str:
    """The least error, or bounds on it."""
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


START_BITS = 64
_SHORT = 256  # bits after the point of a bound on zeta


class _Round(Record):
    n = needed(integer(1, MOST_USERS))
    t = needed(integer(1))
    c = needed(integer(0))
    epsilon = needed(number(least=0))
    delta = needed(number(above=0))
    dimension = needed(integer(1))


class _Draws(Record):
    steps = needed(integer(1))
    smoothing = needed(number(above=0))
    pair_variance = needed(integer(0))
    own_variance = needed(integer(1))


def check_round(instance: _Round, evidence: _Draws) -> tuple[Fact, ...]:
    """Check that a round with these variances keeps everybody's budget, whoever drops out."""
    n, t, c, d = instance.n, instance.t, instance.c, instance.dimension
    check_sizes(n, t, c)
    require(0 < instance.delta < 1, "delta", "strictly between 0 and 1", reading.number_text(instance.delta))
    own = evidence.own_variance - evidence.smoothing
    require(own > 0, "own_variance", "more than the smoothing", evidence.own_variance)
    zeta = d * _closeness(n - c, evidence)
    budget = private_budget(instance.epsilon, instance.delta, zeta)
    if budget is None:
        raise rejected("epsilon and delta", f"room for a factor e^(2 {decimal_text(zeta)})")
    kept = kept_integer_variance(n - c, own, evidence.pair_variance)
    move = 2 * evidence.steps + isqrt(d - 1) + 1
    twice = twice_delta(*budget, kept / move**2, bits=START_BITS)
    require(twice.high <= 2 * budget[1], "variances", "enough for the budget", decimal_text(kept))
    unit = Fraction(1, evidence.steps**2)
    error = (evidence.own_variance + (n - t) * evidence.pair_variance) * unit
    step = Fact("step of the reports", "=", Fraction(1, evidence.steps))
    return Fact("kept variance", "=", kept * unit), Fact("effective variance", "=", error), step


def round_sentence(instance: _Round, facts: tuple[Fact, ...]) -> str:
    """Who is private against whom, and how much noise is left."""
    _, error, step = (shown(fact.value) for fact in facts)
    budget = f"epsilon {shown(instance.epsilon)}, delta {shown(instance.delta)}"
    return (
        f"each of {instance.n} users who report vectors of length at most 1 and dimension {instance.dimension}, in "
        f"steps of {step}, is private ({budget}) against the server and any {instance.c} of the other users, whoever "
        f"drops out; if {instance.t} respond, the variance of their sum over {instance.t} is {error} in each coordinate"
    )


def kept_integer_variance(honest: int, own: Exact, pair: int) -> Fraction:
    """The variance that one honest report keeps, given all the others."""
    work.pay(own, pair)
    return honest / (Fraction(honest - 1) / (own + honest * pair) + 1 / Fraction(own))


def _closeness(honest: int, evidence: _Draws) -> Fraction:
    """A bound on zeta for one coordinate."""
    pairs = honest * (honest - 1) // 2 if evidence.pair_variance else 0
    eta = Fraction(0)
    if pairs:
        kappa = 1 / (Fraction(1, evidence.pair_variance) + Fraction(honest) / evidence.own_variance)
        eta = 2 * pairs * ripple(kappa)
    moved = ripple(evidence.smoothing)
    small = max(eta, moved) <= Fraction(1, 4)
    require(small, "variances", "large enough for sums of integers to be nearly Gaussian")
    zeta = 2 * eta / (1 - eta) + honest * 2 * moved / (1 - moved)
    return Fraction(-(-zeta * (1 << _SHORT) // 1), 1 << _SHORT)  # upwards, to a short number


KINDS = {
    "cordp-optimum": Kind(_Question, _Evidence, check_optimum, optimum_sentence),
    "cordp-integers": Kind(_Round, _Draws, check_round, round_sentence),
}
