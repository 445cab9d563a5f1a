"""What ``optcheck solve`` adds on demand: why a program is infeasible, how far its data may move."""

from __future__ import annotations

from optcheck.exact.certificate import Certificate
from optcheck.exact.numbers import Exact, to_json
from optcheck.exact.text import brief
from optcheck.lp.infeasibility import Subsystem, irreducible_subsystem
from optcheck.lp.page import text_table
from optcheck.lp.ranging import Range, Ranges, ranges
from optcheck.lp.solve import Answer

Extra = Subsystem | Ranges


def extra_of(answer: Answer, iis: bool, ranging: bool, limit: float) -> Extra | None:
    """What was asked for, where the outcome has it: a subsystem if infeasible, intervals if optimal."""
    if iis and answer.status == "infeasible":
        return irreducible_subsystem(answer, limit)
    if ranging and answer.status == "optimal":
        return ranges(answer, limit)
    return None


def proof_of(answer: Answer, extra: Extra | None) -> Certificate:
    """One certificate for all that is shown: that of a subsystem or of intervals proves the outcome as well."""
    return answer.certificate if extra is None else extra.certificate()


def extra_text(extra: Extra | None, rows: int) -> str:
    """For people."""
    if isinstance(extra, Subsystem):
        head = (
            f"These {len(extra.members)} rows and bounds exclude each other; without any one of them the others do not:"
        )
        width = max(len(name) for name, _ in extra.lines())
        lines = [f"  {name:<{width}}  {says}" for name, says in extra.lines()]
        return "\n".join([head, *lines[:rows], *[f"  ... and {len(lines) - rows} more"] * (len(lines) > rows)])
    if isinstance(extra, Ranges):
        program = extra.program
        costs = [[program.column_labels[r.index], brief(program.costs[r.index]), *_ends(r)] for r in extra.costs]
        sides = [[program.row_labels[r.index], brief(program.rhs[r.index]), *_ends(r)] for r in extra.sides]
        return (
            "The basis stays optimal while one cost or one right side moves within\n"
            f"{_cut([['column', 'cost', 'from', 'to'], *costs], rows + 1)}\n\n"
            f"{_cut([['row', 'right side', 'from', 'to'], *sides], rows + 1)}"
        )
    return ""


def _cut(lines: list[list[str]], most: int) -> str:
    more = f"\n... and {len(lines) - most} more" if len(lines) > most else ""
    return text_table(lines[:most]) + more


def _ends(part: Range) -> list[str]:
    low = "-infinity" if part.low is None else brief(part.low)
    return [low, "infinity" if part.high is None else brief(part.high)]


def extra_document(extra: Extra | None) -> dict[str, object]:
    """JSON values; null is infinite."""
    if isinstance(extra, Subsystem):
        members = [
            {"what": member.what, "name": _name(extra, member.what, member.index), "says": says}
            for member, (_, says) in zip(extra.members, extra.lines(), strict=True)
        ]
        return {"irreducible_infeasible_subsystem": members}
    if isinstance(extra, Ranges):
        costs = {extra.program.column_labels[part.index]: _json_ends(part) for part in extra.costs}
        sides = {extra.program.row_labels[part.index]: _json_ends(part) for part in extra.sides}
        return {"ranges": {"costs": costs, "right_sides": sides}}
    return {}


def _name(extra: Subsystem, what: str, index: int) -> str:
    return extra.program.row_labels[index] if what == "row" else extra.program.column_labels[index]


def _json_ends(part: Range) -> list[int | str | None]:
    return [_json(part.low), _json(part.high)]


def _json(end: Exact | None) -> int | str | None:
    return None if end is None else to_json(end)
