"""Answers of other solvers, read from their files: HiGHS, Gurobi, CPLEX, SCIP, CBC, names and values, JSON.

Only values, the status and the objective are read. Numbers count as they are written: 0.1 is 1/10.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

from optcheck.errors import InvalidInput, shown
from optcheck.exact.files import parse_json
from optcheck.exact.numbers import Exact
from optcheck.lp.draft import Location, Numerals, refuse, text_of, within_limit

_SCIP = re.compile(r"solution status:\s*(.*)", re.IGNORECASE)
_SCIP_STARTS = ("objective value:", "no solution available")  # PySCIPOpt and SCIP's library write no line of status
_HIGHS_TABLE = re.compile(r"Columns\s*\n\s*Index\s+Status\s")  # style 1
_CBC = ("Optimal", "Infeasible", "Integer infeasible", "Unbounded", "Stopped")
_CBC_MARK = "- objective value"
_PARTING = re.compile(r"[\s=:,]")
_GUROBI = re.compile(r"#\s*Objective value\s*=\s*(\S+)", re.IGNORECASE)
_DECLARATION = re.compile(r"<!\s*(DOCTYPE|ENTITY)", re.IGNORECASE)
_VALUE_NAMES = ("values", "variables", "columns", "Vars", "solution")
_GUROBI_CODES = {"2": "optimal", "3": "infeasible", "4": "infeasible or unbounded", "5": "unbounded"}
_OBJECTIVE_NAMES = ("objective", "value", "objective_value", "ObjVal")


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


def read_solution(path: str | Path, limit: float | None = None) -> Reported:
    """The answer in a file, whose format its first lines show; with a limit, reading may take so many seconds."""
    return within_limit(path, limit, lambda: _read(path))


def _read(path: str | Path) -> Reported:
    text = text_of(Path(path))
    start = text.lstrip()
    reader: Callable[[str, str], Reported]
    if start.startswith("<"):
        reader = _xml
    elif start.startswith(("{", "[")):
        reader = _json
    elif _HIGHS_TABLE.match(start):
        raise InvalidInput(f"{path} is a table of HiGHS, whose numbers are cut to 6 digits: write it in style 0 (raw)")
    elif start.startswith("Model status"):
        reader = _highs
    elif _SCIP.match(start) or start.lower().startswith(_SCIP_STARTS):
        reader = _scip
    elif _cbc_head(start.partition("\n")[0]) is not None:
        reader = _cbc
    else:
        reader = _plain
    reported = reader(text, str(path))
    if not (reported.values or reported.objective is not None or claimed_statuses(reported.status)):
        raise InvalidInput(f"{path} must hold values, or say that the program is infeasible or unbounded")
    return reported


@dataclass(slots=True)
class _Values:
    """Collects values; each name once, each number exact."""

    file: str
    _values: dict[str, Exact] = field(default_factory=dict)
    _objective: Exact | None = None
    _numerals: Numerals = field(default_factory=Numerals)

    def add(self, location: Location, name: str, text: str) -> None:
        """Record a value."""
        if not name:
            refuse(location, "name", "must be there", name)
        if name in self._values:
            refuse(location, "name", "must occur once", name)
        self._values[name] = self._number(location, text, f"value of {name}")

    def objective(self, location: Location, text: str) -> None:
        """Record the objective that the solver reports; a number that is not finite counts as none."""
        if text.lower().lstrip("+-") not in ("inf", "infinity", "nan", "1e+50", "1e+100"):
            self._objective = self._number(location, text, "objective")

    def _number(self, location: Location, text: str, field: str) -> Exact:
        try:
            return self._numerals(text)
        except ValueError as error:
            refuse(location, field, str(error), text)

    def reported(self, name: str, status: str) -> Reported:
        """All of it."""
        return Reported(name, status, self._objective, self._values)


# Documents: no entities, no names twice


def _xml(text: str, file: str) -> Reported:
    """CPLEX's .sol: a header with the objective, then one element for each variable."""
    if _DECLARATION.search(text):  # entities could unfold to any size; no solution file has them
        raise InvalidInput(f"{file} must not declare a document type or entities")
    try:
        root = ElementTree.fromstring(text)
    except (ElementTree.ParseError, ValueError) as error:
        raise InvalidInput(f"{file} is not an XML file: {error}") from None
    solution = root if root.tag == "CPLEXSolution" else root.find("CPLEXSolution")
    if solution is None:
        raise InvalidInput(f"{file} must hold a CPLEXSolution, got {shown(root.tag)}")
    header = solution.find("header")
    values, head = _Values(file), {} if header is None else header.attrib
    if "objectiveValue" in head:
        values.objective((file, 0), head["objectiveValue"])
    for number, item in enumerate(solution.iterfind("variables/variable"), start=1):
        values.add((f"{file}, variable {number}", 0), item.get("name", ""), item.get("value", ""))
    return values.reported("CPLEX", head.get("solutionStatusString", ""))


