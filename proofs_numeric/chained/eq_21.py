"""Statement: with the first user adding sigma_1^2, its cost is beta_1/sigma_1 plus the constant m max beta while
sigma_1^2 is at most m max beta, and beta_1/sigma_1 plus K sigma_1^2 beyond.

Model: the others respond one after the other (Lemma 1), and the checker computes the cost from Eq. 14. In units of m,
with sigma_1^2 = u m, alpha/sigma becomes 2 alpha/sqrt(u). At least two users: with one there is nobody to respond.

Corners: equal preferences, the first user with the largest preference, u at the border.

Readings: the letter has the weight beta_1 where Remark 2 defines alpha_1 = beta_1^(3/2); with alpha the formula is
still wrong, by K sigma_1^2 for sigma_1^2 and by a constant that counts the first user's own preference.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import sympy
from hypothesis import strategies as st

from optcheck.claims import Argument, Claim, Document, Domain, Form, Formula, Outcome, Quantity, Reading, Value
from optcheck.claims.claim import amounts, simplicity
from optcheck.claims.functions import count, largest, power, row, sqrt
from optcheck.claims.relations import equals
from proofs_numeric.chained._game import Preferences, best_responses, drawn_rows, game, rows, squares
from proofs_numeric.chained._steps import r, units, y


@dataclass(frozen=True, slots=True)
class FirstMove:
    """The first user's preference, those of the others, and the variance that the first one adds."""

    own: Fraction
    others: Preferences
    first: Fraction


def as_printed(move: FirstMove) -> Value:
    privacy, top = 2 * move.own / sqrt(move.first), largest(move.own, largest(move.others))
    return privacy + (top if move.first <= top else (1 + count(move.others)) * move.first)


def with_alpha(move: FirstMove) -> Value:
    privacy, top = 2 * power(move.own, Fraction(3, 2)) / sqrt(move.first), largest(move.own, largest(move.others))
    return privacy + (top if move.first <= top else (1 + count(move.others)) * move.first)


def corrected(move: FirstMove) -> Value:
    return 2 * power(move.own, Fraction(3, 2)) / sqrt(move.first) + largest(move.first, largest(move.others))


def document(move: FirstMove) -> Document:
    preferences = (move.own, *move.others)
    return {**game(preferences, best_responses(preferences, (move.first,))), "user": 0, "responding": True}


def proof(argument: Argument, form: Formula[FirstMove]) -> None:
    units(argument)
    top = sympy.Symbol("top", nonnegative=True)
    paid = form(FirstMove(r**2, row("others", largest=top), y**2))
    noise = largest(y**2, top)  # Eq. 18: each response leaves the larger of the noise before and the preference
    argument.identity("the first user sees y^2 of the noise max(y^2, top)", paid, noise + 2 * r**3 / y)


def grid() -> Iterator[FirstMove]:
    for own, *others in rows(2, 3):
        yield from (FirstMove(own, tuple(others), root**2) for root in amounts("1 2 3 4 1/2 3/2 5/2"))


CLAIM = Claim(
    id="chained/eq-21",
    place="Eq. 21",
    title="first user's cost given best responses",
    domain=Domain(
        description="2 or 3 users with roots 1/2, 1, 3/2, 2, 3 of the preferences, first variance with roots 1/2 to 4",
        grid=grid,
        order=lambda move: (len(move.others), *simplicity((move.own, *move.others)), *simplicity((move.first,))),
        strategy=lambda: st.builds(FirstMove, squares(), drawn_rows(1, 5), squares()),
    ),
    truth=Quantity(kind="noise-game-cost", name="cost", describe=document),
    asserts=equals,
    printed=Form(as_printed, "β_1/σ_1 + m max β if σ_1² ≤ m max β, else β_1/σ_1 + K σ_1²"),
    corrected=Form(corrected, "α_1/σ_1 + max(σ_1², m max_{k≥2} β_k), α_1 = β_1^(3/2)"),
    proof=proof,
    rests_on=("chained/eq-18",),
    readings=(
        Reading(
            name="α_1 where β_1 is printed",
            printed=Form(with_alpha, "α_1/σ_1 + m max β if σ_1² ≤ m max β, else α_1/σ_1 + K σ_1²"),
            expected=Outcome.REFUTED,
        ),
    ),
)
