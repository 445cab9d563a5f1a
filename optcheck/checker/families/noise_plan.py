"""Check a plan for integer noise from budgets to whole variances. Standard library only.

n parties add up their values in so many releases; some see the sums. Each party rounds its value to multiples of
``grid`` and adds a draw from the discrete Gaussian of its own variance, in steps of the grid squared. The claim:
whatever up to t parties with one who sees the sums learn together, and whichever up to d others leave with their noise,
all releases together are (epsilon_j, delta_j)-private for every party j that is neither. The steps:

- *rounding*: party j moves the sum by at most ceil(D_j/grid) steps, for vectors ceil(D_j/grid) + ceil(sqrt(dimension));
- *draws*: with ``earlier`` a party's noise is the sum of two draws, one of that variance and one of the rest;
- *integers*: a sum of shares with total variance T is, up to a factor e^zeta in every probability, made from a Gaussian
of
  variance T - smoothing (:mod:`optcheck.checker.lattice`); zeta counts once for each release and coordinate;
- *calibration*: k releases of a Gaussian with variance v are one with variance v/k; ``required`` is such that this
  Gaussian keeps the budget that zeta leaves of (epsilon_j, delta_j);
- *coalitions*: whose noise is missing are t + d parties with an active one, and any such set splits into colluders and
  leavers; outside every such set the variances reach required_j + smoothing.

With ``least``, also how near the total is to the least one: variances that do not suffice for the budgets, and a
packing that bounds the total of every Gaussian noise on the reals, integers or not, that leaves more than these
everywhere.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, isqrt

from optcheck.checker import work
from optcheck.checker.core import Exact, Fact, Finding, Kind, number_text, require, shown
from optcheck.checker.families._coalitions import active_parties, check_threshold_cover
from optcheck.checker.families.gaussian import twice_delta
from optcheck.checker.families.tpmdp import Packing, Problem, packing_bound
from optcheck.checker.lattice import closeness, private_budget
from optcheck.checker.promises import UNPROMISED, each_party, named, promise, silent
from optcheck.checker.reading import Record, integer, needed, number, optional, same_length, sequence, text
from optcheck.checker.wording import above_text, below_text, decimal_text

MOST_NAME = 1000
START_BITS = 64  # enough where a variance is not at the very edge


class Instance(Record):
    """Who takes part with which budget, who sees the sums, and how often."""

    names = needed(sequence(text(MOST_NAME), least=1))
    epsilon = needed(sequence(number(least=0)))
    delta = needed(sequence(number(above=0)))
    sensitivity = needed(sequence(number(least=0)))
    active = needed(sequence(integer(0)))
    threshold = dropouts = needed(integer(0))
    releases = dimension = needed(integer(1))


class _Insufficient(Record):
    insufficient = needed(sequence(number(least=0)))


class _Least(Packing, _Insufficient): ...


class Evidence(Record):
    """The grid, what is needed around each party, what it adds, and how small the least total can be."""

    grid = smoothing = needed(number(above=0))
    required = variances = needed(sequence(integer(0)))
    earlier = optional(sequence(integer(0)))
    least = optional(_Least)


def check(instance: Instance, evidence: Evidence) -> Finding:
    """Check every step for every party, and say what holds for whom."""
    n = len(instance.names)
    _check_shape(instance, evidence, n)
    active = active_parties(instance.active, n)
    missing = instance.threshold + instance.dropouts if instance.threshold and any(active) else 0
    if missing:
        _check_budgets(instance, evidence, active)
        work.pay(evidence.smoothing, times=n)
        needs = [need + evidence.smoothing if need else 0 for need in evidence.required]
        check_threshold_cover(needs, evidence.variances, missing, active)
    total = work.total(evidence.variances) * Fraction(evidence.grid) ** 2
    facts = [Fact("total variance", "=", total)]
    words = _statement(instance, evidence, sum(active), total, bool(missing))
    if evidence.least is not None:
        bound = _check_least(instance, evidence.least, missing, active)
        require(bound <= total, "bound", "at most the total", number_text(bound))
        facts.append(Fact("least total variance", ">=", bound))
        words += f"; no Gaussian noise that does the same has a total below {below_text(bound)}"
    return Finding(words, total, tuple(facts))


def _check_shape(instance: Instance, evidence: Evidence, n: int) -> None:
    for name in ("epsilon", "delta", "sensitivity"):
        same_length(name, getattr(instance, name), n)
    for name in ("required", "variances", *(["earlier"] if evidence.earlier is not None else [])):
        same_length(name, getattr(evidence, name), n)
    pairs = zip(evidence.earlier or (), evidence.variances, strict=False)
    require(all(before <= whole for before, whole in pairs), "earlier", "at most the variance")
    require(len(set(instance.names)) == n, "names", "all different")
    require(all(0 < delta < 1 for delta in instance.delta), "delta", "strictly between 0 and 1")
    present = instance.threshold + instance.dropouts
    require(present <= n - 1, "threshold and dropouts", f"at most n - 1 = {n - 1} together", present)


def _check_budgets(instance: Instance, evidence: Evidence, active: bytearray) -> None:
    """The required variance of everybody who can be harmed keeps its budget; equal budgets are looked at once.

    Nobody else sees the sums if a party is the only active one, and a sensitivity of 0 has nothing to hide.
    """
    parties = zip(instance.epsilon, instance.delta, instance.sensitivity, evidence.required, active, strict=True)
    viewers = sum(active)
    cases = dict.fromkeys((e, d, s, need) for e, d, s, need, sees in parties if s and viewers > sees)
    zeta = _closeness(instance, evidence) if cases else 0
    for epsilon, delta, sensitivity, required in cases:
        move = steps_moved(sensitivity, evidence.grid, instance.dimension)
        where = f"budget epsilon {decimal_text(epsilon)}, delta {decimal_text(delta)}"
        budget = private_budget(epsilon, delta, zeta)
        require(budget is not None, where, f"room for a factor e^(2 {decimal_text(zeta)})")
        assert budget is not None
        require(required > 0, where, "a required variance above 0", number_text(required))
        twice = twice_delta(*budget, Fraction(required, instance.releases * move * move), bits=START_BITS)
        require(twice.high <= 2 * budget[1], where, "a variance that keeps it", number_text(required))


def _closeness(instance: Instance, evidence: Evidence) -> Fraction:
    """A bound on zeta for any of the shares that are not zero, all releases and coordinates together."""
    earlier = evidence.earlier or [0] * len(evidence.variances)
    draws = zip(evidence.variances, earlier, strict=True)
    shares = [share for whole, before in draws for share in (before, whole - before) if share]
    require(bool(shares), "variances", "some noise", "none")
    zeta = closeness(len(shares), min(shares), evidence.smoothing)
    require(zeta is not None, "variances", "large enough for sums of integers to be nearly Gaussian")
    assert zeta is not None
    return zeta * int(instance.releases * instance.dimension)


def steps_moved(sensitivity: Exact, grid: Exact, dimension: int) -> int:
    """By how many steps of the grid a party's value can move, at most."""
    work.pay(sensitivity, grid)
    corner = isqrt(dimension - 1) + 1 if dimension > 1 else 0
    return ceil(Fraction(sensitivity) / grid) + corner


