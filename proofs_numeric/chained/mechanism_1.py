"""Statement: the listing of BAS ensures a noisy mean of the users' data (Eq. 8 over K).

Model: lines 9 to 15 for an order that the loop has accepted. A release of one coordinate is described by its
expectation and its variance (in units of m); the listing is executed on both.

Corners: two users; for one user, or if all bids are equal, the loop of lines 6 to 8 never ends.

Readings: line 12 assigns to S and does not add, so that only the last user's datum is returned, over K and without
any noise. Line 12's index of the variance is read as the place in the order.
"""

from optcheck.claims import *


class Accepted(Instance):
    """The users in an accepted order: their bids, and their data in one coordinate."""

    bids: tuple[Fraction, ...] = row(rational(at_least=0), least=2, symbol="b")
    data: tuple[Fraction, ...] = row(rational(), "len(bids)", symbol="x")
    conditions = ("bids[0] < max(bids)",)


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


def noisy_mean(users: Accepted) -> Value:
    """The mean of the data, and the variance of the noise m max b in the sum once that is divided by K."""
    return sum(users.data) / Fraction(len(users.data)), max(users.bids) / Fraction(len(users.data) ** 2)


CLAIM = Statement(
    "chained/mechanism-1",
    place="Mechanism 1",
    title="the listing returns the mean of the data plus noise",
    domain=Accepted,
    truth=definition(noisy_mean),
    asserts=equals,
    printed=Form(as_printed, "line 12: S ← x_i + z_i, where z_i is the noise"),
    corrected=Form(corrected, "line 12: S ← S + x_i + z_i, with S = 0 before the loop"),
    impact=Impact.SAFETY,
    argument="Each pass of the loop adds one datum to the mean and one noise to the variance; only the first is not 0.",
)
