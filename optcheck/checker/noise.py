"""The rule for plans of integer noise, from budgets to whole variances. Standard library only.

n parties add up their values in so many releases; some see the sums. Each party rounds its value to multiples of
``grid`` and adds a draw from the discrete Gaussian of its own variance, in steps of the grid squared. The claim:
whatever up to t parties with one who sees the sums learn together, and whichever up to d others leave with their noise,
all releases together are (epsilon_j, delta_j)-private for every party j that is neither. docs/certificates/noise.md has
the steps (rounding, integers, calibration, coalitions, price) and why each of them holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import groupby
from math import ceil, isqrt

from optcheck.checker import reading, work
from optcheck.checker.coalitions import Packing, Problem, active_parties, check_threshold_cover, packing_bound
from optcheck.checker.core import Fact, Kind, counted, quoted, shown
from optcheck.checker.gaussian import closeness, private_budget, twice_delta
from optcheck.checker.intervals import above_text, below_text, decimal_text
from optcheck.checker.reading import Exact, Record, integer, needed, number, optional, rejected, require, sequence

UNPROMISED = "nobody who sees the result may collude, so no privacy is promised to anybody"
LOG2_E = Fraction(1442695, 10**6)  # at most the logarithm of e to base 2
WRAP_BITS = 64  # a modulus under which sums wrap around more often than with probability 2^-64 is rejected
TOTAL, GRID, EARLIER, SILENT, LEAST, MODULUS, WRAP = (
    "total variance",
    "grid",
    "variance drawn before",
    "parties without noise, from 0",
    "least total variance",
    "modulus",
    "probability of a wrap-around",
)
FEW = 10  # parties whose budgets a sentence lists; of more it gives the least and the greatest
_NAMED = 5
_FIELDS = ("epsilon", "delta", "sensitivity")
Budget = tuple[Exact, Exact, Exact]  # epsilon, delta, sensitivity


MOST_NAME = 1000
START_BITS = 64  # enough where a variance is not at the very edge


class Promise(Record):
    """How many may collude or leave, and how much is released."""

    threshold = dropouts = needed(integer(0))
    releases = dimension = needed(integer(1))


class Instance(Promise):
    """Who takes part with which budget, who sees the sums, and how often."""

    names = needed(sequence(reading.text(MOST_NAME), least=1))
    epsilon = needed(sequence(number(least=0)))
    delta = needed(sequence(number(above=0)))
    sensitivity = needed(sequence(number(least=0)))
    active = needed(sequence(integer(0)))

    @property
    def budgets(self) -> list[Budget]:
        """What each party asks."""
        return list(zip(self.epsilon, self.delta, self.sensitivity, strict=True))


class _Least(Packing):
    insufficient = needed(sequence(number(least=0)))


class Evidence(Record):
    """The grid, what is needed around each party, what it adds, and how small the least total can be."""

    grid = smoothing = needed(number(above=0))
    required = variances = needed(sequence(integer(0)))
    earlier = optional(sequence(integer(0)))
    modulus = optional(integer(2))
    least = optional(_Least)


def check(instance: Instance, evidence: Evidence) -> tuple[Fact, ...]:
    """Check every step for every party."""
    n = len(instance.names)
    _check_shape(instance, evidence, n)
    active = active_parties(instance.active, n)
    missing = _missing(instance)
    if missing:
        _check_budgets(instance, evidence, active)
        work.pay(evidence.smoothing, times=n)
        needs = [need + evidence.smoothing if need else 0 for need in evidence.required]
        check_threshold_cover(needs, evidence.variances, missing, active)
    square = Fraction(evidence.grid) ** 2
    total = work.total(evidence.variances) * square
    facts = [Fact(TOTAL, "=", total), Fact(GRID, "=", evidence.grid)]
    if evidence.earlier is not None:
        facts.append(Fact(EARLIER, "=", work.total(evidence.earlier) * square))
    if not all(evidence.variances):
        facts.append(Fact(SILENT, "=", tuple(j for j, variance in enumerate(evidence.variances) if not variance)))
    if evidence.modulus is not None:
        _check_modulus(instance, evidence, evidence.modulus)
        facts += [Fact(MODULUS, "=", evidence.modulus), Fact(WRAP, "<=", Fraction(1, 1 << WRAP_BITS))]
    if evidence.least is not None:
        bound = _check_least(instance, evidence.least, missing, active)
        facts.append(Fact(LEAST, ">=", bound))
    return tuple(facts)


def _missing(instance: Instance) -> int:
    """How many parties' noise can be missing; 0 where nobody who sees the sums may collude."""
    return instance.threshold + instance.dropouts if instance.threshold and instance.active else 0


