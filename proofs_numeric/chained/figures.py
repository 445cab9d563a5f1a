"""Statement: nine sentences, each an instance, that say which of two curves is the higher one: a ratio is above 1.

Model: the paper's settings (K = 10, d = 50, preferences uniform from 0; Fig. 6 with 200 users, a number that the paper
does not give) in expectation, which needs no draws: the largest of K uniform numbers is K/(K+1) on average, the j-th
smallest j/(K+1). The optimum's noise, the mean of (mean of beta^(3/2))^(2/3), lies between 1/2 and (2/5)^(2/3) <
543/1000 by Jensen's inequality; sentences are judged at both ends, which decides them in between. LDP
follows Eq. 26 with the weight of Eq. 14: noise beta_k each.

Corners: the ends of every axis.

Readings: "much", "very close" and "tend to be consistent" name no number, so they refute nothing; what they are worth
is computed: with "much" as a factor of 2, and with the other two as within 10 %. Fig. 6's preferences in [-1, 1] are
read as [0, 1]. For Fig. 7 "consistent" fails for the quotient, which grows like (K+1)/2; the difference of the errors
does vanish, as both errors do.
"""

from optcheck.claims import *

OPTIMUM = {"least": Fraction(1, 2), "most": Fraction(543, 1000)}
FIG_6_USERS = 200


class Sentence(Instance):
    """A sentence that compares two curves, and which end of the bounds on the optimum's noise is taken."""

    words: str = choice(
        "Fig 3: error of LDP is much higher than that of Chained-DP",
        "Fig 3: LDP needs a higher budget",
        "Fig 3: the optimum needs a higher budget",
        "Fig 4: error of LDP is much higher than that of Chained-DP",
        "Fig 4: error of LDP is much higher than that of the optimum",
        "Fig 5: cost of LDP is much higher than that of Chained-DP",
        "Fig 6: sorting always beats random splits",
        "Fig 7: few users, error of LDP is much higher",
        "Fig 8: the threshold goes down",
    )
    optimum: str = choice("least", "most")


class Closeness(Instance):
    """A sentence that calls two curves alike."""

    words: str = choice(
        "Fig 3: error is very close to that of the optimum", "Fig 7: many users, both tend to be consistent"
    )
    optimum: str = choice("least", "most")


def as_printed(sentence: Sentence) -> Value:
    return Fraction(1)


def much(sentence: Sentence) -> Value:
    return Fraction(2) if sentence.words in CLEARLY else Fraction(1)


def within_a_tenth(sentence: Closeness) -> Value:
    return CLOSELY[sentence.words]


def how_close(sentence: Closeness) -> Value:
    return (
        Fraction(11, 20) if sentence.words == "Fig 3: error is very close to that of the optimum" else Fraction(2, 101)
    )


def chained(users: int) -> Value:
    """Mean noise in the sum, per preference range and m; LDP's is users/2."""
    return Fraction(users, users + 1)


def sorted_gain(parts: int) -> Value:
    """Noise of a random split over that of the sorted one, for equal parts."""
    size = FIG_6_USERS // parts
    tops = sum(Fraction(place, FIG_6_USERS + 1) for place in range(size, FIG_6_USERS + 1, size))
    return parts * chained(size) / tops


def cost(users: int) -> Value:
    """Mean cost per user of Chained-DP: noise plus 2 beta^(3/2)/sqrt(max), the others being uniform below max."""
    return chained(users) * (1 + 2 * (1 + (users - 1) * Fraction(2, 5)) / users)


def ratio(sentence: Sentence) -> Value:
    """What the sentence speaks about, in expectation."""
    optimum = OPTIMUM[sentence.optimum]
    found = {
        "Fig 3: error of LDP is much higher than that of Chained-DP": 5 / chained(10),
        "Fig 3: LDP needs a higher budget": chained(10) / Fraction(1, 2),
        "Fig 3: the optimum needs a higher budget": chained(10) / optimum,
        "Fig 4: error of LDP is much higher than that of Chained-DP": 5 / chained(10),
        "Fig 4: error of LDP is much higher than that of the optimum": 5 / optimum,
        "Fig 5: cost of LDP is much higher than that of Chained-DP": (5 + 1) / cost(10),
        "Fig 6: sorting always beats random splits": min(sorted_gain(q) for q in range(2, 101) if FIG_6_USERS % q == 0),
        "Fig 7: few users, error of LDP is much higher": Fraction(3, 2) / chained(3),
        "Fig 8: the threshold goes down": min(Fraction((k + 1) * (k - 1), k * (k - 2)) for k in range(3, 100)),
    }
    return found[sentence.words]


def closeness(sentence: Closeness) -> Value:
    """The smaller error over the larger one."""
    if sentence.words == "Fig 3: error is very close to that of the optimum":
        return OPTIMUM[sentence.optimum] / chained(10)
    return chained(100) / 50


def ten_times(sentence: Closeness) -> Value:
    return 10 * difference(100)


def with_three_users(sentence: Closeness) -> Value:
    return difference(3)


def difference(users: int) -> Value:
    """LDP's mean squared error minus Chained-DP's, up to a constant."""
    return (Fraction(users, 2) - chained(users)) / users**2


CLOSELY = {
    "Fig 3: error is very close to that of the optimum": Fraction(10, 11),
    "Fig 7: many users, both tend to be consistent": Fraction(10, 11),
}
CLEARLY = (
    "Fig 3: error of LDP is much higher than that of Chained-DP",
    "Fig 4: error of LDP is much higher than that of Chained-DP",
    "Fig 4: error of LDP is much higher than that of the optimum",
    "Fig 5: cost of LDP is much higher than that of Chained-DP",
    "Fig 7: few users, error of LDP is much higher",
)
CLAIM = Statement(
    "chained/figures",
    place="Section VII, Figs. 3 to 8",
    title="each sentence that compares two curves of a figure",
    domain=Sentence,
    truth=definition(ratio),
    asserts=greater,
    printed=Form(as_printed, "the ratio of the curves is above 1"),
    impact=Impact.TEXT,
    readings=(
        Reading(
            name="“much” is a factor of 2 at least",
            asserts=at_least,
            printed=Form(much, "ratio ≥ 2 for “much”, ≥ 1 otherwise"),
        ),
        Reading(
            name="“very close” and “consistent” are within 10 %",
            domain=Closeness,
            truth=definition(closeness),
            asserts=at_least,
            printed=Form(within_a_tenth, "ratio ≥ 10/11"),
            corrected=Form(how_close, "the optimum’s error is 0.55 to 0.60 of Chained-DP’s; LDP’s is (K+1)/2 times it"),
        ),
        Reading(
            name="Fig. 7 by differences: with 100 users a tenth of that with 3",
            domain=Closeness.where("words == 'Fig 7: many users, both tend to be consistent'"),
            truth=definition(with_three_users),
            asserts=at_least,
            printed=Form(ten_times, "difference with 3 users ≥ 10 times that with 100"),
        ),
    ),
)
