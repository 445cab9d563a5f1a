"""A plan for other programs: TOML and JSON with everything public in it, and a program for MP-SPDZ.

Nothing here is secret: values and noise are never in a plan. For libprio every party's standard deviation is given as
the ratio of whole numbers that ``DiscreteGaussian::new`` takes, rounded up: never less noise than was proved.
"""

from __future__ import annotations

import json
import math
from typing import Any

from optcheck.exact.numbers import to_text
from optcheck.noise.plan import Plan, a_plan

__all__ = ["as_mp_spdz", "as_public_json", "as_toml"]

_SHIFT = 32  # bits after the point of a standard deviation


def _public(plan: Plan) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    question = a_plan(plan).question
    active = set(question.active)
    summary = {
        "threshold": question.threshold,
        "dropouts": question.dropouts,
        "releases": question.releases,
        "dimension": question.dimension,
        "grid": to_text(plan.grid),
    }
    parties = [
        {
            "name": question.names[j],
            "active": j in active,
            "epsilon": to_text(question.epsilons[j]),
            "delta": to_text(question.deltas[j]),
            "sensitivity": to_text(question.sensitivities[j]),
            "grid_variance": plan.variances[j],
            "std_num": _root_up(plan.variances[j] << 2 * _SHIFT),
            "std_denom": 1 << _SHIFT,
        }
        for j in range(question.n)
    ]
    return summary, parties


def _root_up(value: int) -> int:
    return math.isqrt(value - 1) + 1 if value else 0


def as_public_json(plan: Plan) -> str:
    """The plan as plain JSON: a summary and one object for each party."""
    summary, parties = _public(plan)
    return json.dumps({**summary, "parties": parties}, indent=1, ensure_ascii=False) + "\n"


def as_toml(plan: Plan) -> str:
    """The same as TOML."""
    summary, parties = _public(plan)
    lines = [f"{name} = {_toml(value)}" for name, value in summary.items()]
    for party in parties:
        lines += ["", "[[parties]]", *(f"{name} = {_toml(value)}" for name, value in party.items())]
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    """Truth values, texts and numbers as TOML writes them; integers beyond its 64 bits as texts."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and value < 1 << 63:
        return str(value)
    return json.dumps(str(value), ensure_ascii=True)


def as_mp_spdz(plan: Plan) -> str:
    """A program for MP-SPDZ: every party puts in its share, the active ones get the sums in steps of the grid.

    Party j of the plan is player j; its share, from ``optcheck sample --plain``, goes to ``Player-Data/Input-Pj-0``.
    """
    question = a_plan(plan).question
    return f"""# Noisy sum of {question.n} parties; multiply the results by {to_text(plan.grid)}.
# Shares: optcheck sample plan.json --party NAME --value ... --plain > Player-Data/Input-P<player>-0
# Values must stay below half the modulus: compile for a prime of at least 128 bits.
players = {question.n}
coordinates = {question.dimension}
active = {list(question.active)}

totals = [sint(0) for _ in range(coordinates)]
for player in range(players):
    for i in range(coordinates):
        totals[i] += sint.get_input_from(player)
for player in active:
    for i in range(coordinates):
        print_ln_to(player, '%s', totals[i].reveal_to(player))
"""
