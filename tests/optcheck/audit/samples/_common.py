"""What the sample claims share: truths by direct summation."""

from collections.abc import Callable

from optcheck.claims import Definition


def sum_of(summand: Callable[[int], int]) -> Definition[int]:
    """The sum of ``summand`` over 1..n."""
    return Definition(lambda n: sum(summand(i) for i in range(1, n + 1)))


def itself(n: int) -> int:
    """The instance is its own size."""
    return n
