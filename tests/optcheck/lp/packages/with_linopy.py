"""linopy, with HiGHS."""

import linopy
import pandas as pd

import optcheck


def model(need: float) -> linopy.Model:
    m = linopy.Model()
    x = m.add_variables(lower=0, upper=2, name="x", coords=[pd.RangeIndex(3, name="i")])
    m.add_constraints(x.sum() >= need, name="need")
    m.add_objective((2 * x).sum())
    m.solve("highs", output_flag=False)
    return m


solved = model(3.5)
print("=>", optcheck.second_opinion(solved).verdict)
solved.variables["x"].solution[:] = 0.0
opinion = optcheck.second_opinion(solved)
print("=>", opinion.verdict, opinion.violations[0].name == "need")
opinion = optcheck.second_opinion(model(35))
print(
    "=>", opinion.verdict, "because" if "need needs x[0] + x[1] + x[2] to be at least 35" in opinion.explain() else ""
)
