"""Statement: more parties imply a lower variance of the noise.

Model: the training data are split evenly among the N parties (Section 4.1), so a party has |D|/N records; it adds noise
of the variance 2C²/(|D_i|² ρ) (Eq. 8), and the average of the N uploads has the sum of 1/N² times these. Compared are
two numbers of parties. By the paper's own formulas the variance grows like N: each party's grows like N².

Corners: one party; the paper's 30, 60 and 90 parties.

Readings: if every party brings records of its own, so that |D_i| stays the same, the variance falls like 1/N; also with
noise for the sensitivity 2C that Algorithm 1 really has (adpml/eq-12), which does not depend on |D_i|.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

import sympy
from hypothesis import strategies as st

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Reading, Value
from optcheck.claims.claim import amounts, each, fractions
from optcheck.claims.relations import equals, less

PAIRS = [pair for row in ("1 2 3", "30 60 90") for pair in combinations(amounts(row), 2)]


@dataclass(frozen=True, slots=True)
class Growth:
    """Few and many parties, the threshold C, the loss of the round, and the number of all records."""

    few: Fraction
    many: Fraction
    clip: Fraction
    loss: Fraction
    records: Fraction


def as_printed(growth: Growth) -> Value:
    return 1


def corrected(growth: Growth) -> Value:
    return growth.many / growth.few


def variance(parties: Value, growth: Growth, own: Value) -> Value:
    """Of the average, if each party pays for the sensitivity 2C/own."""
    return parties * (2 * growth.clip**2 / (own**2 * growth.loss)) / parties**2


def split(growth: Growth) -> Value:
    """The variance with many parties over that with few, one set of data being split."""
    many, few = (variance(n, growth, growth.records / n) for n in (growth.many, growth.few))
    return many / few


def same_records(growth: Growth) -> Value:
    """The same, if a party has as many records in either case."""
    return variance(growth.many, growth, growth.records) / variance(growth.few, growth, growth.records)


def true_sensitivity(growth: Growth) -> Value:
    """The same for noise that pays for 2C."""
    return variance(growth.many, growth, 1) / variance(growth.few, growth, 1)


def proof(argument: Argument, form: Formula[Growth]) -> None:
    growth = Growth(*sympy.symbols("N M C rho D", positive=True))
    argument.identity("the ratio of the variances", form(growth), split(growth))


def strategy() -> st.SearchStrategy[Growth]:
    some, positive = st.integers(1, 100).map(Fraction), fractions(Fraction(1, 20), 20, 20)
    records = st.integers(1, 10**5).map(Fraction)
    return st.builds(lambda n, more, *rest: Growth(n, n + more, *rest), some, some, positive, positive, records)


CLAIM = Claim(
    id="adpml/larger-n-variance",
    place="Section 4.3",
    title="more parties imply a lower variance of the noise",
    domain=Domain(
        description="pairs of 1, 2, 3 and of 30, 60, 90 parties, two thresholds and losses, 60,000 records",
        grid=each(lambda pair, *rest: Growth(*pair, *rest), PAIRS, "1 4", "1 1/20", "60000"),
        order=lambda one: (one.many, one.few, one.clip, one.loss.denominator),
        strategy=strategy,
        examples=40,
    ),
    truth=Definition(split),
    asserts=less,
    printed=Form(as_printed, "variance(M parties) / variance(N parties) < 1 for M > N"),
    corrected=Form(corrected, "variance(M parties) / variance(N parties) = M / N", asserts=equals),
    proof=proof,
    readings=(
        Reading(name="every party brings its own data", truth=Definition(same_records)),
        Reading(name="noise for the sensitivity 2C", truth=Definition(true_sensitivity)),
    ),
)
