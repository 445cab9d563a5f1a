"""Facts about ADPML: the schedule of losses with the least noise. Standard library only."""

from __future__ import annotations

from fractions import Fraction

from optcheck.checker import reading, work
from optcheck.checker.core import Fact, Kind, counted, shown
from optcheck.checker.reading import Exact, Record, needed, nullable, number, number_text, require, sequence, whole

_POSITIVE = number(above=0)


class _Program(Record):
    amplitudes = needed(sequence(_POSITIVE, least=1))
    total = sensitivity = needed(_POSITIVE)
    lower = needed(number(least=0))
    upper = needed(nullable(_POSITIVE))


class _Losses(Record):
    losses = needed(sequence(_POSITIVE))
    scale = needed(nullable(_POSITIVE))


def check_optimal(instance: _Program, evidence: _Losses) -> tuple[Fact, ...]:
    """Feasible losses that satisfy the optimality conditions of the convex program: no schedule costs less."""
    amplitudes, losses, scale = instance.amplitudes, evidence.losses, evidence.scale
    reading.same_length("losses", losses, len(amplitudes))
    for t, (amplitude, loss) in enumerate(zip(amplitudes, losses, strict=True)):
        within = loss >= instance.lower and (instance.upper is None or loss <= instance.upper)
        require(within, f"loss of round {t}", "within its bounds", loss)
        _check_slope(t, amplitude, loss, scale, instance)
    spent = work.total(losses)
    require(spent <= instance.total, "sum of losses", f"<= {number_text(instance.total)}", spent)
    exact = scale is None or spent == instance.total
    require(exact, "sum of losses", f"= {number_text(instance.total)}", spent)
    cost = work.total(Fraction(a * a) / loss for a, loss in zip(amplitudes, losses, strict=True))
    cost = whole(cost * instance.sensitivity * instance.sensitivity / Fraction(2))
    return Fact("least cost", "=", cost), Fact("losses", "=", tuple(losses))


def sentence(instance: _Program, facts: tuple[Fact, ...]) -> str:
    """The least cost of the program."""
    cap = "no cap" if instance.upper is None else f"the cap {shown(instance.upper)}"
    return (
        f"the least weighted noise variance of {counted(len(instance.amplitudes), 'round')} with amplitudes "
        f"{shown(tuple(instance.amplitudes))}, total loss {shown(instance.total)}, sensitivity "
        f"{shown(instance.sensitivity)}, losses at least {shown(instance.lower)} and {cap} is {shown(facts[0].value)}"
    )


def _check_slope(t: int, amplitude: Exact, loss: Exact, scale: Exact | None, instance: _Program) -> None:
    """Moving loss from one round to another cannot pay: the slopes -(a/loss)^2 fit one multiplier (1/scale)^2."""
    if scale is None:
        require(loss == instance.upper, f"loss of round {t}", "the cap, as nothing else is scarce", loss)
        return
    work.pay(scale, amplitude, loss)
    level = scale * amplitude
    fits = loss == level or (level < loss == instance.lower) or (loss == instance.upper and level > loss)
    require(fits, f"loss of round {t}", f"{number_text(level)}, or a bound", loss)


KINDS = {"adpml-optimal-schedule": Kind(_Program, _Losses, check_optimal, sentence)}
