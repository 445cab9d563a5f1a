"""gurobipy, with the licence of its wheel."""

import gurobipy as gp

import optcheck

with gp.Env(params={"OutputFlag": 0}) as env, gp.Model(env=env) as model:
    x, y = model.addVar(name="x", ub=4), model.addVar(name="y", vtype="I", ub=4)
    cap = model.addConstr(x + 2 * y <= 7, name="cap")
    model.setObjective(3 * x + y + 1, gp.GRB.MAXIMIZE)
    model.optimize()
    print("=>", optcheck.second_opinion(model).verdict)
    told = optcheck.second_opinion(model).solved
    from optcheck.lp.opinion import judged

    wrong = judged(told, {"x": 4, "y": 2}, 0, 60.0)
    print("=>", wrong.verdict, wrong.violations[0].name == "cap")
    model.addConstr(x + y >= 40, name="demand")
    model.optimize()
    opinion = optcheck.second_opinion(model)
    print("=>", opinion.verdict, "because" if "demand cannot hold" in opinion.explain() else "")