def _check_least(instance: Instance, least: _Least, missing: int, active: bytearray) -> Exact:
    """The bound of the packing for variances that are too small for their budgets, noise on the reals."""
    same_length("insufficient", least.insufficient, len(instance.names))
    parties = zip(instance.epsilon, instance.delta, instance.sensitivity, least.insufficient, strict=True)
    for epsilon, delta, sensitivity, short in dict.fromkeys(parties):
        if short:
            require(sensitivity > 0, "insufficient", "0 where the sensitivity is", number_text(short))
            twice = twice_delta(
                epsilon, delta, Fraction(short) / (instance.releases * Fraction(sensitivity) ** 2), START_BITS
            )
            require(twice.low > 2 * delta, "insufficient", "too little for its budget", number_text(short))
    bound = packing_bound(Problem(least.insufficient, 1, missing, active, sum(active)), least)
    require(least.bound == bound, "bound", number_text(bound), number_text(least.bound))
    return bound


def _statement(instance: Instance, evidence: Evidence, viewers: int, total: Exact, guarded: bool) -> str:
    names = instance.names
    noise = f"discrete Gaussian noise of total variance {above_text(total)} on multiples of {shown(evidence.grid)}"
    if evidence.earlier is not None:
        before = work.total(evidence.earlier) * Fraction(evidence.grid) ** 2
        noise += f", of which {above_text(before)} was drawn before and the rest is added to it"
    if not guarded:
        return f"{noise} for {named(names)}; {UNPROMISED}"
    budgets = list(zip(instance.epsilon, instance.delta, instance.sensitivity, strict=True))
    without = [name for name, variance in zip(names, evidence.variances, strict=True) if not variance]
    kept = promise(instance, each_party(names, budgets), viewers, len(names))
    return f"{kept}: {noise}{silent(named(without), len(without))}"


KINDS = {"noise-plan": Kind(Instance, Evidence, check)}
