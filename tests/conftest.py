"""How the tests draw their examples, and how a soak writes down what it finds.

``make test`` uses the profile "test": the same examples every time, wherever and in whatever order it runs.
``make soak`` uses the profile "soak": other examples for every ``--hypothesis-seed``. Neither keeps a database.

Coverage is that of the trusted parts by their own tests of chosen cases. Elsewhere it is not measured: it would tell
less, since any solved program runs through the checker, and drawn examples reach a line without looking at it. Both
would take twice as long with it.
"""

from __future__ import annotations

import hashlib
import os
import signal
import tempfile
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import is_hypothesis_test, settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

settings.register_profile("test", derandomize=True, database=None, deadline=None, print_blob=True)
settings.register_profile("soak", derandomize=False, database=None, deadline=None, print_blob=True)
settings.load_profile("test")

# Hypothesis also draws constants that it finds in whatever modules of ours are loaded at that moment. Which those are
# depends on the order of the tests and on the process, so neither a seed nor a profile would fix the examples.
providers._get_local_constants = Constants

# A shell's background job, which a nightly run may be, ignores interrupts and hands that on to every process it starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

SHARED_FOLDER = "OPTCHECK_TESTS_SHARED"  # names a folder of this run that all its processes know

COVERING = tuple(Path(__file__).parent / "optcheck" / name for name in ("exact", "checker"))


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--failures DIR``: where a soak keeps its failures."""
    parser.addoption("--failures", type=Path, default=None, help="write every failure to a file in this folder")


def pytest_configure(config: pytest.Config) -> None:
    """Only the process that collects the results writes them, and shares a folder with those that it starts."""
    if hasattr(config, "workerinput"):
        return
    shared = tempfile.TemporaryDirectory(prefix="optcheck-tests-")
    os.environ[SHARED_FOLDER] = shared.name
    config.add_cleanup(shared.cleanup)
    folder = config.getoption("--failures")
    if folder is not None:
        config.pluginmanager.register(_Failures(folder, str(config.getoption("--hypothesis-seed"))))


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """In a process of pytest-xdist, pytest-cov starts coverage twice: the first would go on while the second rests."""
    plugin = session.config.pluginmanager.getplugin("_cov")
    if plugin is not None and hasattr(session.config, "workerinput") and plugin.cov_controller is not None:
        plugin.cov_controller.cov.stop()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Long tests begin first, so that none is left alone at the end; coverage is for some tests only."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
    if config.pluginmanager.hasplugin("_cov"):
        for item in items:
            if not _counts_for_coverage(item):
                item.add_marker("no_cover")


def _counts_for_coverage(item: pytest.Item) -> bool:
    is_trusted = any(item.path.is_relative_to(folder) for folder in COVERING)
    is_drawn = is_hypothesis_test(getattr(item, "obj", None)) or item.get_closest_marker("long") is not None
    return is_trusted and not is_drawn


@dataclass(frozen=True, slots=True)
class _Failures:
    """One file a failure, written at once: whatever happens later, it is not lost."""

    folder: Path
    seed: str

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.folder.mkdir(parents=True, exist_ok=True)
            name = hashlib.sha256(f"{report.nodeid} {self.seed} {report.when}".encode()).hexdigest()[:12]
            (self.folder / f"{name}.txt").write_text(self._text(report), encoding="utf-8")

    def _text(self, report: pytest.TestReport) -> str:
        again = f"python -m pytest --hypothesis-profile=soak --hypothesis-seed={self.seed} '{report.nodeid}'"
        return f"test: {report.nodeid}\nseed: {self.seed}\nreplay: {again}\n\n{report.longreprtext}\n"
