"""What TPMDP says about Fig. 4, sentence by sentence, against what was measured."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise, product

from benchmarks.scaling import GENERIC, GUROBI, HALF, LINES, OWN, READERS, THRESHOLDS, Measured, Point
from benchmarks.timing import fit, spread
from benchmarks.utility.statements import CONSTANT, MUCH, SIMILAR, Check, Statement

__all__ = ["SURE", "statements", "weight"]

SURE = 1.5  # a time may be off by this factor, and no verdict hangs on less
_PAGES = 0.05  # megabytes: below, pages are too coarse, and the traced peak is taken where there is one


def weight(point: Point) -> float:
    """The peak in megabytes: pages touched, or bytes asked for where these are few."""
    resident, traced = point.result.megabytes, point.result.traced
    return resident if traced is None else traced if resident < _PAGES else max(resident, traced)


def statements(measured: Measured) -> list[Statement]:
    """Every sentence of the text and of the caption about the figure, with the comparisons that decide it."""
    return [*_memory_statements(measured), *_time_statements(measured), *_summary_statements(measured)]


def _pairs_from(measured: Measured, least: int) -> list[tuple[Point, Point]]:
    """The generic solver and Alg. 3 at the same instance, from some size on."""
    table = measured.table()
    sizes = [n for n in measured.scope.printed if n >= least]
    return [
        (table[GENERIC, active, name, n], table[OWN, active, name, n])
        for active in READERS
        for name in THRESHOLDS
        for n in sizes
    ]


def _held_memory(measured: Measured, point: Point) -> float:
    """What a comparison counts: at least the meter's floor, and the limit for what went beyond it."""
    if point.result.status == "memory":
        return float(measured.scope.limits.megabytes)
    return max(weight(point), measured.floor)


def _memory_statements(measured: Measured) -> list[Statement]:
    ended = ("ok", "memory")
    pairs = [(a, b) for a, b in _pairs_from(measured, 15) if a.result.status in ended]
    ratios = [_held_memory(measured, a) / _held_memory(measured, b) for a, b in pairs]
    own = [p.result.traced or 0.0 for p in measured.points if p.contender == OWN and p.n in measured.scope.printed]
    half = _steps(measured, "megabytes")
    return [
        Statement(
            "Fig. 4a",
            "from n = 15 on Alg. 3 needs significantly less memory than the generic solver",
            (
                _judged(
                    f"generic memory / Alg. 3's at least {MUCH:g}", [r / MUCH for r in ratios], _range(ratios), sure=1
                ),
            ),
        ),
        Statement(
            "Fig. 4a, caption",
            "the memory of Alg. 3 is insensitive to n and t",
            (
                _judged(
                    f"within a factor {CONSTANT:g} for n up to {max(measured.scope.printed)}",
                    [CONSTANT / (max(own) / min(own))],
                    f"{min(own) * 1024:.2f} to {max(own) * 1024:.2f} kB; beyond the figure it grows with n (Table I); "
                    + "; ".join(_over_t(measured, active) for active in READERS),
                    sure=1,
                ),
            ),
        ),
        Statement(
            "Fig. 4a",
            "the generic solver's memory grows with t at every n",
            (_grows_with_t(measured, "megabytes", ended),),
        ),
        Statement(
            "Fig. 4a",
            "at t = 0.5n the generic solver's memory grows exponentially with n",
            (
                _judged("three more parties multiply it by at least 2", [s / 2 for s in half], _range(half), sure=1),
                _exponential(measured, "megabytes"),
            ),
        ),
    ]


def _over_t(measured: Measured, active: str) -> str:
    """Alg. 3's memory at the largest size, over the thresholds."""
    n = max(measured.scope.largest)
    points = [p for p in measured.points if (p.contender, p.active, p.n) == (OWN, active, n)]
    traced = [p.result.traced for p in points if p.result.status == "ok" and p.result.traced]
    shown = f"{min(traced):.0f} to {max(traced):.0f} MB" if traced else "was not measured"
    return f"over t {shown} at n = {n:,} with {active} active"


