"""Statement: eleven sentences, each an instance, with the least value of a ratio that it promises. "Much" is read as a
factor of 2 at least, "very close" and "consistent" as within 10 %.

Model: the paper's settings (K = 10, d = 50, preferences uniform from 0; Fig. 6 with 200 users, a number that the paper
does not give) in expectation, which needs no draws: the largest of K uniform numbers is K/(K+1) on average, the j-th
smallest j/(K+1). The optimum's noise, the mean of (mean of beta^(3/2))^(2/3), lies between 1/2 and (2/5)^(2/3) <
543/1000 by Jensen's inequality. LDP follows Eq. 26 with the weight of Eq. 14: noise beta_k each.

Corners: the ends of every axis.

Readings: Fig. 6's preferences in [-1, 1] are read as [0, 1]. Fig. 7's "tend to be consistent" is wrong for the
quotient, which grows like (K+1)/2; the difference of the errors does vanish, as both errors do.
"""

from dataclasses import dataclass, replace
from fractions import Fraction

from optcheck.checker.intervals import Interval
from optcheck.claims import Claim, Definition, Domain, Form, Impact, Reading, Value
from optcheck.claims.relations import at_least

MUCH, CLOSE = Fraction(2), Fraction(10, 11)
OPTIMUM = Interval(Fraction(1, 2), Fraction(543, 1000))
FIG_6_USERS = 200


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence about a figure."""

    figure: int
    words: str


SENTENCES = [
    Sentence(3, "error of LDP is much higher than Chained-DP's"),
    Sentence(3, "error is very close to the optimum's"),
    Sentence(3, "LDP needs a higher budget"),
    Sentence(3, "the optimum needs a higher budget"),
    Sentence(4, "error of LDP is much higher than Chained-DP's"),
    Sentence(4, "error of LDP is much higher than the optimum's"),
    Sentence(5, "cost of LDP is much higher than Chained-DP's"),
    Sentence(6, "sorting always beats random splits"),
    Sentence(7, "few users: error of LDP is much higher"),
    Sentence(7, "many users: both tend to be consistent"),
    Sentence(8, "the threshold goes down"),
]


def as_printed(sentence: Sentence) -> Value:
    if "much" in sentence.words:
        return MUCH
    return CLOSE if "close" in sentence.words or "consistent" in sentence.words else Fraction(1)


def corrected(sentence: Sentence) -> Value:
    if "close" in sentence.words:
        return Fraction(11, 20)
    return Fraction(2, 101) if "consistent" in sentence.words else as_printed(sentence)


def chained(users: int) -> Fraction:
    """Mean noise in the sum, per preference range and m; LDP's is users/2."""
    return Fraction(users, users + 1)


def over(low: Fraction, by: Interval) -> Interval:
    return Interval(low / by.high, low / by.low)


def sorted_gain(parts: int) -> Fraction:
    """Noise of a random split over that of the sorted one, for equal parts."""
    size = FIG_6_USERS // parts
    tops = sum(Fraction(place, FIG_6_USERS + 1) for place in range(size, FIG_6_USERS + 1, size))
    return parts * chained(size) / tops


def cost(users: int) -> Fraction:
    """Mean cost per user of Chained-DP: noise plus 2 beta^(3/2)/sqrt(max), the others being uniform below max."""
    return chained(users) * (1 + 2 * (1 + (users - 1) * Fraction(2, 5)) / users)


def ratio(sentence: Sentence) -> Value:
    """What the sentence speaks about, in expectation."""
    found: dict[tuple[int, str], Value] = {
        (3, "error of"): 5 / chained(10),
        (3, "error is"): Interval(OPTIMUM.low / chained(10), OPTIMUM.high / chained(10)),
        (3, "LDP need"): chained(10) / Fraction(1, 2),
        (3, "the opti"): over(chained(10), OPTIMUM),
        (4, "error of"): 5 / chained(10) if "Chained" in sentence.words else over(Fraction(5), OPTIMUM),
        (5, "cost of "): (5 + 1) / cost(10),
        (6, "sorting "): min(sorted_gain(parts) for parts in range(2, 101) if FIG_6_USERS % parts == 0),
        (7, "few user"): Fraction(3, 2) / chained(3),
        (7, "many use"): chained(100) / 50,
        (8, "the thre"): min(Fraction((k + 1) * (k - 1), k * (k - 2)) for k in range(3, 100)),
    }
    return found[sentence.figure, sentence.words[:8]]


def difference(users: int) -> Fraction:
    """LDP's mean squared error minus Chained-DP's, up to a constant."""
    return (Fraction(users, 2) - chained(users)) / users**2


DOMAIN: Domain[Sentence] = Domain(
    description="the sentences of Section VII about Figs. 3 to 8",
    grid=lambda: SENTENCES,
    order=SENTENCES.index,
    exhaustive="every sentence about Figs. 3 to 8 that compares curves",
)
CLAIM = Claim(
    id="chained/figures",
    place="Section VII, Figs. 3 to 8",
    title="each sentence about the figures",
    domain=DOMAIN,
    truth=Definition(ratio),
    asserts=at_least,
    printed=Form(as_printed, "ratio ≥ 2 for “much”, ≥ 10/11 for “very close” and “consistent”, ≥ 1 otherwise"),
    corrected=Form(
        corrected,
        "all but two: the optimum’s error is 0.55 to 0.60 of Chained-DP’s; LDP’s is (K+1)/2 times it",
    ),
    impact=Impact.TEXT,
    readings=(
        Reading(
            name="Fig. 7 by differences: with 100 users a tenth of that with 3",
            domain=replace(DOMAIN, grid=lambda: SENTENCES[9:10], exhaustive=None),
            truth=Definition(lambda _: difference(3) / difference(100)),
            printed=Form(lambda _: Fraction(10), "difference with 3 users ≥ 10 times that with 100"),
        ),
    ),
)