def _json(text: str, file: str) -> Reported:
    """Names and values in one object, there or under "values"; Gurobi's list of "Vars" too; numbers or "p/q" texts."""
    try:
        document = parse_json(text, literal=True)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"{file} is not a JSON file: {error}") from None
    if not isinstance(document, dict):
        raise InvalidInput(f"{file} must hold an object with names and values")
    values = _Values(file)
    listed = next((document[name] for name in _VALUE_NAMES if isinstance(document.get(name), dict | list)), None)
    about = _about(document, listed is not None)
    for name, value in _pairs(({} if about else document) if listed is None else listed, file):
        values.add((f"{file}, name {shown(name)}", 0), name, value if isinstance(value, str) else repr(value))
    for name in _OBJECTIVE_NAMES:
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


def _pairs(listed: Mapping[str, object] | list[object], file: str) -> list[tuple[str, object]]:
    if isinstance(listed, Mapping):
        return list(listed.items())
    pairs = []
    for item in listed:
        if not isinstance(item, dict):
            raise InvalidInput(f"{file}: a variable must be an object with a name and a value, got {shown(item)}")
        name, value = item.get("VarName", item.get("name")), item.get("X", item.get("value"))
        pairs.append((str(name), value))
    return pairs


# Texts, line by line


def _lines(text: str, file: str) -> Iterator[tuple[Location, str]]:
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield (file, number), line.strip()


def _highs(text: str, file: str) -> Reported:
    """Columns stand between "# Columns" and "# Rows" of the primal part; duals and a basis may follow.

    A negative number of columns marks HiGHS's sparse style: only what is not 0, each with its index at the end.
    """
    values, status, part, section, sparse = _Values(file), "", "", "", False
    for location, line in _lines(text, file):
        if line.startswith("# "):
            part = line[2:] if "values" in line or line == "# Basis" else part
            section, sparse = line[2:].split()[0], line.split()[-1].startswith("-")
        elif not part:
            status = line if line != "Model status" else status
        elif part.startswith("Primal") and line.startswith("Objective "):
            values.objective(location, line.split()[1])
        elif part.startswith("Primal") and section == "Columns":
            values.add(location, *_name_and_value(location, line.rpartition(" ")[0] if sparse else line))
    return values.reported("HiGHS", status)


def _scip(text: str, file: str) -> Reported:
    """A status, if any, and the objective, then name, value and "(obj:...)" for each value that is not 0."""
    values, status = _Values(file), ""
    for location, line in _lines(text, file):
        match = _SCIP.match(line)
        if match is not None:
            status = match[1]
        elif line.lower().startswith("objective value:"):
            values.objective(location, line.split(":")[1].strip())
        elif line != "no solution available":
            values.add(location, *_name_and_value(location, line.partition("(obj:")[0].strip()))
    return values.reported("SCIP", status)


def _cbc(text: str, file: str) -> Reported:
    """A header, then index, name, value and reduced cost; ** marks what CBC itself takes for infeasible."""
    values, status = _Values(file), ""
    for location, line in _lines(text, file):
        head = None if status else _cbc_head(line)
        if head is not None:
            status, objective = head
            values.objective(location, objective)
            continue
        words = line.removeprefix("**").split()
        if len(words) < 4:
            refuse(location, "line", "must have an index, a name, a value and a reduced cost", line)
        values.add(location, " ".join(words[1:-2]), words[-2])
    return values.reported("CBC", status)


def _cbc_head(line: str) -> tuple[str, str] | None:
    """Status and objective of CBC's first line, which has both."""
    status, mark, rest = line.partition(_CBC_MARK)
    words = rest.split(maxsplit=1)
    if not mark or not words or rest[:1].strip() or not status.startswith(_CBC):
        return None
    known = next((word for word in _CBC[:-1] if status.startswith(word)), status.strip())
    return known, words[0]


def _plain(text: str, file: str) -> Reported:
    """Name and value on a line, parted by white space, "=", ":" or a comma; # begins a comment (Gurobi's .sol).

    A value named =obj= is the objective (MIPLIB's .sol).
    """
    values = _Values(file)
    name = "name and value"
    for location, line in _lines(text, file):
        head = _GUROBI.match(line)
        if line.startswith("# Solution for model") or head is not None:
            name = "Gurobi"
        if head is not None:
            values.objective(location, head[1])
        if line.startswith("=obj="):
            values.objective(location, line.removeprefix("=obj=").strip())
        elif not line.startswith(("#", "\\")):
            values.add(location, *_name_and_value(location, line))
    return values.reported(name, "")


def _name_and_value(location: Location, line: str) -> tuple[str, str]:
    """The value is the last word; names may hold spaces and commas."""
    start = max((match.end() for match in _PARTING.finditer(line)), default=0)
    if start == len(line) or not line[:start].strip():
        refuse(location, "line", "must have a name and a value", line)
    return line[:start].rstrip(" \t=:,"), line[start:]
