"""Check that a plan promises a party the budget that this party asks for. Standard library only.

A plan proves what it says of budgets that somebody wrote into it: only the party knows whether they are its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from optcheck.checker.core import DEFAULT_LIMIT, Verified, check_document, read_document, read_file
from optcheck.checker.delivery import PLAN, check_delivered, files_of
from optcheck.checker.families.noise_plan import Instance
from optcheck.checker.numerals import Exact
from optcheck.checker.promises import UNPROMISED, Budget, plain
from optcheck.checker.reading import require
from optcheck.checker.rows import budget_cells, read_rows
from optcheck.checker.stream import KIND as STREAM
from optcheck.checker.wording import quoted


@dataclass(frozen=True, slots=True)
class Asked:
    """A party's name and budget; None for a sensitivity about which it does not ask."""

    name: str
    epsilon: Exact
    delta: Exact
    sensitivity: Exact | None = None


def check_asked(
    plan: str | Path, asked: Asked, noise: str | Path | None = None, limit: float = DEFAULT_LIMIT
) -> Verified:
    """What the plan proves, if it promises the party no less than it asks for; raises CertificateRejected."""
    document = read_file(plan)
    proved = check_document(document, limit) if noise is None else check_delivered(document, noise, limit)
    assert isinstance(document, dict)  # it was checked
    require(proved.kind in (PLAN, STREAM), "kind", f"a plan ({PLAN} or {STREAM}) where a party asks", proved.kind)
    planned = _streamed(noise, asked.name) if noise and proved.kind == STREAM else _planned(document, asked.name)
    _compare(asked, planned)
    given = document["instance"]
    promised = bool(given["threshold"] and given["active"])
    require(promised, f"privacy planned for {quoted(asked.name)}", "some, as asked", UNPROMISED)
    epsilon, delta, sensitivity = map(plain, planned)
    words = f"{quoted(asked.name)} gets epsilon {epsilon}, delta {delta} at sensitivity {sensitivity}"
    return replace(proved, statement=f"{words}, no less than it asks for; {proved.statement}")


def _compare(asked: Asked, planned: Budget) -> None:
    epsilon, delta, sensitivity = planned
    where = f"planned for {quoted(asked.name)}"
    require(epsilon <= asked.epsilon, f"epsilon {where}", f"at most {plain(asked.epsilon)} as asked", plain(epsilon))
    require(delta <= asked.delta, f"delta {where}", f"at most {plain(asked.delta)} as asked", plain(delta))
    if asked.sensitivity is not None:
        rule = f"at least {plain(asked.sensitivity)} as asked"
        require(sensitivity >= asked.sensitivity, f"sensitivity {where}", rule, plain(sensitivity))


def _planned(document: Mapping[str, object], name: str) -> Budget:
    instance = Instance(read_document(document).instance, "instance")
    require(name in instance.names, f"party {quoted(name)}", "a party of the plan")
    party = instance.names.index(name)
    return instance.epsilon[party], instance.delta[party], instance.sensitivity[party]


def _streamed(noise: str | Path, name: str) -> Budget:
    """The budget in the only row with this name, maybe behind a guard against spreadsheets that read formulas."""
    cells = (name, f"'{name}")
    rows = [row for file in files_of(noise) for row in read_rows(file, "name", "epsilon") if row["name"] in cells]
    require(len(rows) == 1, f"rows of {quoted(name)}", 1, len(rows))
    return budget_cells(rows[0])
