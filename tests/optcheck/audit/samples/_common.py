"""What the sample claims share: a comparison against direct summation."""

from collections.abc import Callable

from optcheck.audit import Discrepancy, Impact
from optcheck.exact.certificate import Certificate


def against(true: int, claimed: int, explanation: str = "direct summation disagrees") -> Discrepancy | None:
    """None when the two agree, else the discrepancy with a certificate that they differ."""
    if claimed == true:
        return None
    certificate = Certificate("comparison", {"left": claimed, "right": true, "values": {}}, {})
    return Discrepancy(claimed, true, abs(claimed - true), Impact.VALUE, certificate, explanation)


def compare_with(summand: Callable[[int], int]) -> Callable[[Callable[[int], int], int], Discrepancy | None]:
    """A comparison of a closed form with the sum of ``summand`` over 1..n."""

    def compare(form: Callable[[int], int], n: int) -> Discrepancy | None:
        return against(sum(summand(i) for i in range(1, n + 1)), form(n))

    return compare


def itself(n: int) -> int:
    """The instance is its own size."""
    return n
