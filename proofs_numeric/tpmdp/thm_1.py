"""Statement: if the variances satisfy Eq. 5, which asks only for coalitions of exactly t parties with an active member,
then every group of at most t parties learns no more about an outsider j than j's requirement allows.

Model: the sum condition alone, as the theorem beside it says. A group A with an active member sees the output with the
noise of the parties outside A, so j outside A is safe when the variances outside A sum to at least j's requirement; a
group without an active member sees nothing. That the secure computation itself is t-private is the theorem's premise,
and that Gaussian noise of the required variance protects is tpmdp/gaussian-threshold. The form decides Eq. 5 at a
point; the definition lists the groups of 1..t parties.

Corners: t = 1, t = n - 1, one active party, everyone active, ties, zero requirements.
"""

from itertools import combinations

from optcheck.claims import *
from proofs_numeric.tpmdp._parties import Parties


class Noise(Parties):
    """With the variances that the parties add."""

    variances: tuple[Fraction, ...] = row(rational(at_least=0), "n", symbol="σ²")


def as_printed(at: Noise) -> bool:
    n, x = at.n, at.variances
    return all(
        sum(x[i] for i in range(n) if i not in coalition) >= at.required[j]
        for coalition in combinations(range(n), at.t)
        for j in range(n)
        if j not in coalition and any(i in at.active for i in coalition)
    )


def withstands(at: Noise) -> bool:
    """Outside every group of at most t parties with an active member, variances reach each requirement there."""
    groups = [group for size in range(1, at.t + 1) for group in combinations(range(at.n), size)]
    return all(
        at.required[j] <= sum(x for i, x in enumerate(at.variances) if i not in group)
        for group in groups
        if not set(group).isdisjoint(at.active)
        for j in range(at.n)
        if j not in group
    )


CLAIM = Statement(
    "tpmdp/thm-1",
    place="Theorem 1, Eq. 5",
    title="the sum condition for coalitions of exactly t parties gives it for all smaller groups",
    domain=Noise,
    truth=definition(withstands),
    asserts=implies,
    printed=Form(as_printed, "Σ_{i ∉ A} σ_i² ≥ σ_Γj²  for all j ∉ A, |A| = t, A ∩ U⁺ ≠ ∅"),
    impact=Impact.SAFETY,
    effort=Effort(instances=300, drawn=60, largest={"n": 6}),
)
