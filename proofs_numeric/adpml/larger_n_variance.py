"""Statement: more parties imply a lower variance of the noise.

Model: the training data are split evenly among the N parties (Section 4.1), so a party has |D|/N records; it adds noise
of the variance 2C²/(|D_i|² ρ) (Eq. 8), and the average of the N uploads has the sum of 1/N² times these. Compared are
two numbers of parties. By the paper's own formulas the variance grows like N: each party's grows like N².

Corners: one party; the paper's 30, 60 and 90 parties.

Readings: if every party brings records of its own, so that |D_i| stays the same, the variance falls like 1/N; also with
noise for the sensitivity 2C that Algorithm 1 really has (adpml/eq-12), which does not depend on |D_i|.
"""

from optcheck.claims import *


class Growth(Instance):
    """Few and many parties, the threshold C, the loss of the round, and the number of all records."""

    few: int = integer(1, symbol="N")
    many: int = integer("few + 1", symbol="M")
    clip: Fraction = rational(above=0, symbol="C")
    loss: Fraction = rational(above=0, symbol="ρ")
    records: int = integer("many", symbol="|D|")


def as_printed(growth: Growth) -> Value:
    return variance(growth.few, growth, growth.records / Fraction(growth.few))


def corrected(growth: Growth) -> Value:
    return growth.many * variance(growth.few, growth, growth.records / Fraction(growth.few)) / growth.few


def variance(parties: Value, growth: Growth, own: Value) -> Value:
    """Of the average of the uploads, if each party pays for the sensitivity 2C/own."""
    return sum(2 * growth.clip**2 / (own**2 * growth.loss) / parties**2 for _ in range(parties))


def with_many(growth: Growth) -> Value:
    """One set of data being split."""
    return variance(growth.many, growth, growth.records / Fraction(growth.many))


def few_with_own_data(growth: Growth) -> Value:
    return variance(growth.few, growth, growth.records)


def many_with_own_data(growth: Growth) -> Value:
    """A party has as many records in either case."""
    return variance(growth.many, growth, growth.records)


def few_with_valid_noise(growth: Growth) -> Value:
    return variance(growth.few, growth, Fraction(1))


def many_with_valid_noise(growth: Growth) -> Value:
    """Noise that pays for 2C."""
    return variance(growth.many, growth, Fraction(1))


CLAIM = Statement(
    "adpml/larger-n-variance",
    place="Section 4.3",
    title="more parties imply a lower variance of the noise",
    domain=Growth,
    truth=definition(with_many),
    asserts=less,
    printed=Form(as_printed, "variance(M parties) < variance(N parties) for M > N"),
    corrected=Form(corrected, "variance(M parties) = (M / N) variance(N parties)", asserts=equals),
    falls=True,
    readings=(
        Reading(
            name="every party brings its own data",
            truth=definition(many_with_own_data),
            printed=Form(few_with_own_data, "variance(M parties) < variance(N parties) for M > N"),
        ),
        Reading(
            name="noise for the sensitivity 2C",
            truth=definition(many_with_valid_noise),
            printed=Form(few_with_valid_noise, "variance(M parties) < variance(N parties) for M > N"),
        ),
    ),
)
