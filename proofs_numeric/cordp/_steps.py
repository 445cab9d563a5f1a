"""The optimum for all n, t, c, as executed symbolic steps that several claims share.

m = n-c honest users, k = t-c honest responders, g = n-t dropouts, s = sigma^2_{eps,delta}, w = sqrt(k (m-1) g).
"""

import sympy as sp

from optcheck.claims import Argument, Value
from optcheck.claims.functions import surd

v, r, s, c, m, k, n, t, d = sp.symbols("v r s c m k n t d")
w = sp.Symbol("w", nonnegative=True)
USERS = {n: m + c, t: k + c}
ROOT = (w, k * (m - 1) * (m - k))
LEAST = s * ((m - k) * (m - 1) + k + 2 * w) / m**2
ACROSS = s * (m - 1 + w / (m - k)) / m
ALONG = s * (1 + w / k) / m
COVARIANCE = (ALONG - ACROSS) / m
VARIANCE = ACROSS - (c - 1) * COVARIANCE


def boundary(variance: Value, covariance: Value) -> Value:
    """Zero exactly where the conditional variance is s: a b - s (sigma^2 + (n-2) r)."""
    across, along = variance + (c - 1) * covariance, variance + (n - 1) * covariance
    return across * along - s * (variance + (n - 2) * covariance)


def prove_conditional_variance(argument: Argument) -> None:
    """One honest user's variance given the others, colluders' terms removed, is a b / (sigma^2 + (n-2) r)."""
    a, y, j = sp.symbols("a y j")
    x_j, y_j = a * (a + (j + 1) * y) / (a + j * y), a * y / (a + j * y)
    argument.identity("own and unknown pair terms", (v + (n - 1) * r) - (n - 1 - c) * r, v + c * r)
    argument.identity("elimination starts", x_j.subs(j, 0), a + y)
    argument.identity("elimination starts", y_j.subs(j, 0), y)
    argument.identity("elimination step", x_j - y_j**2 / x_j, x_j.subs(j, j + 1))
    argument.identity("elimination step", y_j - y_j**2 / x_j, y_j.subs(j, j + 1))
    left = x_j.subs({j: n - c - 1}).subs({a: v + (c - 1) * r, y: r})
    argument.identity("after n-c-1 steps", left, (v + (c - 1) * r) * (v + (n - 1) * r) / (v + (n - 2) * r))
    prove_validity(argument)


def prove_validity(argument: Argument) -> None:
    """With r = -q <= 0 and b = sigma^2 + (n-1) r > 0 all pivots are positive, and more colluders only harm."""
    b, q = sp.symbols("b q")
    pair = {v: b + (n - 1) * q, r: -q}
    argument.identity("a > 0", (v + (c - 1) * r).subs(pair), b + (n - c) * q)
    argument.identity("denominator > 0", (v + (n - 2) * r).subs(pair), b + q)
    argument.identity("one colluder more adds r <= 0 to a", (v + c * r) - (v + (c - 1) * r), r)
    argument.identity("a single honest user keeps", (v + c * r).subs(c, n - 1), v + (n - 1) * r)


def prove_duality(argument: Argument) -> None:
    """No private pair has an effective variance below LEAST, for every k <= m including k = m."""
    first = LEAST / s
    rest = (1 - first) / (m - 1)
    cross = (k - first - (m - 1) ** 2 * rest) / (2 * (m - 1))
    argument.identity("the dual matrix has rank one", first * rest, cross**2, ROOT)
    argument.identity("trace 1, total k: <Y, X> is", (v + c * r) + r * (k - 1), v + (k + c - 1) * r)
    g, k0 = sp.symbols("g k0", nonnegative=True)
    argument.positive("first entry > 0", ((m - k) * (m - 1) + k).subs(m, k + g).subs(k, 1 + k0))


def prove_attained(argument: Argument) -> None:
    """For t < n the pair (VARIANCE, COVARIANCE) is private, r <= 0, and reaches LEAST."""
    pair = {v: VARIANCE, r: COVARIANCE}
    argument.identity("along the sum", (v + (n - 1) * r).subs(USERS).subs(pair), ALONG)
    argument.identity("privacy with equality", boundary(v, r).subs(USERS).subs(pair), 0, ROOT)
    argument.identity("reaches the bound", (v + (t - 1) * r).subs(USERS).subs(pair), LEAST, ROOT)
    argument.identity("a = b w/(n-t)", ACROSS * (m - k), ALONG * w, ROOT)
    argument.identity("w >= n-t, so r <= 0, because", k * (m - 1) - (m - k), m * (k - 1))


