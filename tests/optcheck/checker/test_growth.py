"""What a longer file costs: every list of every kind made longer, and the steps counted.

Steps are counted by the checker itself, so the test is about prices: work that nobody pays for is found by
``test_costly``. A list that grows by a factor may cost n log n; the kinds whose definition needs more are named here and
in the documentation.
"""

from __future__ import annotations

import copy
from typing import Any

import pytest

from optcheck.checker import work
from optcheck.checker.core import verified
from optcheck.errors import CertificateRejected
from tests.fuzz.specimens import specimens
from tests.optcheck.checker.wrong_values import holder, places

FACTOR = 8
SHORT = 40  # entries of the list in the smaller document
MOST = 3.0 * FACTOR  # times the steps: n log n, with something for its logarithm
STEEP = {  # kinds whose check is of a higher order by their definition: pairs, subsets, or products of rows
    "coalition-cover",
    "coalition-cover-face",
    "composition",
    "hull-corners",
    "hull-tensor",
    "interactive-protocol",
    "linear-program-ranging",
    "irreducible-infeasible-subsystem",
    "neighbour-privacy",
    "noise-game-deviation",
    "noise-game-equilibrium",
    "noise-game-least-total",
    "noise-game-outcome",
    "noise-game-participation",
    "protocol-optimum",
    "randomized-response-optimum",
    "rank-one-protocol",
    "region-point",
    "signature-dual",
    "signature-protocol",
    "signature-use",
    "tpmdp-point",
    "unique-optimum",
}
SPECIMENS = specimens()


def _steps(document: dict[str, Any]) -> int:
    """What a check spends, whatever it says in the end."""
    with work.budget(10.0) as left:
        start, earned = left[0], 0
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(work, "earn", lambda entries: None)
            try:
                verified(document)
            except CertificateRejected:
                pass
        return start - left[0] + earned


def _longer(document: dict[str, Any], place: tuple[str | int, ...], times: int) -> dict[str, Any]:
    """The list at a place, and every list of the same length in the document, so many times one after the other."""
    changed = copy.deepcopy(document)
    length = len(_at(changed, place))
    for other, value in list(places(changed)):
        if isinstance(value, list) and len(value) == length and other and other[0] in ("instance", "evidence"):
            if not any(type(step) is int for step in other):
                holder(changed, other)[other[-1]] = (value * (SHORT * times // length + 1))[: SHORT * times]
    return changed


def _at(document: Any, place: tuple[str | int, ...]) -> Any:
    for step in place:
        document = document[step]
    return document


@pytest.mark.parametrize("index", range(len(SPECIMENS)), ids=lambda index: f"{index}-{SPECIMENS[index]['kind']}")
def test_longer_lists_cost_about_as_much_more(index: int) -> None:
    document = SPECIMENS[index]
    steep = []
    for place, value in places(document):
        if isinstance(value, list) and value and place[:1] != ("note",) and all(type(step) is str for step in place):
            short, long = (_steps(_longer(document, place, times)) for times in (1, FACTOR))
            if long > MOST * max(short, 10**5):
                steep.append((place, short, long))
    if document["kind"] not in STEEP:
        assert steep == []
