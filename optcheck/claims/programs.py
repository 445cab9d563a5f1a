"""The optimum of a linear program as the truth of a claim: solved by anybody, verified by the checker."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from optcheck.claims.truths import Quantity
from optcheck.lp.program import LinearProgram
from optcheck.lp.solve import solve

I = TypeVar("I")  # noqa: E741 - the instance


def least(program: Callable[[I], LinearProgram]) -> Quantity[I]:
    """The minimum of the program that belongs to an instance."""
    return _optimum(program, "minimum")


def most(program: Callable[[I], LinearProgram]) -> Quantity[I]:
    """The maximum."""
    return _optimum(program, "maximum")


def _optimum(program: Callable[[I], LinearProgram], name: str) -> Quantity[I]:
    return Quantity(
        kind="linear-program",
        name=name,
        describe=lambda instance: program(instance).instance(),
        certify=lambda instance: solve(replace(program(instance), certifier=None)).certificate,
    )
