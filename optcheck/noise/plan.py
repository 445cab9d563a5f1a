"""A plan for integer noise, from budgets to whole variances, with one proof.

Each party j wants its value (epsilon_j, delta_j)-private in ``releases`` noisy sums, whatever up to ``threshold``
others learn together and whichever up to ``dropouts`` more leave with their noise. The plan gives each party a whole
variance; the party rounds its value to the grid and adds a draw from the discrete Gaussian of that variance.

The *grid* is so fine that rounding and whole variances cost little. Two values at most D apart are at most
ceil(D/grid) steps apart after rounding, which is monotone and commutes with whole steps; vectors of m coordinates at
most ceil(D/grid) + ceil(sqrt(m)), for each coordinate moves by at most half a step at either end.

Several *releases* are planned as one: k Gaussian releases of sensitivity D, each with variance v, are together exactly
as revealing as one with variance v/k, also when later queries depend on earlier results, since only the sum of
D^2/variance counts. Other ways of accounting are upper bounds on the same thing and can only ask for more
(:func:`variance_per_release` compares them).
"""

from __future__ import annotations

import csv
import io
import math
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from html import escape
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

from optcheck import gaussian, tpmdp
from optcheck.checker.core import read_file
from optcheck.checker.delivery import STREAM
from optcheck.checker.gaussian import closeness, private_budget
from optcheck.checker.noise import LOG2_E, WRAP_BITS, Evidence, Instance, plain
from optcheck.errors import InvalidInput, shown, steers
from optcheck.exact.files import Certificate
from optcheck.exact.inputs import whole_number
from optcheck.exact.numbers import Exact, escape_formula, exact, root_up, round_up, sigma_up, to_json, to_text, whole
from optcheck.exact.rounding import at_least
from optcheck.tpmdp.allocation import runs
from optcheck.tpmdp.instance import read_active, some_parties, valid_dropouts, valid_threshold

_BLANK = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2065\u2800\u3164\uffa0"
)  # letters and marks that show nothing, beside the format characters (category Cf)
_SELECTORS = (range(0xFE00, 0xFE10), range(0xE0000, 0xE1000))  # variation selectors and tags


def likeness(name: str) -> str:
    """What is left of a name without case, Unicode form, spaces around it and characters that show nothing.

    >>> likeness(" Ann\\u200b ") == likeness("ANN"), likeness("\\u3164")
    (True, '')
    """
    if name.isascii():
        return " ".join(name.lower().split())
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join("".join(letter for letter in folded if not _is_blank(letter)).split())


def _is_blank(letter: str) -> bool:
    return letter in _BLANK or any(ord(letter) in row for row in _SELECTORS) or unicodedata.category(letter) == "Cf"


def check_name(name: str, location: str) -> None:
    """Refuse a name that steers the terminal, or that nobody can see."""
    if not name.isprintable() and any(map(steers, name)):
        raise InvalidInput(f"{location}: must not hold control characters, got {name!r}")
    if not likeness(name):
        raise InvalidInput(f"{location}: must have a character that can be seen, got {name!a}")


def check_distinct(named: Iterable[tuple[str, str]]) -> None:
    """Refuse two names that look alike; each comes with its location, for messages."""
    seen: dict[str, tuple[str, str]] = {}
    for name, location in named:
        first, where = seen.setdefault(likeness(name), (name, location))
        if where != location and first == name:
            raise InvalidInput(f"{location}: must differ from party to party, got {name!r} again (first: {where})")
        if where != location:
            rule = "must differ by more than case, spaces, Unicode form or characters that show nothing"
            raise InvalidInput(f"{location}: {rule}, got {name!a} beside {first!a} (first: {where})")


