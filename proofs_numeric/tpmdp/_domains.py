"""The sets of instances that several claims are judged on, each in the declared order."""

from __future__ import annotations

from optcheck.claims import Domain
from optcheck.tpmdp.instance import Instance, Subcase
from proofs_numeric.tpmdp._eq6 import domain, is_in

is_subcase_1_or_3 = is_in(Subcase.MANY_ACTIVE, Subcase.SOME_ACTIVE)


def is_everyone_active(instance: Instance) -> bool:
    """U+ = [n]."""
    return len(instance.active) == instance.n


EVERYONE: Domain[Instance] = domain("everyone active", is_everyone_active, top=3)
SUBCASES_1_AND_3: Domain[Instance] = domain("Subcases 1 and 3", is_subcase_1_or_3)
ONE_ACTIVE: Domain[Instance] = domain("|U+| = 1", is_in(Subcase.ONE_ACTIVE), top=3)
FEW_ACTIVE: Domain[Instance] = domain("Subcase 4", is_in(Subcase.FEW_ACTIVE), most=5)
ALL: Domain[Instance] = domain("every t and active set", lambda _: True)
