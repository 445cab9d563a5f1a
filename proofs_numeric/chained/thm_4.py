"""Statement: for every user the optimal cost outside, C_k^L (the least value of Eq. 26), is strictly larger than the
cost inside. Eq. 26 counts the user's own noise x, which is all it sees, and "the" noise of the others, a constant.

Model: inside, the noise is m max beta, added by the first user, whom BAS chooses below the maximum. Outside, x +
alpha_k x^(-1/2) is least at x = m beta_k (Lemma 1), where it is 3 m beta_k. Both costs are those of Eq. 14.

Corners: the first user, the largest one, preference 0, all others 0.

Readings: the paper's proof decides what "the" noise of the others is: they regroup and find their own equilibrium, m
times their largest preference. So the theorem fails only where a preference is 0. If the starred variances of Eq. 26
were those of Theorem 1's profile (m max beta, 0, ..., 0), the others would stay, and add nothing once the first user
has left. (If the others also acted alone, C_k^L would only grow.)
"""

from optcheck.claims import *
from proofs_numeric.chained._game import Preferences, cost, cost_at, enforced


class OneUser(Instance):
    """A row of users that BAS lets begin, and one of them."""

    preferences: Preferences = row(rational(at_least=0), least=2, symbol="β")
    user: int = integer(0, "len(preferences) - 1", symbol="k−1")
    conditions = ("preferences[0] < max(preferences)",)


def as_printed(one: OneUser) -> bool:
    return len(one.preferences) > 0


def corrected(one: OneUser) -> bool:
    return one.preferences[one.user] > 0 and max(others(one)) > 0


def corrected_if_others_stay(one: OneUser) -> bool:
    return one.user > 0 and one.preferences[one.user] > 0


def others(one: OneUser) -> Preferences:
    return (*one.preferences[: one.user], *one.preferences[one.user + 1 :])


def pays_more_outside(one: OneUser, noise: Value) -> bool:
    """Outside the user adds its own best noise (Lemma 1), and pays for that and for the others'."""
    own = one.preferences[one.user]
    inside = cost_at(one.preferences, enforced(one.preferences), one.user)
    return bool(cost(own, own + noise, own) > inside)


def if_others_stay(one: OneUser) -> bool:
    profile = enforced(one.preferences)
    return pays_more_outside(one, sum(profile) - profile[one.user])


def if_others_regroup(one: OneUser) -> bool:
    return pays_more_outside(one, max(others(one)))


CLAIM = Statement(
    "chained/thm-4",
    place="Theorem 4",
    title="participating always costs less than LDP",
    domain=OneUser,
    truth=definition(if_others_regroup),
    asserts=decides,
    printed=Form(as_printed, "C_k^L > C_k for every user"),
    corrected=Form(corrected, "C_k^L > C_k exactly if β_k > 0 and some other preference is"),
    impact=Impact.OPTIMALITY,
    argument=(
        "Outside a user pays 3q² and the others' largest preference, inside top² + 2q³/top, q² its preference and top² "
        "the largest. If another user has the largest, 3q² exceeds 2q³/top for q > 0; if the user itself has it, "
        "inside it pays 3q², and outside the others' noise in addition. With q = 0 both costs are the others' noise."
    ),
    corner="0 in preferences",
    rests_on=("chained/lem-1",),
    readings=(
        Reading(
            name="the others stay: Eq. 26 with the variances of Theorem 1",
            truth=definition(if_others_stay),
            corner="0 in preferences",
            corrected=Form(corrected_if_others_stay, "C_k^L > C_k exactly for k > 1 with β_k > 0"),
            argument=(
                "The first user's leaving takes all noise away; it has q < top and pays 3q² outside, less than inside. "
                "For the others 3q² and all noise exceed top² + 2q³/top if q > 0."
            ),
        ),
    ),
)
