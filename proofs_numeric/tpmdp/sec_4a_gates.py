"""Statement: the multi-party Gaussian mechanism needs only n more addition gates than the computation without noise.

Model: n noise terms and the output are added, two at a time, in any order; the gates are counted while that is done.
One output number.

Corners: two parties; the order that adds noise terms pairwise first.

Readings: n for every number of the output.
"""

from optcheck.claims import *


class Circuit(Instance):
    """The number of parties, and which two of the numbers that are left are added first."""

    n: int = integer(2)
    pairwise: bool = flag()


class Outputs(Instance):
    """The same for an output of several numbers."""

    n: int = integer(2)
    pairwise: bool = flag()
    numbers: int = integer(1, symbol="d")


def as_printed(circuit: Circuit | Outputs) -> Value:
    return circuit.n


def for_each(circuit: Outputs) -> Value:
    return circuit.n * circuit.numbers


def gates(circuit: Circuit) -> Value:
    """How many additions make one number of n noise terms and the output."""
    left = [["output"]] + [[f"noise {party}"] for party in range(circuit.n)]
    used = 0
    while len(left) > 1:
        one, other = (left.pop(), left.pop()) if circuit.pairwise else (left.pop(0), left.pop(0))
        left.insert(0, one + other)
        used += 1
    return used


def gates_of_all(circuit: Outputs) -> Value:
    """The same for every number of the output."""
    return sum(gates(Circuit(circuit.n, circuit.pairwise)) for _ in range(circuit.numbers))


CLAIM = Statement(
    "tpmdp/sec-4a-gates",
    place="Section IV-A",
    title="the noise costs n addition gates",
    domain=Circuit,
    truth=definition(gates),
    asserts=equals,
    printed=Form(as_printed, "n additional addition gates"),
    impact=Impact.TEXT,
    argument="Every addition makes one number of two, and n + 1 numbers become one.",
    effort=Effort(instances=40, drawn=10, largest={"n": 30}),
    readings=(
        Reading(
            name="an output of d numbers",
            domain=Outputs,
            truth=definition(gates_of_all),
            corrected=Form(for_each, "n d"),
            argument="n for every number.",
            effort=Effort(instances=40, drawn=10, largest={"n": 20, "numbers": 6}),
        ),
    ),
)
