"""``optcheck chain``: who adds how much noise in a row of users, and what colluders learn."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate
from typing import Annotated, Literal

import typer

from optcheck.chained_dp import Equilibrium, equilibrium, release_exposure
from optcheck.cli._console import number, numbers, show
from optcheck.errors import InvalidInput
from optcheck.exact.numbers import round_up
from optcheck.gaussian import epsilon_of_variance


def chain(
    preference: Annotated[list[str], typer.Option("--preference", "-p", help="beta of each user, in order: '1 4 2'.")],
    play: Annotated[
        Literal["subgame-perfect", "nash"], typer.Option(help="Do users foresee those behind them, or not?")
    ] = "subgame-perfect",
    collusion: Annotated[str | None, typer.Option(help="The chance that another user is an attacker.")] = None,
    slices: Annotated[int, typer.Option(min=1, help="Into how many slices a vector is cut.")] = 1,
    attacker: Annotated[Literal["weak", "strong"], typer.Option(help="Both neighbours, or anybody around.")] = "strong",
    delta: Annotated[str | None, typer.Option(help="With it: every user's epsilon for the release.")] = None,
    sensitivity: Annotated[str, typer.Option(help="How far one user can move the sum.")] = "1",
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Users pass a running sum along and each may add noise. How much will they add, and how well are they hidden?

    A user is covered by the noise that was added before it and by its own. Printed are the variances at equilibrium,
    the budget that the release keeps for each user against those behind it, and the chance that colluding neighbours
    see some slice of a user's vector. Those who added the noise know it: against them it protects nobody.

    Examples:

    - `optcheck chain -p "1 4 2"`
    - `optcheck chain -p "1 4 2" --play nash --delta 1e-5`
    - `optcheck chain -p "1 1 2 3" --collusion 0.1 --slices 50`
    """
    solved = equilibrium(numbers(preference, "preference"))
    variances = [float(v) for v in (solved.nash if play == "nash" else solved.subgame_perfect)]
    costs = solved.nash_costs if play == "nash" else solved.subgame_perfect_costs
    answer: dict[str, object] = {"play": play, "variances": variances, "costs": [float(cost) for cost in costs]}
    shown = {
        "noise of each user (variance)": ", ".join(map(round_up, variances)),
        "cost of each user": ", ".join(round_up(float(cost)) for cost in costs),
        "all users together": f"{round_up(_price(solved, play), 4)} times the least possible cost",
    }
    if delta is not None:
        answer["epsilons"] = epsilons = _epsilons(variances, delta, sensitivity, slices)
        shown["epsilon of each user"] = ", ".join("infinite" if e is None else round_up(e) for e in epsilons)
    if collusion is not None:
        chance = release_exposure(len(variances), number(collusion, "collusion"), slices, attacker)
        answer["exposure"] = chance
        shown[f"some slice is seen by {attacker} attackers"] = f"{round_up(chance)} (uniform orders, one a slice)"
    show(answer, shown, json, _warnings(variances))


def _price(solved: Equilibrium, play: str) -> float:
    return float(solved.nash_price_of_anarchy if play == "nash" else solved.price_of_anarchy)


def _epsilons(variances: list[float], delta: str, sensitivity: str, slices: int) -> list[float | None]:
    """Each user's epsilon from the noise added up to it; all slices change with the user, so their budgets add up."""
    target, reach = number(delta, "delta"), number(sensitivity, "sensitivity")
    if target is None or reach is None or not 0 < target < 1:
        raise InvalidInput(f"delta must be above 0 and below 1, got {delta}")
    covered = accumulate(map(Fraction, variances))
    return [float(epsilon_of_variance(v / slices, target, reach)) if v else None for v in covered]


def _warnings(variances: list[float]) -> list[str]:
    makers = [index for index, variance in enumerate(variances, start=1) if variance]
    if len(makers) != 1:
        return []
    return [f"user {makers[0]} adds all the noise and knows it: nobody is hidden from user {makers[0]}"]


COMMANDS = (chain,)
