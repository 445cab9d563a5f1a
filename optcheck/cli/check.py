"""``optcheck check``: judge another solver's answer."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Annotated

from optcheck.checker.core import counted
from optcheck.cli._console import FALSE, NOT_PROVED, Argument, Option, print_json, print_text
from optcheck.cli.solve import load_program, size_of, stoppable, working
from optcheck.exact.numbers import both_forms, brief, text_table, to_json
from optcheck.lp.answer import IntegerAnswer
from optcheck.lp.draft import CONSTANT
from optcheck.lp.judge import Judgement, judge
from optcheck.lp.solutions import Reported, read_solution


def check(
    file: Annotated[Path, Argument("A linear or integer program: .mps or .lp, also packed.")],
    solution: Annotated[Path, Argument("A solver's answer: .sol, .json, .txt ...")],
    tolerance: Annotated[str, Option(help="What still counts as right.")] = "1e-6",
    as_json: Annotated[bool, Option("--json", help="Print the judgement as JSON.")] = False,
    limit: Annotated[float, Option(help="Seconds for reading each file, and for finding the optimum.")] = 60.0,
    binary: Annotated[bool, Option("--binary", help="Read the program's numbers as doubles.")] = False,
    relax: Annotated[bool, Option("--relax", help="Let integer columns take any value.")] = False,
    rows: Annotated[int, Option(min=0, help="How many violations are shown.")] = 10,
) -> None:
    """Judge a solver's answer exactly: which rows and bounds it breaks, and how far from the optimum it is.

    Reads solutions of HiGHS, Gurobi, CPLEX (XML), SCIP and CBC, lists of names and values, and JSON; columns that the
    file does not name are 0. The last line says it: right, right within x, infeasible by x, or not optimal by x. Exit
    status: 0 right or right within the tolerance, 1 wrong, 5 undecided within the limit, 2 a file that cannot be used.

    Examples:

    - `optcheck check model.mps highs.sol`
    - `optcheck check model.lp answer.json --tolerance 0`
    """
    program, reported = load_program(file, binary, relax, limit), read_solution(solution, max(1.0, limit))
    with working(f"judging {solution.name}: {size_of(program)}"):
        judgement = stoppable(lambda: judge(program, reported.values, reported.status, tolerance, limit))
    if as_json:
        print_json(_document(judgement, reported))
    else:
        silent = sum(name not in reported.values for name in program.column_labels if name != CONSTANT)
        print_text(_page(judgement, reported, silent, rows))
    sys.exit({"right": 0, "right within": 0, "undecided": NOT_PROVED}.get(judgement.verdict, FALSE))


def _page(judgement: Judgement, reported: Reported, silent: int, rows: int) -> str:
    source = f"{reported.format}, {reported.status}" if reported.status else reported.format
    if judgement.objective is None:  # a status alone
        lines = [("answer", source)]
    else:
        others = f"; {counted(silent, 'column')} not named: counted as 0" if silent else ""
        lines = [("answer", f"{source}: {counted(len(reported.values), 'value')}{others}")]
        lines.append(("objective", both_forms(judgement.objective)))
    if reported.objective is not None:
        lines.append(("reported", f"{brief(reported.objective)}, the objective in the file"))
    lines += _optimum(judgement)
    if judgement.distance is not None:
        lines.append(("distance", both_forms(judgement.distance)))
    if judgement.distance_at_most is not None:
        lines.append(("distance", f"at most {both_forms(judgement.distance_at_most)}"))
    if judgement.objective is not None:
        lines.append(("broken", _broken(judgement)))
    page = "\n".join(f"{name:<10} {text}" for name, text in lines)
    return "\n\n".join(part for part in (page, _violations(judgement, rows), judgement.sentence) if part)


def _optimum(judgement: Judgement) -> list[tuple[str, str]]:
    """The optimum, or what is proved of it."""
    answer = judgement.answer
    if isinstance(answer, IntegerAnswer) and answer.status in ("bounds", "feasible"):
        ends = [("a point has", answer.value), ("no better than", answer.bound)]
        return [("optimum", ", ".join(f"{words} {both_forms(end)}" for words, end in ends if end is not None))]
    return [] if answer is None or answer.value is None else [("optimum", both_forms(answer.value))]


def _broken(judgement: Judgement) -> str:
    counts = Counter(violation.what for violation in judgement.violations)
    return ", ".join(counted(count, what) for what, count in counts.items()) or "nothing"


def _violations(judgement: Judgement, rows: int) -> str:
    if not rows or not judgement.violations:
        return ""
    cells = [[f"{v.what} {v.name}", v.rule, both_forms(v.amount)] for v in judgement.violations[:rows]]
    more = len(judgement.violations) - rows
    return text_table([["broken", "rule", "by"], *cells]) + (f"\n... and {more} more" if more > 0 else "")


def _document(judgement: Judgement, reported: Reported) -> dict[str, object]:
    answer = judgement.answer
    closed = answer is not None and answer.status not in ("bounds", "feasible")
    optimum = answer.value if answer is not None and closed else None
    numbers = {
        "objective": judgement.objective,
        "reported_objective": reported.objective,
        "optimum": optimum,
        "distance": judgement.distance,
        "distance_at_most": judgement.distance_at_most,
        "worst_violation": judgement.worst,
    }
    return {
        "format": 1,
        "verdict": judgement.verdict,
        "sentence": judgement.sentence,
        "program": judgement.answer.status if judgement.answer is not None else None,
        **{name: None if value is None else to_json(value) for name, value in numbers.items()},
        "violations": [
            {"what": v.what, "name": v.name, "rule": v.rule, "amount": to_json(v.amount)} for v in judgement.violations
        ],
    }


COMMANDS = (check,)
