"""Read what another solver answered: HiGHS, Gurobi, CPLEX, SCIP, CBC, plain lists of names and values, JSON.

Only values, the status and the objective are read. Numbers count as they are written: 0.1 is 1/10.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from optcheck.errors import InvalidInput
from optcheck.files.solution_documents import json_solution, xml_solution
from optcheck.files.solution_parts import Reported, Values, claimed_statuses
from optcheck.files.source import Place, refuse, text_of

__all__ = ["Reported", "read_solution"]

_SCIP = re.compile(r"solution status:\s*(.*)", re.IGNORECASE)
_SCIP_STARTS = ("objective value:", "no solution available")  # PySCIPOpt and SCIP's library write no line of status
_CBC = re.compile(r"(Optimal|Infeasible|Integer infeasible|Unbounded|Stopped[^-]*?)\b.*- objective value\s+(\S+)")
_LAST = re.compile(r"[^\s=:,]+$")
_GUROBI = re.compile(r"#\s*Objective value\s*=\s*(\S+)", re.IGNORECASE)


def read_solution(path: str | Path) -> Reported:
    """The answer in a file, whose format is told by its first lines."""
    text = text_of(Path(path))
    start = text.lstrip()
    reader: Callable[[str, str], Reported]
    if start.startswith("<"):
        reader = xml_solution
    elif start.startswith(("{", "[")):
        reader = json_solution
    elif start.startswith("Model status"):
        reader = _highs
    elif _SCIP.match(start) or start.lower().startswith(_SCIP_STARTS):
        reader = _scip
    elif _CBC.match(start):
        reader = _cbc
    else:
        reader = _plain
    reported = reader(text, str(path))
    if not (reported.values or reported.objective is not None or claimed_statuses(reported.status)):
        raise InvalidInput(f"{path} must hold values, or say that the program is infeasible or unbounded")
    return reported


def _lines(text: str, file: str) -> Iterator[tuple[Place, str]]:
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield (file, number), line.strip()


def _highs(text: str, file: str) -> Reported:
    """Columns stand between "# Columns" and "# Rows" of the primal part; duals and a basis may follow.

    A negative number of columns marks HiGHS's sparse style: only what is not 0, each with its index at the end.
    """
    values, status, part, section, sparse = Values(file), "", "", "", False
    for place, line in _lines(text, file):
        if line.startswith("# "):
            part = line[2:] if "values" in line or line == "# Basis" else part
            section, sparse = line[2:].split()[0], line.split()[-1].startswith("-")
        elif not part:
            status = line if line != "Model status" else status
        elif part.startswith("Primal") and line.startswith("Objective "):
            values.objective(place, line.split()[1])
        elif part.startswith("Primal") and section == "Columns":
            values.add(place, *_name_and_value(place, line.rpartition(" ")[0] if sparse else line))
    return values.reported("HiGHS", status)


def _scip(text: str, file: str) -> Reported:
    """A status, if any, and the objective, then name, value and "(obj:...)" for each value that is not 0."""
    values, status = Values(file), ""
    for place, line in _lines(text, file):
        match = _SCIP.match(line)
        if match is not None:
            status = match[1]
        elif line.lower().startswith("objective value:"):
            values.objective(place, line.split(":")[1].strip())
        elif line != "no solution available":
            values.add(place, *_name_and_value(place, line.partition("(obj:")[0].strip()))
    return values.reported("SCIP", status)


def _cbc(text: str, file: str) -> Reported:
    """A line of head, then index, name, value and reduced cost; ** marks what CBC itself holds for infeasible."""
    values, status = Values(file), ""
    for place, line in _lines(text, file):
        head = _CBC.match(line)
        if head is not None and not status:
            status = head[1]
            values.objective(place, head[2])
            continue
        words = line.removeprefix("**").split()
        if len(words) < 4:
            refuse(place, "line", "must have an index, a name, a value and a reduced cost", line)
        values.add(place, " ".join(words[1:-2]), words[-2])
    return values.reported("CBC", status)


def _plain(text: str, file: str) -> Reported:
    """Name and value on a line, parted by white space, "=", ":" or a comma; # begins a comment (Gurobi's .sol).

    A value named =obj= is the objective (MIPLIB's .sol).
    """
    values = Values(file)
    name = "name and value"
    for place, line in _lines(text, file):
        head = _GUROBI.match(line)
        if line.startswith("# Solution for model") or head is not None:
            name = "Gurobi"
        if head is not None:
            values.objective(place, head[1])
        if line.startswith("=obj="):
            values.objective(place, line.removeprefix("=obj=").strip())
        elif not line.startswith(("#", "\\")):
            values.add(place, *_name_and_value(place, line))
    return values.reported(name, "")


def _name_and_value(place: Place, line: str) -> tuple[str, str]:
    """The value is the last word; names may hold spaces and commas."""
    match = _LAST.search(line)
    if match is None or not line[: match.start()].strip():
        refuse(place, "line", "must have a name and a value", line)
    return line[: match.start()].rstrip(" \t=:,"), match[0]