KIND = "noise-plan"
_MOST_ROWS = 60  # of a plan in a notebook
_ROOT = re.compile(r"\s*sqrt\(([^()]+)\)\s*")
_ROOT_DIGITS = 12
_CHECK_SECONDS = 3600.0  # one's own plan may be large; strangers' files are checked by `optcheck verify`
_PACKING = ("unit", "horizon", "tracks", "leaders", "bound")
_SHORT = 1 - Fraction(1, 1 << 40)  # times a variance that just suffices, it does not
BUDGET = ("epsilon", "delta", "sensitivity")
Budget = tuple[Exact, Exact, Exact]


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
    numbers = tuple(exact(item, name) if name != "sensitivity" else read_sensitivity(item) for item in items)
    for number, item in zip(numbers, items, strict=True):
        if number < 0 or (name == "delta" and not 0 < number < 1):
            rule = "above 0 and below 1" if name == "delta" else "at least 0"
            raise InvalidInput(f"{name} must be {rule}, got {shown(item)}")
    return numbers


def read_sensitivity(value: object) -> Exact:
    """An exact number, or a text such as "sqrt(2)", which counts as a decimal just above it.

    >>> read_sensitivity("sqrt(2)"), read_sensitivity("sqrt(9/4)")
    (Fraction(70710678119, 50000000000), Fraction(3, 2))
    """
    root = _ROOT.fullmatch(value) if isinstance(value, str) else None
    return exact(value, "sensitivity") if root is None else root_above(exact(root[1], "sensitivity"))


def root_above(square: Exact) -> Exact:
    """The square root if it is rational, or else a decimal of 12 digits just above it."""
    if square < 0:
        raise InvalidInput(f"the number under a square root must not be negative, got {square}")
    root = root_up(Fraction(square))
    return whole(root if root * root == square else Fraction(round_up(root, _ROOT_DIGITS)))


def _names(names: Sequence[str] | None, n: int) -> tuple[str, ...]:
    if names is None:
        return tuple(f"party {number}" for number in range(1, n + 1))
    given = _column(names)
    texts = tuple(name for name in given or () if isinstance(name, str) and name)
    if given is None or len(texts) != len(given) or len(set(texts)) != n:
        raise InvalidInput(f"there must be a name for each of {n} parties, all different, got {shown(names)}")
    locations = [f"name {number}" for number in range(1, n + 1)]
    for text, location in zip(texts, locations, strict=True):
        check_name(text, location)
    check_distinct(zip(texts, locations, strict=True))
    return texts


def _some(names: Sequence[object]) -> str:
    return ", ".join(map(str, names[:10])) + (", ..." if len(names) > 10 else "")


SMOOTHING = 5  # the variance, in steps squared, that going from the reals to the integers costs; see checker.lattice
LEAST_SHARE = 12  # the least variance of a share, in steps squared: then sums are Gaussian up to a factor 1 + 2^-128
_FINE = 1 << 14  # steps squared in the least requirement and in the usual share: what is added is below 0.1 % of them
_LONGEST_DENOMINATOR = 10**9
_LEAST_STEPS = 1 << 10  # in the least sensitivity, for parties whose sensitivities are no multiples of each other


def steps(sensitivity: Exact, grid: Fraction, dimension: int) -> int:
    """By how many steps of the grid a party can move the sum, at most (in Euclidean length, for vectors)."""
    if not sensitivity:
        return 0
    corner = math.isqrt(dimension - 1) + 1 if dimension > 1 else 0
    return math.ceil(sensitivity / grid) + corner


def choose_grid(sensitivities: Sequence[Exact], smallest: Exact, dimension: int) -> Fraction:
    """The least sensitivity over a power of two, such that the smallest variance is at least 2^14 steps squared.

    Where that sensitivity is a long decimal, such as a rounded root, a power of two below it: counts are on the grid.
    """
    least = Fraction(min(s for s in sensitivities if s))
    if least.denominator > _LONGEST_DENOMINATOR:
        least = Fraction(2) ** (least.numerator.bit_length() - least.denominator.bit_length() - 1)
    parts = _LEAST_STEPS
    while (smallest * parts * parts < _FINE * least * least) or parts * parts < _LEAST_STEPS**2 * dimension:
        parts *= 2
    return least / parts


