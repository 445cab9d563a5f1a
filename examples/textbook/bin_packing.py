"""Statement: n items of size s fit into ceil(n s / c) bins of size c.

Model: the packing itself, an integer program. No item can be cut: the corrected form counts floor(c / s) to a bin.
"""

from optcheck.claims import *


class Items(Instance):
    """Items of one size, and the size of a bin."""

    n: int = integer(1, 4)
    size: int = integer(1, 3)
    bin: int = integer("size", 5)


def as_printed(items: Items) -> Value:
    return -(-items.n * items.size // items.bin)


def as_corrected(items: Items) -> Value:
    return -(-items.n // (items.bin // items.size))


def packing(items: Items) -> LinearProgram:
    """Every item in a bin, no bin above its size, and as few bins as possible."""
    model, places = Model("minimise"), range(items.n)
    used = [model.variable(f"used[{j}]", cost=1, upper=1, integer=True) for j in places]
    inside = {(i, j): model.variable(f"x[{i},{j}]", upper=1, integer=True) for i in places for j in places}
    for here in places:
        model.row(f"item {here}", {inside[here, j]: 1 for j in places}, "=", 1)
        model.row(f"bin {here}", {used[here]: items.bin, **{inside[i, here]: -items.size for i in places}}, ">=", 0)
    return model.build()


CLAIM = Statement(
    "textbook/bin-packing", place="the volume bound", title="how many bins items of one size need", domain=Items,
    truth=minimum(packing), asserts=equals, printed=Form(as_printed, "⌈n s / c⌉"),
    corrected=Form(as_corrected, "⌈n / ⌊c / s⌋⌉"),
)  # fmt: skip
