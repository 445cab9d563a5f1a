"""What is asked of a plan: who takes part with which budget, who may collude, leave, and see the result.

The grid on which values and noise are integers: so fine that rounding and whole variances cost little.

A party rounds its own value to the grid. Two values at most D apart are then at most ceil(D/grid) steps apart (rounding
is monotone and commutes with whole steps); vectors of m coordinates at most ceil(D/grid) + ceil(sqrt(m)), for each
coordinate moves by at most half a step at either end.

What remains when parties collude and leave, and the zCDP of it: the plan from the attacker's side.

Several releases: what each way of accounting asks for, so that the choice can be seen.

``gaussian`` is what plans use: k releases with variance k v are together exactly as revealing as one with variance v
(the Gaussian mechanism's privacy depends on the sum of D^2/variance only, also when later queries depend on earlier
results). The others are upper bounds on the same thing and can only ask for more.

A plan from budgets to integer noise: calibration, allocation, grid and whole variances, with one proof.

Each party j wants its value (epsilon_j, delta_j)-private in ``releases`` noisy sums, whatever up to ``threshold``
others learn together and whichever up to ``dropouts`` more leave with their noise. The plan gives each party a whole
variance; the party rounds its value to the grid and adds a draw from the discrete Gaussian of that variance.

Several releases are planned as one: k Gaussian releases of sensitivity D, each with variance v, reveal exactly as much
as one with variance v/k. That is never more noise than zCDP or advanced composition ask for; see :mod:`releases`.

A plan as a certificate of kind ``noise-plan``, and back: the file of a plan is its proof.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from optcheck import gaussian, tpmdp
from optcheck.checker.gaussian import closeness, private_budget
from optcheck.checker.noise import Evidence, Instance
from optcheck.errors import InvalidInput, shown
from optcheck.exact.certificate import Certificate
from optcheck.exact.inputs import whole_number
from optcheck.exact.numbers import Exact, exact, to_json, to_text, whole
from optcheck.exact.rounding import at_least
from optcheck.noise.names import check_distinct, check_name
from optcheck.tpmdp import allocate
from optcheck.tpmdp.allocation import runs
from optcheck.tpmdp.instance import read_active, some_parties, valid_dropouts, valid_threshold

if TYPE_CHECKING:
    from optcheck.exact.certificate import Certificate

__all__ = [
    "KIND",
    "LEAST_SHARE",
    "SMOOTHING",
    "Budget",
    "Plan",
    "Question",
    "a_first_plan",
    "a_plan",
    "budget_left",
    "calibrated",
    "certificate",
    "choose_grid",
    "insufficient",
    "least_total",
    "load",
    "make",
    "remaining",
    "required_steps",
    "steps",
    "variance_per_release",
    "zcdp",
]


Budget = tuple[Exact, Exact, Exact]  # epsilon, delta, sensitivity


@dataclass(frozen=True, slots=True)
class Question:
    """Parties with exact budgets and sensitivities, in order; ``active`` are the indices of those who see the sum."""

    names: tuple[str, ...]
    epsilons: tuple[Exact, ...]
    deltas: tuple[Exact, ...]
    sensitivities: tuple[Exact, ...]
    active: tuple[int, ...]
    threshold: int
    dropouts: int = 0
    releases: int = 1
    dimension: int = 1

    @classmethod
    def of(
        cls,
        epsilon: object,
        delta: object,
        sensitivity: object = 1,
        *,
        threshold: int,
        dropouts: int = 0,
        active: ArrayLike | Iterable[int] | None = None,
        releases: int = 1,
        dimension: int = 1,
        names: Sequence[str] | None = None,
    ) -> Question:
        """Read and check; epsilon, delta and sensitivity are one number for all, or one for each party.

        >>> Question.of(["0.5", 1, 2], "1e-6", threshold=1).epsilons
        (Fraction(1, 2), 1, 2)
        """
        columns = [_column(value) for value in (epsilon, delta, sensitivity, names)]
        n = max([len(column) for column in columns if column is not None], default=1)
        epsilons, deltas, sensitivities = (
            _numbers(value, column, n, name)
            for value, column, name in zip(
                (epsilon, delta, sensitivity), columns, ("epsilon", "delta", "sensitivity"), strict=False
            )
        )
        t = valid_threshold(threshold, n)
        return cls(
            _names(names, n),
            epsilons,
            deltas,
            sensitivities,
            tuple(int(j) for j in read_active(active, n).nonzero()[0]),
            t,
            valid_dropouts(dropouts, t, n),
            whole_number(releases, "releases", least=1, most=10**9),
            whole_number(dimension, "dimension", least=1, most=10**9),
        )

    @property
    def n(self) -> int:
        """How many parties there are."""
        return len(self.names)

    @property
    def budgets(self) -> list[Budget]:
        """Epsilon, delta and sensitivity of every party."""
        return list(zip(self.epsilons, self.deltas, self.sensitivities, strict=True))

    def party(self, name: str) -> int:
        """The index of a party."""
        if not isinstance(name, str) or name not in self.names:
            raise InvalidInput(f"the plan knows no party {shown(name)}; it knows {_some(self.names)}")
        return self.names.index(name)


def _column(value: object) -> list[object] | None:
    return list(value) if isinstance(value, Iterable) and not isinstance(value, str | bytes) else None


def _numbers(value: object, column: list[object] | None, n: int, name: str) -> tuple[Exact, ...]:
    items = [value] * n if column is None else column
    if len(items) != n:
        raise InvalidInput(f"there must be one {name} for all or one for each of {n} parties, got {len(items)}")
    numbers = tuple(exact(item, name) for item in items)
    for number, item in zip(numbers, items, strict=True):
        if number < 0 or (name == "delta" and not 0 < number < 1):
            rule = "above 0 and below 1" if name == "delta" else "at least 0"
            raise InvalidInput(f"{name} must be {rule}, got {shown(item)}")
    return numbers


def _names(names: Sequence[str] | None, n: int) -> tuple[str, ...]:
    if names is None:
        return tuple(f"party {number}" for number in range(1, n + 1))
    given = _column(names)
    texts = tuple(name for name in given or () if isinstance(name, str) and name)
    if given is None or len(texts) != len(given) or len(set(texts)) != n:
        raise InvalidInput(f"there must be a name for each of {n} parties, all different, got {shown(names)}")
    places = [f"name {number}" for number in range(1, n + 1)]
    for text, place in zip(texts, places, strict=True):
        check_name(text, place)
    check_distinct(zip(texts, places, strict=True))
    return texts


def _some(names: Sequence[object]) -> str:
    return ", ".join(map(str, names[:10])) + (", ..." if len(names) > 10 else "")


SMOOTHING = 5  # the variance, in steps squared, that going from the reals to the integers costs; see checker.lattice
LEAST_SHARE = 12  # the least variance of a share, in steps squared: then sums are Gaussian up to a factor 1 + 2^-128
_FINE = 1 << 14  # steps squared in the least requirement and in the usual share: what is added is below 0.1 % of them
_LEAST_STEPS = 1 << 10  # in the least sensitivity, for parties whose sensitivities are no multiples of each other


def steps(sensitivity: Exact, grid: Fraction, dimension: int) -> int:
    """By how many steps of the grid a party can move the sum, at most (in Euclidean length, for vectors)."""
    if not sensitivity:
        return 0
    corner = math.isqrt(dimension - 1) + 1 if dimension > 1 else 0
    return math.ceil(sensitivity / grid) + corner


def choose_grid(sensitivities: Sequence[Exact], smallest: Exact, dimension: int) -> Fraction:
    """The least sensitivity over a power of two, such that the smallest variance is at least 2^14 steps squared."""
    least = Fraction(min(s for s in sensitivities if s))
    parts = _LEAST_STEPS
    while (smallest * parts * parts < _FINE * least * least) or parts * parts < _LEAST_STEPS**2 * dimension:
        parts *= 2
    return least / parts


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


_HALVINGS = 50


def variance_per_release(epsilon: object, delta: object, releases: int, sensitivity: object = 1) -> dict[str, float]:
    """The variance that each of so many releases needs to stay within (epsilon, delta), by four ways of accounting.

    >>> {name: round(variance) for name, variance in variance_per_release(1, Fraction(1, 10**6), 10).items()}
    {'gaussian': 178, 'zcdp': 286, 'advanced': 5359, 'basic': 1708}
    """
    k = whole_number(releases, "releases", least=1, most=10**9)
    question = Question.of(epsilon, delta, sensitivity, threshold=0)
    return _variances(*question.budgets[0], k)


def _variances(epsilon: Exact, delta: Exact, sensitivity: Exact, k: int) -> dict[str, float]:
    square = Fraction(sensitivity) ** 2
    if epsilon <= 0:
        raise InvalidInput("epsilon must be above 0 for ways of accounting to be compared, got 0")
    rho = Fraction(gaussian.rho_for(epsilon, delta))
    per_release = {
        "gaussian": k * Fraction(gaussian.required_variance(epsilon, delta)),
        "zcdp": Fraction(gaussian.variance_of_rho(rho / k)),
        "advanced": _advanced(epsilon, delta, k),
        "basic": Fraction(gaussian.required_variance(Fraction(epsilon) / k, Fraction(delta) / k)),
    }
    return {name: at_least(variance * square) for name, variance in per_release.items()}


def _advanced(epsilon: Exact, delta: Exact, k: int) -> Fraction:
    """Half of delta is the slack; the largest epsilon per release is found by halving, and proved at each step."""
    slack = Fraction(delta) / 2
    low, high = Fraction(0), Fraction(epsilon)
    for _ in range(_HALVINGS):
        middle = Fraction(at_least((low + high) / 2))
        total = tpmdp.compose_advanced([(middle, slack / k)], k, [slack])[0][0]
        low, high = (middle, high) if total <= epsilon else (low, middle)
    return Fraction(gaussian.required_variance(low, slack / k))


@dataclass(frozen=True, slots=True)
class Plan:
    """Whole variances for every party, in steps of the grid squared, and how they came about.

    ``required`` holds the variance (steps squared) of a Gaussian that protects the party; outside every coalition the
    variances reach it, and ``smoothing`` more. ``insufficient`` holds, in the data's units, variances that are just too
    small for the parties' budgets, and ``least_total`` the total that noise on the reals must have at least. Where some
    of the noise was drawn before (see :mod:`top_up`), ``earlier`` holds its variances; the rest is still to be drawn.
    """

    question: Question
    grid: Fraction
    required: tuple[int, ...]
    variances: tuple[int, ...]
    insufficient: tuple[Exact, ...]
    least_total: Fraction
    smoothing: Exact = SMOOTHING
    earlier: tuple[int, ...] | None = None

    @property
    def total(self) -> Fraction:
        """The variance of the noise when nobody leaves, in the data's units."""
        return sum(self.variances) * self.grid**2

    @property
    def price(self) -> float:
        """By which part the total exceeds what noise on the reals needs at least; rounded up."""
        return at_least(self.total / self.least_total - 1) if self.least_total else 0.0

    def noise_variance(self, party: int) -> Fraction:
        """The variance of a party's noise in the data's units."""
        return self.variances[party] * self.grid**2

    def certify(self) -> Certificate:
        """The proof of everything that the plan promises, and of its price; ``optcheck verify`` checks it."""

        return certificate(self)

    def save(self, path: str | Path) -> None:
        """Write the plan; its file is its proof."""
        self.certify().save(path)

    @classmethod
    def load(cls, path: str | Path) -> Plan:
        """Read a plan and have the checker prove it again."""

        return load(path)


