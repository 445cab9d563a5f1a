"""What a solution file reports, collected line by line.

Solutions as documents: CPLEX's XML and JSON. Both are strangers' files: no entities, no names given twice.

Read what another solver answered: HiGHS, Gurobi, CPLEX, SCIP, CBC, plain lists of names and values, JSON.

Only values, the status and the objective are read. Numbers count as they are written: 0.1 is 1/10.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

from optcheck.errors import InvalidInput
from optcheck.exact.numbers import Exact
from optcheck.lp.draft import Numerals, Place, refuse, text_of

__all__ = [
    "Reported",
    "Values",
    "claimed_statuses",
    "json_solution",
    "read_solution",
    "xml_solution",
]


@dataclass(frozen=True, slots=True)
class Reported:
    """Another solver's answer: its format, the status in its words, its objective, its values by name."""

    format: str
    status: str
    objective: Exact | None
    values: Mapping[str, Exact]


def claimed_statuses(status: str) -> tuple[str, ...]:
    """Which of the answers without a point a status in a solver's words gives: infeasible, unbounded, or either.

    >>> claimed_statuses("Primal infeasible or unbounded"), claimed_statuses("Time limit reached")
    (('infeasible', 'unbounded'), ())
    """
    words = status.lower()
    return tuple(name for name in ("infeasible", "unbounded") if name in words)


@dataclass(slots=True)
class Values:
    """Collects values; each name once, each number exact."""

    file: str
    _values: dict[str, Exact] = field(default_factory=dict)
    _objective: Exact | None = None
    _numerals: Numerals = field(default_factory=Numerals)

    def add(self, place: Place, name: str, text: str) -> None:
        """Take down a value."""
        if not name:
            refuse(place, "name", "must be there", name)
        if name in self._values:
            refuse(place, "name", "must occur once", name)
        self._values[name] = self._number(place, text, f"value of {name}")

    def objective(self, place: Place, text: str) -> None:
        """Take down the objective that the solver reports; a number that is not finite counts as none."""
        if text.lower().lstrip("+-") not in ("inf", "infinity", "nan", "1e+50", "1e+100"):
            self._objective = self._number(place, text, "objective")

    def _number(self, place: Place, text: str, field: str) -> Exact:
        try:
            return self._numerals(text)
        except ValueError as error:
            refuse(place, field, str(error), text)

    def reported(self, name: str, status: str) -> Reported:
        """All of it."""
        return Reported(name, status, self._objective, self._values)


_DECLARED = re.compile(r"<!\s*(DOCTYPE|ENTITY)", re.IGNORECASE)
_VALUES = ("values", "variables", "columns", "Vars", "solution")
_GUROBI_CODES = {"2": "optimal", "3": "infeasible", "4": "infeasible or unbounded", "5": "unbounded"}
_OBJECTIVES = ("objective", "value", "objective_value", "ObjVal")


def xml_solution(text: str, file: str) -> Reported:
    """CPLEX's .sol: a header with the objective, then one element for each variable."""
    if _DECLARED.search(text):  # entities could unfold to any size; no solution file has them
        raise InvalidInput(f"{file} must not declare a document type or entities")
    try:
        root = ElementTree.fromstring(text)
    except (ElementTree.ParseError, ValueError) as error:
        raise InvalidInput(f"{file} is not an XML file: {error}") from None
    solution = root if root.tag == "CPLEXSolution" else root.find("CPLEXSolution")
    if solution is None:
        raise InvalidInput(f"{file} must hold a CPLEXSolution, got {root.tag[:80]!r}")
    header = solution.find("header")
    values, head = Values(file), {} if header is None else header.attrib
    if "objectiveValue" in head:
        values.objective((file, 0), head["objectiveValue"])
    for number, item in enumerate(solution.iterfind("variables/variable"), start=1):
        values.add((f"{file}, variable {number}", 0), item.get("name", ""), item.get("value", ""))
    return values.reported("CPLEX", head.get("solutionStatusString", ""))


def json_solution(text: str, file: str) -> Reported:
    """Names and values in one object, there or under "values"; Gurobi's list of "Vars" too; numbers or "p/q" texts."""
    try:
        document = json.loads(text, parse_float=str, parse_int=str, object_pairs_hook=_distinct)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"{file} is not a JSON file: {error}") from None
    if not isinstance(document, dict):
        raise InvalidInput(f"{file} must hold an object with names and values")
    values = Values(file)
    found = next((document[name] for name in _VALUES if isinstance(document.get(name), dict | list)), None)
    about = _about(document, found is not None)
    found = ({} if about else document) if found is None else found
    for name, value in _pairs(found, file):
        values.add((f"{file}, name {name!r:.80}", 0), name, value if isinstance(value, str) else repr(value))
    for name in _OBJECTIVES:
        stated = about.get(name)
        if isinstance(stated, str):
            values.objective((file, 0), stated)
    status = str(about.get("status") or about.get("Status") or "")
    return values.reported("JSON", _GUROBI_CODES.get(status, status))


def _about(document: dict[str, object], with_values: bool) -> dict[str, object]:
    """What a document says beside its values; nothing, where it is itself the names and values."""
    info = document.get("SolutionInfo")
    if isinstance(info, dict):
        return {**document, **info}
    return document if with_values or claimed_statuses(str(document.get("status", ""))) else {}


def _pairs(found: Mapping[str, object] | list[object], file: str) -> list[tuple[str, object]]:
    if isinstance(found, Mapping):
        return list(found.items())
    pairs = []
    for item in found:
        if not isinstance(item, dict):
            raise InvalidInput(f"{file}: a variable must be an object with a name and a value, got {item!r:.80}")
        name, value = item.get("VarName", item.get("name")), item.get("X", item.get("value"))
        pairs.append((str(name), value))
    return pairs


def _distinct(pairs: list[tuple[str, object]]) -> dict[str, object]:
    document = dict(pairs)
    if len(document) != len(pairs):
        raise ValueError("a name occurs twice in one object")
    return document


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
