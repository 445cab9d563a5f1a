"""What the sample claims share: a count, and truths by direct summation."""

from collections.abc import Callable

from optcheck.claims import Definition, Effort, Instance, integer


class Count(Instance):
    """How many numbers are summed."""

    n: int = integer(0)


FEW = Effort(instances=4, drawn=0)  # n = 1, 2, 0, 3


def sum_of(summand: Callable[[int], int]) -> Definition[Count]:
    """The sum of ``summand`` over 1..n, step by step: a definition that the prover does not read."""

    def summed(count: Count) -> int:
        total, i = 0, 1
        while i <= count.n:
            total, i = total + summand(i), i + 1
        return total

    return Definition(summed)
