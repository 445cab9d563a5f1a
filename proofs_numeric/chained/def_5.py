"""Statement: in BAS a collusion attack on a user is possible if and only if there is an attacker before the user and
one behind it in the row (Definition 5, the strong attacker).

Model: the first user adds all noise, and each user passes the sum so far on to the next one, the last to the server.
Attackers know the sums that they receive and send, and their own data and noise. A user is exposed where some sum of
data of honest users, the user's own among them, follows from that without noise: by going through all differences of
known sums, and known sums themselves if the first user is an attacker.

Corners: the first user as victim or attacker; neighbours.

Readings: with the server among the attackers (who sees the last sum) the first user and the server alone unmask
everybody: the server's sum less the first user's noise has none left.
"""

from optcheck.claims import *


class Chain(Instance):
    """Users in a row, a victim other than the first, and attackers."""

    users: int = integer(2, symbol="K")
    victim: int = integer(1, "users - 1", symbol="k")
    attackers: tuple[int, ...] = subset("users")
    server: bool = flag()
    conditions = ("all(i != victim for i in attackers)",)


def as_printed(at: Chain) -> Value:
    return any(i < at.victim for i in at.attackers) and any(i > at.victim for i in at.attackers)


def corrected(at: Chain) -> Value:
    behind = at.server or any(i > at.victim for i in at.attackers)
    return any(i < at.victim for i in at.attackers) and behind


def is_exposed(at: Chain) -> Value:
    """Whether data of honest users with the victim's among them are known without noise."""
    known = [one for i in at.attackers for one in (i, i + 1)]
    known += [at.users] if at.server else []
    without_noise = [0] if 0 in at.attackers else []
    starts = known + without_noise
    return any(start <= at.victim < end for start in starts for end in known if start > 0 or 0 in at.attackers)


CLAIM = Statement(
    "chained/def-5",
    place="Definition 5",
    title="when attackers can expose a user",
    domain=Chain.where("server == False"),
    truth=definition(is_exposed),
    asserts=decides,
    printed=Form(as_printed, "exposed ⇔ i < k < j for attackers i, j"),
    impact=Impact.SAFETY,
    argument=(
        "Sums up to a place before the victim are known from an attacker there, sums up to a place behind it from one "
        "behind; their difference has no noise, which the first user added to both. Without one of them all known sums "
        "hold the victim's data or none does."
    ),
    effort=Effort(instances=200, drawn=40, largest={"users": 6}),
    readings=(
        Reading(
            name="the server may be an attacker too",
            domain=Chain,
            corrected=Form(corrected, "exposed ⇔ i < k for an attacker i, and i' > k for one, or the server is one"),
            argument="The server knows the sum up to the last user.",
        ),
    ),
)
