"""A plan for other programs: TOML and JSON with everything public in it, programs for MP-SPDZ, OpenDP, libprio, Flower.

Nothing here is secret: values and noise are never in a plan. For libprio every party's standard deviation is given as
the two whole numbers below 2^128 that ``Rational::from_unsigned`` takes for ``DiscreteGaussian::new``, rounded up:
never less noise than was proved. A plan that tops up names what was drawn before, and has other names for what is
added to that: no program takes the noise that is added to a share for the noise of a share.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from fractions import Fraction

from optcheck.errors import InvalidInput
from optcheck.exact.numbers import root_up, to_text
from optcheck.exact.rounding import at_least
from optcheck.noise.flower import settings
from optcheck.noise.plan import Plan, check_first_plan, check_plan, steps

_SHIFT = 32  # bits after the point of a standard deviation
_MOST = 1 << 128  # libprio reads numerators of 128 bits


def _public(plan: Plan) -> tuple[dict[str, object], list[dict[str, object]]]:
    question = check_plan(plan).question
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
    root = math.ceil(root_up(Fraction(variance)) * (1 << _SHIFT))
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


def as_opendp(plan: Plan) -> str:
    """A Python module with one measurement of OpenDP for each party: its discrete Gaussian on integers.

    OpenDP's scale is a double: its square is not below the plan's variance.
    """
    question = check_first_plan(plan).question
    scales = {
        name: at_least(root_up(Fraction(variance)))
        for name, variance in zip(question.names, plan.variances, strict=True)
    }
    moves = {
        name: steps(sensitivity, plan.grid, question.dimension)
        for name, sensitivity in zip(question.names, question.sensitivities, strict=True)
    }
    return f'''"""Measurements of OpenDP for a plan of optcheck: what a party adds to its value, in steps of the grid.

share = measurement(party)(steps_of(value)), which goes into the secure sum and nowhere else. The sum times GRID is the
result. Where a party's scale is 0 its share is its value, hidden by the secure sum alone.
"""

from fractions import Fraction

import opendp.prelude as dp

dp.enable_features("contrib")

GRID = Fraction({to_text(plan.grid)!r})
DIMENSION = {question.dimension}
RELEASES = {question.releases}  # for each of which everybody draws afresh
SCALES = {_python(scales)}
MOVES = {_python(moves)}  # by how many steps a party can move the sum, at most


def steps_of(value):
    """A number, or a row of numbers, that was clipped to the party's range, in steps of the grid."""
    exact = [Fraction(x) for x in value] if DIMENSION > 1 else [Fraction(value)]
    rounded = [int((x / GRID + Fraction(1, 2)).__floor__()) for x in exact]
    return rounded if DIMENSION > 1 else rounded[0]


def measurement(party):
    """OpenDP's measurement for a party; its map of MOVES[party] is the rho that the party's own noise alone keeps."""
    if DIMENSION > 1:
        space = dp.vector_domain(dp.atom_domain(T="i64"), size=DIMENSION), dp.l2_distance(T="f64")
    else:
        space = dp.atom_domain(T="i64"), dp.absolute_distance(T="i64")
    return dp.m.make_gaussian(*space, scale=SCALES[party])
