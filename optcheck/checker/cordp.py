"""Check facts about correlated Gaussian noise with pairwise seeds (CorDP-DME). Standard library only.

Every user adds its own noise of variance v + (n-1) r and, with each of the n-1 others, one shared term of variance -r
that the two enter with opposite signs. Whoever colludes gives all its terms away. What is left of the honest users'
noise has equal variances x and equal covariances y, so one user's conditional variance given the others follows by
eliminating them one at a time. Privacy asks that it be at least ``sigma2_min``; the error of the mean per dimension is
the variance of the summed reports of the honest responders over their number squared, the responding colluders'
terms removed, worst over at least t responders with at most c colluders.

The bound on the error is a positive semidefinite Y with entries P (first diagonal), R (first row), S (elsewhere): if
a covariance X of the m = n-c honest users leaves the first one the variance s, then X - s e1 e1' is positive
semidefinite and <Y, X> >= s P. With trace 1 and total k = t-c, <Y, X> is k times the error with k responders.
"""

from __future__ import annotations

from optcheck.checker.core import Document, Finding, field, parse_number, require
from optcheck.checker.quadratic import Quadratic, parse_quadratic

MOST_USERS = 1000  # every responder and colluder count is tried


def _sizes(instance: Document) -> tuple[int, int, int, Quadratic]:
    n, t, c = (field(instance, name, int) for name in "ntc")
    require(0 <= c < t <= n <= MOST_USERS, "sizes", f"0 <= c < t <= n <= {MOST_USERS}", (n, t, c))
    least = parse_number(instance["sigma2_min"], "sigma2_min")
    require(least > 0, "sigma2_min", "positive", least)
    return n, t, c, Quadratic(least)


def _pair(document: Document, name: str) -> tuple[Quadratic, Quadratic]:
    variance, covariance = field(document, name, list)
    return parse_quadratic(variance, f"{name} variance"), parse_quadratic(covariance, f"{name} covariance")


def residual(n: int, known: int, variance: Quadratic, covariance: Quadratic) -> tuple[Quadratic, Quadratic]:
    """Variance and covariance of the honest users' noise once the terms of ``known`` colluders are removed."""
    own, shared = variance + (n - 1) * covariance, -covariance
    return own + (n - 1 - known) * shared, -shared


def conditional_variance(x: Quadratic, y: Quadratic, users: int) -> Quadratic:
    """Variance of one of ``users`` exchangeable noises given the others: eliminate them one by one."""
    for _ in range(users - 1):
        require(x.sign() > 0, "covariance matrix", "positive definite", f"pivot {x}")
        removed = y * y / x
        x, y = x - removed, y - removed
    return x


def private(n: int, c: int, pair: tuple[Quadratic, Quadratic], least: Quadratic) -> bool:
    """Whether the pair can be generated and leaves every honest user enough noise against up to c colluders."""
    variance, covariance = pair
    if covariance.sign() > 0 or (variance + (n - 1) * covariance).sign() <= 0:
        return False
    return all(conditional_variance(*residual(n, j, *pair), n - j) >= least for j in range(c + 1))


def error(n: int, t: int, c: int, pair: tuple[Quadratic, Quadratic]) -> Quadratic:
    """The unbiased decoder's mean squared error per dimension, worst over responders and colluders."""
    found = []
    for responders in range(t, n + 1):
        for colluders in range(c + 1):
            x, y = residual(n, colluders, *pair)
            honest = responders - colluders
            found.append((x + (honest - 1) * y) / honest)
    return max(found)


def error_bound(n: int, t: int, c: int, least: Quadratic, evidence: Document) -> Quadratic:
    """A bound below the error of every private pair, from the matrix Y in the evidence."""
    first, cross, rest = (parse_quadratic(entry, "dual") for entry in field(evidence, "dual", list))
    others, honest = n - c - 1, t - c
    require(first.sign() >= 0 and rest.sign() >= 0 and first * rest >= cross * cross, "dual", "semidefinite")
    require(first + others * rest == 1, "trace of the dual", 1, first + others * rest)
    total = first + 2 * others * cross + others * others * rest
    require(total == honest, "total of the dual", honest, total)
    return least * first / honest


def check_optimum(instance: Document, evidence: Document) -> Finding:
    """A private pair reaches the bound, or comes within a stated factor of it."""
    n, t, c, least = _sizes(instance)
    pair = _pair(evidence, "pair")
    within = Quadratic(parse_number(evidence.get("within", 1), "within"))
    require(private(n, c, pair, least), "pair", "private", f"({pair[0]}, {pair[1]})")
    reached, bound = error(n, t, c, pair), error_bound(n, t, c, least, evidence)
    require(reached <= within * bound, "error of the pair", f"at most {within} * ({bound})", reached)
    least_text = "is least" if within == 1 else f"is within the factor {within} of the least"
    return Finding(f"error {reached} per dimension of a private pair {least_text}")


