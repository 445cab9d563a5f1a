"""Statement: whatever the others report, no user lowers its cost by a report b_k other than beta_k.

Model: Mechanism 1 as listed: the noise is m times the largest report, added by the first user, so the order does not
matter for anybody's cost. Preferences and reports are given by their roots. Any other report costs no less than the
form's; one that leaves no noise at all costs infinitely much and is left out. The theorem needs line 10 of
Mechanism 1, which fixes everybody's noise: if reports only decided the order and users then played the equilibrium of
Definition 3, overstating would pay (preferences (1, 4): the first user pays 6 m, or 5 m with 5).

Corners: the user with the largest preference, ties with others, others reporting 0, preference 0.

Readings: dominance is weak: reports below the others' largest change nothing. If all bids are equal stage 2 never ends,
and footnote 4 excludes ties; they are kept, with the cost that any order would give. In the paper's proof, case 1 says
that a user with the largest preference pays the same whatever it reports; it pays more when it reports less.
"""

from optcheck.claims import *


class Reporter(Instance):
    """The roots of a user's preference, of what the others report, and of what the user may report instead."""

    own: Fraction = rational(at_least=0, symbol="√β")
    others: tuple[Fraction, ...] = row(rational(at_least=0), least=1, symbol="√b")
    instead: Fraction = rational(at_least=0)
    conditions = ("max(others) + instead > 0",)


def as_printed(one: Reporter) -> Value:
    return one.own


def paid(one: Reporter, report: Value) -> Value:
    """Eq. 14 for the root of a report: the noise is the largest one, and all data carry it."""
    level = largest(report, largest(one.others))
    return level**2 + (2 * one.own**3 / level if one.own > 0 else 0)


def paid_instead(one: Reporter) -> Value:
    return paid(one, one.instead)


CLAIM = Statement(
    "chained/thm-2",
    place="Theorem 2",
    title="truthful reporting is (weakly) dominant in BAS",
    domain=Reporter,
    truth=definition(paid_instead),
    means=paid,
    asserts=at_least,
    printed=Form(as_printed, "b_k = β_k costs no more than any other report, whatever the others report"),
    impact=Impact.OPTIMALITY,
)
