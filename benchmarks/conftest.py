"""What the benchmarks share: the size switch, and a table of ratios at the end of a run."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add --small: tiny sizes, for a run that only shows that every benchmark still works."""
    parser.addoption("--small", action="store_true", help="tiny sizes: a smoke run, not a measurement")


@pytest.fixture
def small(request: pytest.FixtureRequest) -> bool:
    """Whether this is the smoke run."""
    return bool(request.config.getoption("--small"))


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Print, for each group, how long every contender takes relative to the group's baseline, and who is missing."""
    session = getattr(config, "_benchmarksession", None)
    groups: dict[str, list[Any]] = defaultdict(list)
    for bench in getattr(session, "benchmarks", []):
        if bench.stats.rounds:
            groups[bench.group or "ungrouped"].append(bench)
    for group, members in sorted(groups.items()):
        terminalreporter.write_line("")
        terminalreporter.write_line(f"ratios: {group}", bold=True)
        for line in _ratios(members):
            terminalreporter.write_line(line)
    for report in terminalreporter.stats.get("skipped", []):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        terminalreporter.write_line(
            f"left out: {report.nodeid.rpartition('::')[2]}: {reason.removeprefix('Skipped: ')}"
        )


def _ratios(members: list[Any]) -> list[str]:
    """Medians over the baseline's median: one machine, one run."""
    base = next((bench for bench in members if bench.extra_info.get("baseline")), members[0])
    unit = base.stats.median
    return [
        f"  {bench.stats.median / unit:10.2f} x  {bench.stats.median:10.4g} s  {bench.name}"
        f"  {bench.extra_info.get('note', '')}".rstrip()
        for bench in sorted(members, key=lambda bench: bench.stats.median)
    ]