def a_plan(plan: object) -> Plan:
    """The same plan, if it is one."""
    if not isinstance(plan, Plan):
        raise InvalidInput(f"there must be a plan (noise.make or noise.Plan.load), got {shown(plan)}")
    return plan


def a_first_plan(plan: object) -> Plan:
    """The same plan, if it is one whose noise is all still to be drawn.

    A plan that tops up draws what is added to a share: with a value it would make a share of too little noise, or none.
    """
    found = a_plan(plan)
    if found.earlier is not None:
        raise InvalidInput(
            "the plan tops up shares that were drawn before, and the value is in these already: it takes no value; "
            "draw the noise to add (noise.draw, optcheck sample --noise-only) and add it to the share"
        )
    return found


def make(question: Question, grid: object | None = None, *, least_variance: object = 0) -> Plan:
    """Plan integer noise that answers the question, at nearly the least total; a grid that is given is kept.

    An optimal plan may give some parties no noise at all: their shares are then their values, which only the secure sum
    hides. With ``least_variance``, in the data's units, everybody adds noise of at least this variance.
    """
    if not isinstance(question, Question):
        raise InvalidInput(f"there must be a question (noise.Question.of), got {shown(question)}")
    plan = _make(question, None if grid is None else _step(grid))
    return _with_floor(plan, exact(least_variance, "least_variance"))


