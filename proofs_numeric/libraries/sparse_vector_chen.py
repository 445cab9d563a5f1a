"""Statement: the sparse vector technique as used for tables of many attributes (Chen and others 2015; Algorithm 6 of
Lyu, Su and Li): noise of scale 2/epsilon on the threshold and on each query, and no stop.

Model: m queries at the threshold that rise by 1 and m that fall by 1, said to be below and above. Exact probabilities
of the answers as integrals over the threshold's noise.

Corners: m = 1, where all is well.

Readings: none. It is known to be wrong for any epsilon once there are queries enough. Each answer alone keeps
epsilon/2, given the threshold, so 2m answers keep m epsilon.
"""

from optcheck.claims import *
from proofs_numeric.libraries._sparse import FEW, Crossed, crossed_excess, nothing


def as_printed(asked: Crossed) -> Value:
    return exp(asked.epsilon)


def corrected(asked: Crossed) -> Value:
    return exp(asked.m * asked.epsilon)


def too_likely(asked: Crossed, factor: Value) -> Value:
    """The excess of the answers."""
    return crossed_excess(asked, factor, 2 / asked.epsilon, 2 / asked.epsilon)


CLAIM = Statement(
    "libraries/sparse-vector-chen",
    place="Sparse vector, Chen and others",
    title="any number of answers above",
    domain=Crossed,
    truth=definition(nothing),
    means=too_likely,
    asserts=at_least,
    printed=Form(as_printed, "exp(ε)"),
    corrected=Form(corrected, "exp(m ε) for 2m queries"),
    impact=Impact.SAFETY,
    falls=True,
    argument="Given the threshold, each answer changes by at most e^(ε/2), as its query moves by 1 at most.",
    effort=FEW,
)
