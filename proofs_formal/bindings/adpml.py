"""ADPML: the total loss of a schedule, the global sensitivity, and the weighted mean of models."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from optcheck.adpml import schedule
from proofs_formal.binding import Binding, bind_claim, listed, rational

CASES = 1500


def _cases(random: Random) -> Iterator[tuple[str, ...]]:
    rates = [Fraction(0), Fraction(1, 2), Fraction(2, 3), Fraction(1), Fraction(2)]
    small = product([Fraction(1), Fraction(2, 3)], [Fraction(1), Fraction(2), Fraction(7, 2)], rates, range(1, 8))
    for low, ratio, rate, rounds in small:
        yield _case(low, low * ratio, rate, rounds)
    for _ in range(CASES):
        low = Fraction(random.randint(1, 60), random.randint(1, 20))
        ratio = 1 + Fraction(random.randint(0, 600), random.randint(1, 12))
        yield _case(low, low * ratio, Fraction(random.randint(0, 40), random.randint(1, 20)), random.randint(1, 10**6))


def _case(low: Fraction, high: Fraction, rate: Fraction, rounds: int) -> tuple[str, ...]:
    plan = schedule(low, high, rate, rounds)
    numbers = [rational(value) for value in (low, high, rate)]
    return (*numbers, f"{rounds}%Z", f"{plan.ramp_rounds}%Z", rational(plan.total))


def _uploads(one: Any, claimed: Any, _: Random) -> tuple[str, ...]:
    uploads = (f"({upload.records}%nat, {rational(upload.model)})" for upload in one.uploads)
    return listed(uploads), rational(Fraction(claimed))


BINDINGS = (
    Binding(
        "adpml.schedule",
        "adpml.Schedule",
        "fun '(low, high, rate, rounds, below, spent) =>\n"
        "  Z.eqb (ramp_rounds low high rate rounds) below && Qeq_bool (total low high rate rounds) spent",
        _cases,
    ),
    bind_claim(
        "adpml/eq-13",
        "adpml.Aggregation",
        "fun '(sensitivities, most) => Qeq_bool (largest sensitivities) most",
        lambda parties, most, _: (listed(map(rational, parties.sensitivities)), rational(Fraction(most))),
    ),
    bind_claim(
        "adpml/alg-1-weights",
        "adpml.Aggregation",
        "fun '(uploads, mean) => Qeq_bool (weighted_mean uploads) mean",
        _uploads,
    ),
)
