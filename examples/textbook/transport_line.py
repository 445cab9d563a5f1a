"""Statement: to move one distribution on 0, ..., n - 1 into another costs the sum of |F(k) - G(k)|, F and G cumulative.

Model: the transport problem itself, a linear program: what goes from i to j costs |i - j| for each unit.
"""

from optcheck.claims import *


class Pair(Instance):
    """Two distributions on the same places."""

    n: int = integer(1)
    p: tuple[Fraction, ...] = distribution("n")
    q: tuple[Fraction, ...] = distribution("n")


def as_printed(pair: Pair) -> Value:
    return sum(abs(sum(pair.p[: k + 1]) - sum(pair.q[: k + 1])) for k in range(pair.n))


def transport(pair: Pair) -> LinearProgram:
    """What leaves each place is what is there, and what arrives is what is wanted."""
    model, places = Model("minimise"), range(pair.n)
    moved = {(i, j): model.variable(f"x[{i},{j}]", cost=abs(i - j)) for i in places for j in places}
    for here in places:
        model.row(f"from {here}", {moved[here, j]: 1 for j in places}, "=", pair.p[here])
        model.row(f"to {here}", {moved[i, here]: 1 for i in places}, "=", pair.q[here])
    return model.build()


CLAIM = Statement(
    "textbook/transport-line", place="Vallender 1974", title="the cost of transport on a line", domain=Pair,
    truth=minimum(transport), asserts=equals, printed=Form(as_printed, "Σ |F(k) − G(k)|"),
    effort=Effort(instances=100, drawn=20, largest={"n": 6}),
)  # fmt: skip
