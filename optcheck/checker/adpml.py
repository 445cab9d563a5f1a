"""Check facts about ADPML: what a schedule spends, what local training yields, how far it moves. Standard library only.

Local training is least squares through the origin: the records are pairs (x, y), and the model is the number w that
minimises the sum of (y - x w)^2. It is the smallest family in which the statements about training can fail.
"""

from __future__ import annotations

from fractions import Fraction

from optcheck.checker.core import Document, Exact, Finding, field, number_text, numbers, parse_number, require

MOST_ROUNDS = 10**6
Record = tuple[Exact, Exact]


def check_total(instance: Document, evidence: Document) -> Finding:
    """Walk through the rounds of Algorithm 1 and add up their losses; the claimed total must differ."""
    minimum, maximum, rate = (_positive(instance, name) for name in ("minimum", "maximum", "rate"))
    rounds = field(instance, "rounds", int)
    require(0 < rounds <= MOST_ROUNDS, "rounds", f"1..{MOST_ROUNDS}", rounds)
    total: Exact = 0
    for t in range(rounds):
        current = (1 + rate * t) * minimum
        total += maximum if current >= maximum else current
    claimed = parse_number(evidence.get("claimed"), "claimed")
    require(claimed != total, "claimed total", f"anything but {number_text(total)}", number_text(claimed))
    return Finding(f"the rounds spend {number_text(total)} in all, not {number_text(claimed)}", total)


def check_training(instance: Document, evidence: Document) -> Finding:
    """The claimed model has a larger training loss than the better one, so it is no minimiser."""
    records = _records(instance, "records")
    claimed = parse_number(evidence.get("claimed"), "claimed")
    better = parse_number(evidence.get("better"), "better")
    gap = _loss(records, claimed) - _loss(records, better)
    require(gap > 0, "training loss of the claimed model", "larger than that of the better one", gap=number_text(gap))
    return Finding(f"{number_text(claimed)} does not minimise the loss: {number_text(better)} is better")


def check_sensitivity(instance: Document, evidence: Document) -> Finding:
    """The pair of adjacent data sets attains 2 C weight, the most that clipped models can move; the claim differs."""
    clip, weight = _positive(instance, "clip"), _positive(instance, "weight")
    common = _records(instance, "common")
    first, second = (
        _clipped(_minimiser([*common, record]), clip) for record in _records(instance, "replaced", length=2)
    )
    distance, most = weight * abs(first - second), weight * 2 * clip
    require(distance == most, "distance of the two models", number_text(most), number_text(distance))
    claimed = parse_number(evidence.get("claimed"), "claimed")
    require(claimed != most, "claimed sensitivity", f"anything but {number_text(most)}", number_text(claimed))
    return Finding(f"the sensitivity is {number_text(most)}, not {number_text(claimed)}", most)


def check_optimal(instance: Document, evidence: Document) -> Finding:
    """Feasible losses that satisfy the optimality conditions of the convex program: no schedule costs less."""
    amplitudes = numbers(instance, "amplitudes")
    total, sensitivity = _positive(instance, "total"), _positive(instance, "sensitivity")
    lower, upper = parse_number(instance.get("lower"), "lower"), _optional(instance, "upper")
    losses = numbers(evidence, "losses", len(amplitudes))
    scale = _optional(evidence, "scale")
    require(bool(amplitudes) and min(amplitudes) > 0, "amplitudes", "positive numbers")
    for t, (amplitude, loss) in enumerate(zip(amplitudes, losses, strict=True)):
        require(loss > 0 and loss >= lower, f"loss of round {t}", f"> 0 and >= {lower}", loss)
        require(upper is None or loss <= upper, f"loss of round {t}", f"<= {upper}", loss)
        _check_slope(t, amplitude, loss, scale, lower, upper)
    spent = sum(losses)
    require(spent <= total, "sum of losses", f"<= {number_text(total)}", number_text(spent))
    require(scale is None or spent == total, "sum of losses", f"= {number_text(total)}", number_text(spent))
    cost = sum((Fraction(a * a) / loss for a, loss in zip(amplitudes, losses, strict=True)), start=Fraction())
    cost *= sensitivity * sensitivity / Fraction(2)
    require(cost == parse_number(evidence.get("cost"), "cost"), "cost", number_text(cost), evidence.get("cost"))
    return Finding(f"the least weighted noise variance is {number_text(cost)}", cost)


def _check_slope(t: int, amplitude: Exact, loss: Exact, scale: Exact | None, lower: Exact, upper: Exact | None) -> None:
    """Moving loss from one round to another cannot pay: the slopes -(a/loss)^2 fit one multiplier (1/scale)^2."""
    if scale is None:
        require(loss == upper, f"loss of round {t}", "the cap, as nothing else is scarce", loss)
        return
    require(scale > 0, "scale", "> 0", scale)
    level = scale * amplitude
    fits = loss == level or (level < loss == lower) or (loss == upper and level > loss)
    require(fits, f"loss of round {t}", f"{number_text(level)}, or a bound", number_text(loss))


def _minimiser(records: list[Record]) -> Fraction:
    curvature = sum(x * x for x, _ in records)
    require(curvature > 0, "records", "one with x other than 0")
    return Fraction(sum(x * y for x, y in records)) / curvature


def _loss(records: list[Record], model: Exact) -> Exact:
    return sum((y - x * model) ** 2 for x, y in records)


def _clipped(model: Fraction, clip: Exact) -> Fraction:
    return model / max(Fraction(1), abs(model) / clip)


def _records(document: Document, name: str, length: int | None = None) -> list[Record]:
    rows = field(document, name, list)
    require(length is None or len(rows) == length, f"length of {name!r}", length, len(rows))
    pairs = [[parse_number(value, name) for value in row] for row in rows]
    require(all(len(pair) == 2 for pair in pairs), name, "pairs of numbers")
    return [(x, y) for x, y in pairs]


def _positive(document: Document, name: str) -> Exact:
    value = parse_number(document.get(name), name)
    require(value > 0, name, "> 0", value)
    return value


def _optional(document: Document, name: str) -> Exact | None:
    return None if document.get(name) is None else parse_number(document[name], name)


TOTAL, TRAINING = "adpml-schedule-total", "adpml-local-training"
SENSITIVITY, OPTIMAL = "adpml-sensitivity", "adpml-optimal-schedule"
CHECKS = {
    TOTAL: check_total,
    TRAINING: check_training,
    SENSITIVITY: check_sensitivity,
    OPTIMAL: check_optimal,
}
