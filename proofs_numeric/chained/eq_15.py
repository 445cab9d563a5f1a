"""Statement: the cost of user k is beta_k C^acc + C^pri, where Eq. 14 had C^acc + alpha_k C^pri.

Model: C^acc is the sum of all variances, C^pri the inverse root of the noise that the user's data carry. The checker
computes the cost of Eq. 14; everything in units of m, where alpha_k C^pri is 2 beta_k^(3/2) / sqrt(noise).

Corners: preference 0 and 1 (where both agree).

Readings: as a new definition it would lead elsewhere: its best total noise is m beta_k^(-2/3), less for users who care
more. Lemma 1 and everything after it follow from Eq. 14, so nothing else in the paper is touched.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import sympy

from optcheck.claims import Argument, Claim, Domain, Form, Formula, Impact, Quantity, Value
from optcheck.claims.claim import amounts
from optcheck.claims.functions import power, surd
from optcheck.claims.relations import equals
from proofs_numeric.chained._game import game


@dataclass(frozen=True, slots=True)
class LastUser:
    """A user's preference, the noise that it finds, and the noise that it adds."""

    preference: Fraction
    found: Fraction
    added: Fraction


def as_printed(user: LastUser) -> Value:
    noise = user.found + user.added
    return user.preference * noise + 2 * surd(noise) / noise


def corrected(user: LastUser) -> Value:
    noise = user.found + user.added
    return noise + 2 * power(user.preference, Fraction(3, 2)) * surd(noise) / noise


def proof(argument: Argument, form: Formula[LastUser]) -> None:
    r, y = sympy.symbols("r y", positive=True)
    m = sympy.Rational(1, 4) ** sympy.Rational(1, 3)
    found = sympy.Symbol("found", positive=True)
    noise = m * (found + y**2)
    cost = (noise + r**3 / sympy.sqrt(noise)) / m
    argument.identity("Eq. 14 with alpha = beta^(3/2), in units of m", form(LastUser(r**2, found, y**2)), cost)


def grid() -> Iterator[LastUser]:
    cases = product(amounts("0 1 4 9 1/4"), amounts("0 1 3"), amounts("0 1 3 6"))
    return (LastUser(*case) for case in cases if case[1] + case[2] > 0)


CLAIM = Claim(
    id="chained/eq-15",
    place="text after Eq. 15",
    title="the cost as restated there",
    domain=Domain("preferences 0, 1/4, 1, 4, 9; noise found 0, 1, 3 and added 0, 1, 3, 6, not both 0", grid),
    truth=Quantity(
        kind="noise-game-cost",
        name="cost",
        describe=lambda user: {
            **game((Fraction(0), user.preference), (user.found, user.added)),
            "user": 1,
            "responding": False,
        },
    ),
    asserts=equals,
    printed=Form(as_printed, "C_k = β_k C^acc + C^pri"),
    corrected=Form(corrected, "C_k = C^acc + β_k^(3/2) C^pri"),
    impact=Impact.TEXT,
    proof=proof,
)