def _check_shape(instance: Instance, evidence: Evidence, n: int) -> None:
    for name in _FIELDS:
        reading.same_length(name, getattr(instance, name), n)
    for name in ("required", "variances", *(["earlier"] if evidence.earlier is not None else [])):
        reading.same_length(name, getattr(evidence, name), n)
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
    parties, viewers = zip(instance.budgets, evidence.required, active, strict=True), sum(active)
    cases = [(*budget, need) for budget, need, sees in parties if budget[2] and viewers > sees]
    zeta = _closeness(instance, evidence) if cases else 0
    for epsilon, delta, sensitivity, required in _distinct(cases):
        where = f"budget epsilon {decimal_text(epsilon)}, delta {decimal_text(delta)}"
        check_budget(where, (epsilon, delta, sensitivity), required, zeta, evidence.grid, instance)


def _closeness(instance: Instance, evidence: Evidence) -> Fraction:
    """A bound on zeta for any of the shares that are not zero, all releases and coordinates together."""
    earlier = evidence.earlier or [0] * len(evidence.variances)
    draws = zip(evidence.variances, earlier, strict=True)
    shares = [share for whole, before in draws for share in (before, whole - before) if share]
    require(bool(shares), "variances", "some noise", "none")
    return zeta_of(len(shares), min(shares), evidence.smoothing, instance)


def zeta_of(shares: int, least: int, smoothing: Exact, instance: Promise) -> Fraction:
    """A bound on zeta for so many shares, none smaller than the least, in all releases and coordinates."""
    zeta = closeness(shares, least, smoothing)
    if zeta is None:
        raise rejected("variances", "large enough for sums of integers to be nearly Gaussian")
    return zeta * int(instance.releases * instance.dimension)


def check_budget(where: str, asked: Budget, variance: Exact, zeta: Exact, grid: Exact, instance: Promise) -> None:
    """A variance, in steps of the grid squared, keeps a budget in all releases; zeta is what integers cost."""
    epsilon, delta, sensitivity = asked
    budget = private_budget(epsilon, delta, zeta)
    if budget is None:
        raise rejected(where, f"room for a factor e^(2 {decimal_text(zeta)})")
    require(variance > 0, where, "a required variance above 0", variance)
    move = steps_moved(sensitivity, grid, instance.dimension)
    twice = twice_delta(*budget, Fraction(variance) / (instance.releases * move * move), bits=START_BITS)
    require(twice.high <= 2 * budget[1], where, "enough for its budget", variance)


def _check_modulus(instance: Instance, evidence: Evidence, modulus: int) -> None:
    """Some sum wraps around with probability at most 2^-64."""
    window = work.total([steps_moved(s, evidence.grid, instance.dimension) for s in instance.sensitivity])
    room, noise = modulus - window, work.total(evidence.variances)
    require(room > 0, "modulus", f"above {window}, the steps that values take", modulus)
    work.pay(room, noise, times=2)
    bits = WRAP_BITS + (2 * instance.releases * instance.dimension).bit_length()
    require(room * room * LOG2_E >= 8 * noise * bits, "modulus", "large enough for the noise", modulus)


def steps_moved(sensitivity: Exact, grid: Exact, dimension: int) -> int:
    """By how many steps of the grid a party's value can move, at most."""
    work.pay(sensitivity, grid)
    corner = isqrt(dimension - 1) + 1 if dimension > 1 else 0
    return ceil(Fraction(sensitivity) / grid) + corner


def _check_least(instance: Instance, least: _Least, missing: int, active: bytearray) -> Exact:
    """The bound of the packing for variances that are too small for their budgets, noise on the reals."""
    reading.same_length("insufficient", least.insufficient, len(instance.names))
    parties = zip(instance.budgets, least.insufficient, strict=True)
    for epsilon, delta, sensitivity, short in _distinct((*budget, short) for budget, short in parties if short):
        require(sensitivity > 0, "insufficient", "0 where the sensitivity is", short)
        variance = Fraction(short) / (instance.releases * Fraction(sensitivity) ** 2)
        twice = twice_delta(epsilon, delta, variance, START_BITS)
        require(twice.low > 2 * delta, "insufficient", "too little for its budget", short)
    return packing_bound(Problem(least.insufficient, 1, missing, active), least)


