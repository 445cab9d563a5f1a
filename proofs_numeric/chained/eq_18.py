"""Statement: the variances add up to m times the largest preference, whatever the order of the users. (Corollary 2
calls this the privacy cost; it is the accuracy cost of Eq. 11.)

Model: the profile that responding leads to, user after user; the checker accepts it as a Nash equilibrium and adds up
its variances. That there is no other equilibrium is chained/thm-1-nash.

Corners: one user, equal preferences, preference 0, all preferences 0.

Readings: Lemma 1 is stated for k > 1; here the first user responds too, to no noise at all. If only the later users
respond, the total is the larger of sigma_1^2 and m max beta over k > 1.
"""

import sympy

from optcheck.claims import Argument, Claim, Form, Formula, Quantity, Value
from optcheck.claims.functions import largest, row
from optcheck.claims.relations import equals
from proofs_numeric.chained._game import Users, best_responses, game, users_domain


def as_printed(users: Users) -> Value:
    return largest(users.preferences)


def proof(argument: Argument, form: Formula[Users]) -> None:
    def total(top: Value) -> Value:
        return form(Users(row("beta", largest=top)))

    before, wanted = sympy.symbols("before wanted", nonnegative=True)
    argument.identity("without users there is no noise", total(sympy.Integer(0)), 0)
    for case in argument.order(before, wanted):
        noise, target = total(before).subs(case), wanted.subs(case)
        added = largest(target - noise, 0)  # Lemma 1
        argument.identity(
            "one more user, who responds best, leaves the larger of the noise before and its preference",
            noise + added,
            total(largest(before.subs(case), target)),
        )


CLAIM = Claim(
    id="chained/eq-18",
    place="Eq. 18, Corollary 2",
    title="best responses add up to m max β, whatever the order",
    domain=users_domain(1, zeros=True),
    truth=Quantity(
        kind="noise-game-equilibrium",
        name="total noise",
        describe=lambda users: game(users.preferences, best_responses(users.preferences)),
    ),
    asserts=equals,
    printed=Form(as_printed, "Σ_k σ_k² = m max β"),
    proof=proof,
    rests_on=("chained/lem-1",),
)
