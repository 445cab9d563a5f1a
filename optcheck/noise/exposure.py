"""What remains when parties collude and leave, and the zCDP of it: the plan from the attacker's side."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from optcheck.checker.lattice import closeness
from optcheck.errors import InvalidInput
from optcheck.exact.inputs import whole_number
from optcheck.noise.grid import steps
from optcheck.noise.plan import Plan, a_plan
from optcheck.tpmdp.instance import some_parties

__all__ = ["remaining", "zcdp"]


def remaining(plan: Plan, colluders: Iterable[int], gone: Iterable[int] = ()) -> int:
    """The variance, in steps squared, of the noise that these colluders do not know when those have left."""
    n = a_plan(plan).question.n
    missing = {*some_parties(colluders, n, "a colluder"), *some_parties(gone, n, "a party that left")}
    return sum(v for j, v in enumerate(plan.variances) if j not in missing)


def worst(plan: Plan, party: int) -> int | None:
    """The least variance that remains around a party, over all coalitions and dropouts that the plan allows for.

    The t + d heaviest others are missing, with the heaviest active one among them; None where no coalition that sees
    the result threatens the party.
    """
    question = a_plan(plan).question
    whole_number(party, "party", least=0, most=question.n - 1)
    missing = question.threshold + question.dropouts if question.threshold else 0
    viewers = [j for j in question.active if j != party]
    if not missing or not viewers:
        return None
    first = max(viewers, key=lambda j: plan.variances[j])
    others = sorted((v for j, v in enumerate(plan.variances) if j not in (first, party)), reverse=True)
    return sum(plan.variances) - plan.variances[first] - sum(others[: missing - 1])


def zcdp(plan: Plan, name: str) -> Fraction | None:
    """A rho such that all releases together are rho-zCDP for a party; None where nobody threatens it.

    The exact discrete Gaussian of variance T is D^2/(2T)-zCDP (Canonne, Kamath, Steinke 2020). The sum of the shares
    has probabilities within e^zeta of it. Write g(a) for the logarithm of sum P^a Q^(1-a): it is convex, g(1) = 0, and
    g(a) <= rho a (a-1) + zeta (2a - 1). So for 1 < a <= b the divergence g(a)/(a-1) is at most that at b, which is at
    most rho b + zeta (2 + 1/(b-1)); with b = 1 + sqrt(zeta/rho) this is rho + 2 sqrt(rho zeta) + 2 zeta, and for a > b
    the bound rho a + zeta (2 + 1/(a-1)) stays below a times it. Here 2 sqrt(rho zeta) <= rho r + zeta/r with r = 2^-60.
    """
    party = a_plan(plan).question.party(name)
    variance = worst(plan, party)
    if variance is None:
        return None
    positive = [v for v in plan.variances if v]
    zeta = closeness(len(positive), min(positive), plan.smoothing)
    if zeta is None:
        raise InvalidInput("the grid is too coarse for a statement about sums of integer noise")
    zeta *= plan.question.releases * plan.question.dimension
    move = steps(plan.question.sensitivities[party], plan.grid, plan.question.dimension)
    rho = Fraction(plan.question.releases * move * move, 2 * variance)
    r = Fraction(1, 1 << 60)
    return rho * (1 + r) + zeta / r + 2 * zeta
