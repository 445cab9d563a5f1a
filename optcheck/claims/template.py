"""A claim to start from: it runs as it stands, and shows every part in the order that all claims keep."""

from __future__ import annotations

TEMPLATE = '''"""Statement: the least total of variances that cover every pair of parties is half the number of parties.

Model: a linear program, one row for each pair; the checker verifies its optimum from primal and dual.

Corners: two parties.

Readings: none.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from optcheck import LinearProgram, Model
from optcheck.claims import Claim, Domain, Form
from optcheck.claims.truths import minimum
from optcheck.claims.relations import equals


@dataclass(frozen=True, slots=True)
class Parties:
    """How many parties there are."""

    n: int


def as_printed(instance: Parties) -> Fraction:
    return instance.n * Fraction(1, 2)


def program(instance: Parties) -> LinearProgram:
    model = Model("minimise")
    names = [model.variable(f"x[{{party}}]", cost=1) for party in range(instance.n)]
    for one, other in combinations(names, 2):
        model.row(f"{{one}} + {{other}}", {{one: 1, other: 1}}, ">=", 1)
    return model.build()


CLAIM = Claim(
    id="{id}",
    place="Eq. 1",
    title="the least total of variances",
    domain=Domain(
        description="2 to 6 parties",
        grid=lambda: (Parties(n) for n in range(2, 7)),
        order=lambda instance: instance.n,
    ),
    truth=minimum(program),
    asserts=equals,
    printed=Form(as_printed, "n / 2"),
)
'''