def prove_limit(argument: Argument) -> None:
    """For t = n the bound is s/m, and pairs with any factor f > 1 of it are private."""
    f = sp.Symbol("f")
    across, along = s * f * (m - 1) / (m * (f - 1)), s * f / m
    pair = {r: (along - across) / m, v: across - (c - 1) * (along - across) / m}
    a, b = sp.symbols("a b")
    eigen = {r: (b - a) / m, v: a - (c - 1) * (b - a) / m}
    slack = boundary(v, r).subs(n, m + c).subs(eigen)
    needed = m / s - 1 / b - (m - 1) / a
    argument.identity("private is 1/b + (m-1)/a <= m/s, so b > s/m for m > 1", slack * m / (s * a * b), needed)
    argument.identity("bound", LEAST.subs({k: m, w: 0}), s / m)
    argument.identity("private", boundary(v, r).subs(n, m + c).subs(pair), 0)
    argument.identity("factor f", (v + (n - 1) * r).subs(n, m + c).subs(pair), f * s / m)
    argument.identity("r <= 0 for f <= m", across - along, s * f * (m - f) / (m * (f - 1)))
    argument.identity("a grows without bound as f falls to 1", sp.limit(1 / across, f, 1, "+"), 0)


def prove_worst_case(argument: Argument) -> None:
    """The error (sigma^2 + r (f-1))/(f-j) of f responders with j colluders falls in f and grows in j."""
    f, j, b, q = sp.symbols("f j b q")
    error = (v + r * (f - 1)) / (f - j)
    fall = sp.together(error - error.subs(f, f + 1)) * (f - j) * (f + 1 - j)
    argument.identity("fall in f", fall, v + r * (j - 1))
    pair = {v: b + (n - 1) * q, r: -q}
    argument.identity("which is b + (n-j)(-r) > 0", (v + r * (j - 1)).subs(pair), b + (n - j) * q)
    argument.identity("numerator is b + (n-f)(-r) > 0", (v + r * (f - 1)).subs(pair), b + (n - f) * q)
    argument.identity("for 0 < r < sigma² too: the fall is", v + r * (j - 1), (v - r) + j * r)


def on_boundary(covariance: Value, colluders: Value) -> Value:
    """The boundary's left side for so many colluders: zero exactly where the conditional variance is s."""
    return boundary(v, covariance).subs(c, colluders)


def one_root(argument: Argument) -> None:
    """Exactly one covariance in (-v/(n-1), 0] lies on the boundary, so it is the least private one.

    The boundary is a quadratic F in r (linear for c = 1) with leading coefficient (n-1)(c-1). F < 0 at r = -v/(n-1)
    and F >= 0 at r = 0, so one root lies between: the larger one for c > 1, the smaller one for c = 0.
    """
    argument.identity("F at r = 0", boundary(v, 0), v * (v - s))
    argument.identity("F where b = 0", boundary(v, -v / (n - 1)), -s * v / (n - 1))
    argument.identity("leading coefficient", sp.Poly(boundary(v, r), r).coeff_monomial(r**2), (n - 1) * (c - 1))


def prove_symmetry(argument: Argument) -> None:
    """No Gaussian noise with unequal variances or covariances, and no unequal decoder weights, do better.

    Let X be any covariance of the m honest users, K its inverse: privacy is K_ii <= 1/s. The precision 1'X_U^-1 1 of k
    reports U is the least of z'Kz over z that are 1 on U; take z = beta on the others. Averaged over all U the
    off-diagonal entries of zz' vanish for beta = -k(k-1)/(w + kg), so some U has a precision of at most (k + beta
    g)^2/s, which is k over the least effective variance. When nobody drops out (g = 0) the precision is 1'K1 <= m tr K
    <= m^2/s instead. A decoder's error is at least 1/(1 + precision/d), d over it when unbiased.
    """
    g = m - k
    beta = -k * (k - 1) / (w + k * g)
    argument.identity("off-diagonal average", (k + beta * g) ** 2 - (k + beta**2 * g), 0, ROOT)
    argument.identity("precision times least effective variance", (k + beta * g) ** 2 * LEAST / s, k, ROOT)
    argument.identity("the same for t = n", m**2 * LEAST.subs({k: m, w: 0}) / s, m)
    mean, precision = sp.symbols("mean precision", positive=True)
    error = (mean - 1) ** 2 + d * mean**2 / precision
    best = sp.solve(sp.diff(error, mean), mean)[0]
    argument.identity("best decoder", error.subs(mean, best), 1 / (1 + precision / d))


def prove_optimum(argument: Argument) -> None:
    """Everything: privacy, worst case, bound, attainment, limit, symmetry."""
    optimality = (prove_duality, prove_attained, prove_limit, prove_symmetry)
    for part in (prove_conditional_variance, prove_worst_case, *optimality):
        part(argument)
    argument.words(
        "The conditional variance follows by eliminating one honest user after the other (induction). Any private "
        "covariance X of the honest users exceeds s at the first place, so <Y, X> >= s Y11 for the semidefinite Y = "
        "yy' with trace 1 and total t-c, for which <Y, X> = sigma^2 + r(t-1). The pair with eigenvalues in ratio "
        "sqrt((t-c)(n-c-1)/(n-t)) reaches this bound; for t = n pairs come within any factor of it. Worst case: t "
        "responders, c colluders among them. Unequal variances, covariances or decoder weights do not help."
    )


def has_variance(argument: Argument, printed: Value) -> None:
    """A formula in (n, t, c) = (m+c, k+c, c) is the variance of the optimal pair."""
    prove_optimum(argument)
    argument.identity("it is the variance of that pair", printed.subs(surd(ROOT[1]), w), VARIANCE, ROOT)
