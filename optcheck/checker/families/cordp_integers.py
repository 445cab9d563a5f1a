"""Correlated noise in integers, from (epsilon, delta) to the variances that a round draws. Standard library only.

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
entries, as in :mod:`optcheck.checker.lattice`. So the integer reports are, up to a factor e^zeta in all probabilities,
zeta = dimension (2 eta/(1 - eta) + m 2 ripple(c)/(1 - ripple(c))), a function of Gaussian reports with covariance
O I + P B B'. Moving one user's report by D changes these like a Gaussian of variance 1/inverse(O I + P B B')_jj,

    m / ((m - 1)/(O + m P) + 1/O),

which must keep the budget that zeta leaves; D <= 2 steps + ceil(sqrt(dimension)), for rounding moves each coordinate by
half a step at most.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from optcheck.checker import work
from optcheck.checker.core import Exact, Fact, Finding, Kind, number_text, require, shown
from optcheck.checker.families.cordp import MOST_USERS
from optcheck.checker.families.gaussian import twice_delta
from optcheck.checker.lattice import private_budget, ripple
from optcheck.checker.reading import Record, integer, needed, number
from optcheck.checker.wording import decimal_text

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


def check(instance: _Round, evidence: _Draws) -> Finding:
    """Check that a round with these variances keeps everybody's budget, whoever drops out."""
    n, t, c, d = instance.n, instance.t, instance.c, instance.dimension
    require(0 <= c < t <= n, "sizes", "0 <= c < t <= n", (n, t, c))
    require(0 < instance.delta < 1, "delta", "strictly between 0 and 1", number_text(instance.delta))
    own = evidence.own_variance - evidence.smoothing
    require(own > 0, "own_variance", "more than the smoothing", evidence.own_variance)
    zeta = d * _closeness(n - c, evidence)
    budget = private_budget(instance.epsilon, instance.delta, zeta)
    require(budget is not None, "epsilon and delta", f"room for a factor e^(2 {decimal_text(zeta)})")
    assert budget is not None
    kept = kept_variance(n - c, own, evidence.pair_variance)
    move = 2 * evidence.steps + isqrt(d - 1) + 1
    twice = twice_delta(*budget, kept / move**2, bits=START_BITS)
    require(twice.high <= 2 * budget[1], "variances", "enough for the budget", decimal_text(kept))
    unit = Fraction(1, evidence.steps**2)
    error = (evidence.own_variance + (n - t) * evidence.pair_variance) * unit
    facts = (Fact("kept variance", "=", kept * unit), Fact("effective variance", "=", error))
    budget_text = f"epsilon {shown(instance.epsilon)}, delta {shown(instance.delta)}"
    text = (
        f"each of {n} users who report vectors of length at most 1 and dimension {d}, in steps of 1/{evidence.steps}, "
        f"is private ({budget_text}) against the server and any {c} of the other users, whoever drops out; "
        f"if {t} respond, the variance of their sum over {t} is {shown(error)} in each coordinate"
    )
    return Finding(text, facts=facts)


def kept_variance(honest: int, own: Exact, pair: int) -> Fraction:
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


KINDS = {"cordp-integers": Kind(_Round, _Draws, check)}
