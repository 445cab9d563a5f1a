"""Check a statement about one optimum of noise against coalitions. Standard library only.

The point is feasible and optimal as in a certificate of kind ``coalition-cover``. In addition it meets given linear
rows (the conventions under which a statement speaks of optima), and a linear expression has the proved value there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from optcheck.checker import reading, work
from optcheck.checker.core import Exact, Fact, Finding, Kind, number_text, require, shown
from optcheck.checker.families._cover_problem import Instance, Optimal, OptimalByLoads, OptimalByPairs, problem_of
from optcheck.checker.families.cover import check_optimal
from optcheck.checker.reading import Reader, Record, choice, either, integer, needed, number, row, sequence
from optcheck.checker.wording import counted, quoted

_MEETS: dict[str, Callable[[Exact, Exact], bool]] = {
    "<=": lambda value, side: value <= side,
    "=": lambda value, side: value == side,
    ">=": lambda value, side: value >= side,
}
_TERMS = sequence(row(integer(0), number()))


class _Row(Record):
    label = needed(reading.text(1000))
    terms = needed(_TERMS)
    relation = needed(choice("<=", "=", ">="))
    side = needed(number())


class _Instance(Instance):
    rows = needed(sequence(_Row))
    expression = needed(_TERMS)


def check(instance: _Instance, evidence: Optimal) -> Finding:
    """The point is an optimum, meets the rows, and gives the expression its value."""
    least, facts = check_optimal(problem_of(instance), evidence)
    for condition in instance.rows:
        _check_row(condition, evidence.primal)
    value = _at(instance.expression, evidence.primal)
    parties, rows = len(evidence.primal), len(instance.rows)
    text = (
        f"some optimum of {counted(parties, 'party')}, of cost {shown(least)}, meets {counted(rows, 'given row')} and "
        f"gives the expression the value {shown(value)}"
    )
    return Finding(text, value, (Fact("expression at an optimum", "=", value), *facts))


def _check_row(condition: _Row, point: Sequence[Exact]) -> None:
    value, side = _at(condition.terms, point), condition.side
    expected = f"{condition.relation} {number_text(side)}"
    met = _MEETS[condition.relation](value, side)
    require(met, f"row {quoted(condition.label)}", expected, number_text(value))


def _at(terms: Sequence[tuple[int, Exact]], point: Sequence[Exact]) -> Exact:
    """A linear expression, given as pairs of a party and a coefficient, at a point."""
    for party, _ in terms:
        require(party < len(point), "a party", f"0..{len(point) - 1}", party)
    return work.dot((coefficient for _, coefficient in terms), (point[party] for party, _ in terms))


_EVIDENCE: Reader[Optimal] = either(OptimalByPairs, OptimalByLoads)
KINDS = {"coalition-cover-face": Kind(_Instance, _EVIDENCE, check)}