@dataclass(frozen=True, slots=True)
class Bound:
    """Why no noise on the reals can have a much smaller total: variances that are just too small for the budgets.

    ``packing`` proves that whoever leaves more than these around everybody has at least the total.
    """

    insufficient: tuple[Exact, ...]
    total: Fraction
    packing: Mapping[str, object]


@dataclass(frozen=True, slots=True, repr=False)
class Plan:
    """Whole variances for every party, in steps of the grid squared, and how they came about.

    ``required`` holds the variance (steps squared) of a Gaussian that protects the party; outside every coalition the
    variances reach it, and ``smoothing`` more. ``bound`` says how small the total could be. Where some of the noise was
    drawn before (:mod:`optcheck.noise.share`), ``earlier`` holds its variances; the rest is still to be drawn.
    ``modulus`` is that of the secure sum, where it has one: the proof then bounds the probability of a wrap-around.
    ``on_the_reals`` is the allocation from which the plan was made, and not part of its file.
    """

    question: Question
    grid: Fraction
    required: tuple[int, ...]
    variances: tuple[int, ...]
    bound: Bound | None = None
    smoothing: Exact = SMOOTHING
    earlier: tuple[int, ...] | None = None
    modulus: int | None = None
    on_the_reals: tpmdp.Allocation | None = field(default=None, compare=False, repr=False)

    @property
    def total(self) -> Fraction:
        """The variance of the noise when nobody leaves, in the data's units."""
        return sum(self.variances) * self.grid**2

    @property
    def least_total(self) -> Fraction:
        """The total that noise on the reals must have at least."""
        return Fraction(0) if self.bound is None else self.bound.total

    @property
    def price(self) -> float:
        """By which part the total exceeds what noise on the reals needs at least; rounded up."""
        return at_least(self.total / self.least_total - 1) if self.least_total else 0.0

    def noise_variance(self, party: int) -> Fraction:
        """The variance of a party's noise in the data's units."""
        return self.variances[party] * self.grid**2

    def __repr__(self) -> str:
        question = self.question
        return (
            f"Plan({question.n} parties, threshold {question.threshold}, dropouts {question.dropouts}, "
            f"releases {question.releases}, dimension {question.dimension}, grid {to_text(self.grid)}: "
            f"the result's noise has sigma {sigma_up(self.total)})"
        )

    def to_records(self, digits: int = 17) -> list[dict[str, str]]:
        """What is handed to the parties, one record for each; numbers for people are rounded up to so many digits."""
        question, active = self.question, set(self.question.active)
        required = {} if self.on_the_reals is None else dict(enumerate(self.on_the_reals.required))
        return [
            {
                "name": name,
                "active": "yes" if j in active else "no",
                **dict(zip(BUDGET, map(plain, budget), strict=True)),
                **({"required_variance": round_up(required[j], digits)} if required else {}),
                "noise_variance": round_up(self.noise_variance(j), digits),
                "noise_sigma": sigma_up(self.noise_variance(j), digits),
                "grid": to_text(self.grid),
                "grid_variance": str(self.variances[j]),
            }
            for j, (name, budget) in enumerate(zip(question.names, question.budgets, strict=True))
        ]

    def to_csv(self) -> str:
        """The records as CSV; ``optcheck verify plan.json --noise`` compares it."""
        records, stream = self.to_records(), io.StringIO()
        writer = csv.DictWriter(stream, records[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(record | {"name": escape_formula(record["name"])} for record in records)
        return stream.getvalue()

    def _repr_html_(self) -> str:
        records = self.to_records(digits=6)
        heads = "".join(f"<th>{escape(name)}</th>" for name in records[0])
        rows = "".join(
            f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in record.values())}</tr>"
            for record in records[:_MOST_ROWS]
        )
        more = f"<p>{len(records) - _MOST_ROWS} more parties</p>" if len(records) > _MOST_ROWS else ""
        return f"<p>{escape(repr(self))}</p><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>{more}"

    def certify(self) -> Certificate:
        """The proof of everything that the plan promises, and of its price; ``optcheck verify`` checks it."""
        question, bound = self.question, self.bound
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
        evidence: dict[str, object] = {
            "grid": to_text(self.grid),
            "smoothing": to_json(self.smoothing),
            "required": list(self.required),
            "variances": list(self.variances),
        }
        if self.earlier is not None:
            evidence["earlier"] = list(self.earlier)
        if self.modulus is not None:
            evidence["modulus"] = self.modulus
        if bound is not None:
            evidence["least"] = {"insufficient": [to_json(value) for value in bound.insufficient], **bound.packing}
        return Certificate(KIND, instance, evidence)

    def save(self, path: str | Path) -> None:
        """Write the plan; its file is its proof."""
        self.certify().save(path)

    @classmethod
    def load(cls, path: str | Path) -> Plan:
        """Read a plan and have the checker prove it again."""
        proof = _read_proof(path)
        proof.verify(_CHECK_SECONDS)
        instance, evidence = Instance(proof.instance, "instance"), Evidence(proof.evidence, "evidence")
        ends = instance.active
        question = Question(
            names=tuple(instance.names),
            epsilons=tuple(instance.epsilon),
            deltas=tuple(instance.delta),
            sensitivities=tuple(instance.sensitivity),
            active=tuple(j for start, stop in zip(ends[::2], ends[1::2], strict=True) for j in range(start, stop)),
            threshold=instance.threshold,
            dropouts=instance.dropouts,
            releases=instance.releases,
            dimension=instance.dimension,
        )
        return cls(
            question,
            Fraction(evidence.grid),
            tuple(evidence.required),
            tuple(evidence.variances),
            _read_bound(proof.evidence, evidence),
            evidence.smoothing,
            None if evidence.earlier is None else tuple(evidence.earlier),
            evidence.modulus,
        )


