"""Statement: both parties have two bits and an observer wants their Hamming distance, with accuracy 2 - |distance -
decision|. The first party responds with both bits; the second publishes 0, 1 or 2 with printed chances that depend on
the distance of its bits from the response, given by three rows. The scheme keeps every bit lambda-private. (That it
improves over randomised response is judged in the readings, with the row by symmetry.)

Model: the rows of chances for distance 0, 1, 2; neighbouring bits change the distance by one. The checker asks whether
they are distributions, then whether neighbours keep the factor lambda. The rows are printed for the response (0, 0);
others are meant by symmetry.

Corners: lambda = 1, where the printed row is a distribution, but answer 2 has chance 0 where the neighbours have 1/2.

Readings: the row for distance 2 is printed with four entries, 1 for answer 0, l-1 for answer 2, l-1 and l^2 both for
answer 1: total above 1 for every l > 1. The text at hand is a scan that repeats a passage beside this formula; with
the row by symmetry, 1, l-1, l^2 for 0, 1, 2, the scheme is private, and never less accurate than randomised response.
It is strictly better only beyond the largest root of l^4 - 4 l^3 - 2 l^2 - 4 l + 1, near 4.61.
"""

from dataclasses import replace
from fractions import Fraction
from itertools import product

from optcheck.claims import Argument, Claim, Form, Formula, Impact, Mark, Property, Reading, Value, says
from optcheck.claims.claim import every, number_order, texts
from optcheck.claims.relations import at_most, less, satisfies
from optcheck.randomized_response.piecewise import compare
from optcheck.randomized_response.problem import Problem
from proofs_numeric.kairouz._multibit import accuracy_curve, hamming_distance, hamming_scheme, response_scheme
from proofs_numeric.kairouz._problems import Level, best_accuracy, level_domain
from proofs_numeric.kairouz._steps import L


def as_printed(instance: Level) -> Value:
    l = instance.lambda_  # noqa: E741 - the paper's symbol
    scale = l * (1 + l)
    first = [l**2 / scale, (l - 1) / scale, 1 / scale]
    second = [l / scale, (l**2 - l) / scale, l / scale]
    third = [1 / scale, (l - 1) / scale + l**2 / scale, (l - 1) / scale]
    return first, second, third


def corrected(instance: Level) -> Value:
    first, second, _ = as_printed(instance)
    return first, second, first[::-1]


def accuracy(instance: Level, rows: Value) -> Value:
    """Average accuracy with best decisions; responses other than (0, 0) by symmetry."""
    keep, flip = instance.lambda_ / (1 + instance.lambda_), 1 / (1 + instance.lambda_)
    words, total = list(product((0, 1), repeat=2)), Fraction(0)
    for answer in range(3):
        worth = [Fraction(0)] * 3
        for x, y in product(words, repeat=2):
            chance = (flip if x[0] else keep) * (flip if x[1] else keep) * rows[sum(y)][answer] / 16
            for decision in range(3):
                worth[decision] += chance * (2 - abs(hamming_distance((*x, *y)) - decision))
        total += 4 * max(worth)
    return total


def four_bits(at: Level) -> Problem:
    """Randomised response of all bits."""
    table = tuple(map(hamming_distance, product((0, 1), repeat=4)))
    weights = tuple(tuple(2 - abs(true - decision) for decision in range(3)) for true in range(3))
    return Problem((at.lambda_,) * 4, table, weights)


def proof(argument: Argument, form: Formula[Level]) -> None:
    rows = form(Level(L))
    argument.identity("every row has total 1", [sum(row) for row in rows], [1, 1, 1])
    for here, there in ((0, 1), (1, 2)):
        for p, q in zip(rows[here], rows[there], strict=True):
            argument.not_negative("no chance is negative", p + 0 * q)
            argument.not_negative("a neighbour changes a chance by at most the factor l", L * q - p)
            argument.not_negative("and the other way round", L * p - q)


def gain(argument: Argument, form: Formula[Level]) -> None:
    """The curves of both protocols over all lambda >= 1, and that of the form."""
    schemes = hamming_scheme(), response_scheme(4)
    scheme, plain = (accuracy_curve(s, lambda x, d: 2 - abs(hamming_distance(x) - d), range(3)) for s in schemes)
    lead = compare(scheme, plain)
    argument.truth("they are equal up to a level, and above it the scheme leads", lead.signs == (0, 1))
    argument.truth("a root of l^4 - 4 l^3 - 2 l^2 - 4 l + 1", lead.cuts[0].minimal == (1, -4, -2, -4, 1))
    points = [Level(1 + Fraction(step, 2)) for step in range(20)]
    argument.cases("the form has the scheme's curve", [accuracy(at, form(at)) == scheme(at.lambda_) for at in points])
    argument.words("Both curves are piecewise rational functions of lambda, compared by exact root isolation.")


ROWS: Property[Level] = Property(
    name="mechanism",
    holds=says("private"),
    describe=lambda at, rows: {
        "neighbour-privacy": {
            "level": texts([at.lambda_])[0],
            "rows": list(map(texts, rows)),
            "neighbours": [[0, 1], [1, 2]],
        }
    },
)
MIRRORED = Form(corrected, "for y = (1,1): answers 0, 1, 2 with chances 1, λ−1, λ² over λ(1+λ)")
BEYOND = every("lambda in {5, 7, 10}", Level, "5 7 10")

CLAIM = Claim(
    id="kairouz/fig-2-hamming",
    place="Section 4, Fig. 2 right",
    title="the printed chances of the Hamming-distance scheme keep every bit private",
    domain=replace(level_domain(20), order=lambda at: (at.lambda_ == 1, number_order(at.lambda_))),
    truth=ROWS,
    asserts=satisfies("private"),
    printed=Form(as_printed, "for y = (1,1): answers 0, 2, 1, 1 with chances 1, λ−1, λ−1, λ² over λ(1+λ)"),
    corrected=MIRRORED,
    impact=Impact.TEXT,
    proof=proof,
    readings=(
        Reading(
            name="the last row mirrors the first, garbled in the scan",
            mark=Mark.AS_SCANNED,
            printed=MIRRORED,
            proof=proof,
        ),
        Reading(
            name="the scheme with the mirrored row is not less accurate than randomised response",
            truth=best_accuracy(four_bits),
            means=accuracy,
            asserts=at_most,
            printed=MIRRORED,
            proof=gain,
        ),
        Reading(
            name="and more accurate from λ = 5 on",
            domain=BEYOND,
            truth=best_accuracy(four_bits),
            means=accuracy,
            asserts=less,
            printed=MIRRORED,
        ),
    ),
)
