"""Statement: m mechanisms with the same parameters (epsilon_i, delta_i) satisfy TPMDP with the set of parameters
((epsilon_i, m delta_i + delta'_i)), and epsilon'_i = sqrt(2 m ln(1/delta'_i)) epsilon_i + m epsilon_i (e^epsilon_i -
1).

Model: the checker composes m copies of the worst pair exactly; the exact delta at the claimed exp(epsilon) must be at
most the claimed delta. exp(epsilon) is rational; for exp(epsilon') a rational number below it is used, which asks more.

Corners: m = 1, delta = 0, large delta' (for delta' > 1, which "for all delta' > 0" would include, the root is of a
negative number; such a delta promises nothing, so delta' <= 1 here).

Readings: the printed set holds epsilon_i, the budget of a single mechanism, and the epsilon'_i defined in the next line
does not occur in it. By the letter the composition would cost no epsilon at all. Surely epsilon'_i was meant (it is the
theorem of Dwork and Roth that the proof cites); whether paper or scan lost the mark, that is the correction.
"""

from dataclasses import dataclass
from fractions import Fraction

import sympy

from optcheck.claims import Argument, Claim, Domain, Form, Formula, Impact, Mark, Reading, Value
from optcheck.claims.claim import each
from optcheck.claims.functions import exp, log, sqrt
from optcheck.claims.relations import satisfies
from proofs_numeric.tpmdp.thm_4 import Budget, kept

WITH_ITS_EPSILON = (
    "E^{1:m} = ((ε_i^{1:m}, mδ_i + δ_i^{1:m})), ε_i^{1:m} = √(2m ln(1/δ_i^{1:m}))·ε_i + mε_i(e^{ε_i} − 1)"
)


@dataclass(frozen=True, slots=True)
class Repeated:
    """How many mechanisms, exp(epsilon) and delta of each, and the extra delta'."""

    m: int
    ratio: Fraction
    delta: Fraction
    extra: Fraction


def as_printed(case: Repeated) -> Value:
    return Budget(case.ratio, case.m * case.delta + case.extra)


def corrected(case: Repeated) -> Value:
    epsilon = log(case.ratio)
    composed = sqrt(2 * case.m * log(1 / case.extra)) * epsilon + case.m * epsilon * (case.ratio - 1)
    return Budget(exp(composed), case.m * case.delta + case.extra)


def proof(argument: Argument, form: Formula[Repeated]) -> None:
    m, e, a, d, extra = sympy.symbols("m e a d extra", positive=True)
    ratio = sympy.exp(e)
    said = form(Repeated(m, ratio, d, extra))
    argument.identity(
        "a worst pair without delta loses e with probability r/(1+r), else -e: on average e (r-1)/(r+1)",
        ratio / (1 + ratio) * e - e / (1 + ratio),
        e * (ratio - 1) / (ratio + 1),
    )
    argument.not_negative("which is at most e (r-1): divided by e, with r = 1 + a", a - a / (2 + a))
    spread = sympy.log(said.ratio) - m * e * (ratio - 1)
    argument.identity(
        "the rest of the composed epsilon is s with s^2 / (2 m e^2) = ln(1/delta')",
        sympy.expand_log(spread**2 / (2 * m * e**2), force=True),
        -sympy.log(extra),
    )
    argument.words(
        "Hoeffding: m independent losses in [-e, e] exceed their mean by s with probability at most "
        "exp(-s^2 / (2 m e^2)) = delta'; where they do not, the likelihood ratio is at most exp(epsilon')."
    )
    argument.identity("what remains of the composed delta", said.delta - extra, m * d)
    argument.not_negative(
        "revealing outcomes have 1 - (1-d)^m <= m d: (1 - m d)(1 - d) >= 1 - (m+1) d",
        (1 - m * d) * (1 - d) - (1 - (m + 1) * d),
    )


CLAIM = Claim(
    id="tpmdp/thm-5",
    place="Theorem 5 as printed",
    title="advanced composition: the composed parameters",
    domain=Domain(
        description="m <= 4, exp(epsilon) in {11/10, 3/2, 2, 3}, delta in {0, 1/100}, delta' from 1/2 to 10^-6",
        grid=each(Repeated, range(1, 5), "2 3 3/2 11/10", "0 1/100", "1/2 1/3 1/4 1/5 1/6 1/8 1/10 1/1000000"),
        order=lambda at: (at.m, *((value.denominator, value) for value in (at.ratio, at.delta, at.extra))),
    ),
    truth=kept(lambda case: [Budget(case.ratio, case.delta)] * case.m),
    asserts=satisfies("private"),
    printed=Form(as_printed, "E^{1:m} = ((ε_i, mδ_i + δ_i^{1:m}))"),
    corrected=Form(corrected, WITH_ITS_EPSILON),
    impact=Impact.SAFETY,
    proof=proof,
    readings=(
        Reading(
            name="ε_i^{1:m} in the set",
            mark=Mark.AS_SCANNED,
            printed=Form(corrected, WITH_ITS_EPSILON),
        ),
    ),
)
