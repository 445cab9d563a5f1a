"""``optcheck calibrate``: noise for a budget, or the budget that noise keeps."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Annotated

import typer

from optcheck import gaussian
from optcheck.cli._console import number, show
from optcheck.errors import InvalidInput
from optcheck.exact.numbers import Exact, exact, root_up, round_up, sigma_up
from optcheck.exact.rounding import at_least
from optcheck.noise import variance_per_release


def calibrate(
    epsilon: Annotated[str | None, typer.Option(help="The budget's epsilon.", show_default=False)] = None,
    delta: Annotated[str | None, typer.Option(help="The budget's delta.", show_default=False)] = None,
    sigma: Annotated[str | None, typer.Option(help="Standard deviation of the noise.", show_default=False)] = None,
    variance: Annotated[str | None, typer.Option(help="Variance, instead of --sigma.", show_default=False)] = None,
    sensitivity: Annotated[str, typer.Option(help="How far one person can move the result.")] = "1",
    releases: Annotated[int, typer.Option(min=1, help="How many results share the budget.")] = 1,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """How much Gaussian noise does my budget need? Or: what budget does my noise keep?

    Give two of epsilon, delta and the noise; the third is computed, and rounded to the safe side (noise, epsilon and
    delta upwards). Proved for every epsilon up to 10^9 and every delta, not only for epsilon below 1. Several releases
    are counted exactly, as Gaussian noise allows: no other accounting can do with less, and three are shown beside it.

    Examples:

    - `optcheck calibrate --epsilon 1 --delta 1e-6`
    - `optcheck calibrate --sigma 3 --delta 1e-6`
    - `optcheck calibrate --sigma 3 --epsilon 2`
    - `optcheck calibrate --epsilon 1 --delta 1e-6 --releases 20`
    """
    e, d, reach = number(epsilon, "epsilon"), number(delta, "delta"), exact(sensitivity, "sensitivity")
    noise = _variance(number(sigma, "sigma"), number(variance, "variance"))
    budget = _complete(e, d, noise, reach, releases)
    total = Fraction(budget["variance"])
    loss = releases * Fraction(reach) ** 2
    rho = round_up(loss / (2 * total)) if total else "0: nothing to hide"
    shown = {
        "epsilon": epsilon or round_up(budget["epsilon"]),
        "delta": delta or round_up(budget["delta"]),
        "sigma": sigma or sigma_up(total) + (" in each release" if releases > 1 else ""),
        "variance": variance or round_up(total),
        "zCDP rho": rho,
    }
    answer: dict[str, object] = {
        **budget,
        "sigma": at_least(root_up(total)),
        "sensitivity": reach,
        "releases": releases,
    }
    if releases > 1 and noise is None and e and reach:
        ways = variance_per_release(e, d, releases, reach)
        answer["variance_by_accounting"] = ways
        names = {"zcdp": "by zCDP instead", "advanced": "by advanced composition", "basic": "by adding up budgets"}
        shown |= {text: f"variance {round_up(ways[way])}" for way, text in names.items()}
    show(answer, shown, json)


def _variance(sigma: Exact | None, variance: Exact | None) -> Exact | None:
    if sigma is not None and variance is not None:
        raise InvalidInput("give --sigma or --variance, not both")
    if (sigma or 0) < 0 or (variance or 0) < 0:
        raise InvalidInput("the noise must not be negative")
    noise = variance if sigma is None else Fraction(sigma) ** 2
    if noise is not None and at_least(noise) == math.inf:
        raise InvalidInput("the variance of the noise must not exceed the largest double, 1.8e308")
    return noise


def _complete(
    epsilon: Exact | None, delta: Exact | None, noise: Exact | None, reach: Exact, releases: int
) -> dict[str, Exact | float]:
    """The two that are given and the third: so many releases are as revealing as one with that part of the variance."""
    if noise is None and epsilon is not None and delta is not None:
        noise = _variance(None, releases * Fraction(gaussian.required_variance(epsilon, delta, reach)))
        assert noise is not None
    elif epsilon is None and noise is not None and delta is not None:
        epsilon = gaussian.epsilon_of_variance(Fraction(noise) / releases, delta, reach)
    elif delta is None and noise is not None and epsilon is not None:
        delta = gaussian.delta_of_variance(Fraction(noise) / releases, epsilon, reach)
    else:
        raise InvalidInput("give two of --epsilon, --delta and --sigma (or --variance): the third is computed")
    return {"epsilon": epsilon, "delta": delta, "variance": at_least(noise)}


COMMANDS = (calibrate,)
