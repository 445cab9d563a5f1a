"""Statement: as t increases, the utility of G and TMDP improves significantly, up to its maximum as t approaches n - 1.

Model: the noise is all that t changes, and its total variance is what the loss grows with. The truth is the change of
the certified least total from t - 1 to t colluders, for G and, with equal requirements, for TMDP; utility improves if
it falls.

Corners: t = n - 1, equal requirements, one active party, requirements that do not count (no change).

Readings: by the letter utility improves, so the variance falls. Read as utility loss, which the figure's axis shows,
the sentence is right: the loss grows with t and is largest at n - 1.
"""

from optcheck.claims import Argument, Claim, Combination, Form, Formula, Impact, Reading, Value
from optcheck.claims.functions import row
from optcheck.claims.relations import at_least, at_most
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._eq6 import LEAST_TOTAL, abstract, domain, least_total
from proofs_numeric.tpmdp._steps import n, t


def as_printed(instance: Instance) -> Value:
    return 0 * instance.n


def one_less(instance: Instance) -> Instance:
    """The same with one colluder less."""
    return Instance(instance.required, instance.threshold - 1, instance.active)


def proof(argument: Argument, form: Formula[Instance]) -> None:
    argument.identity("the form asks that the total does not fall", form(abstract(n, t, row("required"))), 0)
    argument.words("What withstands t colluders withstands t - 1 (Theorem 1), so the least total does not fall.")


GROWS = "v(t) − v(t−1) ≥ 0: utility does not improve with t, and is least at t = n − 1"
CLAIM = Claim(
    id="tpmdp/fig-3-threshold",
    place="Section V-A 3)",
    title="how utility changes as t increases",
    domain=domain("every t >= 2 and active set", lambda instance: instance.threshold >= 2),
    truth=Combination(parts=(LEAST_TOTAL, least_total(one_less)), value=lambda more, less: more - less),
    asserts=at_most,
    printed=Form(as_printed, "utility of G and TMDP improves with t: v(t) − v(t−1) ≤ 0"),
    corrected=Form(as_printed, GROWS, asserts=at_least),
    impact=Impact.TEXT,
    proof=proof,
    rests_on=("tpmdp/thm-1",),
    readings=(
        Reading(
            name="utility stands for utility loss",
            asserts=at_least,
            printed=Form(as_printed, GROWS),
        ),
    ),
)
