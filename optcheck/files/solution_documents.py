"""Solutions as documents: CPLEX's XML and JSON. Both are strangers' files: no entities, no names given twice."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from xml.etree import ElementTree

from optcheck.errors import InvalidInput
from optcheck.files.solution_parts import Reported, Values, claimed_statuses

__all__ = ["json_solution", "xml_solution"]

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
