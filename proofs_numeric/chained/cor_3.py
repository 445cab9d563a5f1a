"""Statement: for an arbitrary split into sub-sequences the estimation error of Chained-DP is less than that of LDP.

Model: part q (of L_q users, one of Q parts) ends with noise m max_q beta in its sum. The text before the corollary
averages the parts' means: the sum of part q is divided by Q L_q. LDP divides everybody's noise m beta_k by K. One
coordinate is enough, with data x_k: the expected squared error is the variance plus the square of the bias. Forms
give the server's divisors. Users are listed part after part, which is every split up to their names.

Corners: one part, all parts single, equal and unequal sizes, data zero and not, preference 0.

Readings: read as "never worse" (errors may be equal): strictly less is impossible when every part is one user, for that
is LDP. Unequal parts weigh users unequally, and bias comes on top. (In terms of the sum of variances, Eq. 11, the
corollary holds for every split.)
"""

from optcheck.claims import *


class SplitRow(Instance):
    """The sizes of the parts; the users' preferences and their data in one coordinate, part after part."""

    sizes: tuple[int, ...] = row(integer(1), least=1, symbol="L")
    preferences: tuple[Fraction, ...] = row(rational(at_least=0), "sum(sizes)", symbol="β")
    data: tuple[Fraction, ...] = row(rational(), "sum(sizes)", symbol="x")


def as_printed(users: SplitRow) -> Value:
    return [len(users.sizes) * size for size in users.sizes]


def corrected(users: SplitRow) -> Value:
    return [sum(users.sizes) for _ in users.sizes]


def split_error(users: SplitRow, divisors: Value) -> Value:
    """Variance and squared bias if the noisy sum of each part is divided by its divisor and all are added up."""
    noise, bias, start = Fraction(0), -sum(users.data) / len(users.data), 0
    for size, divisor in zip(users.sizes, divisors, strict=True):
        noise += max(users.preferences[start : start + size]) / Fraction(divisor**2)
        bias += sum(users.data[start : start + size]) / divisor
        start += size
    return M * noise + bias**2


def error_alone(users: SplitRow) -> Value:
    """Everybody's own noise m beta_k, divided by K."""
    return M * (sum(users.preferences) / len(users.preferences) ** 2)


M = power(Fraction(1, 4), Fraction(1, 3))
CLAIM = Statement(
    "chained/cor-3",
    place="Corollary 3",
    title="splitting never does worse than LDP",
    domain=SplitRow,
    truth=definition(error_alone),
    means=split_error,
    asserts=at_least,
    printed=Form(as_printed, "the server averages the parts' means: the sum of part q over Q·L_q"),
    corrected=Form(corrected, "every part's sum over K: error m Σ_q max_q β / K² ≤ m Σ_k β_k / K²"),
    impact=Impact.OPTIMALITY,
    argument=(
        "A part's maximum is at most the sum of its preferences, and divided by K the noises of the parts add up to at "
        "most m Σ_k β_k / K². All data are divided by K, so nothing is biased."
    ),
    effort=Effort(largest={"preferences": 8}),
)
