"""Statement: the sparse vector technique as used for frequent itemsets (Lee and Clifton 2014; Algorithm 4 of Lyu, Su
and Li): noise of scale 4/epsilon on the threshold and of 4/(3 epsilon) on each query, whatever the number c of answers
above.

Model: m queries at the threshold that rise by 1 and m that fall by 1, said to be below and above. Exact probabilities
of the answers as integrals over the threshold's noise.

Corners: m = 1, where it is off too.

Readings: none. It is known to be wrong: the noise on the queries does not grow with c. It keeps (1 + 6c)/4 times
epsilon.
"""

from optcheck.claims import *
from proofs_numeric.libraries._sparse import FEW, Crossed, crossed_excess, nothing


def as_printed(asked: Crossed) -> Value:
    return exp(asked.epsilon)


def corrected(asked: Crossed) -> Value:
    return exp(asked.epsilon * (1 + 6 * asked.m) / 4)


def too_likely(asked: Crossed, factor: Value) -> Value:
    """The excess of the answers."""
    return crossed_excess(asked, factor, 4 / asked.epsilon, Fraction(4, 3) / asked.epsilon)


CLAIM = Statement(
    "libraries/sparse-vector-lee-clifton",
    place="Sparse vector, Lee and Clifton",
    title="noise on the queries that does not grow with the answers above",
    domain=Crossed,
    truth=definition(nothing),
    means=too_likely,
    asserts=at_least,
    printed=Form(as_printed, "exp(ε)"),
    corrected=Form(corrected, "exp((1 + 6c) ε / 4), c = m answers above"),
    impact=Impact.SAFETY,
    falls=True,
    argument=(
        "Move the threshold's noise by 1: its density changes by at most e^(ε/4), answers below do not get less "
        "likely, and each answer above, whose query and threshold move by 2 together, by at most e^(2 · 3ε/4)."
    ),
    effort=FEW,
)
