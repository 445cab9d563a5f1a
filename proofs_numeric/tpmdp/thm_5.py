"""Statement: m mechanisms with the same parameters (epsilon_i, delta_i) satisfy TPMDP with the set of parameters
((epsilon_i, m delta_i + delta'_i)), and epsilon'_i = sqrt(2 m ln(1/delta'_i)) epsilon_i + m epsilon_i (e^epsilon_i -
1).

Model: m copies of the worst pair are composed exactly, as in Theorem 4; the exact delta at the claimed exp(epsilon)
must be at most the claimed delta (what is compared is what the claimed delta leaves). exp(epsilon) is rational,
exp(epsilon') an expression that is enclosed.

Corners: m = 1, delta = 0, large delta' (for delta' > 1, which "for all delta' > 0" would include, the root is of a
negative number; such a delta promises nothing, so delta' <= 1 here).

Readings: the printed set holds epsilon_i, the budget of a single mechanism, and the epsilon'_i defined in the next line
does not occur in it. By the letter the composition would cost no epsilon at all. Surely epsilon'_i was meant (it is the
theorem of Dwork and Roth that the proof cites); whether paper or scan lost the mark, that is the correction.
"""

from optcheck.claims import *
from proofs_numeric.tpmdp.thm_4 import Budget, lost

WITH_ITS_EPSILON = (
    "E^{1:m} = ((ε_i^{1:m}, mδ_i + δ_i^{1:m})), ε_i^{1:m} = √(2m ln(1/δ_i^{1:m}))·ε_i + mε_i(e^{ε_i} − 1)"
)
ARGUMENT = (
    "A worst pair without delta loses epsilon with probability r/(1+r), r = exp(epsilon), else -epsilon: on average "
    "epsilon (r-1)/(r+1) <= epsilon (r-1). Hoeffding: m independent losses in [-epsilon, epsilon] exceed their mean "
    "by s with probability at most exp(-s^2/(2 m epsilon^2)), which is delta' for the first term s of epsilon'; "
    "where they do not, the likelihood ratio is at most exp(epsilon'). Revealing outcomes have probability 1 - (1 - "
    "delta)^m <= m delta."
)


class Repeated(Instance):
    """How many mechanisms, exp(epsilon) and delta of each, and the extra delta'."""

    m: int = integer(1)
    ratio: Fraction = rational(at_least=1, symbol="e^ε_i")
    delta: Fraction = rational(at_least=0, at_most=1, symbol="δ_i")
    extra: Fraction = rational(above=0, at_most=1, symbol="δ_i^{1:m}")


def as_printed(case: Repeated) -> Value:
    return case.ratio, case.m * case.delta + case.extra


def corrected(case: Repeated) -> Value:
    epsilon = log(case.ratio)
    composed = sqrt(2 * case.m * log(1 / case.extra)) * epsilon + case.m * epsilon * (case.ratio - 1)
    return exp(composed), case.m * case.delta + case.extra


def spare(case: Repeated, said: Value) -> Value:
    """The composed delta less the exact one at the composed epsilon."""
    return said[1] - lost((Budget(case.ratio, case.delta),) * case.m, said[0])


def nothing(case: Repeated) -> Value:
    """Nothing must be missing."""
    return 0 * case.m


CLAIM = Statement(
    "tpmdp/thm-5",
    place="Theorem 5 as printed",
    title="advanced composition: the composed parameters",
    domain=Repeated,
    truth=definition(nothing),
    means=spare,
    asserts=at_most,
    printed=Form(as_printed, "E^{1:m} = ((ε_i, mδ_i + δ_i^{1:m}))"),
    corrected=Form(corrected, WITH_ITS_EPSILON),
    impact=Impact.SAFETY,
    argument=ARGUMENT,
    effort=Effort(instances=150, drawn=40, largest={"m": 4, "ratio": 20}),
    readings=(
        Reading(
            name="ε_i^{1:m} in the set",
            mark=Mark.AS_SCANNED,
            printed=Form(corrected, WITH_ITS_EPSILON),
            argument=ARGUMENT,
        ),
    ),
)
