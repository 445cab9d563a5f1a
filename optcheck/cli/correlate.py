"""``optcheck correlate``: correlated noise for a private mean, and what a dropout beyond the design costs."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer

from optcheck.cli._console import number, show
from optcheck.cordp import OptimalNoise, integer_noise, optimal_noise
from optcheck.errors import InvalidInput
from optcheck.exact.numbers import round_up


def correlate(
    users: Annotated[int, typer.Option("--users", "-n", help="How many users send a vector.")],
    responders: Annotated[int, typer.Option("--responders", "-t", help="How many of them respond at least.")],
    colluders: Annotated[int, typer.Option("--colluders", "-c", help="How many may collude with the server.")],
    epsilon: Annotated[str, typer.Option(help="Every user's epsilon.")],
    delta: Annotated[str, typer.Option(help="Every user's delta.")],
    dimension: Annotated[int, typer.Option("--dimension", "-d", min=1, help="Coordinates of a vector.")] = 1,
    within: Annotated[float, typer.Option(help="If nobody may drop out: how near to the limit.")] = 1.01,
    certificate: Annotated[
        Path | None,
        typer.Option(help="Plan a round in integers (within 1 % of the optimum), and write its proof here."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """A server averages vectors of length at most 1, and users can share seeds. How should their noise be correlated?

    Every user's noise gets the variance and, with every other user's, the covariance printed (CorDP-DME). Noise that
    users share cancels in the sum, but only between users who both respond: the plan is for at least T of them. Privacy
    does not depend on who drops out; the error does, and the command says by how much.

    Examples:

    - `optcheck correlate -n 100 -t 80 -c 10 --epsilon 2 --delta 1e-5 -d 20`
    - `optcheck correlate -n 100 -t 100 -c 0 --epsilon 2 --delta 1e-5 --within 1.1`
    - `optcheck correlate -n 10 -t 8 -c 1 --epsilon 2 --delta 1e-5 --certificate round.json`
    """
    noise = optimal_noise(users, responders, colluders, number(epsilon, "epsilon"), number(delta, "delta"))
    if not noise.attained:
        noise = noise.finite(within)
    noise.certify().verify()
    error = noise.mse(dimension, unbiased=True)
    answer: dict[str, object] = {
        "variance": noise.variance,
        "covariance": noise.covariance,
        "correlation": noise.correlation,
        "own_variance": noise.variance + (users - 1) * noise.covariance,
        "mean_squared_error": error,
        "error_with_one_dropout_more": _one_more(noise, dimension),
    }
    shown = {
        "variance": f"{noise.variance!r}",
        "covariance with each other user": f"{noise.covariance!r}",
        "correlation": f"{noise.correlation:.6g}",
        "error of the mean": f"{round_up(float(error))} (squared, unbiased, worst case)",
        "independent noise instead": round_up(noise.sigma2_min * dimension / (responders - colluders)),
    }
    if certificate is not None:
        _add_integers(answer, shown, noise, (epsilon, delta, dimension), certificate)
    show(answer, shown, json, _warnings(noise, dimension))


def _add_integers(
    answer: dict[str, object],
    shown: dict[str, str],
    noise: OptimalNoise,
    asked: tuple[str, str, int],
    path: Path,
) -> None:
    """Whole variances on a grid for a real round; the proof is written once the checker has accepted it."""
    epsilon, delta = number(asked[0], "epsilon"), number(asked[1], "delta")
    planned = integer_noise(noise.n, noise.t, noise.c, epsilon, delta, asked[2])
    proof = planned.certify(epsilon, delta)
    proved = proof.verify()
    answer["integers"] = {"steps": planned.steps, "pair": planned.pair_variance, "own": planned.own_variance}
    shown["in integers, steps of"] = f"1/{planned.steps}"
    shown["variance of each shared draw"] = f"{planned.pair_variance} steps squared"
    shown["variance of each own draw"] = f"{planned.own_variance} steps squared"
    shown["proved"] = proved.statement
    proof.save(path)


def _one_more(noise: OptimalNoise, dimension: int) -> float | None:
    """The error when one user more than designed for stays away; None where then no honest one responds."""
    honest = noise.t - 1 - noise.c
    effective = Fraction(noise.variance) + Fraction(noise.covariance) * (noise.t - 2)
    return float(effective * dimension / honest) if honest >= 1 else None


def _warnings(noise: OptimalNoise, dimension: int) -> list[str]:
    if noise.n == 1:
        raise InvalidInput("correlated noise needs at least two users, got 1")
    more = _one_more(noise, dimension)
    if more is None:
        return ["if one user more than planned drops out, no honest user may be left among the responders"]
    ratio = more / noise.mse(dimension, unbiased=True)
    if ratio < 1.5:
        return []
    return [
        f"if only {noise.t - 1} users respond instead of {noise.t}, the error is {round_up(ratio, 3)} times as large "
        "(privacy is not affected); plan for fewer responders, or choose a larger --within"
    ]


COMMANDS = (correlate,)