def _read_proof(path: str | Path) -> Certificate:
    if isinstance(path, str | Path) and Path(path).is_file():
        document = read_file(path)
        if isinstance(document, dict) and document.get("kind") == STREAM:
            raise InvalidInput(
                f"{path} is a plan made in bulk, whose parties are in its files of noise: optcheck sample and verify "
                "take it with --noise; replan and export need a plan that holds its parties, from a table in memory"
            )
    proof = Certificate.load(path)
    if proof.kind != KIND:
        raise InvalidInput(f"{path} must be a plan (a certificate of kind {KIND}), got kind {proof.kind}")
    return proof


def _read_bound(document: Mapping[str, object], evidence: Evidence) -> Bound | None:
    least, fields = evidence.least, document.get("least")
    if least is None or not isinstance(fields, Mapping):
        return None
    packing = {name: fields[name] for name in _PACKING if name in fields}
    return Bound(tuple(least.insufficient), Fraction(least.bound), packing)


def check_plan(plan: object) -> Plan:
    """The same plan, if it is one."""
    if not isinstance(plan, Plan):
        raise InvalidInput(f"there must be a plan (noise.make or noise.Plan.load), got {shown(plan)}")
    return plan


def check_first_plan(plan: object) -> Plan:
    """The same plan, if it is one whose noise is all still to be drawn.

    A plan that tops up draws what is added to a share: with a value it would make a share of too little noise, or none.
    """
    checked = check_plan(plan)
    if checked.earlier is not None:
        raise InvalidInput(
            "the plan tops up shares that were drawn before, and the value is in these already: it takes no value; "
            "draw the noise to add (noise.draw, optcheck sample --noise-only) and add it to the share"
        )
    return checked


