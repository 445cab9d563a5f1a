"""Answers of other solvers, in their formats; hostile and broken files."""

from __future__ import annotations

import json
import os
from fractions import Fraction
from pathlib import Path

import highspy
import pytest

from optcheck.errors import InvalidInput
from optcheck.lp.solutions import Reported, read_solution

DATA = Path(__file__).parent / "data"
F = Fraction

HIGHS = """Model status
Optimal

# Primal solution values
Feasible
Objective -2.5
# Columns 2
x 1.5
two words 1e-1
# Rows 1
r 4

# Dual solution values
Feasible
# Columns 2
x 9
two words 9
# Rows 1
r 1

# Basis
HiGHS_basis_file v2
Valid
# Columns 2
1 1
# Rows 1
0
"""
GUROBI = "# Solution for model m\n# Objective value = -2.5\nx 1.5\ntwo words 0.1\n"
SCIP = """solution status: optimal solution found
objective value:                                 -2.5
x                                                 1.5 \t(obj:1)
two words                                         0.1 \t(obj:-2)
"""
CBC = """Optimal - objective value -2.50000000
      0 x                      1.5                       0
**    1 two words              0.1                       2
"""
CPLEX = """<?xml version = "1.0" encoding="UTF-8" standalone="yes"?>
<CPLEXSolution version="1.2">
 <header problemName="m.lp" objectiveValue="-2.5" solutionStatusString="optimal"/>
 <linearConstraints><constraint name="r" index="0" dual="1"/></linearConstraints>
 <variables>
  <variable name="x" index="0" value="1.5" reducedCost="0"/>
  <variable name="two words" index="1" value="0.1"/>
 </variables>
</CPLEXSolution>
"""
PLAIN = "x = 1.5\ntwo words: 1/10\n"
VALUES = {"x": F(3, 2), "two words": F(1, 10)}
JSON = '{"status": "optimal", "objective": -2.5, "values": {"x": 1.5, "two words": "1/10"}}'
GUROBI_JSON = """{"SolutionInfo": {"Status": 2, "ObjVal": -2.5},
 "Vars": [{"VarName": "x", "X": 1.5}, {"VarName": "two words", "X": 0.1}]}"""


def reported(tmp_path: Path, text: str) -> Reported:
    (tmp_path / "a.sol").write_text(text)
    return read_solution(tmp_path / "a.sol")


@pytest.mark.parametrize(
    ("text", "name", "status"),
    [
        (HIGHS, "HiGHS", "Optimal"),
        (GUROBI, "Gurobi", ""),
        (SCIP, "SCIP", "optimal solution found"),
        (SCIP.partition("\n")[2], "SCIP", ""),  # as PySCIPOpt's writeBestSol has it
        (CBC, "CBC", "Optimal"),
        (CPLEX, "CPLEX", "optimal"),
        (JSON, "JSON", "optimal"),
        (GUROBI_JSON, "JSON", "optimal"),
    ],
)
def test_every_format(tmp_path: Path, text: str, name: str, status: str) -> None:
    assert reported(tmp_path, text) == Reported(name, status, F(-5, 2), VALUES)


def test_lists_of_names_and_values(tmp_path: Path) -> None:
    assert reported(tmp_path, PLAIN).values == VALUES
    assert reported(tmp_path, f"=obj= -2.5\n{PLAIN}") == Reported("name and value", "", F(-5, 2), VALUES)  # MIPLIB's
    assert reported(tmp_path, "x[1,2],3\ny\t-4e2\n# a comment\n\nz=+.5\n").values == {
        "x[1,2]": 3,
        "y": -400,
        "z": F(1, 2),
    }
    assert reported(tmp_path, '{"x": 1.5, "two words": 0.1}').values == VALUES


