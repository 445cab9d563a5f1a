"""The declared instances of Eq. 6, and what is known about them."""

from lp_models.tpmdp import as_printed as explicit_rows
from optcheck.claims import *
from optcheck.lp.program import LinearProgram
from optcheck.tpmdp.instance import Instance as Allocation
from proofs_numeric.tpmdp._eq6 import optimal_variances

__all__ = ["FEW_ACTIVE", "ONE_ACTIVE", "SMALL", "Parties", "eq6", "optimal_for"]


class Parties(Instance):
    """n parties of whom t may collude, those that see the output, and the variance that each requires."""

    n: int = integer(2)
    t: int = integer(1, "n - 1")
    active: tuple[int, ...] = subset("n", least=1, symbol="U⁺")
    required: tuple[Fraction, ...] = row(rational(at_least=0), "n", symbol="σ²")

    @property
    def threshold(self) -> int:
        return self.t

    @property
    def inactive(self) -> tuple[int, ...]:
        return tuple(j for j in range(self.n) if j not in self.active)

    @property
    def allocation(self) -> Allocation:
        """As the library states it."""
        return Allocation(self.required, self.t, self.active)


def eq6(parties: Parties) -> LinearProgram:
    """Eq. 6 with a row for every coalition and party outside it."""
    return explicit_rows(parties.allocation)


ONE_ACTIVE = Parties.where("len(active) == 1")
FEW_ACTIVE = Parties.where("len(active) >= 2", "len(active) <= n - t", "n > t * len(active)")
SMALL = Effort(instances=150, drawn=30, largest={"n": 6})
optimal_for: Property[Parties] = optimal_variances(lambda parties: parties.allocation)
