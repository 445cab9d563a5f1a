"""Statement: LDP: user O(d), server O(d). SecAgg: user O(n^2 + dn), server O(dn^2). CorDP-DME: user O(dn), server O(d).

Model: the numbers that are drawn or added once everybody has sent: a user of CorDP-DME draws n-1 shared vectors and
one of its own and adds them, the server adds n reports of d numbers. SecAgg as in the protocol that the table cites:
a user expands n-1 masks and shares two secrets with n users by polynomials of degree below n/2, the server expands a
mask for each pair of a responding and a missing user.

Corners: n = 2; many users with d = 1; d large.

Readings: O(d) is right for each report; a server that reads all reports needs O(dn), with LDP as with CorDP-DME.
"""

from optcheck.claims import *


class Work(Instance):
    """Whose work in which column of the table, and the sizes."""

    column: str = choice("LDP", "SecAgg", "CorDP")
    who: str = choice("user", "server")
    n: int = integer(2)
    d: int = integer(1)


def as_printed(work: Work) -> Value:
    n, d = work.n, work.d
    if work.column == "SecAgg":
        return n**2 + d * n if work.who == "user" else d * n**2
    return d * n if work.column == "CorDP" and work.who == "user" else d


def corrected(work: Work) -> Value:
    n, d = work.n, work.d
    if work.column == "SecAgg":
        return n**2 + d * n if work.who == "user" else d * n**2
    return d if work.column == "LDP" and work.who == "user" else d * n


def counted(work: Work) -> Value:
    """Numbers drawn or added, vector by vector and share by share."""
    n, d = work.n, work.d
    missing, threshold = n // 2, n // 2 + 1
    if work.who == "server" and work.column == "SecAgg":
        return sum(d for _ in range(n - missing)) + sum(d for _ in range(missing) for _ in range(n - missing))
    if work.who == "server":
        return sum(d for _ in range(n))
    if work.column == "LDP":
        return d
    shares = 2 * sum(threshold for _ in range(n)) if work.column == "SecAgg" else 0
    return d + sum(d for _ in range(n - 1)) + shares


def each_report(work: Work) -> Value:
    """The server's work for each of the reports that it reads."""
    return Fraction(counted(work), work.n)


CLAIM = Statement(
    "cordp/table-1-computation",
    place="Table 1",
    title="the printed computation costs of users and server",
    domain=Work,
    truth=definition(counted),
    asserts=order(Fraction(1, 8), 8),
    printed=Form(
        as_printed,
        "LDP O(d) and O(d), SecAgg O(n² + dn) and O(dn²), CorDP-DME O(dn) and O(d); read as within a factor of 8",
    ),
    corrected=Form(corrected, "the same, but O(dn) for the server of LDP and of CorDP-DME"),
    impact=Impact.TEXT,
    effort=Effort(instances=200, drawn=60),
    readings=(
        Reading(
            name="the server's work for each report",
            domain=Work.where('who == "server"', 'column != "SecAgg"'),
            truth=definition(each_report),
        ),
    ),
)
