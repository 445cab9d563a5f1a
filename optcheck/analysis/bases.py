"""An optimal basis from an exact optimum: independent rows and columns, found modulo a prime.

Which numbers are zero decides what may be basic; the prime only decides independence. A wrong guess gives a singular
system or a certificate that the checker rejects, never a wrong range.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from flint import nmod_mat

from optcheck.errors import NotCertified
from optcheck.exact.numbers import Exact, common_denominator
from optcheck.exact.program import LinearProgram, Optimal
from optcheck.solvers.page import activities, reduced_costs

__all__ = ["OptimalBasis", "independent_columns", "optimal_basis", "summed"]

_PRIME = 2**61 - 1


@dataclass(frozen=True, slots=True)
class OptimalBasis:
    """Basic columns and tight rows, equally many, with what is known at the optimum."""

    columns: tuple[int, ...]
    rows: tuple[int, ...]
    reduced: Sequence[Exact]
    activities: Sequence[Exact]


def optimal_basis(program: LinearProgram, outcome: Optimal) -> OptimalBasis:
    """A basis whose point and multipliers are those of the outcome, which must be a vertex."""
    reduced, left = reduced_costs(program, outcome), activities(program, outcome.primal)
    inner = [j for j in range(len(program.costs)) if _is_inner(program, j, outcome.primal[j])]
    used = [i for i in range(program.rows.count) if outcome.dual.get(i)]
    tight = [i for i in range(program.rows.count) if left[i] == program.rhs[i]]
    rows = {i: summed(program, i) for i in tight}
    candidates = _first(inner, (j for j, d in enumerate(reduced) if not d))
    transposed: dict[int, dict[int, Exact]] = {j: {} for j in candidates}
    for i, entries in rows.items():
        for j, a in entries.items():
            if j in transposed:
                transposed[j][i] = a
    chosen = independent_columns([transposed[j] for j in candidates], _first(used, tight))
    columns = independent_columns([rows[i] for i in chosen], candidates)
    if not (set(used) <= set(chosen) and set(inner) <= set(columns) and len(columns) == len(chosen)):
        raise NotCertified("the exact optimum is no vertex: it has no basis whose ranges could be given")
    return OptimalBasis(tuple(columns), tuple(chosen), reduced, left)


def _is_inner(program: LinearProgram, j: int, x: Exact) -> bool:
    """Whether the column must be basic: it rests on no bound, and not at 0 without having bounds."""
    low, high = program.lower[j], program.upper[j]
    return x not in (low, high) and bool(x or low is not None or high is not None)


def summed(program: LinearProgram, i: int) -> dict[int, Exact]:
    """A row's entries; what stands twice counts with the sum."""
    entries: dict[int, Exact] = {}
    for j, a in program.rows.row(i):
        entries[j] = entries.get(j, 0) + a
    return entries


def _first(wanted: Iterable[int], others: Iterable[int]) -> list[int]:
    return list(dict.fromkeys([*wanted, *others]))


def independent_columns(rows: Sequence[Mapping[int, Exact]], order: Sequence[int]) -> list[int]:
    """The first columns, in the given order, that are independent of those before them."""
    if not rows or not order:
        return []
    scales = [common_denominator(row.values()) for row in rows]
    table = [int(row.get(j, 0) * scale) % _PRIME for row, scale in zip(rows, scales, strict=True) for j in order]
    reduced, rank = nmod_mat(len(rows), len(order), table, _PRIME).rref()
    pivots, start = [], 0
    for i in range(rank):
        start = next(k for k in range(start, len(order)) if int(reduced[i, k]))
        pivots.append(order[start])
    return pivots
