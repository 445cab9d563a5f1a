"""Statement: if M_2 can be made from M_1 by a mechanism that looks at the output of M_1 only, the region of M_2 is
inside that of M_1.

Model: a mechanism and a kernel that processes its output. The distance between the errors of all tests of what the
kernel makes and the region of the mechanism, a linear program, must be 0.

Corners: kernels that merge everything, that copy, that lose one output; zero chances.
"""

from lp_models.kairouz import errors_program
from optcheck.claims import *
from optcheck.lp.program import LinearProgram


class Processed(Instance):
    """A mechanism of one bit, and the chances with which a kernel makes other outputs of each of its outputs."""

    outputs: int = integer(1)
    zero: tuple[Fraction, ...] = distribution("outputs")
    one: tuple[Fraction, ...] = distribution("outputs")
    others: int = integer(1)
    kernel: tuple[tuple[Fraction, ...], ...] = row(distribution("others"), "outputs", symbol="T")


def as_printed(at: Processed) -> Value:
    return Fraction(0)


def distance(at: Processed) -> LinearProgram:
    """From the errors of all rejection sets of the processed mechanism to those of tests of the mechanism."""
    zero, one = (
        [sum(chances[a] * at.kernel[a][b] for a in range(at.outputs)) for b in range(at.others)]
        for chances in (at.zero, at.one)
    )
    points = []
    for rejected in range(2**at.others):
        missed = sum((one[b] for b in range(at.others) if rejected >> b & 1 == 0), start=Fraction(0))
        alarm = sum((zero[b] for b in range(at.others) if rejected >> b & 1 == 1), start=Fraction(0))
        points.append((missed, alarm))
    return errors_program((at.zero, at.one), points)


CLAIM = Statement(
    "kairouz/thm-3-8",
    place="Theorem 3.8",
    title="post-processing shrinks the hypothesis-testing region",
    domain=Processed,
    truth=minimum(distance),
    asserts=equals,
    printed=Form(as_printed, "M_2 = T(M_1) ⇒ R_{M_2} ⊆ R_{M_1}: no test of M_2 is away from the region of M_1"),
    impact=Impact.TEXT,
    argument=(
        "Rejecting on a set of outputs of M_2 rejects output a of M_1 with a chance f(a) in [0, 1]. Draw a test of M_1 "
        "that rejects each a on its own with chance f(a). Both errors are linear in the chances of rejection, so they "
        "are the mixture of those tests' errors: a point of the convex hull, which is the region of M_1."
    ),
    effort=Effort(instances=70, drawn=15, largest={"outputs": 4, "others": 3}),
)
