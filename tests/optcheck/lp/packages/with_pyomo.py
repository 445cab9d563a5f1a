"""Pyomo: HiGHS's answer is judged, and optcheck is registered as a solver."""

import pyomo.environ as pyo

import optcheck


def model(need: float) -> pyo.ConcreteModel:
    m = pyo.ConcreteModel()
    m.plants = pyo.Set(initialize=[1, 2, 3])
    m.x = pyo.Var(m.plants, bounds=(0, 2))
    m.demand = pyo.Constraint(expr=sum(m.x[i] for i in m.plants) >= need)
    m.spread = pyo.Constraint(expr=(-1, m.x[1] - m.x[2], 1))
    m.cost = pyo.Objective(expr=2 * sum(m.x[i] for i in m.plants) + 1)
    m.dual = pyo.Suffix(direction=pyo.Suffix.IMPORT)
    return m


solved, solver = model(3.5), optcheck.pyomo_solver()
results = pyo.SolverFactory("optcheck").solve(solved)
pyo.assert_optimal_termination(results)
assert (pyo.value(solved.cost), solved.dual[solved.demand]) == (8.0, 2.0)
solved = model(3.5)
print("=>", optcheck.second_opinion(solved, pyo.SolverFactory("appsi_highs").solve(solved)).verdict)
for i in solved.plants:
    solved.x[i].value = 0.0
opinion = optcheck.second_opinion(solved)
print("=>", opinion.verdict, opinion.violations[0].name == "demand")
opinion = optcheck.second_opinion(*(m := model(40), pyo.SolverFactory("highs").solve(m, load_solutions=False)))
print(
    "=>", opinion.verdict, "because" if "demand needs x[1] + x[2] + x[3] to be at least 40" in opinion.explain() else ""
)
