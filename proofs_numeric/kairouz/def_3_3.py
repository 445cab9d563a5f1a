"""Definition 3.3: the number of extremal columns.

Statement: S has 2^k extremal columns, one for each choice of s_i in {1/lambda_i, lambda_i}.

Model: the checker counts the different corners of the box. Theorem 3.1 allows lambda_i = 1, where both choices
coincide.

Corners: one, some or all lambda_i = 1.

Readings: none.
"""

from lp_models.signature_hull import distinct_corners
from optcheck.claims import Argument, Claim, Form, Formula, Impact, Outcome, Quantity, Value
from optcheck.claims.grids import texts
from optcheck.claims.relations import equals
from proofs_numeric.kairouz._common import Lambdas, lambdas_domain
from proofs_numeric.kairouz._steps import above, agrees, l


def as_printed(instance: Lambdas) -> Value:
    return 2 ** len(instance.lambdas)


def corrected(instance: Lambdas) -> Value:
    return 2 ** sum(value > 1 for value in instance.lambdas)


def proof(argument: Argument, form: Formula[Lambdas]) -> None:
    argument.positive("the two ends differ for l > 1", l - 1 / l, {l: 1 + above})
    argument.identity("and coincide for l = 1", (l - 1 / l).subs(l, 1), 0)
    argument.words("Columns differ where some of their factors do: the entry at the input with a single one is s_i.")
    found = ((form(at), distinct_corners(at.lambdas)) for at in lambdas_domain(3, 3, 0).grid())
    agrees(argument, "the form counts the different corners", found)


CLAIM = Claim(
    id="kairouz/def-3-3",
    place="Definition 3.3",
    title="the number of extremal columns",
    domain=lambdas_domain(3, 4, 30),
    truth=Quantity(
        kind="hull-corners", name="different corners", describe=lambda instance: {"lambdas": texts(instance.lambdas)}
    ),
    asserts=equals,
    printed=Form(as_printed, "2^k extremal columns"),
    corrected=Form(corrected, "2^m different extremal columns, m = number of parties with λ_i > 1"),
    impact=Impact.TEXT,
    expected=Outcome.CORRECTED,
    proof=proof,
)
