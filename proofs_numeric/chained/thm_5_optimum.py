"""Statement: the sum of all users' costs is least at (m (mean of beta)^(2/3), 0, ..., 0).

Model: an instance holds any other profile with which every cost is finite; by Eq. 14 all users together pay no less
there than at the form's. Preferences are given by their roots; variances and
costs are in units of m.

Corners: equal preferences, preference 1 (alpha = beta).

Readings: with alpha in place of beta the formula is right: the paper's inconsistent use of beta is the whole mistake.
"""

from itertools import accumulate

from optcheck.claims import *


class Planner(Instance):
    """The roots of the users' preferences, and any other profile of variances in units of m."""

    roots: tuple[Fraction, ...] = row(rational(above=0), least=2, symbol="√β")
    other: tuple[Fraction, ...] = row(rational(at_least=0), "len(roots)", symbol="other σ²/m")
    conditions = ("other[0] > 0",)


def as_printed(users: Planner) -> Value:
    return power(sum(root**2 for root in users.roots) / count(users.roots), Fraction(2, 3))


def corrected(users: Planner) -> Value:
    return power(sum(root**3 for root in users.roots) / count(users.roots), Fraction(2, 3))


def total_cost(users: Planner, noise: Value) -> Value:
    """What all users pay together when the first one adds this noise, and nobody else any."""
    return sum(noise + 2 * root**3 / sqrt(noise) for root in users.roots)


def other_cost(users: Planner) -> Value:
    """What they pay at the other profile, by Eq. 14."""
    noise = sum(users.other)
    seen = list(accumulate(users.other))
    return sum(noise + 2 * users.roots[user] ** 3 / sqrt(seen[user]) for user in range(len(seen)))


CLAIM = Statement(
    "chained/thm-5-optimum",
    place="proof of Theorem 5",
    title="the centralised optimum",
    domain=Planner,
    truth=definition(other_cost),
    means=total_cost,
    asserts=at_least,
    printed=Form(as_printed, "σ_1² = m (Σ_k β_k / K)^(2/3), the others 0"),
    corrected=Form(corrected, "σ_1² = m (Σ_k β_k^(3/2) / K)^(2/3), the others 0"),
    impact=Impact.OPTIMALITY,
    argument=(
        "Nobody's data carry more noise than there is in all, so noise in the first place is best. With a³ the mean "
        "weight the total K x² + 2K a³/x exceeds 3K a² by K (x − a)² (x + 2a)/x, so it is least at x = a."
    ),
    effort=Effort(instances=400, drawn=30, largest={"roots": 6}),
    readings=(
        Reading(
            name="α_k where β_k is printed",
            printed=Form(corrected, "σ_1² = m (Σ_k α_k / K)^(2/3), the others 0"),
            mark=Mark.AS_ITS_PROOF_USES_IT,
            argument="As for the correction.",
        ),
    ),
)
