"""Faults planted into the checker, one at a time: ``python -m tests.fuzz.sabotage`` shows that the fuzzer finds each.

A fault is a change of one line of a module's source. The changed functions replace the running ones for a while.
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic
from types import FunctionType, ModuleType
from typing import Any

from tests.fuzz.certificates import attack

SHARE = 0.1  # of the time of a soak: every fault is planted once
_HOME = "optcheck.checker"
_FAMILIES = "optcheck.checker.families"


@dataclass(frozen=True, slots=True)
class Fault:
    """Where the source says ``old`` it says ``new``; mutants of ``kind`` should show it."""

    module: str
    old: str
    new: str
    kind: str

    @property
    def name(self) -> str:
        """For people."""
        return f"{self.module.removeprefix(_HOME + '.')}: {self.old}  ->  {self.new}"


def _family(module: str, old: str, new: str, kind: str) -> Fault:
    return Fault(f"{_FAMILIES}.{module}", old, new, kind)


FAULTS = (
    Fault(f"{_HOME}.linear", "else left == right", "else True", "linear-program"),
    Fault(f"{_HOME}.linear", "if multiplier and relation !=", "if False and relation !=", "linear-program"),
    Fault(f"{_HOME}.linear", "require(slope < 0", "require(True", "linear-program"),
    Fault(f"{_HOME}.linear", "if sign * rest > 0 else", "if sign * rest < 0 else", "linear-program"),
    Fault(f"{_HOME}.linear", "crossed = low is not None", "crossed = True or low is not None", "linear-program"),
    Fault(
        f"{_HOME}.numerals", "return top if bottom == 1 else whole(Fraction(top, bottom))", "return top", "chain-error"
    ),
    Fault(f"{_HOME}.intervals", "else low + Fraction(1, 1 << scale)", "else low", "comparison"),
    Fault(f"{_HOME}.comparison", '"<" if left.high < right.low', '"<" if left.low < right.low + 1', "comparison"),
    _family("_coalitions", "need > spared and need > pressed + own", "need > spared + need", "coalition-cover"),
    _family("cover", "fits = weight <= load <= total", "fits = True", "coalition-cover"),
    _family("cover", "require(loaded == outside", "require(True", "coalition-cover"),
    _family("cover", "require(problem.holds(coalition)", "require(True", "coalition-cover"),
    _family("cover", "require(value == bound", "require(True", "coalition-cover"),
    _family("cover_face", "require(met", "require(True", "coalition-cover-face"),
    _family("tpmdp", "require(now - start == horizon", "require(True", "tpmdp-allocation"),
    _family("tpmdp", "require(0 < duration <= length - late", "require(True", "tpmdp-allocation"),
    _family(
        "tpmdp",
        "led += duration * problem.required[party]",
        "led += duration * max(problem.required)",
        "tpmdp-allocation",
    ),
    _family("signature", "require(high >= low", "require(True", "randomized-response-optimum"),
    _family("signature", "require(total == 1, f", "require(True, f", "signature-protocol"),
    _family("hull", "require(min(heights) >= 0", "require(True", "hull-tensor"),
    _family("hull", "min(weights) >= 0 and total == 1", "True", "hull-tensor"),
    _family("hull", "(-1, value)", "(1, value)", "hull-tensor"),
    _family("hull", "sum(value > 1 for", "sum(value >= 1 for", "hull-corners"),
    _family("mechanism", "require(least >= c", "require(True", "post-processing"),
    _family("mechanism", "require(made == weak[bit]", "require(True", "post-processing"),
    _family("mechanism", "Fraction(max(pair)) / min(pair)", "Fraction(pair[0]) / pair[1]", "bit-privacy"),
    _family("cordp", "variance + (c - 1) * covariance", "variance + c * covariance", "cordp-pair"),
    _family("cordp", "pair[0] + (t - 1) * pair[1]", "pair[0] + t * pair[1]", "cordp-pair"),
    _family("cordp", "require(spread.sign() >= 0", "require(True", "cordp-pair"),
    _family("cordp", "require(first + others * rest == 1", "require(True", "cordp-optimum"),
    _family("cordp", "return kept_variance(n, c, pair) >= least", "return True", "cordp-optimum"),
    _family(
        "cordp_covariance", "exact = cordp.is_private(n, c, pair, least) and", "exact = True or", "cordp-covariance"
    ),
    _family("cordp_decoder", "if instance.removed else variance", "if True else variance", "cordp-decoder"),
    _family("cordp_covariance", "for i in (0, 1)", "for i in (1, 0)", "cordp-slope"),
    _family("adpml", "below * (below - 1)", "below * (below + 1)", "adpml-schedule-total"),
    _family("adpml", "fits = loss == level", "fits = True or loss == level", "adpml-optimal-schedule"),
    _family("adpml", "exact = scale is None", "exact = True or scale is None", "adpml-optimal-schedule"),
    _family("adpml", "y - x * model", "y + x * model", "adpml-local-training"),
    _family("noise_game", "2 * Fraction(preference)", "3 * Fraction(preference)", "noise-game-cost"),
    _family(
        "noise_game", "seen == target if added > 0 else seen >= target", "seen >= target", "noise-game-equilibrium"
    ),
    _family("noise_game", "*preferences[user + 1 :]))", "*preferences[user + 2 :]))", "noise-game-deviation"),
    _family("noise_game", "require(after < before", "require(True", "noise-game-deviation"),
    _family("bas", "27 * users", "27", "noise-game-least-total"),
    _family("bas", "max(instance.preference, rival)", "instance.preference", "noise-game-report"),
    _family("bas", "3 * preferences[user]", "2 * preferences[user]", "noise-game-participation"),
    _family("chain", "(1 - Fraction(p)) ** others", "1", "chain-exposure"),
    _family("chain", "least = min(", "least = max(", "chain-split"),
    _family("chain", 'same_length("data", data, users)', "pass", "chain-split-error"),
    _family(
        "chain", "work.total(instance.variances)) / users**2", "work.total(instance.variances)) / users", "chain-error"
    ),
    _family("taylor", "start=Fraction(0)) / n)", "start=Fraction(0)))", "taylor-coefficient"),
    _family("gaussian", "require(twice.high <= 2 * delta", "require(True", "gaussian-variance"),
    _family("gaussian", "short.low > 2 * delta", "True", "gaussian-variance"),
    _family("signature_use", "require(slack > 0, f", "require(True, f", "unique-optimum"),
    _family("signature_use", "options[low] + options[high] for", "options[low] for", "unique-optimum"),
    _family("signature_use", 'require(slack > 0, "slack at', 'require(True, "slack at', "signature-use"),
    _family("signature_use", "require(used", "require(True", "signature-use"),
    _family("signature_use", "feasible and high >= earned", "high >= earned", "signature-dual"),
    _family("signature", "1 / Fraction(bound) < entry < bound for", "True for", "signature-protocol"),
    _family("signature", '"<=", different)', '"<=", different - 1)', "signature-protocol"),
    _family("protocol", "p > value * q", "p > value * value * q", "interactive-protocol"),
    _family("protocol", "min(apart) >= 2", "min(apart) >= 1", "rank-one-protocol"),
    _family("protocol", "low * b != high * a", "False", "protocol-optimum"),
    _family("protocol", "min(chances) >= 0 and ", "", "protocol-optimum"),
    _family("protocol", "x >> place & 1", "1", "interactive-protocol"),
    _family("mechanism", 'require(low < c, "the given', 'require(True, "the given', "region-point"),
    _family("mechanism", "require(found == (missed", "require(True or (missed", "region-point"),
    _family("mechanism", "p > level * q or q > level * p", "p > level * q", "neighbour-privacy"),
    _family("noise_plan", "instance.threshold + instance.dropouts if", "instance.threshold if", "noise-plan"),
    _family(
        "noise_plan", "ceil(Fraction(sensitivity) / grid) + corner", "ceil(Fraction(sensitivity) / grid)", "noise-plan"
    ),
    _family("noise_plan", "ceil(Fraction(sensitivity)", "int(Fraction(sensitivity)", "noise-plan"),
    _family("noise_plan", "instance.releases * move * move", "move * move", "noise-plan"),
    _family("noise_plan", "if s and viewers > sees", "if s and viewers > 1", "noise-plan"),
    _family("noise_plan", "require(twice.high <= 2 * budget[1]", "require(True", "noise-plan"),
    _family("noise_plan", "require(twice.low > 2 * delta", "require(True", "noise-plan"),
    _family("linear_ranging", "self.activities[i] == program.sides[i], place", "True, place", "linear-program-ranging"),
    _family("linear_ranging", "require(self.point[j] == bound", "require(True", "linear-program-ranging"),
    _family("linear_ranging", "(low is None or moved >= low) and", "True or", "linear-program-ranging"),
    _family("linear_ranging", "holds(moved, program.relations[i], 0)", "True", "linear-program-ranging"),
    _family("linear_ranging", "not self.dual[i] or not slopes[i]", "True", "linear-program-ranging"),
    _family("linear_ranging", "require(not self.reduced[j]", "require(True", "linear-program-ranging"),
    _family("linear_subsystem", "require(side > 0", "require(True", "irreducible-infeasible-subsystem"),
    _family("linear_subsystem", "require(rest == 0", "require(True", "irreducible-infeasible-subsystem"),
    _family("linear_subsystem", "if k != left_out", "if False", "irreducible-infeasible-subsystem"),
    _family("cordp_integers", "require(twice.high <= 2 * budget[1]", "require(True", "cordp-integers"),
    _family("cordp_integers", "2 * evidence.steps + isqrt(d - 1) + 1", "2 * evidence.steps", "cordp-integers"),
    _family("cordp_integers", "own + honest * pair", "own + pair", "cordp-integers"),
    _family("composition", "kept = least <= instance.delta", "kept = True", "composition"),
    _family("composition", "whole(Fraction(least) - instance.delta)", "whole(Fraction(least))", "composition"),
    _family("tpmdp_point", "(j, first)), reverse=True)", "(j, first)))", "tpmdp-point"),
    _family("tpmdp_point", "if flag and i != j", "if i != j", "tpmdp-point"),
    _family("tpmdp_point", 'require(proved == "="', "require(True", "tpmdp-point"),
    _family("cordp", "variance = plain(pair[0])", "variance = plain(pair[instance.t < instance.n])", "cordp-optimum"),
    _family("cordp", "if instance.n - instance.c > 1:", "if instance.n > 0:", "cordp-optimum"),
    _family("cordp", "and pair[1].sign() != 0", "and False", "cordp-optimum"),
    _family("cordp", '"infinite")] if instance.n > 1 else []', '"infinite")]', "cordp-optimum"),
    _family("cordp", "or instance.whole or instance.n == 1", "or True", "cordp-optimum"),
    _family("cordp_pair", "honest * x", "n * x", "cordp-pair"),
    _family("cordp_pair", "n = {n}, t = {t}, c = {c}, ", "n = {t}, t = {t}, c = {c}, ", "cordp-pair"),
    _family("cordp_pair", "keeps the variance {shown(kept)}", "keeps the variance {shown(kept + 1)}", "cordp-pair"),
    _family("_cover_problem", "require(have >= need", "require(True", "coalition-cover"),
    _family("_cover_problem", "not coalition.isdisjoint(viewers)", "True", "coalition-cover"),
    _family(
        "_signature_problem",
        "x >> (len(self.lambdas) - 1 - self.observer) & 1",
        "x >> self.observer & 1",
        "randomized-response-optimum",
    ),
    _family(
        "_signature_problem", "rows[truth][decision] for", "rows[decision][truth] for", "randomized-response-optimum"
    ),
    _family("noise_game", "seen == best if own > 0 else", "True if own > 0 else", "noise-game-outcome"),
    _family("noise_game", "max(seen, tops[place])", "max(seen, own)", "noise-game-outcome"),
    _family("adpml", "require(distance == most", "require(True", "adpml-sensitivity"),
)


def _functions(home: Any, module: str) -> Iterator[tuple[str, FunctionType]]:
    """The plain functions of a module, and the methods of its classes: closures cannot be exchanged."""
    for name, value in list(vars(home).items()):
        function = value.fget if isinstance(value, property) else value
        if isinstance(function, type) and function.__module__ == module:
            yield from ((f"{name}.{inner}", method) for inner, method in _functions(function, module))
        elif isinstance(function, FunctionType) and function.__module__ == module and not function.__code__.co_freevars:
            yield name, function


@contextmanager
def planted(fault: Fault) -> Iterator[None]:
    """Run with the fault in place."""
    module = importlib.import_module(fault.module)
    source = inspect.getsource(module)
    if fault.old not in source:
        raise LookupError(f"{fault.module} no longer says {fault.old!r}")
    changed = ModuleType(fault.module)
    exec(compile(source.replace(fault.old, fault.new), fault.module, "exec"), changed.__dict__)
    twins = dict(_functions(changed, fault.module))
    kept = [(function, function.__code__) for name, function in _functions(module, fault.module) if name in twins]
    for name, function in _functions(module, fault.module):
        if name in twins:
            function.__code__ = twins[name].__code__
    try:
        yield
    finally:
        for function, code in kept:
            function.__code__ = code


def is_found(fault: Fault, mutants: int = 6000, seed: int = 1) -> bool:
    """Whether the fuzzer notices the fault within so many mutants of its kind."""
    with planted(fault):
        return bool(attack(mutants, seed, frozenset({fault.kind}), stop=True).found)


def main(arguments: list[str] | None = None) -> int:
    """Plant every fault in turn, as far as the time allows; the exit status is 1 where one is not found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.sabotage", description=__doc__)
    parser.add_argument("--mutants", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=60.0, help="how long at most; all faults take some seconds")
    parser.add_argument("--out", help="ignored: everything is printed")
    given = parser.parse_args(arguments)
    tried, missed, end = 0, 0, monotonic() + 60 * given.minutes
    for fault in FAULTS:
        if monotonic() > end:
            break
        found = is_found(fault, given.mutants, given.seed)
        tried, missed = tried + 1, missed + (not found)
        print(f"{'found ' if found else 'MISSED'} {fault.name}", flush=True)
    print(f"{tried - missed} faults found of {tried} that were planted; there are {len(FAULTS)}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
