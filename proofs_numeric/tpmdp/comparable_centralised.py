"""Statement: when fewer than half of the parties collude (t < n/2), the utility is comparable to that of the
centralised mechanism MIN, in which a trusted third party adds the noise that the strictest party requires.

Model: the least total of Eq. 6 is certified; the centre's variance is the largest requirement. Comparable is named:
less than twice as much, which is the least constant (equal requirements, t close to n/2).

Corners: equal requirements, n = 2t + 1, t = 1, one active party, zeros.

Readings: comparable as "not much more", which is what a user fears, or on both sides. MIN is no lower bound: a single
active party's own requirement never counts, so with requirements 100 (active) and 1 the total is 1 where MIN adds 100.
"""

from fractions import Fraction

import sympy

from optcheck.claims import Argument, Claim, Form, Formula, Outcome, Reading, Value
from optcheck.claims.functions import largest, row
from optcheck.claims.relations import between, less
from optcheck.tpmdp.instance import Instance
from proofs_numeric.tpmdp._eq6 import LEAST_TOTAL, abstract, domain


def as_printed(instance: Instance) -> Value:
    return 2 * largest(instance.required)


def on_both_sides(instance: Instance) -> Value:
    return Fraction(1, 2) * largest(instance.required), 2 * largest(instance.required)


def proof(argument: Argument, form: Formula[Instance]) -> None:
    t, a, top = sympy.symbols("t a top", positive=True)
    n = 2 * t + 1 + a
    bound = form(abstract(n, t, row("required", largest=top)))
    argument.positive("n/(n-t) times the largest (tpmdp/thm-3-bounded-total) is below", bound - n / (n - t) * top)


CLAIM = Claim(
    id="tpmdp/comparable-centralised",
    place="Sections I and V",
    title="with an honest majority (t < n/2) the total is comparable to that of a trusted centre",
    domain=domain("t < n/2, some positive", lambda at: 2 * at.threshold < at.n and max(at.required) > 0, top=3),
    truth=LEAST_TOTAL,
    asserts=less,
    printed=Form(as_printed, "v_TPMDP comparable to v_MIN; named: v_TPMDP < 2·max σ_Γ²"),
    proof=proof,
    rests_on=("tpmdp/thm-3-bounded-total",),
    readings=(
        Reading(
            name="comparable on both sides",
            asserts=between(strictly_below=True),
            printed=Form(on_both_sides, "max σ_Γ²/2 ≤ v_TPMDP < 2·max σ_Γ²"),
            expected=Outcome.REFUTED,
        ),
    ),
)
