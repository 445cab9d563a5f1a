"""Statement: with one lambda for all parties the average accuracy of any private protocol is at most the sum over even
j of C(k, j) lambda^(k-j), over (1 + lambda)^k, and randomised response reaches it.

Model: the optimum over all private protocols, verified at the corners of the signature box.

Corners: k = 1, lambda = 1.

Readings: "protocol" means an interactive one, as in Theorem 3.1; parties that collaborate reach lambda/(1 + lambda).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

import sympy
from hypothesis import strategies as st

from optcheck.claims import Argument, Claim, Domain, Form, Formula, Value
from optcheck.claims.claim import each, number_order
from optcheck.claims.relations import equals
from proofs_numeric.kairouz._problems import LAMBDAS, best_accuracy, levels, xor_problem
from proofs_numeric.kairouz._steps import L, l


@dataclass(frozen=True, slots=True)
class Parties:
    """How many parties there are, all with one lambda."""

    k: int
    lambda_: Fraction


def as_printed(instance: Parties) -> Value:
    k, l = instance.k, instance.lambda_  # noqa: E741 - the paper's symbol
    return sum(comb(k, 2 * i) * l ** (k - 2 * i) for i in range(k // 2 + 1)) / (1 + l) ** k


def even_and_odd_flips(argument: Argument) -> None:
    """The sums E and O of C(k, j) l^(k-j) over even and odd j are ((l+1)^k + (l-1)^k)/2 and ((l+1)^k - (l-1)^k)/2."""
    u, v = sympy.symbols("u v", positive=True)  # (l+1)^k and (l-1)^k
    even, odd = (u + v) / 2, (u - v) / 2
    argument.identity("for one party E = l and O = 1", [(l + 1 + l - 1) / 2, (l + 1 - (l - 1)) / 2], [l, 1])
    argument.identity("one party more: l E + O", l * even + odd, ((l + 1) * u + (l - 1) * v) / 2)
    argument.identity("one party more: l O + E", l * odd + even, ((l + 1) * u - (l - 1) * v) / 2)
    argument.identity("their difference is (l-1)^k", even - odd, v)
    argument.words(
        "One party more keeps its bit with weight l and flips it with weight 1, so E becomes l E + O and O becomes l O "
        "+ E: the two formulas hold for all k by induction. As (l-1)^k >= 0, after every response its XOR is a best "
        "decision, with accuracy E/(1+l)^k on every input; its worst case is its average."
    )


def proof(argument: Argument, form: Formula[Parties]) -> None:
    even_and_odd_flips(argument)
    for k in range(1, 7):
        bias = ((L - 1) / (L + 1)) ** k
        argument.identity(f"for k = {k} the form is (1 + b^k)/2, b = (l-1)/(l+1)", form(Parties(k, L)), (1 + bias) / 2)


def parties_domain(numbers: Sequence[int], largest: int) -> Domain[Parties]:
    """Numbers of parties with one lambda."""
    return Domain(
        description=f"k in {{{', '.join(map(str, numbers))}}}, six lambdas from 1 to 10; random: k <= {largest}",
        grid=each(Parties, numbers, LAMBDAS),
        order=lambda instance: (instance.k, number_order(instance.lambda_)),
        strategy=lambda: st.builds(Parties, st.integers(1, largest), levels()),
        examples=40,
    )


CLAIM = Claim(
    id="kairouz/cor-3-10-average",
    place="Corollary 3.10",
    title="optimal average accuracy of k-party XOR",
    domain=parties_domain((1, 2, 3, 4, 5), 6),
    truth=best_accuracy(lambda at: xor_problem(at.k, at.lambda_)),
    asserts=equals,
    printed=Form(as_printed, "Σ_{i=0..⌊k/2⌋} C(k, 2i) λ^(k−2i) / (1+λ)^k"),
    proof=proof,
    rests_on=("kairouz/thm-3-2",),
)
