"""Statement: each pair of users draws one common S of variance -r; user i adds S_ij for j < i, subtracts it for j > i,
and adds its own noise of variance sigma^2 + r(n-1). Every Z_i has variance sigma^2, every two covariance r.

Model: two users (or one twice) among n; their shared sources are added up with their signs.

Corners: r = 0, sigma^2 + r(n-1) = 0, n = 2. Needs r <= 0 and sigma^2 + r(n-1) >= 0.

Readings: step 3 lacks the brackets around the variance before I_d; read as (sigma^2 + r(n-1)) I_d, as Eq. 51 has it.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import sympy

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Value
from optcheck.claims.claim import amounts
from optcheck.claims.relations import identity
from proofs_numeric.cordp import _steps as steps


@dataclass(frozen=True, slots=True)
class TwoOf:
    """Two of n users, perhaps the same one, and the variance and covariance they aim at."""

    n: int
    i: int
    j: int
    variance: Fraction
    covariance: Fraction


def as_printed(users: TwoOf) -> Value:
    own, shared = users.variance + users.covariance * (users.n - 1), -users.covariance
    if users.i == users.j:
        return own + (users.n - 1) * shared  # one source for each other user, its sign squared
    return sign(users.i, users.j) * sign(users.j, users.i) * shared


def sign(user: int, other: int) -> int:
    """With which sign a user takes the source that it shares with another one."""
    return 1 if other < user else -1


def proof(argument: Argument, form: Formula[TwoOf]) -> None:
    n, v, r = steps.n, steps.v, steps.r
    first, more = sympy.Symbol("i", nonnegative=True), sympy.Symbol("m", positive=True)
    argument.identity("variance", form(TwoOf(n, first, first, v, r)), v)
    for i, j in ((first, first + more), (first + more, first)):  # the two possible orders of two users
        argument.identity("covariance through the one shared source", form(TwoOf(n, i, j, v, r)), r)


CLAIM = Claim(
    id="cordp/protocol",
    place="Section 4, steps 1-4",
    title="the pairwise-seed protocol produces the covariance of Eq. 9",
    domain=Domain(
        description="2 <= n <= 7, every two users, six pairs (σ², r) each, r from 0 to -σ²/(n-1)",
        grid=lambda: (
            TwoOf(n, i, j, variance, -share * variance / (n - 1))
            for n, variance, share in product(range(2, 8), amounts("1 5/2"), amounts("0 1/3 1"))
            for i, j in product(range(n), repeat=2)
        ),
        order=lambda users: (users.n, users.i, users.j, users.variance, -users.covariance),
    ),
    truth=Definition(lambda users: users.variance if users.i == users.j else users.covariance),
    asserts=identity,
    printed=Form(
        as_printed,
        "Z_i = Σ_{j<i} S_ij − Σ_{j>i} S_ij + N_i, Var S = −r, Var N = σ² + r(n−1)  ⇒  Var Z_i = σ², Cov(Z_i, Z_j) = r",
    ),
    proof=proof,
)
