"""OR-Tools: the model builder."""

from typing import cast

from ortools.linear_solver.python import model_builder

import optcheck
from optcheck.lp.answer import Judgement
from optcheck.lp.opinion import _called


def solved(need: float) -> tuple[model_builder.Model, model_builder.Solver]:
    model = model_builder.Model()
    x, y = model.new_num_var(0, 4, "x"), model.new_num_var(0, 4, "y")
    model.add(x + 2 * y <= 7, "cap")
    model.add(x + y >= need, "demand")
    model.maximize(3 * x + y + 1)
    solver = model_builder.Solver("glop")
    solver.solve(model)
    return model, solver


opinion = optcheck.second_opinion(*solved(0))
print("=>", opinion.verdict)
task = (opinion.solved, {"x": 4, "y": 2}, 0, 60.0)
wrong = cast("Judgement", _called(("optcheck.lp.opinion:judged", task), 60.0))
print("=>", wrong.verdict, wrong.violations[0].name == "cap")
opinion = optcheck.second_opinion(*solved(40))
print("=>", opinion.verdict, "because" if "demand needs x + y to be at least 40" in opinion.explain() else "")
