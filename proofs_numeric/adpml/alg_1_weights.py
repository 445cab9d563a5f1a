"""Statement: the server adds up p_i times the noisy models of the K parties that take part, p_i = |D_i|/|D| of Eq. 1.

Model: what is to be averaged minimises the sum of |D_i| (w - w_i)^2 over the parties that take part, which is Eq. 1 for
F_i = (w - w_i)^2; if all upload the same model, it is that model. The checker finds the minimiser.

Corners: all parties take part, where line 15 is right; equal data sets, where Eq. 10 is right.

Readings: the letter is line 15. Eq. 10 divides by K instead; it ignores the sizes of the data sets. In the paper's
experiments all parties take part with equal data sets, and all three agree.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, product

import sympy
from hypothesis import strategies as st

from optcheck.claims import Argument, Claim, Domain, Form, Formula, Quantity, Reading, Value
from optcheck.claims.claim import amounts, fractions, simplicity, texts
from optcheck.claims.relations import equals


@dataclass(frozen=True, slots=True)
class Round:
    """(records, model) of the parties that take part, and the records of all the others together."""

    uploads: tuple[tuple[int, Fraction], ...]
    absent: int


def as_printed(one: Round) -> Value:
    everything = sum(n for n, _ in one.uploads) + one.absent
    return sum(n * model for n, model in one.uploads) / everything


def corrected(one: Round) -> Value:
    return sum(n * model for n, model in one.uploads) / sum(n for n, _ in one.uploads)


def equation_10(one: Round) -> Value:
    return sum(model for _, model in one.uploads) / len(one.uploads)


def proof(argument: Argument, form: Formula[Round]) -> None:
    n1, n2, n3, absent = sympy.symbols("n1 n2 n3 m", positive=True)
    w1, w2, w3 = sympy.symbols("w1 w2 w3", real=True)
    best = form(Round(((n1, w1), (n2, w2)), absent))
    argument.identity("two parties: the derivative vanishes at the form", n1 * (best - w1) + n2 * (best - w2), 0)
    three, two = ((n1, w1), (n2, w2), (n3, w3)), ((n1 + n2, best), (n3, w3))
    argument.identity("two parties act like one", form(Round(three, absent)), form(Round(two, absent)))
    argument.words("so any number of parties reduces to two, by induction")


def grid() -> Iterator[Round]:
    uploads = list(product((1, 2), amounts("0 1 2")))
    for k in (1, 2, 3):
        rows = combinations_with_replacement(uploads, k)
        yield from (Round(row, absent) for row, absent in product(rows, (0, 1, 2)))


def strategy() -> st.SearchStrategy[Round]:
    upload = st.tuples(st.integers(1, 20), fractions(-10, 10, 10))
    return st.builds(Round, st.lists(upload, min_size=1, max_size=6).map(tuple), st.integers(0, 50))


def order(one: Round) -> tuple[object, ...]:
    return len(one.uploads), sum(n for n, _ in one.uploads) + one.absent, *simplicity(w for _, w in one.uploads)


CLAIM = Claim(
    id="adpml/alg-1-weights",
    place="Alg. 1 line 15 against Eq. 10",
    title="the weights |D_i|/|D| average the models of the K parties that take part",
    domain=Domain(
        description="up to three parties with one or two records take part, models 0, 1, 2, up to two records absent",
        grid=grid,
        order=order,
        strategy=strategy,
        examples=40,
    ),
    truth=Quantity(
        kind="adpml-local-training",
        name="minimiser",
        describe=lambda one: {"records": [texts((1, model)) for n, model in one.uploads for _ in range(n)]},
    ),
    asserts=equals,
    printed=Form(as_printed, "Σ_{i ∈ K} |D_i| ω_i / |D|"),
    corrected=Form(corrected, "Σ_{i ∈ K} |D_i| ω_i / Σ_{i ∈ K} |D_i|"),
    proof=proof,
    readings=(
        Reading(
            name="Eq. 10: the plain mean of the K models",
            printed=Form(equation_10, "Σ_{i ∈ K} ω_i / K"),
            corrected=Form(corrected, "Σ_{i ∈ K} |D_i| ω_i / Σ_{i ∈ K} |D_i|"),
        ),
    ),
)
