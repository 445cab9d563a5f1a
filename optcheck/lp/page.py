"""A proved answer for people: a page, a table, and the same as JSON values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from optcheck.checker.facts import counted
from optcheck.exact.numbers import Exact, to_json
from optcheck.exact.text import above, below, between, brief
from optcheck.lp.program import RELATIONS, Infeasible, LinearProgram, Optimal, Outcome, Unbounded

if TYPE_CHECKING:
    from optcheck.lp.solve import Answer

__all__ = [
    "activities",
    "document_of",
    "page_of",
    "reduced_costs",
    "table_of",
    "text_table",
]


def page_of(answer: Answer) -> str:
    """Status and value, the size of program and proof, the route, the time by stage."""
    program = answer.program
    counts = (program.rows.count, "row"), (len(program.costs), "column"), (len(program.rows.values), "entry")
    size = ", ".join(counted(count, noun) for count, noun in counts)
    stages = [f"{stage.name} {stage.seconds:.2f} s ({stage.outcome})" for stage in answer.stages]
    lines = [("program", size), ("proof", _proof(answer.outcome, program)), ("route", answer.route)]
    lines += [("time" if k == 0 else "", stage) for k, stage in enumerate(stages)]
    return "\n".join([_headline(answer), *(f"  {name:<8} {text}" for name, text in lines if text)])


def _headline(answer: Answer) -> str:
    if isinstance(answer.outcome, Optimal):
        goal = "minimum" if answer.program.sense == "minimise" else "maximum"
        exact, decimals = brief(answer.outcome.value), between(answer.outcome.value)
        shown = decimals if exact.startswith("~") or exact == decimals else f"{exact} ({decimals})"
        return f"optimal: the {goal} is {shown}"
    if isinstance(answer.outcome, Infeasible):
        return "infeasible: no point satisfies all rows and bounds"
    return "unbounded: the objective improves for ever"


def _proof(outcome: Outcome, program: LinearProgram) -> str:
    match outcome:
        case Optimal(_, primal, dual):
            numbers, parts = [*primal, *dual.values()], f"a point ({_nonzero(primal)}) and {_multipliers(dual)}"
        case Infeasible(_, int(column)):
            name = program.column_labels[column]
            return f"the lower bound of column {name} is above its upper bound; the checker accepted it"
        case Infeasible(dual, _):
            numbers, parts = [*dual.values()], _multipliers(dual)
        case Unbounded(primal, ray):
            numbers, parts = [*primal, *ray], f"a point ({_nonzero(primal)}) and a ray ({_nonzero(ray)})"
    longest = max((max(n.numerator.bit_length(), n.denominator.bit_length()) for n in numbers), default=0)
    return f"{parts}, of up to {counted(int(longest * 0.30103) + 1, 'digit')}; the checker accepted it"


def _multipliers(dual: Mapping[int, Exact]) -> str:
    return counted(len(dual), "row multiplier")


def _nonzero(numbers: Sequence[Exact]) -> str:
    count = sum(1 for number in numbers if number)
    return f"{counted(count, 'value')} that {'is' if count == 1 else 'are'} not 0"


def reduced_costs(program: LinearProgram, outcome: Outcome) -> list[Exact]:
    """What the row multipliers leave of each column's cost (of 0, where they prove infeasibility)."""
    if isinstance(outcome, Unbounded):
        return [0] * len(program.costs)
    return program.reduced(program.costs if isinstance(outcome, Optimal) else [0] * len(program.costs), outcome.dual)


def activities(program: LinearProgram, point: Sequence[Exact], rows: Iterable[int] | None = None) -> list[Exact]:
    """The left side of each row, or of the given ones, at a point."""
    chosen = range(program.rows.count) if rows is None else rows
    return [sum((a * point[j] for j, a in program.rows.row(i)), start=0) for i in chosen]


def table_of(answer: Answer, most: int = 40) -> str:
    """Values and reduced costs of the columns, activities and multipliers of the rows, the first ``most`` of each."""
    program, outcome = answer.program, answer.outcome
    columns, rows = min(most, len(program.costs)), min(most, program.rows.count)
    blocks = [
        _block("column", program.column_labels, _column_parts(program, outcome), columns),
        _block("row", program.row_labels, _row_parts(program, outcome, range(rows)), rows),
    ]
    return "\n\n".join(blocks)


def _column_parts(program: LinearProgram, outcome: Outcome) -> dict[str, Sequence[Exact | str]]:
    match outcome:
        case Optimal(_, primal, _):
            return {"value": primal, "reduced cost": reduced_costs(program, outcome)}
        case Infeasible():
            return {"left by the rows": reduced_costs(program, outcome)}
        case Unbounded(primal, ray):
            return {"value": primal, "direction": ray}


def _row_parts(program: LinearProgram, outcome: Outcome, rows: range) -> dict[str, Sequence[Exact | str]]:
    sides: dict[str, Sequence[Exact | str]] = {
        "": [RELATIONS[int(program.relations[i])] for i in rows],
        "right side": [program.rhs[i] for i in rows],
    }
    if isinstance(outcome, Unbounded):
        return {"activity": activities(program, outcome.primal, rows), **sides}
    multipliers = [outcome.dual.get(i, 0) for i in rows]
    if isinstance(outcome, Infeasible):
        return {**sides, "multiplier": multipliers}
    return {"activity": activities(program, outcome.primal, rows), **sides, "multiplier": multipliers}


def _block(what: str, names: Sequence[str], parts: Mapping[str, Sequence[Exact | str]], count: int) -> str:
    lines = [
        [names[k], *(cell if isinstance(cell, str) else brief(cell) for cell in (part[k] for part in parts.values()))]
        for k in range(count)
    ]
    more = f"\n... and {len(names) - count} more" if len(names) > count else ""
    return text_table([[what, *parts], *lines]) + more


def text_table(lines: Sequence[Sequence[str]]) -> str:
    """Columns of texts, the first to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    aligned = [
        [
            cell.ljust(width) if k == 0 else cell.rjust(width)
            for k, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        for line in lines
    ]
    return "\n".join("  ".join(line).rstrip() for line in aligned)


def document_of(answer: Answer) -> dict[str, object]:
    """JSON values: numbers as ints or "p/q" texts; what is 0 is left out of multipliers and reduced costs."""
    program, outcome = answer.program, answer.outcome
    document: dict[str, object] = {"format": 1, "status": answer.status, "sense": program.sense}
    if isinstance(outcome, Optimal):
        document["value"] = to_json(outcome.value)
        document["value_between"] = [below(outcome.value), above(outcome.value)]
    if isinstance(outcome, Infeasible) and outcome.column is not None:
        document["crossed_bounds"] = program.column_labels[outcome.column]
    document["route"] = answer.route
    document["stages"] = [stage._asdict() for stage in answer.stages]
    document["columns"] = {name: to_json(x) for name, x in answer.point.items()}
    if isinstance(outcome, Unbounded):
        document["ray"] = _named(program.column_labels, outcome.ray)
    else:
        document["multipliers"] = {program.row_labels[i]: to_json(y) for i, y in outcome.dual.items()}
        document["reduced_costs"] = _named(program.column_labels, reduced_costs(program, outcome))
    return document


def _named(names: Sequence[str], values: Sequence[Exact]) -> dict[str, int | str]:
    return {name: to_json(value) for name, value in zip(names, values, strict=True) if value}