def make(
    question: Question, grid: object | None = None, *, least_variance: object = 0, modulus: int | None = None
) -> Plan:
    """Plan integer noise that answers the question, at nearly the least total; a grid that is given is kept.

    An optimal plan may give some parties no noise at all: their shares are then their values, which only the secure sum
    hides. With ``least_variance``, in the data's units, everybody adds noise of at least this variance. With the
    ``modulus`` of a secure sum, which must have room for values and noise, the proof covers wrap-around as well.
    """
    if not isinstance(question, Question):
        raise InvalidInput(f"there must be a question (noise.Question.of), got {shown(question)}")
    plan = _with_floor(_make(question, None if grid is None else _step(grid)), exact(least_variance, "least_variance"))
    if modulus is None:
        return plan
    _check_room(plan, whole_number(modulus, "modulus", least=2))
    return replace(plan, modulus=modulus)


def _check_room(plan: Plan, modulus: int) -> None:
    question = plan.question
    window = sum(steps(s, plan.grid, question.dimension) for s in question.sensitivities)
    needed = window + _reach(question, 4 * sum(plan.variances))
    if modulus < needed:
        raise InvalidInput(
            f"modulus must be at least {needed}, so that sums of values and noise do not wrap around, got {modulus}; "
            "a coarser grid needs less"
        )


def share_bits(plan: Plan, name: str) -> int:
    """How many bits a party's share needs, sign included: all but 2^-64 of the shares of all releases fit.

    >>> share_bits(make(Question.of([1, 1], "1e-6", threshold=1), grid="1/64"), "party 1")
    13
    """
    question = check_plan(plan).question
    party = question.party(name)
    noise = _reach(question, plan.variances[party])
    return (steps(question.sensitivities[party], plan.grid, question.dimension) + noise).bit_length() + 1


def _reach(question: Question, variance: int) -> int:
    """Steps that no noise of this variance exceeds in all releases and coordinates, but with probability 2^-64."""
    bits = WRAP_BITS + (2 * question.releases * question.dimension).bit_length() + 1
    return math.isqrt(math.ceil(2 * variance * bits / LOG2_E)) + 1


def _step(grid: object) -> Fraction:
    step = Fraction(exact(grid, "grid"))
    if step <= 0:
        raise InvalidInput(f"grid must be above 0, got {shown(grid)}")
    return step


def _with_floor(plan: Plan, least: Exact) -> Plan:
    """The plan with shares raised to the floor: what remains outside a coalition only grows, so the proof holds."""
    if least < 0:
        raise InvalidInput(f"least_variance must be at least 0, got {least}")
    if not least:
        return plan
    floor = max(LEAST_SHARE, math.ceil(least / plan.grid**2))
    return replace(plan, variances=tuple(max(share, floor) for share in plan.variances))


