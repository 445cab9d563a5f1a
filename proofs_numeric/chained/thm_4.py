"""Statement: for every user the optimal cost outside, C_k^L (the least value of Eq. 26), is strictly larger than the
cost inside. Eq. 26 counts the user's own noise x, which is all it sees, and "the" noise of the others, a constant.

Model: inside, the noise is m max beta, added by the first user, whom BAS chooses below the maximum. Outside, x +
alpha_k x^(-1/2) is least at x = m beta_k, where it is 3 m beta_k. The checker computes both costs and compares them.

Corners: the first user, the largest one, preference 0, all others 0.

Readings: by the letter of Eq. 26 the starred variances are those of Theorem 1's profile (m max beta, 0, ..., 0): the
others stay, and add nothing once the first user has left. The paper's proof lets them regroup: they find their own
equilibrium, m times their largest preference. (If the others also acted alone, C_k^L would only grow.)
"""

from typing import Literal

import sympy

from optcheck.claims import Argument, Claim, Domain, Form, Formula, Impact, Mark, Quantity, Reading, compares
from optcheck.claims.claim import texts
from optcheck.claims.functions import row
from optcheck.claims.relations import decides
from proofs_numeric.chained._game import OneUser, Preferences, drawn_rows, drawn_user, every_user, rows, users_order
from proofs_numeric.chained._steps import cost


def as_printed(one: OneUser) -> bool:
    return bool(one.preferences)


def corrected(one: OneUser) -> bool:
    return one.user > 0 and one.preferences[one.user] > 0


def corrected_if_others_regroup(one: OneUser) -> bool:
    others = (*one.preferences[: one.user], *one.preferences[one.user + 1 :])
    return one.preferences[one.user] > 0 and max(others) > 0


def difference(others: Literal["stay", "regroup"]) -> Quantity[OneUser]:
    """Whether the cost outside is larger than inside."""
    return Quantity(
        kind="noise-game-participation",
        name="outside - inside",
        holds=compares(">"),
        describe=lambda one: {"preferences": texts(one.preferences), "user": one.user, "others": others},
    )


def can_begin(preferences: Preferences) -> bool:
    """Whether BAS lets this order begin: the first user is not one with the largest preference."""
    return preferences[0] < max(preferences)


def proof(argument: Argument, form: Formula[OneUser]) -> None:
    q, more = sympy.symbols("q more", positive=True)
    top = q + more
    for user in (0, 1):
        stays = form(OneUser(row("beta", entries={user: q**2}), user))
        outside = 3 * q**2 + (top**2 if user else 0)
        gain = (outside - cost(top, q)) * top
        if stays:
            argument.positive("who is not first pays more outside: times the root of the noise", gain)
        else:
            argument.positive("the first user pays less outside: times the root of the noise", -gain)
    argument.truth(
        "with preference 0 both costs are the others' noise", not form(OneUser(row("beta", entries={1: 0}), 1))
    )
    argument.words(
        "A user with the largest preference has q = top; there outside minus inside is the noise of the rest."
    )


DOMAIN: Domain[OneUser] = Domain(
    description="2, 3 users with roots 0, 1/2, 1, 3/2, 2, 3 of the preferences, 4 users with 0 to 3, the first one "
    "below the maximum; every user",
    grid=lambda: every_user(filter(can_begin, rows(2, 4, zeros=True))),
    order=users_order,
    strategy=lambda: drawn_user(drawn_rows(2, 7, zeros=True).filter(can_begin)),
    degenerate=lambda one: 0 in one.preferences,
    corner="a preference of 0",
)
CLAIM = Claim(
    id="chained/thm-4",
    place="Theorem 4",
    title="participating always costs less than LDP",
    domain=DOMAIN,
    truth=difference("stay"),
    asserts=decides,
    printed=Form(as_printed, "C_k^L > C_k for every user"),
    corrected=Form(corrected, "C_k^L > C_k exactly for k > 1 with β_k > 0 (the others stay, Eq. 26)"),
    impact=Impact.OPTIMALITY,
    proof=proof,
    rests_on=("chained/lem-1",),
    readings=(
        Reading(
            name="the others regroup",
            truth=difference("regroup"),
            corrected=Form(corrected_if_others_regroup, "C_k^L > C_k exactly if β_k > 0 and some other preference is"),
            mark=Mark.AS_ITS_PROOF_USES_IT,
        ),
    ),
)
