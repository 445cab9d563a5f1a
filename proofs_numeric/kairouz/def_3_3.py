"""Statement: S has 2^k extremal columns, one for each choice of s_i in {1/lambda_i, lambda_i}.

Model: the checker counts the different corners of the box. Theorem 3.1 allows lambda_i = 1, where both choices
coincide.

Corners: one, some or all lambda_i = 1.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from hypothesis import strategies as st

from optcheck.claims import Argument, Claim, Domain, Form, Formula, Impact, Quantity, Value
from optcheck.claims.claim import numbers_order, texts
from optcheck.claims.relations import equals
from proofs_numeric.kairouz._problems import LAMBDAS, levels
from proofs_numeric.kairouz._signatures import distinct_corners
from proofs_numeric.kairouz._steps import above, agrees, l


@dataclass(frozen=True, slots=True)
class Lambdas:
    """A lambda for each party."""

    lambdas: tuple[Fraction, ...]


def as_printed(instance: Lambdas) -> Value:
    return 2 ** len(instance.lambdas)


def corrected(instance: Lambdas) -> Value:
    return 2 ** sum(value > 1 for value in instance.lambdas)


def count(name: str) -> Quantity[Lambdas]:
    """A number of corners of the box."""
    return Quantity(kind="hull-corners", name=name, describe=lambda at: {"lambdas": texts(at.lambdas)})


def proof(argument: Argument, form: Formula[Lambdas]) -> None:
    argument.positive("the two ends differ for l > 1", l - 1 / l, {l: 1 + above})
    argument.identity("and coincide for l = 1", (l - 1 / l).subs(l, 1), 0)
    argument.words("Columns differ where some of their factors do: the entry at the input with a single one is s_i.")
    found = ((form(at), distinct_corners(at.lambdas)) for at in lambdas_domain(3, 3, 0).grid())
    agrees(argument, "the form counts the different corners", found)


def lambdas_domain(choices: int, largest: int, examples: int) -> Domain[Lambdas]:
    """A lambda for each party: all lists of up to three simple ones, then random lists; the corner is lambda_i = 1."""
    return Domain(
        description=f"k <= 3 with {choices} values of lambda, 1 among them; random: k <= {largest}, rational lambdas",
        grid=lambda: (Lambdas(values) for k in (1, 2, 3) for values in product(LAMBDAS[:choices], repeat=k)),
        order=lambda instance: (len(instance.lambdas), numbers_order(instance.lambdas)),
        strategy=lambda: st.lists(levels(), min_size=1, max_size=largest).map(lambda v: Lambdas(tuple(v))),
        examples=examples,
        degenerate=lambda instance: 1 in instance.lambdas,
        corner="some lambda_i = 1",
    )


CLAIM = Claim(
    id="kairouz/def-3-3",
    place="Definition 3.3",
    title="the number of extremal columns",
    domain=lambdas_domain(3, 4, 30),
    truth=count("different corners"),
    asserts=equals,
    printed=Form(as_printed, "2^k extremal columns"),
    corrected=Form(corrected, "2^m different extremal columns, m = number of parties with λ_i > 1"),
    impact=Impact.TEXT,
    proof=proof,
)
