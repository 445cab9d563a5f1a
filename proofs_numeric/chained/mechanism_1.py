"""Statement: the listing of BAS ensures a noisy mean of the users' data (Eq. 8 over K).

Model: lines 9 to 15 for an order that the loop has accepted. A release of one coordinate is described by its
expectation and its variance (in units of m); the listing is executed on both.

Corners: two users; for one user, or if all bids are equal, the loop of lines 6 to 8 never ends.

Readings: line 12 assigns to S and does not add, so that only the last user's datum is returned, over K and without
any noise. Line 12's index of the variance is read as the place in the order.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import sympy

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Impact, Value
from optcheck.claims.claim import amounts, simplicity
from optcheck.claims.functions import count, largest, total
from optcheck.claims.relations import equals


@dataclass(frozen=True, slots=True)
class Accepted:
    """The users in an accepted order: their data in one coordinate, and their bids."""

    data: tuple[Fraction, ...]
    bids: tuple[Fraction, ...]


def as_printed(users: Accepted) -> Value:
    mean, variance = Fraction(0), Fraction(0)
    for datum, noise in zip(users.data, variances(users), strict=True):
        mean, variance = datum, noise
    return mean / count(users.data), variance / count(users.data) ** 2


def corrected(users: Accepted) -> Value:
    mean, variance = Fraction(0), Fraction(0)
    for datum, noise in zip(users.data, variances(users), strict=True):
        mean, variance = mean + datum, variance + noise
    return mean / count(users.data), variance / count(users.data) ** 2


def variances(users: Accepted) -> tuple[Fraction, ...]:
    """Line 10."""
    return (largest(users.bids), *[Fraction(0) for _ in users.bids[1:]])


def proof(argument: Argument, form: Formula[Accepted]) -> None:
    x, y, z, low, more = sympy.symbols("x y z low more", positive=True)
    found = form(Accepted((x, y, z), (low, low + more, low)))
    argument.identity("three users: the mean, and the largest bid over K^2", found, ((x + y + z) / 3, (low + more) / 9))
    argument.words("The loop does the same for every further user.")


def grid() -> Iterator[Accepted]:
    for users in (2, 3):
        rows = product(amounts("0 1 2"), repeat=users)
        bids = [row for row in product(amounts("1 4"), repeat=users) if row[0] < max(row)]
        yield from (Accepted(*case) for case in product(rows, bids))


CLAIM = Claim(
    id="chained/mechanism-1",
    place="Mechanism 1",
    title="the listing returns the mean of the data plus noise",
    domain=Domain(
        description="2 and 3 users with data 0, 1, 2 and bids 1, 4, the first bid below the largest",
        grid=grid,
        order=lambda users: (len(users.data), *simplicity(users.data), *simplicity(users.bids)),
    ),
    truth=Definition(
        lambda users: (total(users.data) / len(users.data), max(users.bids) / Fraction(len(users.data) ** 2))
    ),
    asserts=equals,
    printed=Form(as_printed, "line 12: S ← x_i + z_i, where z_i is the noise"),
    corrected=Form(corrected, "line 12: S ← S + x_i + z_i, with S = 0 before the loop"),
    impact=Impact.SAFETY,
    proof=proof,
)
