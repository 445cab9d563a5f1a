"""Statement: the probability that there are attackers on both sides of a user is, with q = 1 - p, 1 + q^(K-1) - 2 (1 -
q^(K-1)) / (K q). The proof starts from (1/K) sum over i of (1 - q^i)(1 - q^(K-1-i)).

Model: as for one sub-vector at chained/thm-7-delta: every place in the row is as likely, everybody else an attacker
with probability p independently; two users at least.

Corners: two users (nobody can be in between), p = 0, p near 1.

Readings: the sum is right, its closed form is not: the geometric sum of q^i for i < K is (1 - q^K)/(1 - q). The printed
form claims probability 2 where nobody attacks, and is negative where attackers are many (three users, p = 9/10: -5.59,
where it is 0.27). The remarks on the order and on several slices at chained/thm-7-delta apply here as well.
"""

from optcheck.claims import *
from proofs_numeric._figures import BLUE, RED, line_drawing
from proofs_numeric.chained._exposure import Collusion, impact, strong_exposure


def as_printed(at: Collusion) -> Value:
    users, q = at.users, 1 - at.probability
    return 1 + q ** (users - 1) - 2 * (1 - q ** (users - 1)) / (users * q)


def corrected(at: Collusion) -> Value:
    users, p = at.users, at.probability
    if p == 0:
        return Fraction(0)
    return 1 + (1 - p) ** (users - 1) - 2 * (1 - (1 - p) ** users) / (users * p)


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


CLAIM = Statement(
    "chained/thm-8",
    place="Theorem 8, Eq. 32",
    title="failure probability against the strong attacker",
    domain=Collusion,
    truth=definition(strong_exposure),
    asserts=equals,
    printed=Form(as_printed, "δ̂_2 = 1 + q^(K−1) − 2(1 − q^(K−1)) / (K q), q = 1 − p"),
    corrected=Form(corrected, "δ̂_2 = 1 + q^(K−1) − 2(1 − q^K) / (K p), q = 1 − p (0 for p = 0)"),
    impact=impact,
    argument=(
        "Multiplied out, a place gives 1 − q^i − q^(K−1−i) + q^(K−1), and the sum of q^i for i < K is (1 − q^K)/p."
    ),
    corner="users == 2",
    effort=Effort(largest={"users": 30}),
    plot=plot,
)
