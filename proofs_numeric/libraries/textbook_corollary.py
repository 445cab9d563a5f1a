"""Statement: The Algorithmic Foundations of Differential Privacy (2014), Corollary 3.21: for a target 0 < epsilon' < 1
and delta' > 0, k mechanisms that are each epsilon'/(2 sqrt(2 k ln(1/delta')))-private are together (epsilon',
delta')-private.

Model: k randomised responses, the worst mechanisms with the form's epsilon. Their exact delta at the target must be
at most the stated one.

Corners: one mechanism; sixteen; delta' near 1, where ln(1/delta') vanishes and each may spend any multiple of the
target: at delta' = 9999/10000 a single mechanism has 35 times the target, and for the target 1/2 a larger delta.

Readings: mechanisms with delta = 0. The letter, targets below 1 and any delta' > 0: nobody who wants privacy takes a
delta' above 1/2, and up to there Theorem 3.20 gives the corollary. The formula at any target, as it is often used,
fails for large ones.
"""

from dataclasses import replace
from fractions import Fraction

from optcheck.claims import Domain, Form, Outcome, Reading, Value
from optcheck.claims.functions import log, sqrt
from proofs_numeric.libraries.textbook_composition import Composition, composition, compositions, responses_delta

HALF = Fraction(1, 2)
DELTAS = "1/2 1/10 9/10 99/100 1/100000"


def as_printed(case: Composition) -> Value:
    return case.epsilon / (2 * sqrt(2 * case.times * log(1 / case.delta)))


def corrected(case: Composition) -> Value:
    return case.epsilon / (2 * sqrt(2 * case.times * log(1 / min(case.delta, HALF))))


def targets(description: str, epsilons: str, deltas: str) -> Domain[Composition]:
    """Targets on a grid, for 1 to 16 mechanisms."""
    found = compositions(description, (epsilons, (1, 2, 4, 16), deltas))
    return replace(found, degenerate=lambda case: case.delta > HALF, corner="delta' above 1/2")


CLAIM = composition(
    id="libraries/textbook-corollary",
    place="Dwork and Roth, Corollary 3.21",
    title="how much each of k mechanisms may spend",
    domain=targets(
        "targets from 1/10 to 9/10, 1 to 16 mechanisms, delta from 1e-5 to 9999/10000",
        "1/10 1/2 9/10",
        f"{DELTAS} 999/1000 9999/10000",
    ),
    means=lambda case, each: responses_delta(Composition(each, case.times, case.delta), case.epsilon),
    printed=Form(as_printed, "ε = ε' / (2 √(2k ln(1/δ')))"),
    corrected=Form(corrected, "ε = ε' / (2 √(2k ln(1/min(δ', 1/2))))"),
    expected=Outcome.CORRECTED,
    readings=(
        Reading(
            name="at any target", expected=Outcome.REFUTED, domain=targets("targets from 1 to 50", "1 5 20 50", DELTAS)
        ),
    ),
)
