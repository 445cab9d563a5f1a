"""Statement: the noise variance is superior to (less than) that of TMDP, which gives everyone the strictest
requirement, and that of the mechanism without threshold (t = n - 1, everyone active), which stands for PLDP.

Model: three certified optima of Eq. 6. The form bounds the total less the smaller of the other two.

Corners: equal requirements (TMDP is the same), t = n - 1 (so is the one without threshold), zeros, some ties.

Readings: by the letter superior means strictly less. What holds always is "not more": with a single colluder TMDP adds
no more where only the strictest requirement counts.
"""

from dataclasses import replace

from optcheck.claims import Argument, Claim, Combination, Form, Formula, Impact, Value
from optcheck.claims.functions import row
from optcheck.claims.relations import at_most, less
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._eq6 import ALL, LEAST_TOTAL, abstract, least_total
from proofs_numeric.tpmdp._eq6 import order as by_size
from proofs_numeric.tpmdp._steps import n, t
from proofs_numeric.tpmdp.pldp_scaling import without_threshold
from proofs_numeric.tpmdp.tmdp_ratio import uniform


def as_printed(instance: Instance) -> Value:
    return 0 * instance.n


def proof(argument: Argument, form: Formula[Instance]) -> None:
    argument.identity("the form allows no more than the others", form(abstract(n, t, row("required"))), 0)
    argument.words(
        "Eq. 6 with larger requirements, and Eq. 6 for all coalitions of n - 1 parties (each coalition of t parties "
        "without j grows to one of n - 1, as in Theorem 1), have fewer feasible variances, so their least totals are "
        "not smaller."
    )


def order(instance: Instance) -> tuple[object, ...]:
    """First where the three mechanisms differ: t < n - 1 and no ties among requirements."""
    ties = instance.n - len(set(instance.required))
    return (instance.threshold == instance.n - 1, ties, by_size(instance))


CLAIM = Claim(
    id="tpmdp/superior",
    place="abstract, Sections I and IV-C",
    title="the total is below those of TMDP and of the mechanism without threshold",
    domain=replace(ALL, order=order),
    truth=Combination(
        parts=(LEAST_TOTAL, least_total(uniform), least_total(without_threshold)),
        value=lambda own, same, local: own - min(same, local),
    ),
    asserts=less,
    printed=Form(as_printed, "v_TPMDP < min(v_TMDP, v_non-thre)"),
    corrected=Form(as_printed, "v_TPMDP ≤ min(v_TMDP, v_non-thre)", asserts=at_most),
    impact=Impact.TEXT,
    proof=proof,
    rests_on=("tpmdp/thm-1",),
)