def _amount(measured: Measured, point: Point, what: str) -> float:
    return _held_memory(measured, point) if what == "megabytes" else point.charged


def _grows_with_t(measured: Measured, what: str, ended: tuple[str, ...]) -> Check:
    """From each threshold to the next larger one at the same size; what only shows that both exceed a limit is out."""
    table = measured.table()
    ratios: list[float] = []
    exceptions: list[str] = []
    for active, n in product(READERS, measured.scope.printed):
        by_t = {p.t: p for p in (table[GENERIC, active, name, n] for name in THRESHOLDS)}
        row = [by_t[t] for t in sorted(by_t) if t <= n // 2]
        for a, b in pairwise(row):
            if a.result.status == "ok" and b.result.status in ended:
                ratios.append(_amount(measured, b, what) / _amount(measured, a, what))
                if b.nonzeros < a.nonzeros:
                    exceptions.append(f"n = {n}, t = {a.t} to {b.t} ({active} active): {a.nonzeros} to {b.nonzeros}")
    shrinks = f"; Eq. 6 itself loses nonzeros at {', '.join(exceptions)}" if exceptions else ""
    sure = 1 if what == "megabytes" else SURE
    return _judged("the next larger t needs more", ratios, _range(ratios) + shrinks, sure)


def _steps(measured: Measured, what: str) -> list[float]:
    """Factors by which a quantity grows at t = 0.5n from one size of the paper's range to the next, from n = 12 on."""
    table, steps = measured.table(), []
    for active in READERS:
        half = [table[GENERIC, active, HALF, n] for n in measured.scope.printed if n >= 12]
        for a, b in pairwise(half):
            if a.result.status == "ok" and b.result.status == "ok":
                steps.append(_amount(measured, b, what) / _amount(measured, a, what))
    return steps


def _exponential(measured: Measured, what: str) -> Check:
    """An exponential fits better than a power: the residuals of the logarithms decide."""
    table = measured.table()
    held, shown = 0, []
    for active in READERS:
        good = [p for n in measured.scope.printed if (p := table[GENERIC, active, HALF, n]).result.status == "ok"]
        sizes, amounts = [p.n for p in good if p.n >= 9], [_amount(measured, p, what) for p in good if p.n >= 9]
        bits, power = fit(sizes, amounts, exponential=True), fit(sizes, amounts)
        held += bits.residual < power.residual
        shown.append(f"2^(b n), b = {bits.shown()} ({active})")
    return Check("an exponential fits better than a power of n", held, len(READERS), "; ".join(shown))


def _time_statements(measured: Measured) -> list[Statement]:
    steps = _steps(measured, "seconds")
    return [
        Statement(
            "Fig. 4b",
            "the generic solver's time grows with t at every n",
            (_grows_with_t(measured, "seconds", ("ok",)),),
        ),
        Statement(
            "Fig. 4b, caption",
            "Alg. 3's time is constant in t",
            (_constant_in_t(measured, OWN), _constant_in_t(measured, LINES)),
        ),
        Statement(
            "Fig. 4b",
            "for n <= 12 both take less than a millisecond",
            tuple(_below_a_millisecond(measured, name) for name in (OWN, GENERIC, GUROBI) if _ran(measured, name)),
        ),
        Statement(
            "Fig. 4b",
            "beyond, the generic solver's time grows sharply, exponentially at t = 0.5n",
            (
                _judged("three more parties multiply it by at least 2", [s / 2 for s in steps], _range(steps)),
                _exponential(measured, "seconds"),
            ),
        ),
        Statement("Fig. 4b", "Alg. 3's time grows slowly with n", (_slowly(measured),)),
    ]


def _ran(measured: Measured, name: str) -> list[Point]:
    """The points that a contender was able to try: it is installed, and its licence allows the size."""
    return [p for p in measured.points if p.contender == name and p.result.status not in ("missing", "failed")]


def _below_a_millisecond(measured: Measured, name: str) -> Check:
    """On a busy machine a time above is no evidence, and nothing is decided unless all are below."""
    times = [p.charged for p in _ran(measured, name) if p.n <= 12]
    decided = max(times) < 1e-3 or not measured.warning
    ratios = [1e-3 / seconds for seconds in times] if decided else []
    above = sum(seconds > 1e-3 for seconds in times)
    shown = f"{min(times) * 1e3:.2g} to {max(times) * 1e3:.2g} ms, above 1 ms: {above} of {len(times)}"
    return _judged(f"{name} below 1 ms", ratios, shown, sure=1.1)


def _constant_in_t(measured: Measured, name: str) -> Check:
    """No two thresholds differ by more than a factor: decided by intervals, at each size."""
    found = [(one.n, spread(one.times)) for one in measured.pairs if one.contender == name]
    decided = [verdict for _, one in found if (verdict := one.within(SIMILAR)) is not None]
    strict = [one.within(CONSTANT) for _, one in found]
    n, largest = max(found, key=lambda pair: pair[1].ratio)
    shown = (
        f"at most {largest.ratio:.2f} [{largest.low:.2f}, {largest.high:.2f}] (n = {n:,}); within {CONSTANT:g} in "
        f"{strict.count(True)} cases, beyond in {strict.count(False)}, undecided in {strict.count(None)}"
    )
    if left_open := len(found) - len(decided):
        shown += f"; {left_open} left open"
    return Check(f"{name}: slowest t / fastest t at most {SIMILAR:g}", sum(decided), len(decided), shown)


def _slowly(measured: Measured) -> Check:
    """Up to the paper's largest size, the time of the smallest grows by no more than a factor 2, at every t."""
    table, sizes = measured.table(), measured.scope.printed
    ratios = [
        table[OWN, active, name, max(sizes)].charged / table[OWN, active, name, min(sizes)].charged
        for active, name in product(READERS, THRESHOLDS)
    ]
    what = f"time at n = {max(sizes)} / time at n = {min(sizes)} at most {MUCH:g}"
    return _judged(what, [MUCH / ratio for ratio in ratios], _range(ratios), sure=1.1)


def _summary_statements(measured: Measured) -> list[Statement]:
    pairs = _pairs_from(measured, 15)
    ratios = [a.charged / b.charged for a, b in pairs]
    table = measured.table()
    sharper = []
    for active in READERS:
        for n in (n for n in measured.scope.printed if n >= 15):
            gain = {
                name: table[GENERIC, active, name, n].charged / table[OWN, active, name, n].charged
                for name in THRESHOLDS
            }
            sharper += [gain[HALF] / gain[name] for name in ("t = 1", "t = 2", "t = 3")]
    return [
        Statement(
            "V, V-B",
            "Alg. 3 significantly outperforms the generic solver in time for large n",
            (
                _judged(
                    f"generic time / Alg. 3's at least {MUCH:g} from n = 15 on",
                    [r / MUCH for r in ratios],
                    _range(ratios),
                ),
            ),
        ),
        Statement(
            "V-B",
            "especially when t is a constant share of n",
            (_judged("the gain at t = 0.5n exceeds that at t = 1, 2, 3", sharper, _range(sharper)),),
        ),
    ]


def _judged(what: str, ratios: Iterable[float], measured: str, sure: float = SURE) -> Check:
    """Ratios that should be at least 1; those too close to it for a machine with other work are left open."""
    values = list(ratios)
    decided = [ratio >= 1 for ratio in values if sure == 1 or not 1 / sure < ratio < sure]
    left_open = len(values) - len(decided)
    return Check(what, sum(decided), len(decided), measured + (f"; {left_open} left open" if left_open else ""))


def _range(values: Sequence[float]) -> str:
    return f"factors from {min(values):.2g} to {max(values):.2g}" if values else "nothing to compare"
