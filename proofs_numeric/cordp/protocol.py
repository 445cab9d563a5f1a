"""Statement: each pair of users draws one common S of variance -r; user i adds S_ij for j < i, subtracts it for j > i,
and adds its own noise of variance sigma^2 + r(n-1). Every Z_i has variance sigma^2, every two covariance r.

Model: two users (or one twice) among n; their shared sources are added up with their signs.

Corners: r = 0, sigma^2 + r(n-1) = 0, n = 2. Needs r <= 0 and sigma^2 + r(n-1) >= 0.

Readings: step 3 lacks the brackets around the variance before I_d; read as (sigma^2 + r(n-1)) I_d, as Eq. 51 has it.
"""

from optcheck.claims import *


class TwoOf(Instance):
    """Two of n users, perhaps the same one, and the variance and covariance they aim at."""

    n: int = integer(2)
    i: int = integer(0, "n - 1")
    j: int = integer(0, "n - 1")
    variance: Fraction = rational(above=0, symbol="σ²")
    covariance: Fraction = rational(at_least="-variance / (n - 1)", at_most=0, symbol="r")


def as_printed(users: TwoOf) -> Value:
    return users.covariance if users.i < users.j or users.j < users.i else users.variance


def generated(users: TwoOf) -> Value:
    """Cov(Z_i, Z_j) by steps 2 to 4: the one source that two users share, or all those of one user."""
    n, i, j, shared = users.n, users.i, users.j, -users.covariance
    if i < j or j < i:
        return sign(i, j) * sign(j, i) * shared
    own = users.variance + users.covariance * (n - 1)
    before = sum(sign(i, other) ** 2 * shared for other in range(i))
    return own + before + sum(sign(i, other) ** 2 * shared for other in range(i + 1, n))


def sign(user: int, other: int) -> int:
    """With which sign a user takes the source that it shares with another one."""
    return 1 if other < user else -1


CLAIM = Statement(
    "cordp/protocol",
    place="Section 4, steps 1-4",
    title="the pairwise-seed protocol produces the covariance of Eq. 9",
    domain=TwoOf,
    truth=definition(generated),
    asserts=identity,
    printed=Form(
        as_printed,
        "Z_i = Σ_{j<i} S_ij − Σ_{j>i} S_ij + N_i, Var S = −r, Var N = σ² + r(n−1)  ⇒  Var Z_i = σ², Cov(Z_i, Z_j) = r",
    ),
)