'''


def as_libprio(plan: Plan) -> str:
    """A Rust module for libprio (prio 0.18): the discrete Gaussian of each party, never narrower than planned."""
    question = check_first_plan(plan).question
    rows = "".join(
        f"    ({_rust(name)}, {_numerator(variance)}),\n"
        for name, variance in zip(question.names, plan.variances, strict=True)
    )
    return f"""//! Noise of a plan of optcheck for libprio: what a party adds to its value, in steps of the grid.
//!
//! `noise("party")?` is the distribution from which the party draws an integer for each coordinate
//! ({question.dimension}), afresh for each of {question.releases} releases. Value and noise go into the
//! aggregation and nowhere else; the sum times {to_text(plan.grid)} is the result.
//! A party whose number is 0 adds nothing: its share is its value.

use prio::dp::distributions::DiscreteGaussian;
use prio::dp::{{DpError, Rational}};

/// Standard deviations in steps of the grid, times 2^{_SHIFT}, rounded up.
pub const DEVIATIONS: [(&str, u128); {question.n}] = [
{rows}];

pub fn noise(party: &str) -> Result<DiscreteGaussian, DpError> {{
    let (_, deviation) = DEVIATIONS
        .iter()
        .find(|(name, _)| *name == party)
        .ok_or_else(|| DpError::InvalidParameter(format!("the plan knows no party {{party:?}}")))?;
    DiscreteGaussian::new(Rational::from_unsigned(*deviation, 1u128 << {_SHIFT})?)
}}
"""


def _rust(text: str) -> str:
    """A text as Rust writes it."""
    plain = (letter if letter.isprintable() and letter not in '"\\' else f"\\u{{{ord(letter):x}}}" for letter in text)
    return f'"{"".join(plain)}"'


def _python(values: Mapping[str, float | int]) -> str:
    lines = "".join(f"    {name!r}: {value!r},\n" for name, value in values.items())
    return f"{{\n{lines}}}"


def as_flower(plan: Plan) -> str:
    """A Python module for a Flower app: the clients' mods, SecAgg+ with the plan's settings, and a strategy."""
    chosen = "".join(f"        {name}={value!r},\n" for name, value in settings(check_first_plan(plan)).items())
    n, rounds = plan.question.n, plan.question.releases
    return f'''"""Noise of a plan of optcheck in a Flower app, for {n} clients and {rounds} rounds.

ClientApp(client_fn, mods=CLIENT_MODS) and DefaultWorkflow(fit_workflow=secure_sum(num_shares, threshold)) with the
strategy NoisyMean(model). Client j, by its partition-id, is the plan's party number j + 1.
"""

from flwr.client.mod import secaggplus_mod
from flwr.common import ndarrays_to_parameters, parameters_to_ndarrays
from flwr.server.strategy import FedAvg
from flwr.server.workflow import SecAggPlusWorkflow

from optcheck.noise import Plan
from optcheck.noise.flower import NoiseMod, apply

PLAN = Plan.load("plan.json")  # optcheck's, which is checked again; its path is yours to set
CLIENTS = {n}
RADIUS = {_radius(plan)!r}  # of the ball to which updates are clipped: half of the least sensitivity
CLIENT_MODS = [secaggplus_mod, NoiseMod(PLAN, RADIUS)]


def secure_sum(num_shares, reconstruction_threshold):
    return SecAggPlusWorkflow(
        num_shares,
        reconstruction_threshold,
{chosen}    )


class NoisyMean(FedAvg):
    """The model with the mean of the clipped updates and the plan's noise; every client counts once."""

    def __init__(self, model, **options):
        everybody = {{"fraction_fit": 1.0, "fraction_evaluate": 0.0, "min_fit_clients": CLIENTS}}
        everybody["min_available_clients"] = CLIENTS
        super().__init__(initial_parameters=ndarrays_to_parameters(model), **(everybody | options))
        self.model = model

    def aggregate_fit(self, server_round, results, failures):
        if not results:
            return None, {{}}
        mean = parameters_to_ndarrays(results[0][1].parameters)  # SecAgg+ gives the mean to each of them
        self.model = apply(PLAN, self.model, mean)
        return ndarrays_to_parameters(self.model), {{}}
'''


def as_nvflare(plan: Plan) -> str:
    """A part of a client's configuration for NVIDIA FLARE: the filter that adds the plan's noise."""
    filtered = {
        "path": "optcheck.noise.nvflare_filter.NoiseFilter",
        "args": {"plan": "plan.json", "radius": _radius(check_first_plan(plan))},
    }
    return json.dumps({"task_result_filters": [{"tasks": ["train"], "filters": [filtered]}]}, indent=1) + "\n"


def _radius(plan: Plan) -> str:
    return to_text(min((Fraction(s) for s in plan.question.sensitivities if s), default=Fraction(2)) / 2)


def as_mp_spdz(plan: Plan) -> str:
    """A program for MP-SPDZ: every party puts in its share, the active ones get the sums in steps of the grid.

    Players count from 0, in the order of the parties. The share of player j, from ``optcheck sample --plain``, goes to
    ``Player-Data/Input-Pj-0``: whitespace-separated integers, as many as coordinates.
    """
    question = check_plan(plan).question
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
