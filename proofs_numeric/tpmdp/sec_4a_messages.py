"""Statement: with Shamir's secret sharing the noise costs O(1) extra rounds, and O(n) additional messages for each
party.

Model: each party shares its noise among all: one message to every other party, all in one round; shares are added
without messages. The messages that each party sends and receives, and the rounds, are counted while that is done. The
constants that are named: one round, 2n messages.

Corners: two parties.
"""

from optcheck.claims import *


class Sharing(Instance):
    """The number of parties, and the one whose messages are counted."""

    n: int = integer(2)
    party: int = integer(0, "n - 1")


def as_printed(sharing: Sharing) -> Value:
    return 1, 2 * sharing.n


def counted(sharing: Sharing) -> Value:
    """Rounds, and messages from and to the party."""
    rounds = [[(sender, to) for sender in range(sharing.n) for to in range(sharing.n) if sender != to]]
    messages = [message for messages in rounds for message in messages if sharing.party in message]
    return len(rounds), len(messages)


CLAIM = Statement(
    "tpmdp/sec-4a-messages",
    place="Section IV-A",
    title="the noise costs one round and a number of messages that grows with n",
    domain=Sharing,
    truth=definition(counted),
    asserts=at_most,
    printed=Form(as_printed, "O(1) rounds, O(n) messages; named: 1 and 2n"),
    impact=Impact.TEXT,
    argument="A party sends n - 1 shares of its noise and receives n - 1.",
    effort=Effort(instances=40, drawn=10, largest={"n": 20}),
)
