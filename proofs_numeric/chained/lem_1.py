"""Statement: user k tops the noise up to m beta_k: it adds m beta_k minus the noise already there, or nothing if there
is as much. The lemma says k > 1; the formula is right for k = 1 too.

Model: preference, the variances added before and after, and any other variance that the user may add instead: by Eq.
14 that costs no less. What the others want does not matter to the user.

Corners: preference 0, no noise before, exactly enough noise before, noise after; no noise at all, an infinite cost.

Readings: the subscript of alpha is missing in "beta_k = alpha^(2/3)"; Remark 2 has it.
"""

from optcheck.claims import *
from proofs_numeric.chained._game import Profile, cost


class Situation(Instance):
    """A user's preference, what the others add before and after it, and what it may add instead."""

    preference: Fraction = rational(at_least=0, symbol="β")
    before: Profile = row(rational(at_least=0))
    after: Profile = row(rational(at_least=0))
    instead: Fraction = rational(at_least=0, symbol="u")


def as_printed(at: Situation) -> Value:
    return largest(at.preference - total(at.before), 0)


def paid(at: Situation, added: Value) -> Value:
    """What the user pays if it adds this much."""
    seen = sum(at.before) + added
    return cost(at.preference, seen + sum(at.after), seen)


def paid_instead(at: Situation) -> Value:
    return paid(at, at.instead)


CLAIM = Statement(
    "chained/lem-1",
    place="Lemma 1, Eq. 17",
    title="a user's best response tops the noise up to m β_k",
    domain=Situation,
    truth=definition(paid_instead),
    means=paid,
    asserts=at_least,
    printed=Form(as_printed, "σ_k² = max(m β_k − Σ_{i<k} σ_i², 0)"),
    impact=Impact.OPTIMALITY,
    argument=(
        "With r² the preference and y² the noise that the user's data carry, it pays a constant plus y² + 2r³/y, which "
        "exceeds 3r² by (y − r)² (y + 2r)/y: least at y = r, and growing beyond. So who finds less noise than r² tops "
        "it up, and who finds enough adds nothing."
    ),
    effort=Effort(instances=800),
)
