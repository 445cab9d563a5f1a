"""Certificates of the kinds that the extracted checker knows, each with an instance drawn at random."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from random import Random

from optcheck.errors import NotCertified
from optcheck.lp.integer import solve_integer
from optcheck.lp.program import LinearProgram, Model
from optcheck.lp.solve import solve
from optcheck.tpmdp import allocate

__all__ = ["documents"]


def documents(random: Random, count: int) -> list[str]:
    """True certificates as JSON: of random linear programs, integer programs and allocations, ``count`` of each."""
    drawn = (_linear_programs, _integer_programs, _allocations)
    return [document for draw in drawn for document in draw(random, count)]


def _allocations(random: Random, count: int) -> Iterator[str]:
    """In every subcase, for exact requirements and for doubles."""
    for _ in range(count):
        n = random.randint(1, 9)
        exact = [abs(_fraction(random)) for _ in range(n)]
        required = exact if random.random() < 0.7 else [float(value) for value in exact]
        active = [party for party in range(n) if random.random() < random.choice([0.2, 0.6, 1])]
        yield json.dumps(allocate(required, random.randrange(n), active).certify().document())


def _linear_programs(random: Random, count: int) -> Iterator[str]:
    """Every fourth with bounds and right sides in a unit that is far from 1, or beyond doubles."""
    for _ in range(count):
        unit = Fraction(10) ** random.choice([0, 0, 0, random.choice([-400, -30, 30, 400])])
        yield json.dumps(solve(_program(random, unit)).certificate.document())


def _program(random: Random, unit: Fraction = Fraction(1)) -> LinearProgram:
    """Optimal, infeasible, unbounded or with crossed bounds, with rows of every relation."""
    model = Model(random.choice(["minimise", "maximise"]))
    names = [_column(random, model, f"x{j}", unit) for j in range(random.randint(1, 4))]
    for i in range(random.randint(0, 4)):
        terms = {name: _fraction(random) for name in names if random.random() < 0.7}
        model.row(f"r{i}", terms, random.choice(["<=", "=", ">="]), unit * _fraction(random))
    return model.build()


def _integer_programs(random: Random, count: int) -> Iterator[str]:
    """Mostly between finite bounds; with gaps, cuts, and objectives on grids; what is not settled soon is left out."""
    for _ in range(count):
        program = _program(random)
        columns = range(len(program.costs))
        lower = tuple(Fraction(random.choice([0, 0, -2, -5]), 2) for _ in columns)
        wide = random.random() < 0.2
        upper = tuple(None if wide else low + Fraction(random.choice([2, 4, 7, 12]), 2) for low in lower)
        gaps = tuple((j, 0, Fraction(3, 2)) for j in columns if random.random() < 0.2)
        integers = frozenset(j for j in columns if random.random() < 0.7)
        mixed = replace(program, lower=lower, upper=upper, integers=integers, gaps=gaps)
        with suppress(NotCertified):
            yield json.dumps(solve_integer(mixed, limit=3.0 if wide else 60.0).certificate.document())


def _column(random: Random, model: Model, name: str, unit: Fraction) -> str:
    low, high = random.choice([None, 0, 0, -1, 1]), random.choice([None, None, 0, 2])
    lower, upper = (None if bound is None else bound * unit for bound in (low, high))
    return model.variable(name, cost=_fraction(random), lower=lower, upper=upper)


def _fraction(random: Random) -> Fraction:
    return Fraction(random.randint(-4, 4), random.randint(1, 3))
