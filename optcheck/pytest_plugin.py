"""``pytest --optcheck``: every solve of PuLP, cvxpy, scipy, linopy or highspy inside a test gets a second opinion.

A wrong answer fails the test that asked for it (``--optcheck-report=list`` only lists it); what cannot be judged, or
not within the limit, is listed. Packages are wrapped when a test imports them: none is loaded for this.
"""

from __future__ import annotations

import functools
import importlib.abc
import sys
import threading
import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from importlib.machinery import ModuleSpec
from types import ModuleType

import pytest

Remark = tuple[str, str, str, float, float]  # package, verdict, sentence, seconds of the solve, seconds of the opinion
Solve = Callable[..., object]
_DEFAULT_LIMIT = 10.0  # seconds
_LISTED = 20
_TARGETS = {
    "cvxpy": (("Problem", "solve"),),
    "highspy": (("Highs", "run"), ("Highs", "solve"), ("Highs", "minimize"), ("Highs", "maximize")),
    "linopy": (("Model", "solve"),),
    "pulp": (("LpProblem", "solve"),),
    "scipy.optimize": (("", "linprog"), ("", "milp")),
}


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options, all of which begin with --optcheck."""
    group = parser.getgroup("optcheck", "exact second opinions on linear and integer programs")
    group.addoption("--optcheck", action="store_true", help="judge every solve inside the tests, exactly")
    group.addoption("--optcheck-report", choices=("fail", "list"), default="fail", help="what a wrong answer does")
    group.addoption("--optcheck-limit", type=float, default=_DEFAULT_LIMIT, help="seconds for one opinion")
    group.addoption("--optcheck-tolerance", default="1e-6", help="what still counts as right")
    group.addoption("--optcheck-decimal", action="store_true", help="read 0.1 as 1/10, not as the double")


def pytest_configure(config: pytest.Config) -> None:
    """Begin to listen."""
    if config.getoption("--optcheck"):
        judge = Judge(
            config.getoption("--optcheck-limit"),
            config.getoption("--optcheck-tolerance"),
            config.getoption("--optcheck-decimal"),
            config.getoption("--optcheck-report") == "fail",
        )
        config.pluginmanager.register(judge, "optcheck-judge")
        judge.listen()


@dataclass(eq=False)
class Judge:
    """Wraps the packages' functions, and reports what was found test by test."""

    limit: float
    tolerance: str
    decimal: bool
    fails: bool
    remarks: list[Remark] = field(default_factory=list)  # of the test that is running
    everything: list[tuple[str, Remark]] = field(default_factory=list)
    _replaced: list[tuple[object, str, object]] = field(default_factory=list)
    _inside: threading.local = field(default_factory=threading.local)

    def listen(self) -> None:
        """Wrap what is loaded, and the rest when it is."""
        sys.meta_path.insert(0, _Importer(self))
        for name in _TARGETS:
            if name in sys.modules:
                self.wrap(name, sys.modules[name])

    def wrap(self, name: str, module: ModuleType) -> None:
        """Put a wrapper in the place of each function that solves."""
        for owner_name, attribute in _TARGETS[name]:
            owner = getattr(module, owner_name) if owner_name else module
            original = getattr(owner, attribute, None)
            if callable(original):
                self._replaced.append((owner, attribute, original))
                setattr(owner, attribute, self._wrapped(original, bool(owner_name)))

    def _wrapped(self, original: Solve, is_method: bool) -> Solve:
        @functools.wraps(original)
        def solve(*arguments: object, **keywords: object) -> object:
            caller = str(sys._getframe(1).f_globals.get("__name__", ""))
            if getattr(self._inside, "busy", False) or caller.partition(".")[0] == "optcheck":
                return original(*arguments, **keywords)
            start = time.perf_counter()
            self._inside.busy = True
            try:
                result = original(*arguments, **keywords)
                seconds = time.perf_counter() - start
                if is_method:
                    self._judge(seconds, arguments[0])
                else:
                    known = {"constraints": None, **keywords} if original.__name__ == "milp" else keywords
                    self._judge(seconds, result, *arguments, **known)
            finally:
                self._inside.busy = False
            return result

        return solve

    def _judge(self, seconds: float, problem: object, *arguments: object, **keywords: object) -> None:
        """An opinion; whatever goes wrong with it is not the test's fault."""
        from optcheck.errors import OptcheckError
        from optcheck.lp.opinion import second_opinion

        start = time.perf_counter()
        package = type(problem).__module__.partition(".")[0]
        options = {"decimal": self.decimal, "tolerance": self.tolerance, "limit": self.limit}
        verdict, sentence = "unsupported", ""
        try:
            opinion = second_opinion(problem, *arguments, **options, **keywords)  # type: ignore[arg-type]
            verdict, sentence = ("wrong" if opinion.wrong else opinion.verdict), opinion.sentence
        except OptcheckError as error:
            sentence = f"{package}: {error}"
        except Exception as error:
            sentence = f"{package}: {type(error).__name__}: {error}"
        self.remarks.append((package, verdict, sentence, seconds, time.perf_counter() - start))

    # pytest's side

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, object, object]:
        """Fail a test that passed on a wrong answer."""
        self.remarks.clear()
        result = yield
        wrong = [sentence for _, verdict, sentence, _, _ in self.remarks if verdict == "wrong"]
        if wrong and self.fails:
            pytest.fail("\n".join(["optcheck: a solver's answer is wrong", *wrong]), pytrace=False)
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Send the remarks along with the report: with xdist it travels to another process."""
        report = yield
        if report.when == "call":
            report.optcheck = [list(remark) for remark in self.remarks]  # type: ignore[attr-defined]
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Collect the remarks of all tests."""
        for package, verdict, sentence, seconds, own in getattr(report, "optcheck", ()):
            self.everything.append((report.nodeid, (package, verdict, sentence, seconds, own)))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """How many solves were judged, how, and what it took."""
        terminalreporter.section("optcheck")
        for line in self.summary():
            terminalreporter.write_line(line)

    def summary(self) -> list[str]:
        """The counts, the time, and every answer that is not right."""
        remarks = [remark for _, remark in self.everything]
        counts = {verdict: sum(1 for r in remarks if r[1] == verdict) for verdict in sorted({r[1] for r in remarks})}
        said = ", ".join(f"{count} {verdict}" for verdict, count in counts.items()) or "no solve was seen"
        solving, opinions = sum(r[3] for r in remarks), sum(r[4] for r in remarks)
        lines = [f"{len(remarks)} solves: {said}", f"solving took {solving:.2f} s, second opinions {opinions:.2f} s"]
        odd = [(test, r) for test, r in self.everything if r[1] not in ("right", "right within", "no answer")]
        lines += [f"{verdict}: {test}: {sentence}" for test, (_, verdict, sentence, _, _) in odd[:_LISTED]]
        return lines + [f"... and {len(odd) - _LISTED} more"] * (len(odd) > _LISTED)

    def pytest_unconfigure(self) -> None:
        """Put everything back."""
        sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, _Importer)]
        for owner, attribute, original in reversed(self._replaced):
            setattr(owner, attribute, original)
        self._replaced.clear()


class _Importer(importlib.abc.MetaPathFinder):
    """Wraps a package right after it was loaded."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The spec that the finders behind this one give, with a loader that wraps as well."""
        if fullname not in _TARGETS:
            return None
        others = [finder for finder in sys.meta_path if finder is not self]
        spec = next((spec for finder in others if (spec := finder.find_spec(fullname, path, target))), None)
        if spec is not None and spec.loader is not None:
            spec.loader.exec_module = functools.partial(self._load, spec.loader.exec_module)  # type: ignore[method-assign]
        return spec

    def _load(self, execute: Callable[[ModuleType], None], module: ModuleType) -> None:
        execute(module)
        self._judge.wrap(module.__name__, module)
