"""OR-Tools: MathOpt."""

from typing import cast

from ortools.math_opt.python import mathopt

import optcheck
from optcheck.lp.answer import Judgement
from optcheck.lp.opinion import _called


def solved(need: float) -> tuple[mathopt.Model, mathopt.SolveResult]:
    model = mathopt.Model(name="mix")
    x, y = model.add_variable(lb=0, ub=4, name="x"), model.add_integer_variable(lb=0, ub=4, name="y")
    model.add_linear_constraint(x + 2 * y <= 7, name="cap")
    model.add_linear_constraint(x + y >= need, name="demand")
    model.maximize(3 * x + y + 1)
    return model, mathopt.solve(model, mathopt.SolverType.GSCIP)


opinion = optcheck.second_opinion(*solved(0))
print("=>", opinion.verdict)
task = (opinion.solved, {"x": 4, "y": 2}, 0, 60.0)
wrong = cast("Judgement", _called(("optcheck.lp.opinion:judged", task), 60.0))
print("=>", wrong.verdict, wrong.violations[0].name == "cap")
opinion = optcheck.second_opinion(*solved(40))
print("=>", opinion.verdict, "because" if "demand cannot hold" in opinion.explain() else "")
