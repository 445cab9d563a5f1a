"""True values for VIPR proofs, whose programs are solved here, and for noise that was delivered, row by row."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tests.fuzz.oracle import TRUTHS, Truth, need, rational, truths, whole
from tests.fuzz.simplex import Row
from tests.fuzz.truths_plans import required_variance
from tests.fuzz.truths_programs import split_optimum

MILLIONTH = Fraction(1, 10**6)


@truths("vipr")
def _proof(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    """The program that the file states, by splitting columns over exact optima of relaxations."""
    words = iter(" ".join(str(word).partition("%")[0] for word in instance["words"]).split())
    need(next(words) == "VER" and next(words) in ("1.0", "1.1") and next(words) == "VAR", "a head")
    n = int(next(words))
    need(len([next(words) for _ in range(n)]) == n and next(words) == "INT", "variables")
    integers = [int(next(words)) for _ in range(int(next(words)))]
    need(all(0 <= j < n for j in integers) and next(words) == "OBJ", "integer variables")
    sense, objective = next(words), _terms(words, {}, n)
    need(sense in ("min", "max") and next(words) == "CON", "an objective")
    rows: list[Row] = []
    for _ in range((int(next(words)), next(words))[0]):
        _, relation, side = next(words), {"E": "=", "L": "<=", "G": ">="}[next(words)], rational(next(words))
        rows.append((_terms(words, objective, n), relation, side))
    costs, free = [objective.get(j, Fraction(0)) for j in range(n)], [None] * n
    status, value = split_optimum(
        (costs, free, free, rows), {"min": "minimise", "max": "maximise"}[sense], integers, []
    )
    goal = {"min": "minimum", "max": "maximum"}[sense]
    if status == "optimal":
        return {"program": status, goal: value}
    worse = ">=" if goal == "minimum" else "<="
    return {"program": status, goal: lambda fact: (fact.relation == worse) == (status == "infeasible")}


def _terms(words: Iterator[str], objective: dict[int, Fraction], n: int) -> dict[int, Fraction]:
    count = next(words)
    if count == "OBJ":
        return objective
    found: dict[int, Fraction] = {}
    for _ in range(int(count)):
        column = int(next(words))
        need(0 <= column < n and column not in found, "columns")
        found[column] = rational(next(words))
    return found


@truths("delivery")
def _delivery(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    """A stream's rows are the parties; a plan's parties have rows with their names and variances."""
    plan = instance["plan"]
    given, proof, grid = plan["instance"], plan["evidence"], rational(plan["evidence"]["grid"])
    tables = [[list(map(str, row)) for row in table if row] for table in instance["tables"]]
    rows = [dict(zip(table[0], row, strict=True)) for table in tables for row in table[1:]]
    need(all(len(set(table[0])) == len(table[0]) for table in tables), "every column once")
    asked = {name: (epsilon, delta, size) for name, epsilon, delta, size in instance["asked"]}
    if not tables:
        rows = [{"name": n, "grid_variance": str(v)} for n, v in zip(given["names"], proof["variances"], strict=True)]
    if plan["kind"] == "noise-plan":
        by_name = {row["name"] if row["name"] in given["names"] else row["name"].removeprefix("'"): row for row in rows}
        need(len(by_name) == len(rows) and by_name.keys() == set(given["names"]), "a row for each party")
        rows = [by_name[name] for name in given["names"]]
        need([int(row["grid_variance"]) for row in rows] == list(map(int, proof["variances"])), "the plan's variances")
    else:
        active = [j for j, row in enumerate(rows) if row["active"] == "yes"]
        need(len(rows) == whole(given["parties"]) and len(active) == whole(given["active"]), "as many rows")
        need(all(row["active"] in ("yes", "no") and row["name"] for row in rows), "names, and who sees the sums")
        columns = {name: [row[name].strip() for row in rows] for name in ("epsilon", "delta", "sensitivity")}
        sizes = {name: given[name] for name in ("threshold", "dropouts", "releases", "dimension")}
        runs = [end for j in active for end in (j, j + 1)]
        given = {"names": [row["name"] for row in rows], "active": runs, **columns, **sizes}
    shares = [whole(int(row["grid_variance"])) for row in rows]
    for j, (row, share) in enumerate(zip(rows, shares, strict=True)):
        _check_cells(given, j, row, share * grid**2, grid)
    for name, budget in asked.items():
        _check_asked(given, name, budget)
    truth = TRUTHS["noise-plan"](given, {**proof, "variances": shares})
    return {**truth, "rows without noise": shares.count(0)}


def _check_cells(given: dict[str, Any], j: int, row: dict[str, str], variance: Fraction, grid: Fraction) -> None:
    ends = given["active"]
    sees = any(start <= j < stop for start, stop in zip(ends[::2], ends[1::2], strict=True))
    budget = [rational(given[name][j]) for name in ("epsilon", "delta", "sensitivity")]
    wanted = dict(zip(("epsilon", "delta", "sensitivity", "grid"), [*budget, grid], strict=True))
    for name, cell in row.items():
        if name == "active":
            need(cell == ("yes" if sees else "no"), "who is active")
        elif name in wanted:
            need(rational(cell.strip()) == wanted[name], name)
        elif name in ("noise_variance", "noise_sigma"):
            power, value = (1 if name == "noise_variance" else 2), rational(cell.strip())
            need((value * (1 - MILLIONTH)) ** power <= variance <= value**power, name)
        elif name == "required_variance":
            least, value = required_variance(*budget) * given["releases"], rational(cell.strip())
            need(abs(value - least) <= 2 * MILLIONTH * least, name)
        else:
            need(name in ("name", "grid_variance"), "a column of the plan")


def _check_asked(given: dict[str, Any], name: str, asked: tuple[Any, Any, Any]) -> None:
    """Some privacy is promised, and the party gets no less than it asks for."""
    need(bool(given["threshold"] and given["active"]), "a promise")
    need(sum(one.removeprefix("'") == name.removeprefix("'") for one in given["names"]) == 1, "one such party")
    j = [one.removeprefix("'") for one in given["names"]].index(name.removeprefix("'"))
    planned = [rational(given[column][j]) for column in ("epsilon", "delta", "sensitivity")]
    need(planned[0] <= rational(asked[0]) and planned[1] <= rational(asked[1]), "its budget")
    need(asked[2] is None or planned[2] >= rational(asked[2]), "its sensitivity")