def test_answers_without_values(tmp_path: Path) -> None:
    infeasible = "Model status\nInfeasible\n\n# Primal solution values\nNone\n\n# Dual solution values\nNone\n"
    assert reported(tmp_path, infeasible) == Reported("HiGHS", "Infeasible", None, {})
    none = "solution status: infeasible\nno solution available\n"
    assert reported(tmp_path, none) == Reported("SCIP", "infeasible", None, {})
    for code, status in ((3, "infeasible"), (4, "infeasible or unbounded"), (5, "unbounded")):
        gurobi = f'{{"SolutionInfo": {{"Status": {code}, "Runtime": 1e-3}}}}'
        assert reported(tmp_path, gurobi) == Reported("JSON", status, None, {})
    assert reported(tmp_path, '{"status": "Infeasible"}') == Reported("JSON", "Infeasible", None, {})
    zeros = "solution status: optimal solution found\nobjective value: 0\n"
    assert reported(tmp_path, zeros) == Reported("SCIP", "optimal solution found", 0, {}), "SCIP leaves out zeros"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# only a comment\n",
        "{}",
        "<CPLEXSolution/>",
        "solution status: time limit reached\nno solution available\n",
        "no solution available\n",
        "Model status\nTime limit reached\n\n# Primal solution values\nNone\n",
    ],
)
def test_a_file_that_says_nothing_is_not_taken_for_zeros(tmp_path: Path, text: str) -> None:
    with pytest.raises(InvalidInput, match="must hold values, or say that the program is infeasible or unbounded"):
        reported(tmp_path, text)


@pytest.mark.parametrize("style", [0, 4])  # raw, and sparse
def test_what_highs_writes_is_read(tmp_path: Path, style: int) -> None:
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    highs.readModel(str(DATA / "unnamed_sets.mps"))
    highs.run()
    highs.writeSolution(str(tmp_path / "highs.sol"), style)
    found = read_solution(tmp_path / "highs.sol")
    assert (found.format, found.status) == ("HiGHS", "Optimal")
    assert [float(x) for x in found.values.values()] == [x for x in highs.getSolution().col_value if x or not style]
    assert found.objective == highs.getObjectiveValue()


def test_a_table_of_highs_is_refused_for_its_few_digits(tmp_path: Path) -> None:
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    highs.readModel(str(DATA / "unnamed_sets.mps"))
    highs.run()
    highs.writeSolution(str(tmp_path / "highs.sol"), 1)
    with pytest.raises(
        InvalidInput, match=r"is a table of HiGHS, whose numbers are cut to 6 digits: .* style 0 \(raw\)"
    ):
        read_solution(tmp_path / "highs.sol")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x\n", "line 1, line: must have a name and a value, got 'x'"),
        ("x 1\nx 2\n", "line 2, name: must occur once, got 'x'"),
        ("x abc\n", "line 1, value of x: must be a number"),
        ("x nan\n", "line 1, value of x: must be a number"),
        ("x 1e99999\n", "line 1, value of x: must have an exponent"),
        ("Optimal - objective value 1\n 0 x\n", "line 2, line: must have an index, a name, a value"),
        ('{"x": [1]}', "name 'x', value of x: must be a number"),
        ('{"x": 1, "x": 2}', "the name 'x' occurs twice in one object"),
        ("[1, 2]", "must hold an object with names and values"),
        ('{"values": [3]}', "a variable must be an object"),
        ("{", "is not a JSON file"),
        ("[" * 100_000, "is not a JSON file"),
        ("<a><b></a>", "is not an XML file"),
        ("<other/>", "must hold a CPLEXSolution, got 'other'"),
        (
            '<CPLEXSolution><variables><variable value="1"/></variables></CPLEXSolution>',
            "variable 1, name: must be there",
        ),
        ('<!DOCTYPE a [<!ENTITY b "c">]><CPLEXSolution/>', "must not declare a document type or entities"),
        ('<?xml version="1.0"?>\n<!ENTITY b "c"><CPLEXSolution/>', "must not declare a document type or entities"),
    ],
)
def test_bad_files_are_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        reported(tmp_path, text)


def test_own_answers_can_be_read_back(tmp_path: Path) -> None:
    document = {"format": 1, "status": "optimal", "value": "1/3", "columns": {"x": "1/3", "two words": 0}}
    found = reported(tmp_path, json.dumps(document))
    assert (found.objective, found.values) == (F(1, 3), {"x": F(1, 3), "two words": 0})


def test_a_file_that_does_not_come_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "answer.sol"
    os.mkfifo(pipe)
    holder = os.open(pipe, os.O_RDWR)  # somebody has opened it, and writes nothing
    try:
        with pytest.raises(InvalidInput, match=r"was not read within the limit of 0\.2 seconds"):
            read_solution(pipe, 0.2)
    finally:
        os.close(holder)
