"""OR-Tools: the older wrapper."""

from typing import cast

from ortools.linear_solver import pywraplp

import optcheck
from optcheck.lp.answer import Judgement
from optcheck.lp.opinion import _called


def solved(need: float) -> tuple[pywraplp.Solver, int]:
    solver = pywraplp.Solver.CreateSolver("GLOP")
    x, y = solver.NumVar(0, 4, "x"), solver.NumVar(0, 4, "y")
    solver.Add(x + 2 * y <= 7, "cap")
    solver.Add(x + y >= need, "demand")
    solver.Maximize(3 * x + y)
    return solver, solver.Solve()


opinion = optcheck.second_opinion(*solved(0))
print("=>", opinion.verdict)
task = (opinion.solved, {"x": 4, "y": 2}, 0, 60.0)
wrong = cast("Judgement", _called(("optcheck.lp.opinion:judged", task), 60.0))
print("=>", wrong.verdict, wrong.violations[0].name == "cap")
opinion = optcheck.second_opinion(*solved(40))
print("=>", opinion.verdict, "because" if "demand needs x + y to be at least 40" in opinion.explain() else "")