def _make(question: Question, grid: Fraction | None) -> Plan:
    needs = needs_on_the_reals(question.budgets, question.releases)
    real = allocate_needs(question, needs)
    if not real.total:
        nothing = (0,) * question.n
        return Plan(question, grid or Fraction(1), nothing, nothing, on_the_reals=real)
    bound = least_bound(real)
    if grid is None:
        shares = sorted(share for share in real.variances if share)
        smallest = min(min(need for need in needs if need), shares[len(shares) // 2])
        grid = choose_grid(question.sensitivities, smallest * _SHORT, question.dimension)
    required = required_steps(question.budgets, grid, question.n, question.releases, question.dimension)
    optimum = allocate_needs(question, [need + SMOOTHING if need else 0 for need in required]).variances
    return Plan(question, grid, required, tuple(map(whole_share, optimum)), bound, on_the_reals=real)


def allocate_needs(question: Question, required: Sequence[Exact]) -> tpmdp.Allocation:
    """The least noise that leaves everybody what it requires."""
    return tpmdp.allocate(required, question.threshold, question.active, question.dropouts)


def whole_share(share: Exact) -> int:
    """A share rounded up to whole steps squared; none between 0 and the least that sums of integers need.

    >>> whole_share(Fraction(25, 2)), whole_share(Fraction(1, 2)), whole_share(0)
    (13, 12, 0)
    """
    return max(LEAST_SHARE, math.ceil(share)) if share else 0


def least_bound(real: tpmdp.Allocation) -> Bound | None:
    """A bound for requirements a little less than those that just suffice: the total of Eq. 6 is homogeneous."""
    if not any(real.required):
        return None
    proof = real.certify().evidence
    packing = {name: proof[name] for name in _PACKING if name in proof}
    total = Fraction(real.total) * _SHORT
    return Bound(tuple(whole(need * _SHORT) for need in real.required), total, packing | {"bound": to_text(total)})


def needs_on_the_reals(budgets: Sequence[Budget], releases: int) -> list[Exact]:
    """The variance that each budget needs in noise on the reals, in the data's units."""
    unit = _unit_variances(budgets)
    return [whole(releases * unit[e, d] * s * s) for e, d, s in budgets]


def _unit_variances(budgets: Sequence[Budget]) -> dict[tuple[Exact, Exact], Fraction]:
    """For each distinct (epsilon, delta) the variance at sensitivity 1, a double proved to suffice."""
    distinct = list(dict.fromkeys((e, d) for e, d, _ in budgets))
    epsilons, deltas = (list(column) for column in zip(*distinct, strict=True))
    return dict(zip(distinct, map(Fraction, gaussian.required_variance(epsilons, deltas).tolist()), strict=True))


def required_steps(budgets: Sequence[Budget], grid: Fraction, n: int, releases: int, dimension: int) -> tuple[int, ...]:
    """Whole steps squared that protect each party, after what the integers of n parties take from its budget."""
    zeta = closeness(n, LEAST_SHARE, SMOOTHING)
    assert zeta is not None
    lessened = [(*_budget_left(e, d, zeta * releases * dimension), s) for e, d, s in budgets]
    unit = _unit_variances(lessened)
    distinct = {
        (e, d, s): math.ceil(releases * unit[e, d] * steps(s, grid, dimension) ** 2) for e, d, s in set(lessened)
    }
    return tuple(distinct[budget] for budget in lessened)


def _budget_left(epsilon: Exact, delta: Exact, zeta: Fraction) -> tuple[Exact, Exact]:
    """What integer noise leaves of a budget."""
    left = private_budget(epsilon, delta, zeta)
    if left is None:
        raise InvalidInput(
            "a budget must leave room for what integer noise costs (about 2^-120), "
            f"got epsilon {float(epsilon):.3g} and delta {float(delta):.3g}"
        )
    return left


def percent_of(total: Exact | float, expected: object) -> str:
    """The noise's standard deviation as a percentage of the sum that is expected, rounded up."""
    number = exact(expected, "the expected sum")
    if number <= 0:
        raise InvalidInput(f"the expected sum must be above 0, got {number}")
    return round_up(100 * Fraction(sigma_up(total, 17)) / number, 3)


def remaining(plan: Plan, colluders: Iterable[int], gone: Iterable[int] = ()) -> int:
    """The variance, in steps squared, of the noise that these colluders do not know when those have left."""
    n = check_plan(plan).question.n
    missing = {*some_parties(colluders, n, "a colluder"), *some_parties(gone, n, "a party that left")}
    return sum(v for j, v in enumerate(plan.variances) if j not in missing)


def worst(plan: Plan, party: int) -> int | None:
    """The least variance that remains around a party, over all coalitions and dropouts that the plan allows for.

    The t + d heaviest others are missing, with the heaviest active one among them; None where no coalition that sees
    the result threatens the party.
    """
    question = check_plan(plan).question
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
    party = check_plan(plan).question.party(name)
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


_HALVINGS = 50  # of an interval of epsilons


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
    """Half of delta is the slack; the largest epsilon per release comes by halving, and is proved at each step."""
    slack = Fraction(delta) / 2
    low, high = Fraction(0), Fraction(epsilon)
    for _ in range(_HALVINGS):
        middle = Fraction(at_least((low + high) / 2))
        total = tpmdp.compose_advanced([(middle, slack / k)], k, [slack])[0][0]
        low, high = (middle, high) if total <= epsilon else (low, middle)
    return Fraction(gaussian.required_variance(low, slack / k))
