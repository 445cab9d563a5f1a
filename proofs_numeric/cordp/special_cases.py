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
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from math import prod

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Value
from optcheck.claims.claim import amounts
from optcheck.claims.relations import equals

Row = tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Masked:
    """The distribution of each user's value, the first user's masked report, and those of the others."""

    users: tuple[Row, ...]
    report: int
    others: tuple[int, ...]


def as_printed(at: Masked) -> Value:
    wanted = at.report + sum(at.others)
    return sum(chance for values, chance in outcomes(at) if (sum(values) - wanted) % len(at.users[0]) == 0)


def outcomes(at: Masked) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """All values of the users with their probability."""
    for values in product(range(len(at.users[0])), repeat=len(at.users)):
        yield values, prod((row[value] for row, value in zip(at.users, values, strict=True)), start=Fraction(1))


def conditional(at: Masked) -> Value:
    """The probability of the first masked report given the others, over all noises and masks."""
    field, pairs = len(at.users[0]), list(combinations(range(len(at.users)), 2))
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


def proof(argument: Argument, form: Formula[Masked]) -> None:
    argument.cases(
        "for two users and any field up to 5 every mask turns the other report into a uniform one",
        [
            len({(value + mask) % field for mask in range(field)}) == field
            for field in (2, 3, 5)
            for value in range(field)
        ],
    )
    row = amounts("1/2 1/3 1/6")
    reports = [Masked((row, row[::-1]), report, (other,)) for report in range(3) for other in range(3)]
    argument.cases(
        "two users in a field of 3", [form(at) == conditional(at) for at in (*reports, Masked((row,), 1, ()))]
    )
    argument.words(
        "Masks cancel in the sum, and n-1 masked reports are uniform and independent of it (one-time pad), so "
        "conditioning on them leaves the distribution of the sum."
    )


def grid() -> Iterator[Masked]:
    for texts, most in ((("1/2 1/2", "1/4 3/4", "1 0"), 3), (("1/2 1/3 1/6", "0 1/4 3/4"), 2)):
        rows = [amounts(text) for text in texts]
        for users in (choice for size in range(1, most + 1) for choice in product(rows, repeat=size)):
            for report, *others in product(range(len(rows[0])), repeat=len(users)):
                yield Masked(users, report, tuple(others))


CLAIM = Claim(
    id="cordp/special-cases",
    place="Appendix A",
    title="LDP and secure aggregation as special cases",
    domain=Domain(
        description="up to three users in a field of 2, up to two in a field of 3, a few distributions, all reports",
        grid=grid,
        order=lambda at: (len(at.users), len(at.users[0]), at.report, at.others, at.users),
    ),
    truth=Definition(conditional),
    asserts=equals,
    printed=Form(as_printed, "P(masked report | the other masked reports) = P(sum of the values)"),
    proof=proof,
)
