"""A plan for other programs: TOML and JSON with everything public in it, and a program for MP-SPDZ.

Nothing here is secret: values and noise are never in a plan. For libprio every party's standard deviation is given as
the two whole numbers below 2^128 that ``Rational::from_unsigned`` takes for ``DiscreteGaussian::new``, rounded up:
never less noise than was proved. A plan that tops up names what was drawn before, and has other names for what is
added to that: no program takes the noise that is added to a share for the noise of a share.
"""

from __future__ import annotations

import json
import math

from optcheck.errors import InvalidInput
from optcheck.exact.numbers import to_text
from optcheck.noise.plan import Plan, a_plan

__all__ = ["as_mp_spdz", "as_public_json", "as_toml"]

_SHIFT = 32  # bits after the point of a standard deviation
_MOST = 1 << 128  # libprio reads numerators of 128 bits


def _public(plan: Plan) -> tuple[dict[str, object], list[dict[str, object]]]:
    question = a_plan(plan).question
    active = set(question.active)
    summary = {
        "threshold": question.threshold,
        "dropouts": question.dropouts,
        "releases": question.releases,
        "dimension": question.dimension,
        "grid": to_text(plan.grid),
        **({} if plan.earlier is None else {"tops_up": True}),
    }
    parties = [
        {
            "name": question.names[j],
            "active": j in active,
            "epsilon": to_text(question.epsilons[j]),
            "delta": to_text(question.deltas[j]),
            "sensitivity": to_text(question.sensitivities[j]),
            **_noise(plan, j),
        }
        for j in range(question.n)
    ]
    return summary, parties


def _noise(plan: Plan, party: int) -> dict[str, int]:
    """The variance that a party draws, and its root; what it drew before, where the plan tops that up."""
    if plan.earlier is None:
        return _drawn(plan.variances[party])
    before = plan.earlier[party]
    added = _drawn(plan.variances[party] - before)
    return {"drawn_before_grid_variance": before, **{f"added_{name}": number for name, number in added.items()}}


def _drawn(variance: int) -> dict[str, int]:
    return {"grid_variance": variance, "std_num": _numerator(variance), "std_denom": 1 << _SHIFT}


def _numerator(variance: int) -> int:
    """The root, rounded up, over the common denominator."""
    scaled = variance << 2 * _SHIFT
    root = math.isqrt(scaled - 1) + 1 if scaled else 0
    if root >= _MOST:
        raise InvalidInput(f"a standard deviation must be below 2^96 steps for libprio, got a variance of {variance}")
    return root


def as_public_json(plan: Plan) -> str:
    """The plan as plain JSON: a summary and one object for each party.

    A plan that tops up says so (``tops_up``), and for each party ``drawn_before_grid_variance``, the variance that its
    share has already; ``added_grid_variance`` and ``added_std_num`` / ``added_std_denom`` are what is added to it.
    """
    summary, parties = _public(plan)
    return json.dumps({**summary, "parties": parties}, indent=1, ensure_ascii=False) + "\n"


def as_toml(plan: Plan) -> str:
    """The same as TOML."""
    summary, parties = _public(plan)
    lines = [f"{name} = {_toml(value)}" for name, value in summary.items()]
    for party in parties:
        lines += ["", "[[parties]]", *(f"{name} = {_toml(value)}" for name, value in party.items())]
    return "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    """Truth values, texts and numbers as TOML writes them; integers beyond its 64 bits as texts."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and value < 1 << 63:
        return str(value)
    return json.dumps(str(value), ensure_ascii=True)


_SHARES = "# Shares: optcheck sample plan.json --party NAME --value ... --plain > Player-Data/Input-P<player>-0"


def _topped_up(earlier: tuple[int, ...]) -> str:
    return f"""# This plan tops up shares that exist. Drawn before, as variances in steps squared: {list(earlier)}.
# Shares: the integers made by the first plan, each with its top-up added to it, which
# optcheck sample second.json --party NAME --noise-only --plain draws; into Player-Data/Input-P<player>-0."""


def as_mp_spdz(plan: Plan) -> str:
    """A program for MP-SPDZ: every party puts in its share, the active ones get the sums in steps of the grid.

    Players count from 0, in the order of the parties. The share of player j, from ``optcheck sample --plain``, goes to
    ``Player-Data/Input-Pj-0``: whitespace-separated integers, as many as coordinates.
    """
    question = a_plan(plan).question
    return f"""# Noisy sum of {question.n} parties; multiply the results by {to_text(plan.grid)}.
{_SHARES if plan.earlier is None else _topped_up(plan.earlier)}
# Compile with -F 128, so that sums stay below half the modulus. Start the players with -OF . or only player 0 prints.
players = {question.n}
coordinates = {question.dimension}
active = {list(question.active)}

totals = sint.Array(coordinates)
totals.assign_vector(sum(sint.get_input_from(player, size=coordinates) for player in range(players)))
for player in active:
    @for_range(coordinates)
    def _(i):
        print_ln_to(player, '%s', totals[i].reveal_to(player))
"""
