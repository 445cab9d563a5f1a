"""Check that files of variances, as they were handed to the parties, are what a plan proves. Standard library only.

The file is CSV with a header. ``name`` and ``grid_variance`` (whole steps of the plan's grid squared) are needed. The
delivered variances are put in the place of the plan's own, and the whole plan is checked again with them. Every other
column that is there is held against the plan: who is active, epsilon, delta, sensitivity and the grid are those of the
plan; ``noise_variance`` and ``noise_sigma``, in the data's units, are for people and rounded up;
``required_variance`` is what the budget needs in noise on the reals. A column about which the plan says nothing is
refused. A plan that was made in chunks (:mod:`optcheck.checker.stream`) has its parties in the file too; a folder
stands for its files.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

from optcheck.checker import work
from optcheck.checker.core import DEFAULT_LIMIT, Verified, check_document, number_text, read_document, read_file
from optcheck.checker.families._coalitions import active_parties
from optcheck.checker.families.gaussian import twice_delta
from optcheck.checker.families.noise_plan import START_BITS, Instance
from optcheck.checker.numerals import parse_number
from optcheck.checker.promises import Budget
from optcheck.checker.reading import require
from optcheck.checker.rows import ROUNDING, Row, check_grid, check_shown, number_cell, read_rows, whole_cell
from optcheck.checker.stream import COLUMNS as STREAMED
from optcheck.checker.stream import KIND as STREAM
from optcheck.checker.stream import check_stream
from optcheck.checker.wording import quoted

PLAN = "noise-plan"
COLUMNS = (*STREAMED, "required_variance")
_CELLS = len(COLUMNS)  # of a row that are paid for


def check_delivery(plan: str | Path, noise: str | Path, limit: float = DEFAULT_LIMIT) -> Verified:
    """What the plan proves about the variances in the file; raises CertificateRejected."""
    return check_delivered(read_file(plan), noise, limit)


def check_delivered(document: object, noise: str | Path, limit: float) -> Verified:
    """The same for a plan that was read."""
    fields = document if isinstance(document, dict) else {}
    kind = fields.get("kind")
    if kind == STREAM:
        return check_stream(fields, files_of(noise), limit)
    require(kind == PLAN, "a plan", f"a {PLAN} or {STREAM}", quoted(str(kind)))
    parts = read_document(document)
    instance = Instance(parts.instance, "instance")
    delivered = _by_name(read_rows(noise, "name", "grid_variance", known=COLUMNS), instance.names)
    steps = [whole_cell(delivered[name], "grid_variance", name) for name in instance.names]
    given = {**fields, "evidence": {**parts.evidence, "variances": steps}}
    proved = check_document(given, limit)
    with work.budget(limit):
        _compare(instance, Fraction(parse_number(parts.evidence["grid"])), steps, delivered)
    return proved


def files_of(noise: str | Path) -> list[Path]:
    """The file itself, or the CSV files of a folder in the order of their names."""
    path = Path(noise)
    return sorted(file for file in path.iterdir() if file.suffix.lower() == ".csv") if path.is_dir() else [path]


def _compare(instance: Instance, grid: Fraction, steps: list[int], delivered: dict[str, Row]) -> None:
    """Hold every cell but the variances, which are proved, against the plan."""
    active = active_parties(instance.active, len(instance.names))
    budgets = zip(instance.epsilon, instance.delta, instance.sensitivity, strict=True)
    known: set[tuple[str, ...]] = set()  # as texts: a file can make the hashes of numbers equal
    for name, variance, sees, budget in zip(instance.names, steps, active, budgets, strict=True):
        row = delivered[name]
        work.earn(_CELLS)
        work.pay(grid, variance, *budget)
        wanted = "yes" if sees else "no"
        require(row.get("active", wanted) == wanted, f"active of {quoted(name)}", wanted, quoted(row.get("active", "")))
        _compare_budget(row, name, budget)
        check_grid(row, name, grid)
        check_shown(row, name, variance * grid**2)
        if "required_variance" in row and (case := (row["required_variance"], *map(number_text, budget))) not in known:
            _check_required(row, name, budget, instance.releases)
            known.add(case)


def _compare_budget(row: Row, name: str, budget: Budget) -> None:
    for column, planned in zip(("epsilon", "delta", "sensitivity"), budget, strict=True):
        if column in row:
            same = number_cell(row, column, name) == planned
            where = f"{column} of {quoted(name)}"
            require(same, where, f"the plan's {number_text(planned)}", quoted(row[column]))


def _check_required(row: Row, name: str, budget: Budget, releases: int) -> None:
    """A little more than the number for people keeps the budget in noise on the reals, and a little less does not."""
    epsilon, delta, sensitivity = budget
    found = number_cell(row, "required_variance", name)
    where, rule = f"required_variance of {quoted(name)}", "what its budget needs, to a millionth"
    if not sensitivity or not found:
        require(found == sensitivity == 0, where, rule, quoted(row["required_variance"]))
        return
    ends = [found * (1 + part) / (releases * Fraction(sensitivity) ** 2) for part in (ROUNDING, -ROUNDING)]
    more, less = (twice_delta(epsilon, delta, end, START_BITS) for end in ends)
    require(more.high <= 2 * delta < less.low, where, rule, quoted(row["required_variance"]))


def _by_name(rows: Iterable[Row], names: list[str]) -> dict[str, Row]:
    """The rows by party; every party of the plan once, and nobody else."""
    found: dict[str, Row] = {}
    known = set(names)
    for row in rows:
        name = row["name"]
        if name not in known and name.startswith("'"):  # a guard against spreadsheets that read names as formulas
            name = name[1:]
        require(name in known, f"party {quoted(name)}", "a party of the plan")
        require(name not in found, f"party {quoted(name)}", "one row", "two")
        found[name] = row
    missing = [name for name in names if name not in found]
    require(not missing, f"party {quoted(missing[0]) if missing else ''}", "a row in the file of noise", "none")
    return found
