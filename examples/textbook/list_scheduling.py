"""Statement: jobs in a list, each started on the machine that is free first, end within 2 - 1/m times the optimum.

Model: the list is run as the text says; the optimum is the least of all m^n ways to share the jobs out (Graham 1966).
"""

from itertools import product

from optcheck.claims import *


class Jobs(Instance):
    """Machines, and how long each job takes."""

    m: int = integer(1)
    times: tuple[Fraction, ...] = row(rational(above=0), least=1)


def as_printed(jobs: Jobs) -> Value:
    optimum = min(last_end(jobs, way) for way in product(range(jobs.m), repeat=len(jobs.times)))
    return (2 - Fraction(1, jobs.m)) * optimum


def last_end(jobs: Jobs, way: tuple[int, ...]) -> Fraction:
    """When the last job ends if each runs on the machine that ``way`` names."""
    return max(sum(time for time, at in zip(jobs.times, way, strict=True) if at == machine) for machine in set(way))


def listed(jobs: Jobs) -> Value:
    """When the last job of the list ends."""
    ends = [Fraction(0)] * jobs.m
    for time in jobs.times:
        ends[ends.index(min(ends))] += time
    return max(ends)


CLAIM = Statement(
    "textbook/list-scheduling", place="Graham 1966", title="list scheduling is within 2 - 1/m of the optimum",
    domain=Jobs, truth=definition(listed), asserts=at_most, printed=Form(as_printed, "(2 − 1/m) OPT"),
    effort=Effort(instances=120, drawn=40, largest={"m": 3, "times": 5}),
)  # fmt: skip
