"""Section 4, steps 1-4: the pairwise-seed protocol produces the covariance of Eq. 9.

Each pair of users draws one common S of variance -r; user i adds S_ij for j < i, subtracts it for j > i, and adds its
own noise of variance sigma² + r(n-1). Claimed: every Z_i has variance sigma² and every two have covariance r.
Modelled by listing every source with its sign and adding up. Needs r <= 0 and sigma² + r(n-1) >= 0. Relation:
identity. Corners: r = 0, sigma² + r(n-1) = 0, n = 2. OCR: step 3 lacks the brackets around the variance before I_d;
read as (sigma² + r(n-1)) I_d, as Eq. 51 has it. Expected: holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from optcheck.audit import Claim, Discrepancy, Domain, Expected, Form, Proof, Relation
from proofs_numeric.cordp import _theorem as theorem
from proofs_numeric.cordp._algebra import Argument
from proofs_numeric.cordp._common import unequal

Matrix = list[list[Fraction]]


@dataclass(frozen=True, slots=True)
class Users:
    """How many users, and the variance and covariance they aim at."""

    n: int
    variance: Fraction
    covariance: Fraction


def as_printed(users: Users) -> Matrix:
    """The covariance matrix of Z_1..Z_n as steps 2 to 4 build it, source by source."""
    n, variance, r = users.n, users.variance, users.covariance
    own = variance + r * (n - 1)
    matrix = [[own if i == j else Fraction(0) for j in range(n)] for i in range(n)]
    for j in range(n):
        for i in range(j):  # the pair i < j: user j adds S, user i subtracts it
            for one, sign in ((i, -1), (j, 1)):
                for other, other_sign in ((i, -1), (j, 1)):
                    matrix[one][other] += sign * other_sign * -r
    return matrix


def compare(form: Callable[[Users], Matrix], users: Users) -> Discrepancy | None:
    made = form(users)
    for i in range(users.n):
        for j in range(users.n):
            wanted = users.variance if i == j else users.covariance
            if made[i][j] != wanted:
                return unequal(made[i][j], wanted, f"the covariance of users {i} and {j} is not the one of Eq. 9")
    return None


def grid() -> Iterator[Users]:
    for n in range(2, 8):
        for variance in (Fraction(1), Fraction(5, 2)):
            yield from (Users(n, variance, -share * variance / (n - 1)) for share in (0, Fraction(1, 3), 1))


def order(users: Users) -> tuple[int, Fraction, Fraction]:
    return users.n, users.variance, -users.covariance


def prove() -> Proof:
    """Two users share exactly one source, with opposite signs; a user has n-1 pair sources and its own."""
    argument, v, r, n = Argument(), theorem.v, theorem.r, theorem.n
    for i, j in ((0, 1), (1, 0)):  # the two possible orders of two users
        signs = [1 if other < one else -1 for one, other in ((i, j), (j, i))]
        argument.identical("covariance through the shared source", signs[0] * signs[1] * -r, r)
        argument.identical("a sign squared", signs[0] ** 2, 1)
    argument.identical("variance", (n - 1) * -r + (v + r * (n - 1)), v)
    return argument.proof(
        "Two users share one source, S_ij; whichever of the two orders they have, its signs are "
        "opposite, so the covariance is r. "
        "A user's variance is (n-1)(-r) + sigma² + r(n-1) = sigma² identically."
    )


CLAIM = Claim(
    id="cordp/protocol",
    place="Section 4, steps 1-4",
    title="the pairwise-seed protocol produces the covariance of Eq. 9",
    relation=Relation.IDENTITY,
    domain=Domain(description="2 <= n <= 7, six pairs each, r from 0 to -σ²/(n-1)", grid=grid, order=order),
    printed=Form(
        "Z_i = Σ_{j<i} S_ij − Σ_{j>i} S_ij + N_i, Var S = −r, Var N = σ² + r(n−1)  ⇒  Var Z_i = σ², Cov(Z_i, Z_j) = r",
        as_printed,
    ),
    compare=compare,
    expected=Expected.HOLDS,
    proof=prove,
)
