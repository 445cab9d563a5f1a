"""PySCIPOpt."""

import pyscipopt

import optcheck
from optcheck.lp.opinion import judged


def solved(need: float) -> pyscipopt.Model:
    model = pyscipopt.Model()
    model.hideOutput()
    x, y = model.addVar("x", ub=4), model.addVar("y", vtype="I", ub=4)
    model.addCons(x + 2 * y <= 7, name="cap")
    model.addCons(x + y >= need, name="demand")
    model.setObjective(3 * x + y + 1, "maximize")
    model.optimize()
    return model


opinion = optcheck.second_opinion(solved(0))
print("=>", opinion.verdict)
wrong = judged(opinion.solved, {"x": 4, "y": 2}, 0, 60.0)
print("=>", wrong.verdict, wrong.violations[0].name == "cap")
opinion = optcheck.second_opinion(solved(40))
print("=>", opinion.verdict, "because" if "demand cannot hold" in opinion.explain() else "")
