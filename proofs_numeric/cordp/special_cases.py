"""Statement: with independent noise Eq. 3 becomes the local constraint (Eq. 18); with masks of secure aggregation the
probability of a masked report given the other masked reports is that of the sum of the unmasked ones (Eqs. 21 to 24),
so that Eq. 3 becomes the constraint of distributed privacy.

Model: users' noisy values in a field of p elements with exact distributions, one uniform mask for each pair, added by
one and subtracted by the other; the conditional probability is added up over all noises and masks. Nobody drops out
or colludes, as in the appendix.

Corners: two users; p = 2, where plus and minus agree; a user whose value is certain; one user, whom no mask protects:
there both sides are the local constraint.

Readings: the local case is one user, whose report is not masked and has nothing else to depend on.
"""

from collections.abc import Iterator
from itertools import combinations, product
from math import prod

from optcheck.claims import *


class Masked(Instance):
    """A field, the distribution of each user's value, the first user's masked report, and those of the others."""

    field: int = integer(2, 5)
    users: tuple[tuple[Fraction, ...], ...] = row(distribution("field"), least=1)
    report: int = integer(0, "field - 1")
    others: tuple[int, ...] = row(integer(0, "field - 1"), "len(users) - 1")
    conditions = ("field != 4",)


def as_printed(at: Masked) -> Value:
    wanted = at.report + sum(at.others)
    return sum(chance for values, chance in outcomes(at) if (sum(values) - wanted) % at.field == 0)


def outcomes(at: Masked) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """All values of the users with their probability."""
    for values in product(range(at.field), repeat=len(at.users)):
        yield values, prod((row[value] for row, value in zip(at.users, values, strict=True)), start=Fraction(1))


def conditional(at: Masked) -> Value:
    """The probability of the first masked report given the others, over all noises and masks."""
    field, pairs = at.field, list(combinations(range(len(at.users)), 2))
    both = given = Fraction(0)
    for masks in product(range(field), repeat=len(pairs)):
        for values, chance in outcomes(at):
            sent = list(values)
            for (low, high), mask in zip(pairs, masks, strict=True):
                sent[high], sent[low] = (sent[high] + mask) % field, (sent[low] - mask) % field
            if tuple(sent[1:]) == at.others:
                given += chance
                both += chance if sent[0] == at.report else 0
    return both / given


CLAIM = Statement(
    "cordp/special-cases",
    place="Appendix A",
    title="LDP and secure aggregation as special cases",
    domain=Masked,
    truth=definition(conditional),
    asserts=equals,
    printed=Form(as_printed, "P(masked report | the other masked reports) = P(sum of the values)"),
    argument=(
        "Masks cancel in the sum, and n-1 masked reports are uniform and independent of it (one-time pad), so "
        "conditioning on them leaves the distribution of the sum."
    ),
    effort=Effort(instances=200, drawn=20, largest={"field": 3, "users": 3}),
)
