"""Moves of noise that keep the rows of Eq. 12 and lower the total: why a violated condition rules out optimality."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from optcheck.exact.numbers import Exact
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._faces import Terms
from proofs_numeric.tpmdp.cor_1 import as_printed as eq_12_rows


def improves(n: int, t: int, size: int, move: Mapping[int, Exact], slack: Collection[int] = ()) -> bool:
    """Whether a move lowers the total and no row of Eq. 12, except the slack ones of the given parties."""
    rows = eq_12_rows(Instance((0,) * n, t, tuple(range(size))))
    owners = [*range(size, size + t), 0]
    kept = [_change(row.terms, move) >= 0 for owner, row in zip(owners, rows, strict=True) if owner not in slack]
    return all(kept) and sum(move.values()) < 0


def _change(terms: Terms, move: Mapping[int, Exact]) -> Exact:
    return sum(coefficient * move.get(party, 0) for party, coefficient in terms.items())