def _with_floor(plan: Plan, least: Exact) -> Plan:
    """The plan with shares raised to the floor: what remains outside a coalition only grows, so the proof holds."""
    if least < 0:
        raise InvalidInput(f"least_variance must be at least 0, got {least}")
    if not least:
        return plan
    floor = max(LEAST_SHARE, math.ceil(least / plan.grid**2))
    return replace(plan, variances=tuple(max(share, floor) for share in plan.variances))


def _step(grid: object) -> Fraction:
    step = Fraction(exact(grid, "grid"))
    if step <= 0:
        raise InvalidInput(f"grid must be above 0, got {shown(grid)}")
    return step


def _make(question: Question, grid: Fraction | None) -> Plan:
    short = insufficient(question)
    ideal = _ideal(question, short)
    if not ideal.total:
        nothing = (0,) * question.n
        return Plan(question, grid or Fraction(1), nothing, nothing, nothing, Fraction(0))
    if grid is None:
        usual = sorted(share for share in ideal.variances if share)
        smallest = min(min(need for need in short if need), usual[len(usual) // 2])
        grid = choose_grid(question.sensitivities, smallest, question.dimension)
    required = _required(question, grid)
    shares = _allocate(question, [need + SMOOTHING if need else 0 for need in required])
    return Plan(question, grid, required, shares, short, Fraction(ideal.total))


def _ideal(question: Question, short: tuple[Exact, ...]) -> tpmdp.Allocation:
    return tpmdp.allocate(short, question.threshold, question.active, question.dropouts)


def least_total(question: Question, short: tuple[Exact, ...]) -> Fraction:
    """The total that noise on the reals has at least if these variances are too small."""
    return Fraction(_ideal(question, short).total)


def insufficient(question: Question) -> tuple[Exact, ...]:
    """Variances in the data's units that are too small by a part of 2^-40, for noise on the reals."""
    unit = calibrated([(e, d, 1) for e, d, _ in question.budgets])
    factor = question.releases * (1 - Fraction(1, 1 << 40))
    return tuple(whole(factor * unit[e, d, 1] * s * s) for e, d, s in question.budgets)


def _required(question: Question, grid: Fraction) -> tuple[int, ...]:
    return required_steps(question.budgets, grid, question.n, question.releases, question.dimension)


def required_steps(budgets: Sequence[Budget], grid: Fraction, n: int, releases: int, dimension: int) -> tuple[int, ...]:
    """Whole steps squared that protect each party, after what the integers of n parties take from its budget."""
    zeta = closeness(n, LEAST_SHARE, SMOOTHING)
    assert zeta is not None
    zeta *= releases * dimension
    adjusted = {(e, d, s): (*budget_left(e, d, zeta), steps(s, grid, dimension)) for e, d, s in dict.fromkeys(budgets)}
    variance = calibrated(list(adjusted.values()))
    return tuple(math.ceil(releases * variance[adjusted[budget]]) for budget in budgets)


def calibrated(budgets: Sequence[Budget]) -> dict[Budget, Fraction]:
    """For each distinct budget the variance of the Gaussian mechanism, as doubles proved to suffice."""
    distinct = list(dict.fromkeys(budgets))
    columns = [list(column) for column in zip(*distinct, strict=True)]
    return dict(zip(distinct, map(Fraction, gaussian.required_variance(*columns).tolist()), strict=True))


def budget_left(epsilon: Exact, delta: Exact, zeta: Fraction) -> tuple[Exact, Exact]:
    """What integer noise leaves of a budget."""
    left = private_budget(epsilon, delta, zeta)
    if left is None:
        raise InvalidInput(
            "a budget must leave room for what integer noise costs (about 2^-120), "
            f"got epsilon {float(epsilon):.3g} and delta {float(delta):.3g}"
        )
    return left


def _allocate(question: Question, required: list[int]) -> tuple[int, ...]:
    """Eq. 6 in whole numbers: every share of the optimum rounded up, and none between 0 and the least share."""
    optimum = tpmdp.allocate(required, question.threshold, question.active, question.dropouts).variances
    return tuple(max(LEAST_SHARE, math.ceil(share)) if share else 0 for share in optimum)


KIND = "noise-plan"
_SECONDS = 3600.0  # one's own plan may be large; strangers' files are checked by `optcheck verify`
_PACKING = ("unit", "horizon", "tracks", "leaders", "bound")


def certificate(plan: Plan) -> Certificate:
    """What is asked and what is given, with a bound on what is possible."""
    question = plan.question
    instance = {
        "names": list(question.names),
        "epsilon": [to_json(value) for value in question.epsilons],
        "delta": [to_json(value) for value in question.deltas],
        "sensitivity": [to_json(value) for value in question.sensitivities],
        "active": runs(np.array(question.active, dtype=np.int64)),
        "threshold": question.threshold,
        "dropouts": question.dropouts,
        "releases": question.releases,
        "dimension": question.dimension,
    }
    evidence = {
        "grid": to_text(plan.grid),
        "smoothing": to_json(plan.smoothing),
        "required": list(plan.required),
        "variances": list(plan.variances),
    }
    before = {} if plan.earlier is None else {"earlier": list(plan.earlier)}
    return Certificate(KIND, instance, evidence | before | _least(plan))


def _least(plan: Plan) -> dict[str, object]:
    """Why no noise of this kind can have a much smaller total: the packing for variances that do not suffice."""
    question, short = plan.question, list(plan.insufficient)
    if not any(short):
        return {}
    proof = allocate(short, question.threshold, question.active, question.dropouts).certify()
    packing = {name: proof.evidence[name] for name in _PACKING if name in proof.evidence}
    return {"least": {"insufficient": [to_json(value) for value in short], **packing}}


def load(path: str | Path) -> Plan:
    """Read a plan from its file, and have the checker prove it first."""
    proof = Certificate.load(path)
    if proof.kind != KIND:
        raise InvalidInput(f"{path} must be a plan (a certificate of kind {KIND}), got kind {proof.kind}")
    proof.verify(_SECONDS)
    given, found = Instance(proof.instance, "instance"), Evidence(proof.evidence, "evidence")
    ends = given.active
    question = Question(
        names=tuple(given.names),
        epsilons=tuple(given.epsilon),
        deltas=tuple(given.delta),
        sensitivities=tuple(given.sensitivity),
        active=tuple(j for start, stop in zip(ends[::2], ends[1::2], strict=True) for j in range(start, stop)),
        threshold=given.threshold,
        dropouts=given.dropouts,
        releases=given.releases,
        dimension=given.dimension,
    )
    least = found.least
    return Plan(
        question,
        Fraction(found.grid),
        tuple(found.required),
        tuple(found.variances),
        (0,) * question.n if least is None else tuple(least.insufficient),
        Fraction(0 if least is None else least.bound),
        found.smoothing,
        None if found.earlier is None else tuple(found.earlier),
    )
