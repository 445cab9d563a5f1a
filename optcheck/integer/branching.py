"""Which column to split: pseudo-costs, and strong branching as long as they rest on few observations."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from optcheck.integer.relaxation import Relaxed

if TYPE_CHECKING:
    from optcheck.integer.search import Choice, Node, Search

__all__ = ["PseudoCosts"]

_RELIABLE = 4  # observations on each side
_TRIALS = 10  # columns tried at a node
_WORSE = 4  # trials in a row that find nothing better
_FIRST, _PER_NODE = 400, 4  # trials of the whole search
_ITERATIONS = 60
_LEAST = 1e-6


class PseudoCosts:
    """What a unit of rounding a column has cost so far, downwards and upwards."""

    def __init__(self, columns: int) -> None:
        self._sums = np.zeros((2, columns))
        self._counts = np.zeros((2, columns))
        self._trials = 0

    def observe(self, choice: Choice, up: int, gain: float) -> None:
        """Remember what the bound gained on one side of a split."""
        width = 1 - choice.share if up else choice.share
        if width > 1e-9 and np.isfinite(gain):
            self._sums[up, choice.column] += max(gain, 0.0) / width
            self._counts[up, choice.column] += 1

    def estimates(self, choice: Choice) -> tuple[float, float]:
        """The gains to be expected on both sides."""
        found = []
        for up, width in ((0, choice.share), (1, 1 - choice.share)):
            count = self._counts[up, choice.column]
            total = self._counts[up].sum()
            mean = self._sums[up].sum() / total if total else 1.0
            rate = self._sums[up, choice.column] / count if count else mean
            found.append(rate * width)
        return found[0], found[1]

    def prefers_down(self, choice: Choice) -> bool:
        """Whether the lower side looks cheaper: an optimum is likelier there."""
        down, up = self.estimates(choice)
        return down <= up

    def _reliable(self, choice: Choice) -> bool:
        return bool(self._counts[:, choice.column].min() >= _RELIABLE)

    def branch(self, search: Search, node: Node, relaxed: Relaxed, choices: list[Choice]) -> None:
        """Split the node on the choice with the best gains; doubtful ones are tried first."""
        ranked = sorted(choices, key=lambda choice: -_score(*self.estimates(choice)))
        best, best_score = ranked[0], -1.0
        trials = worse = 0
        affordable = self._trials < _FIRST + _PER_NODE * search.nodes
        for choice in ranked:
            if worse >= _WORSE:
                break
            if self._reliable(choice) or not affordable:
                score = _score(*self.estimates(choice))
            elif trials < _TRIALS:
                trials += 1
                self._trials += 1
                gains = self._try(search, node, relaxed, choice)
                if gains is None:
                    return
                score = _score(*gains)
            else:
                continue
            worse += 1
            if score > best_score:
                best, best_score, worse = choice, score, 0
        search.split(node, best)

    def _try(self, search: Search, node: Node, relaxed: Relaxed, choice: Choice) -> tuple[float, float] | None:
        """Gains on both sides after a few iterations; a side that can be closed makes this the split, and None."""
        from optcheck.integer.search import Node as Child

        gains = []
        for up in (0, 1):
            child = Child(node, search.side(choice, bool(up)), node.bound)
            search.move_to(child)
            found = search.relaxation.solve(search.run.left, _ITERATIONS)
            closed = False
            if found.status == "infeasible":
                closed = search.close_by_ray(child)
            elif found.status == "optimal":
                self.observe(choice, up, found.value - relaxed.value)
                closed = search.close(child, found)
            if closed:
                children = search.split(node, choice)
                children[up].leaf = child.leaf
                return None
            gains.append(max(found.value - relaxed.value, 0.0) if found.status in ("optimal", "limit") else 0.0)
        return gains[0], gains[1]


def _score(down: float, up: float) -> float:
    return max(down, _LEAST) * max(up, _LEAST)
