"""Statement: with the first user adding sigma_1^2, its cost is beta_1/sigma_1 plus the constant m max beta while
sigma_1^2 is at most m max beta, and beta_1/sigma_1 plus K sigma_1^2 beyond.

Model: the others respond one after the other (Lemma 1), and the cost is that of Eq. 14. Costs are in units of
m; with sigma_1^2 = u m, alpha/sigma is 2 alpha/sqrt(u) of them. At least two users: with one, nobody responds.

Corners: equal preferences, the first user with the largest preference, u at the border.

Readings: the letter has the weight beta_1 where Remark 2 defines alpha_1 = beta_1^(3/2); with alpha the formula is
still wrong, by K sigma_1^2 for sigma_1^2 and by a constant that counts the first user's own preference.
"""

from optcheck.claims import *
from proofs_numeric.chained._game import Preferences, cost, responded


class FirstMove(Instance):
    """The first user's preference, those of the others, and the variance that the first one adds."""

    own: Fraction = rational(at_least=0, symbol="β_1")
    others: Preferences = row(rational(at_least=0), least=1, symbol="β of the others")
    first: Fraction = rational(above=0, symbol="σ_1²/m")


def as_printed(move: FirstMove) -> Value:
    privacy, top = 2 * move.own / sqrt(move.first), largest(move.own, largest(move.others))
    return privacy + (top if move.first <= top else (1 + count(move.others)) * move.first)


def with_alpha(move: FirstMove) -> Value:
    privacy, top = 2 * power(move.own, Fraction(3, 2)) / sqrt(move.first), largest(move.own, largest(move.others))
    return privacy + (top if move.first <= top else (1 + count(move.others)) * move.first)


def corrected(move: FirstMove) -> Value:
    return 2 * power(move.own, Fraction(3, 2)) / sqrt(move.first) + largest(move.first, largest(move.others))


def paid(move: FirstMove) -> Value:
    """The first user's data carry its own noise only; the others respond, and all noise counts."""
    return cost(move.own, responded(move.others, move.first), move.first)


CLAIM = Statement(
    "chained/eq-21",
    place="Eq. 21",
    title="first user's cost given best responses",
    domain=FirstMove,
    truth=definition(paid),
    asserts=equals,
    printed=Form(as_printed, "β_1/σ_1 + m max β if σ_1² ≤ m max β, else β_1/σ_1 + K σ_1²"),
    corrected=Form(corrected, "α_1/σ_1 + max(σ_1², m max_{k≥2} β_k), α_1 = β_1^(3/2)"),
    argument=(
        "Each response leaves the larger of the noise before and the user's preference, so the noise ends at the "
        "larger of σ_1² and the others' largest preference (Eq. 18); the first user's data carry σ_1²."
    ),
    rests_on=("chained/eq-18",),
    readings=(
        Reading(
            name="α_1 where β_1 is printed",
            printed=Form(with_alpha, "α_1/σ_1 + m max β if σ_1² ≤ m max β, else α_1/σ_1 + K σ_1²"),
            expected=Outcome.REFUTED,
        ),
    ),
)
