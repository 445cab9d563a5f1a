"""Statement: the probability that there are attackers on both sides of a user is, with q = 1 - p, 1 + q^(K-1) - 2 (1 -
q^(K-1)) / (K q). The proof starts from (1/K) sum over i of (1 - q^i)(1 - q^(K-1-i)).

Model: as for chained/thm-7-delta: all orders with equal weight, all sets of attackers, one slice, two users at least.

Corners: two users (nobody can be in between), p = 0, p near 1.

Readings: the sum is right, its closed form is not: the geometric sum of q^i for i < K is (1 - q^K)/(1 - q). The printed
form claims probability 2 where nobody attacks, and is negative where attackers are many. The remarks on the order and
on several slices at chained/thm-7-delta apply here as well.
"""

from fractions import Fraction

import sympy

from optcheck.claims import Argument, Claim, Form, Formula, Value
from optcheck.claims.figures import BLUE, RED, line_drawing
from optcheck.claims.relations import equals
from proofs_numeric.chained._exposure import DOMAIN, Collusion, exposure, impact


def as_printed(instance: Collusion) -> Value:
    users, q = instance.users, 1 - instance.probability
    return 1 + q ** (users - 1) - 2 * (1 - q ** (users - 1)) / (users * q)


def corrected(instance: Collusion) -> Value:
    users, p = instance.users, instance.probability
    if p == 0:
        return Fraction(0)
    return 1 + (1 - p) ** (users - 1) - 2 * (1 - (1 - p) ** users) / (users * p)


def proof(argument: Argument, form: Formula[Collusion]) -> None:
    q, u, v = sympy.symbols("q u v", positive=True)
    argument.identity("a place with q^i = u and q^(K-1-i) = v: multiplied out", (1 - u) * (1 - v), 1 - u - v + u * v)
    argument.induction(
        "the sum of q^i for i < K, which the form contains, is that of a geometric row",
        lambda users: users * (1 + q ** (users - 1) - form(Collusion(users, 1 - q))) / 2,
        start=1,
        first=1,
        step=lambda before, n: before + q**n,
    )
    argument.truth("nobody attacks, nobody is exposed", form(Collusion(5, Fraction(0))) == 0)


def plot() -> str:
    def printed(p: float) -> float:
        return 1 + (1 - p) ** 4 - 2 * (1 - (1 - p) ** 4) / (5 * (1 - p))

    def right(p: float) -> float:
        return 1 + (1 - p) ** 4 - 2 * (1 - (1 - p) ** 5) / (5 * p)

    return line_drawing(
        "Five users: probability of exposure by the attackers' share p",
        (0.001, 0.9),
        (0.0, 2.2),
        (("as printed", RED, lambda p: max(printed(p), 0.0)), ("true", BLUE, right)),
        (0.2, 0.4, 0.6, 0.8),
    )


CLAIM = Claim(
    id="chained/thm-8",
    place="Theorem 8, Eq. 32",
    title="failure probability against the strong attacker",
    domain=DOMAIN,
    truth=exposure("strong"),
    asserts=equals,
    printed=Form(as_printed, "δ̂_2 = 1 + q^(K−1) − 2(1 − q^(K−1)) / (K q), q = 1 − p"),
    corrected=Form(corrected, "δ̂_2 = 1 + q^(K−1) − 2(1 − q^K) / (K p), q = 1 − p (0 for p = 0)"),
    impact=impact,
    proof=proof,
    plot=plot,
)
