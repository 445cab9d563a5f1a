"""What a solution file reports, collected line by line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from optcheck.exact.numbers import Exact
from optcheck.files.numerals import Numerals
from optcheck.files.source import Place, refuse

__all__ = ["Reported", "Values", "claimed_statuses"]


@dataclass(frozen=True, slots=True)
class Reported:
    """Another solver's answer: its format, the status in its words, its objective, its values by name."""

    format: str
    status: str
    objective: Exact | None
    values: Mapping[str, Exact]


def claimed_statuses(status: str) -> tuple[str, ...]:
    """Which of the answers without a point a status in a solver's words gives: infeasible, unbounded, or either.

    >>> claimed_statuses("Primal infeasible or unbounded"), claimed_statuses("Time limit reached")
    (('infeasible', 'unbounded'), ())
    """
    words = status.lower()
    return tuple(name for name in ("infeasible", "unbounded") if name in words)


@dataclass(slots=True)
class Values:
    """Collects values; each name once, each number exact."""

    file: str
    _values: dict[str, Exact] = field(default_factory=dict)
    _objective: Exact | None = None
    _numerals: Numerals = field(default_factory=Numerals)

    def add(self, place: Place, name: str, text: str) -> None:
        """Take down a value."""
        if not name:
            refuse(place, "name", "must be there", name)
        if name in self._values:
            refuse(place, "name", "must occur once", name)
        self._values[name] = self._number(place, text, f"value of {name}")

    def objective(self, place: Place, text: str) -> None:
        """Take down the objective that the solver reports; a number that is not finite counts as none."""
        if text.lower().lstrip("+-") not in ("inf", "infinity", "nan", "1e+50", "1e+100"):
            self._objective = self._number(place, text, "objective")

    def _number(self, place: Place, text: str, field: str) -> Exact:
        try:
            return self._numerals(text)
        except ValueError as error:
            refuse(place, field, str(error), text)

    def reported(self, name: str, status: str) -> Reported:
        """All of it."""
        return Reported(name, status, self._objective, self._values)
