"""Facts about ADPML: what a schedule spends, what local training yields, how far it moves. Standard library only.

Local training is least squares through the origin: the records are pairs (x, y), and the model is the number w that
minimises the sum of (y - x w)^2. It is the smallest family in which the statements about training can fail.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from optcheck.checker import work
from optcheck.checker.core import Exact, Fact, Finding, Kind, number_text, require, shown, whole
from optcheck.checker.facts import counted
from optcheck.checker.reading import Nothing, Record, integer, needed, nullable, number, row, same_length, sequence

_POSITIVE = number(above=0)
_RECORD = row(number(), number())


class _Schedule(Record):
    minimum = maximum = rate = needed(_POSITIVE)
    rounds = needed(integer(1, 10**9))


def check_total(instance: _Schedule, evidence: Nothing) -> Finding:
    """Add up the losses of the rounds of Algorithm 1: round t spends (1 + rate t) minimum, but at most maximum.

    Rounds below the cap are those with t < (maximum/minimum - 1)/rate; they form an arithmetic series.
    """
    minimum, maximum, rate, rounds = instance.minimum, instance.maximum, instance.rate, instance.rounds
    work.pay(minimum, maximum, rate, rounds, times=20)
    below = min(rounds, max(0, ceil((Fraction(maximum) / minimum - 1) / rate)))
    ramp = minimum * (below + rate * Fraction(below * (below - 1), 2))
    total = whole(ramp + (rounds - below) * maximum)
    text = (
        f"training for {counted(rounds, 'round')}, with losses that start at {shown(minimum)}, grow at the rate "
        f"{shown(rate)} and are capped at {shown(maximum)}, spends {shown(total)} in all"
    )
    return Finding(text, total, (Fact("total loss", "=", total), Fact("rounds below the cap", "=", below)))


class _Data(Record):
    records = needed(sequence(_RECORD, least=1))


def check_training(instance: _Data, evidence: Nothing) -> Finding:
    """The one model with the least training loss: the zero of the derivative of a strictly convex function."""
    model = whole(_minimiser(instance.records))
    loss = work.total((y - x * model) ** 2 for x, y in instance.records)
    facts = (Fact("minimiser", "=", model), Fact("least loss", "=", loss))
    text = f"of the {counted(len(instance.records), 'record')} the training loss is least at {shown(model)} only"
    return Finding(f"{text}; it is {shown(loss)}", model, facts)


class _Clipping(Record):
    clip = weight = needed(_POSITIVE)
    records = needed(integer(1))


class _Neighbours(Record):
    common = needed(sequence(_RECORD))
    replaced = needed(row(_RECORD, _RECORD))


def check_sensitivity(instance: _Clipping, evidence: _Neighbours) -> Finding:
    """Two data sets of ``records`` records that differ in one reach the distance that clipped models cannot exceed."""
    clip, weight = instance.clip, instance.weight
    same_length("common", evidence.common, instance.records - 1)
    first, second = (_clipped(_minimiser([*evidence.common, record]), clip) for record in evidence.replaced)
    distance, most = weight * abs(first - second), whole(weight * 2 * clip)
    require(distance == most, "distance of the two models", number_text(most), number_text(distance))
    text = (
        f"the sensitivity of local training on {counted(instance.records, 'record')} with clipping at {shown(clip)}, "
        f"times the weight {shown(weight)}, is {shown(most)}"
    )
    return Finding(text, most, (Fact("sensitivity", "=", most),))


class _Program(Record):
    amplitudes = needed(sequence(_POSITIVE, least=1))
    total = sensitivity = needed(_POSITIVE)
    lower = needed(number(least=0))
    upper = needed(nullable(_POSITIVE))


class _Losses(Record):
    losses = needed(sequence(_POSITIVE))
    scale = needed(nullable(_POSITIVE))


def check_optimal(instance: _Program, evidence: _Losses) -> Finding:
    """Feasible losses that satisfy the optimality conditions of the convex program: no schedule costs less."""
    amplitudes, losses, scale = instance.amplitudes, evidence.losses, evidence.scale
    same_length("losses", losses, len(amplitudes))
    for t, (amplitude, loss) in enumerate(zip(amplitudes, losses, strict=True)):
        within = loss >= instance.lower and (instance.upper is None or loss <= instance.upper)
        require(within, f"loss of round {t}", "within its bounds", number_text(loss))
        _check_slope(t, amplitude, loss, scale, instance)
    spent = work.total(losses)
    require(spent <= instance.total, "sum of losses", f"<= {number_text(instance.total)}", number_text(spent))
    exact = scale is None or spent == instance.total
    require(exact, "sum of losses", f"= {number_text(instance.total)}", number_text(spent))
    cost = work.total(Fraction(a * a) / loss for a, loss in zip(amplitudes, losses, strict=True))
    cost = whole(cost * instance.sensitivity * instance.sensitivity / Fraction(2))
    facts = (Fact("least cost", "=", cost), Fact("losses", "=", tuple(losses)))
    cap = "no cap" if instance.upper is None else f"the cap {shown(instance.upper)}"
    text = (
        f"the least weighted noise variance of {counted(len(losses), 'round')} with amplitudes "
        f"{shown(tuple(amplitudes))}, total loss {shown(instance.total)}, sensitivity {shown(instance.sensitivity)}, "
        f"losses at least {shown(instance.lower)} and {cap} is {shown(cost)}"
    )
    return Finding(text, cost, facts)


def _check_slope(t: int, amplitude: Exact, loss: Exact, scale: Exact | None, instance: _Program) -> None:
    """Moving loss from one round to another cannot pay: the slopes -(a/loss)^2 fit one multiplier (1/scale)^2."""
    if scale is None:
        require(loss == instance.upper, f"loss of round {t}", "the cap, as nothing else is scarce", number_text(loss))
        return
    work.pay(scale, amplitude, loss)
    level = scale * amplitude
    fits = loss == level or (level < loss == instance.lower) or (loss == instance.upper and level > loss)
    require(fits, f"loss of round {t}", f"{number_text(level)}, or a bound", number_text(loss))


def _minimiser(records: list[tuple[Exact, Exact]]) -> Fraction:
    curvature = work.dot((x for x, _ in records), (x for x, _ in records))
    require(curvature > 0, "records", "one with x other than 0")
    return Fraction(work.dot((x for x, _ in records), (y for _, y in records))) / curvature


def _clipped(model: Fraction, clip: Exact) -> Fraction:
    return model / max(Fraction(1), abs(model) / clip)


KINDS = {
    "adpml-schedule-total": Kind(_Schedule, Nothing, check_total),
    "adpml-local-training": Kind(_Data, Nothing, check_training),
    "adpml-sensitivity": Kind(_Clipping, _Neighbours, check_sensitivity),
    "adpml-optimal-schedule": Kind(_Program, _Losses, check_optimal),
}
