"""Statement: LDP: user O(d), server O(d). SecAgg: user O(n^2 + dn), server O(dn^2). CorDP-DME: user O(dn), server O(d).

Model: the numbers that are drawn or added once everybody has sent: a user of CorDP-DME draws n-1 shared vectors and
one of its own and adds them, the server adds n reports of d numbers. SecAgg as in the protocol that the table cites:
a user expands n-1 masks and shares two secrets with n users by polynomials of degree below n/2, the server expands a
mask for each pair of a responding and a missing user.

Corners: n = 2; n = 1000 with d = 1; d = 1000.

Readings: O(d) is right for each report; a server that reads all reports needs O(dn), with LDP as with CorDP-DME.
"""

from dataclasses import dataclass
from fractions import Fraction

from optcheck.claims import Claim, Definition, Domain, Form, Impact, Reading, Value
from optcheck.claims.claim import each
from optcheck.claims.relations import order as within

SUMMING = ("LDP server", "CorDP server")


@dataclass(frozen=True, slots=True)
class Work:
    """Whose work in which column of the table, and the sizes."""

    who: str
    n: int
    d: int


def as_printed(work: Work) -> Value:
    n, d = work.n, work.d
    rates = {"LDP user": d, "LDP server": d, "SecAgg user": n**2 + d * n, "SecAgg server": d * n**2}
    return {**rates, "CorDP user": d * n, "CorDP server": d}[work.who]


def corrected(work: Work) -> Value:
    return as_printed(work) * (work.n if work.who in SUMMING else 1)


def counted(work: Work) -> Value:
    """Numbers drawn or added, counted one by one."""
    n, d = work.n, work.d
    missing, threshold = n // 2, n // 2 + 1
    vectors = {
        "LDP user": 1,
        "LDP server": sum(1 for _ in range(n)),
        "SecAgg user": 1 + sum(1 for _ in range(n - 1)),
        "SecAgg server": (n - missing) + sum(1 for _ in range(missing) for _ in range(n - missing)),
        "CorDP user": 1 + sum(1 for _ in range(n - 1)),
        "CorDP server": sum(1 for _ in range(n)),
    }[work.who]
    shares = 2 * sum(threshold for _ in range(n)) if work.who == "SecAgg user" else 0
    return vectors * d + shares


def each_report(work: Work) -> Value:
    """The server's work for each of the reports that it reads."""
    return counted(work) / Fraction(work.n)


SIZES = ((2, 1), (10, 5), (100, 1), (100, 1000), (400, 3))
DOMAIN: Domain[Work] = Domain(
    "six entries, five sizes up to n = 400, d = 1000",
    each(
        lambda column, who, size: Work(f"{column} {who}", *size), ("LDP", "SecAgg", "CorDP"), ("user", "server"), SIZES
    ),
    lambda work: (work.n, work.d, work.who),
)
CLAIM = Claim(
    id="cordp/table-1-computation",
    place="Table 1",
    title="the printed computation costs of users and server",
    domain=DOMAIN,
    truth=Definition(counted),
    asserts=within(Fraction(1, 8), 8),
    printed=Form(
        as_printed, "LDP O(d) and O(d), SecAgg O(n² + dn) and O(dn²), CorDP-DME O(dn) and O(d); constants 1/8 and 8"
    ),
    corrected=Form(corrected, "the same, but O(dn) for the server of LDP and of CorDP-DME"),
    impact=Impact.TEXT,
    readings=(
        Reading(
            name="the server's work for each report",
            domain=DOMAIN.where(lambda work: work.who in SUMMING, "the servers of LDP and CorDP-DME"),
            truth=Definition(each_report),
        ),
    ),
)
