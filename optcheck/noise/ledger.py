"""A ledger of drawn releases: one line of JSON for each, and what they have spent together.

A plan of k releases keeps (epsilon, delta) for all of them together, so each release may count as a k-th part: its
*exposure*, D^2/variance of the Gaussian that hides the party, is at most 1/(k v) where v is the least variance at
sensitivity 1 that keeps (epsilon, delta). Exposures of Gaussian releases add up, whatever plans they belong to, also
when later ones depend on earlier results: all together reveal as much as one of variance 1/exposure, which is an
epsilon for every delta. Integer noise costs a factor e^zeta beside it; these add up as well.

A release of precision s moves the sum by s times as many steps at the same noise, and so counts as s^2 releases.

A release is written down before it is drawn: a crash may waste one, and never hides one.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from fractions import Fraction
from functools import cache
from io import TextIOWrapper
from pathlib import Path

from optcheck import gaussian
from optcheck.checker.core import content_of, digest
from optcheck.checker.gaussian import closeness
from optcheck.errors import InvalidInput, shown
from optcheck.exact.files import parse_json
from optcheck.exact.inputs import whole_number
from optcheck.exact.numbers import Exact, exact, to_text
from optcheck.exact.rounding import at_least
from optcheck.noise.plan import KIND, LEAST_SHARE, Plan, check_plan
from optcheck.noise.share import MOST_PRECISION

_MOST_BYTES = 1 << 28
_LOCK_SECONDS = 10.0
_SHORT = 1 - Fraction(1, 1 << 40)  # times a calibrated variance, it is below the least one
_MANY = 10**9  # parties; how many there are hardly matters for the closeness of integer noise to a Gaussian
_NUMBERS = ("epsilon", "delta", "closeness")


@dataclass(frozen=True, slots=True)
class Draw:
    """One release, drawn by one party from the plan with this digest; not ``exposed`` where it has nothing to hide."""

    plan: str
    party: str
    release: int
    releases: int
    epsilon: Exact
    delta: Exact
    closeness: Exact
    exposed: bool
    precision: int = 1

    @property
    def units(self) -> int:
        """As how many releases of the plan it counts."""
        return self.precision**2

    def line(self) -> str:
        """The line of the ledger."""
        numbers = {name: to_text(getattr(self, name)) for name in _NUMBERS}
        return json.dumps(asdict(self) | numbers, ensure_ascii=False) + "\n"


class Left(StrEnum):
    """What a budget for everything has left."""

    SOME = "some"
    OVERSPENT = "overspent"
    AT_THE_LIMIT = "at the limit"  # nearer to it than calibration in doubles can tell


@dataclass(frozen=True, slots=True)
class Spent:
    """What a party has spent, by its draws."""

    party: str
    draws: tuple[Draw, ...]

    @property
    def parts(self) -> dict[tuple[Exact, Exact], Fraction]:
        """For each (epsilon, delta) of its plans, how much of it was drawn: 1 is all of it."""
        parts: dict[tuple[Exact, Exact], Fraction] = {}
        for draw in self.draws:
            if draw.exposed:
                budget = draw.epsilon, draw.delta
                parts[budget] = parts.get(budget, Fraction(0)) + Fraction(draw.units, draw.releases)
        return parts

    @property
    def exposure(self) -> tuple[Fraction, Fraction]:
        """Bounds on what all releases may reveal together."""
        low = sum((part / _variance(*budget) for budget, part in self.parts.items()), start=Fraction(0))
        return low, low / _SHORT

    @property
    def delta(self) -> Exact:
        """The strictest delta of its plans."""
        return min((draw.delta for draw in self.draws), key=Fraction)

    def epsilon(self, delta: object | None = None) -> float:
        """An epsilon that all releases together keep at this delta, rounded up."""
        chance = exact(self.delta if delta is None else delta, "delta")
        if not 0 < chance < 1:
            raise InvalidInput(f"delta must be above 0 and below 1, got {shown(delta)}")
        parts, (_, most) = self.parts, self.exposure
        if not parts:
            return 0.0
        zeta = sum((Fraction(draw.closeness) for draw in self.draws), start=Fraction(0))
        spent = Fraction(gaussian.epsilon_of_variance(1 / most, chance * (1 - zeta))) + 2 * zeta
        ((own, planned), part), *others = parts.items()
        if not others and part <= 1 and planned <= chance:  # the plan's own proof
            spent = min(spent, Fraction(own))
        return at_least(spent)

    def left(self, epsilon: object, delta: object) -> Left:
        """Whether (epsilon, delta) allows what is spent."""
        asked = exact(epsilon, "epsilon"), exact(delta, "delta")
        parts = self.parts
        if set(parts) <= {asked}:
            return Left.SOME if parts.get(asked, 0) < 1 else Left.AT_THE_LIMIT if parts[asked] == 1 else Left.OVERSPENT
        allowed, (least, most) = 1 / _variance(*asked), self.exposure
        if most <= allowed:
            return Left.SOME
        return Left.OVERSPENT if least > allowed / _SHORT else Left.AT_THE_LIMIT

    def more(self, epsilon: object, delta: object) -> int | None:
        """How many releases like the last one (epsilon, delta) still allows; None for any number of them."""
        last = self.draws[-1]
        if not last.exposed:
            return None
        asked = exact(epsilon, "epsilon"), exact(delta, "delta")
        if set(self.parts) == {asked}:
            return max(0, (1 - self.parts[asked]) * last.releases // last.units)
        rest = 1 / _variance(*asked) - self.exposure[1]
        return max(0, rest * _SHORT * last.releases * _variance(last.epsilon, last.delta) // last.units)


@cache
def _variance(epsilon: Exact, delta: Exact) -> Fraction:
    """The least variance at sensitivity 1 for a budget, or up to 2^-40 of it more: 1/it is at most what it allows."""
    return Fraction(gaussian.required_variance(epsilon, delta))


def record(path: str | Path, plan: Plan, party: str, name: str | None = None, precision: int = 1) -> Draw:
    """Write the party's next release of the plan into the ledger; refused where it is more than was planned.

    ``name`` stands for the plan where it has no certificate of its own, as a plan made in bulk.
    """
    index = check_plan(plan).question.party(party)
    if name is None and not (plan.question.threshold and plan.question.active):
        raise InvalidInput(
            "the plan promises no privacy (nobody who sees the result may collude): nothing can be spent"
        )
    label = digest(KIND, plan.certify().instance) if name is None else name
    with _locked(Path(path)) as stream:
        own_draws = [draw for draw in _draws(stream, Path(path)) if draw.plan == label and draw.party == party]
        draw = _draw(plan, index, label, len(own_draws) + 1, precision)
        drawn = sum(earlier.units for earlier in own_draws)
        if drawn + draw.units > draw.releases:
            counts = "" if precision == 1 else f", which counts as {draw.units},"
            raise InvalidInput(
                f"{path}: {party!r} has drawn {drawn} of {draw.releases} releases of this plan: one more{counts} "
                "would reveal more than was planned; make a new plan"
            )
        stream.seek(0, os.SEEK_END)
        stream.write(draw.line())
        stream.flush()
        os.fsync(stream.fileno())
    return draw


def _draw(plan: Plan, index: int, label: str, release: int, precision: int) -> Draw:
    question = plan.question
    epsilon, delta, sensitivity = question.budgets[index]
    smallest = min([LEAST_SHARE, *(variance for variance in plan.variances if variance)])
    zeta = closeness(_MANY, smallest, plan.smoothing)
    if zeta is None:
        raise InvalidInput("the grid is too coarse for a statement about sums of integer noise")
    name, exposed = question.names[index], bool(sensitivity)  # also where its own noise is none: others' hides it
    zeta *= question.dimension
    precision = whole_number(precision, "precision", least=1, most=MOST_PRECISION)
    return Draw(label, name, release, question.releases, epsilon, delta, zeta, exposed, precision)


def read(paths: Iterable[str | Path]) -> list[Spent]:
    """What every party of these ledgers has spent, in the order of their first draws."""
    draws: dict[str, list[Draw]] = {}
    for path in map(Path, paths):
        try:
            text = content_of(path, _MOST_BYTES + 1).decode("utf-8")
        except UnicodeDecodeError as error:
            raise InvalidInput(f"{path} is no ledger: {error.reason}") from error
        if len(text) > _MOST_BYTES:
            raise InvalidInput(f"{path} must hold at most {_MOST_BYTES} bytes")
        for draw in _parsed(text, path):
            draws.setdefault(draw.party, []).append(draw)
    return [Spent(party, tuple(own)) for party, own in draws.items()]


def _draws(stream: TextIOWrapper, path: Path) -> list[Draw]:
    stream.seek(0)
    return list(_parsed(stream.read(_MOST_BYTES), path))


def _parsed(text: str, path: Path) -> Iterator[Draw]:
    if text and not text.endswith("\n"):
        raise InvalidInput(f"{path}: its last line is broken off; mend it by hand, since it may stand for a release")
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            yield _read_line(parse_json(line))
        except (ValueError, RecursionError, InvalidInput) as error:
            raise InvalidInput(f"{path}, line {number}: must be a release of optcheck's ledger: {error}") from error


def _read_line(given: object) -> Draw:
    names = [field.name for field in fields(Draw)]
    if not isinstance(given, dict) or {*given, "precision"} != set(names):  # which is 1 where a line has none
        raise InvalidInput(f"there must be the fields {', '.join(names)}")
    draw = Draw(**given | {name: exact(given[name], name) for name in _NUMBERS})
    if not isinstance(draw.plan, str) or not isinstance(draw.party, str) or type(draw.exposed) is not bool:
        raise InvalidInput("plan and party must be texts, exposed true or false")
    if type(draw.release) is not int or type(draw.releases) is not int or not 1 <= draw.release <= draw.releases:
        raise InvalidInput(f"release must be a whole number from 1 to releases, got {shown(draw.release)}")
    if draw.epsilon < 0 or not 0 < draw.delta < 1 or not 0 <= draw.closeness < Fraction(1, 2):
        raise InvalidInput("epsilon must be at least 0, delta between 0 and 1, closeness from 0 to 1/2")
    whole_number(draw.precision, "precision", least=1, most=MOST_PRECISION)
    return draw


@contextmanager
def _locked(path: Path) -> Iterator[TextIOWrapper]:
    """The ledger, new or not, readable by its owner only, and nobody else's while it is open."""
    import fcntl  # not on every system

    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
    except OSError as error:
        raise InvalidInput(f"the ledger {path} cannot be opened: {error.strerror}") from error
    with open(descriptor, "r+", encoding="utf-8", newline="\n") as stream:
        deadline = time.monotonic() + _LOCK_SECONDS
        while True:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except OSError:
                if time.monotonic() > deadline:
                    raise InvalidInput(f"the ledger {path} is in use by another program") from None
                time.sleep(0.05)
        yield stream
