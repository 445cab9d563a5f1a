"""Statement: if every party adds Gaussian noise with variances that satisfy Eq. 5, every group of at most t parties
with an active member learns about each party j outside no more than (epsilon_j, delta_j) allows.

Model: parties with their own epsilon, delta and partial sensitivity; requirements by calibration (doubles, taken as
exact numbers), variances by Alg. 3 as corrected. For every group and every outsider the exact failure probability of
the sum of the noise outside the group is compared with delta_j. That the secure computation reveals nothing else is
Theorem 1's premise.

Corners: t = 1 and t = n - 1, one active party, parties with very different budgets.

Readings: none. Parties are assumed to draw the noise that they were told to.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations, product

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Impact, Value
from optcheck.claims.claim import amounts
from optcheck.claims.functions import gaussian_delta, sqrt
from optcheck.claims.relations import at_least
from optcheck.gaussian import required_variance
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._eq6 import is_feasible
from proofs_numeric.tpmdp.alg_3 import corrected as algorithm_3
from proofs_numeric.tpmdp.gaussian_threshold import Budget


@dataclass(frozen=True, slots=True)
class Parties:
    """Budgets, how many may collude, and who sees the output."""

    budgets: tuple[Budget, ...]
    threshold: int
    active: tuple[int, ...]


def as_printed(parties: Parties) -> Value:
    return algorithm_3(calibrated(parties))


def calibrated(parties: Parties) -> Instance:
    """The parties' required variances, doubles taken as exact numbers."""
    numbers = [tuple(map(float, (one.epsilon, one.delta, one.sensitivity))) for one in parties.budgets]
    required = [Fraction(float(required_variance(*row))) for row in numbers]
    return Instance.of(required, parties.threshold, parties.active)


def attacks(parties: Parties) -> list[tuple[tuple[int, ...], int]]:
    """Every group of at most t parties with an active member, and every party outside."""
    n = len(parties.budgets)
    groups = (group for size in range(1, parties.threshold + 1) for group in combinations(range(n), size))
    seeing = (group for group in groups if not set(group).isdisjoint(parties.active))
    return [(group, j) for group in seeing for j in range(n) if j not in group]


def failures(parties: Parties, variances: Value) -> Value:
    """The exact failure probability of each attack."""
    found = []
    for group, j in attacks(parties):
        rest = sum(value for i, value in enumerate(variances) if i not in group)
        budget = parties.budgets[j]
        found.append(gaussian_delta(budget.sensitivity / sqrt(rest), budget.epsilon) if rest > 0 else 1)
    return tuple(found)


def proof(argument: Argument, form: Formula[Parties]) -> None:
    found = [is_feasible(calibrated(parties), form(parties)) for parties in grid()]
    argument.cases("the variances satisfy Eq. 5", found)
    argument.words(
        "By Theorem 1 the noise outside every group of at most t parties reaches the requirement of each outsider, and "
        "by Section II-B the sum of independent Gaussians is private for it from there on."
    )


def grid() -> Iterator[Parties]:
    budgets = [Budget(*amounts(numbers)) for numbers in ("1/8 1/1024 1", "2 1/16 1", "1/2 1/64 3/2")]
    for active, t in product(((0,), (0, 1), (0, 1, 2)), (1, 2)):
        yield from (Parties(row, t, active) for row in permutations(budgets))


CLAIM = Claim(
    id="tpmdp/alg-1",
    place="Alg. 1 with Theorem 1",
    title="the multi-party Gaussian mechanism as a whole protects every party against every group of at most t",
    domain=Domain(
        description="three parties with three budgets in every order, t = 1, 2, one to three active",
        grid=grid,
        order=lambda at: (at.threshold, len(at.active), tuple(budget.epsilon for budget in at.budgets)),
    ),
    truth=Definition(lambda parties: tuple(parties.budgets[j].delta for _, j in attacks(parties))),
    means=failures,
    asserts=at_least,
    printed=Form(as_printed, "δ of F(x) + Σ_{i∉A} X_i at ε_j is at most δ_j, for all |A| ≤ t, A ∩ U⁺ ≠ ∅, j ∉ A"),
    impact=Impact.SAFETY,
    proof=proof,
    rests_on=("tpmdp/thm-1", "tpmdp/gaussian-threshold"),
)