def check_pair(instance: Document, evidence: Document) -> Finding:
    """A stated pair is no optimum: it breaks privacy, or a private pair has a smaller error."""
    n, t, c, least = _sizes(instance)
    stated = _pair(instance, "claimed")
    if evidence.get("broken") is True:
        left = conditional_variance(*stated, n)
        require(left < least, "conditional variance given the other reports", f"below {least}", left)
        return Finding(f"one report keeps only the variance {left} < {least} given the others")
    better = _pair(evidence, "better")
    require(private(n, c, better, least), "better pair", "private", f"({better[0]}, {better[1]})")
    claimed, reached = error(n, t, c, stated), error(n, t, c, better)
    require(reached < claimed, "error of the better pair", f"below {claimed}", reached)
    return Finding(f"the pair has error {claimed} per dimension, a private one has {reached}")


def check_error(instance: Document, evidence: Document) -> Finding:
    """A stated least error of the optimum decoder is too large (a pair does better) or too small (the bound)."""
    n, t, c, least = _sizes(instance)
    dimension = field(instance, "d", int)
    stated = parse_quadratic(instance["claimed"], "claimed")
    if "dual" in evidence:
        unbiased = dimension * error_bound(n, t, c, least, evidence)
        true = unbiased / (unbiased + 1)
        require(stated < true, "claimed error", f"below the bound {true}", stated)
        return Finding(f"no private pair has an error below {true} > {stated}")
    pair = _pair(evidence, "pair")
    require(private(n, c, pair, least), "pair", "private", f"({pair[0]}, {pair[1]})")
    unbiased = dimension * error(n, t, c, pair)
    true = unbiased / (unbiased + 1)
    require(true < stated, "error of the pair", f"below {stated}", true)
    return Finding(f"a private pair has error {true} < {stated}")


def check_slope(instance: Document, evidence: Document) -> Finding:
    """A stated derivative of v + (n-1) r in v, r least private, lies outside the slopes of two secants.

    The private pairs form a convex set, so the least v + (n-1) r is convex in v and its derivative lies between.
    """
    n, _, c, least = _sizes(instance)
    points = [_pair(evidence, name) for name in ("below", "at", "above")]
    for pair in points:
        left = conditional_variance(*residual(n, c, *pair), n - c)
        require(private(n, c, pair, least) and left == least, "covariance", "least private", pair[1])
    require(points[1][0] == parse_number(instance["variance"]), "variance of the middle pair", instance["variance"])
    require(points[0][0] < points[1][0] < points[2][0], "variances", "increasing")
    values = [variance + (n - 1) * covariance for variance, covariance in points]
    slopes = [(values[i + 1] - values[i]) / (points[i + 1][0] - points[i][0]) for i in (0, 1)]
    stated = parse_quadratic(instance["claimed"], "claimed")
    bracket = f"[{slopes[0]}, {slopes[1]}]"
    require(stated < slopes[0] or stated > slopes[1], "claimed derivative", f"outside {bracket}", stated)
    return Finding(f"the derivative lies in {bracket}, it is not {stated}")


def check_privacy(instance: Document, evidence: Document) -> Finding:
    """How the variance that an honest report keeps against c colluders compares with sigma2_min."""
    n, _, c, least = _sizes(instance)
    variance, covariance = _pair(instance, "pair")
    require(c == 0 or covariance.sign() <= 0, "covariance", "not positive where users collude", covariance)
    kept = conditional_variance(*residual(n, c, variance, covariance), n - c)
    relation = "<=>"[kept.compared(least) + 1]
    require(evidence.get("relation") == relation, "relation", relation, evidence.get("relation"))
    return Finding(f"a report keeps the variance {kept} {relation} {least}")


def check_spectrum(instance: Document, evidence: Document) -> Finding:
    """A stated list of eigenvalues has not the trace of the honest users' covariance matrix."""
    n, c = field(instance, "n", int), field(instance, "c", int)
    x, _ = residual(n, c, *_pair(instance, "pair"))
    stated = [parse_quadratic(entry, "eigenvalue") for entry in field(instance, "claimed", list)]
    total = sum(stated, start=Quadratic(0))
    require(total != (n - c) * x, "sum of the eigenvalues", f"other than the trace {(n - c) * x}", total)
    return Finding(f"{len(stated)} eigenvalues sum to {total}, the trace is {(n - c) * x}")


CHECKS = {
    "cordp-error": check_error,
    "cordp-optimum": check_optimum,
    "cordp-pair": check_pair,
    "cordp-privacy": check_privacy,
    "cordp-slope": check_slope,
    "cordp-spectrum": check_spectrum,
}