def _distinct(rows: Iterable[Sequence[Exact]]) -> list[tuple[Exact, ...]]:
    """Each row of numbers once, found by sorting: a file can choose numbers of one hash."""
    ratios = [tuple(value.as_integer_ratio() for value in row) for row in rows]
    words = max((top.bit_length() + bottom.bit_length() for row in ratios for top, bottom in row), default=0) >> 6
    work.spend(len(ratios) * len(ratios).bit_length() * (40 + words))
    return [
        tuple(Fraction(*ratio) if ratio[1] > 1 else ratio[0] for ratio in row) for row, _ in groupby(sorted(ratios))
    ]


def sentence(instance: Instance, facts: tuple[Fact, ...]) -> str:
    """What holds for whom against whom, and by which noise."""
    names, values = instance.names, {fact.quantity: fact.value for fact in facts}
    noise = noise_words(values[TOTAL], values[GRID])
    if EARLIER in values:
        noise += f", of which {above_text(_number(values[EARLIER]))} was drawn before and the rest is added to it"
    if _missing(instance):
        who, viewers = each_party(names, instance.budgets), sum(active_parties(instance.active, len(names)))
        silent_ones = values.get(SILENT, ())
        assert isinstance(silent_ones, tuple)
        without = [names[int(str(j))] for j in silent_ones]
        alone = silent(named(without), len(without))
        words = f"{who}, {protection(instance, viewers, len(names))}: {noise}{alone}"
    else:
        words = f"{noise} for {named(names)}; {UNPROMISED}"
    if WRAP in values:
        words += f"; modulo {values[MODULUS]} a sum of values clipped to their sensitivities wraps around with "
        words += f"probability at most 2^-{WRAP_BITS}"
    if LEAST in values:
        words += f"; no independent Gaussian noise that does so has a total below {below_text(_number(values[LEAST]))}"
    return words


def noise_words(total: object, grid: object) -> str:
    """Which noise."""
    total, grid = _number(total), _number(grid)
    return f"discrete Gaussian noise of total variance {above_text(total)} on multiples of {shown(grid)}"


def _number(value: object) -> Exact:
    assert isinstance(value, Exact)
    return value


def protection(instance: Promise, viewers: int, n: int) -> str:
    """Against whom, in how many releases. Where all parties see the sums, others who do know no more."""
    t, d, k, m = instance.threshold, instance.dropouts, instance.releases, instance.dimension
    times = "one release" if k == 1 else f"{k} releases together"
    vectors = f" of vectors of {m} coordinates" if m > 1 else ""
    left = f", also when any {d} more {'has' if d == 1 else 'have'} left" if d else ""
    pool = f"against any {t} of the others who pool what they know{left}"
    only = f"if only the {viewers} active {'one sees' if viewers == 1 else 'ones see'} it"
    return f"in {times} of the sum{vectors}, {pool}, {'whoever sees it' if viewers == n else only}"


def each_party(names: Sequence[str], budgets: Sequence[Budget]) -> str:
    """Who gets which (epsilon, delta) at which sensitivity: all of a few parties, or the ranges of many."""
    if len(names) <= FEW:
        pairs = zip(names, budgets, strict=True)
        listed = ", ".join(f"{quoted(name)} ({plain(e)}, {plain(d)}) at {plain(s)}" for name, (e, d, s) in pairs)
        return f"each of the {counted(len(names), 'party')} gets its (epsilon, delta) at its sensitivity, {listed}"
    for budget in budgets:
        work.pay(*budget)
    low, high = (tuple(map(end, zip(*budgets, strict=True))) for end in (min, max))
    return f"each of {named(names)} gets its (epsilon, delta) at its sensitivity, {ranges(low, high)}"


def ranges(low: Sequence[Exact], high: Sequence[Exact]) -> str:
    """The least and the greatest epsilon, delta and sensitivity."""
    ends = zip(_FIELDS, low, high, strict=True)
    return ", ".join(f"{name} " + (plain(a) if a == b else f"from {plain(a)} to {plain(b)}") for name, a, b in ends)


def silent(who: str, count: int) -> str:
    """A word about those who add no noise; nothing where everybody adds some."""
    alone = "its share is its value, hidden" if count == 1 else "their shares are their values, hidden"
    return f"; {who} {'adds' if count == 1 else 'add'} no noise: {alone} inside the secure sum only" if count else ""


def named(names: Sequence[str]) -> str:
    """Some names, and how many more there are."""
    more = len(names) - _NAMED
    return ", ".join(map(quoted, names[:_NAMED])) + (f" and {more} more" if more > 0 else "")


def plain(value: Exact) -> str:
    """An exact number for people: a short decimal where it is one."""
    low, high = below_text(value), above_text(value)
    return low if low == high else shown(value)


KINDS = {"noise-plan": Kind(Instance, Evidence, check, sentence)}
