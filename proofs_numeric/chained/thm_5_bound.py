"""Statement: the total cost under BAS over the least total cost lies strictly between 1 and max beta / (K min beta).

Model: with preferences given by their roots the cube of the price of anarchy is rational, and bounds are compared by
their cubes. BAS needs two different preferences; they are positive.

Corners: nearly equal preferences, one user far above the others.

Readings: the correction is attained, so it is not strict. The paper's proof arrives at max/min without K, which holds
(chained/thm-5-proof-bound). Whatever the preferences, the corrected bound is below (K + 2) / (3 K^(1/3)).
"""

from optcheck.claims import *
from proofs_numeric.chained.thm_5_proof_bound import Unequal, cubes, price


def as_printed(users: Unequal) -> Value:
    roots = users.roots
    return 1, largest(roots) ** 2 / (count(roots) * smallest(roots) ** 2)


def corrected(users: Unequal) -> Value:
    roots = users.roots
    a = (1 + (count(roots) - 1) * (smallest(roots) / largest(roots)) ** 3) / count(roots)
    return 1, (1 + 2 * a) / (3 * power(a, Fraction(2, 3)))


CLAIM = Statement(
    "chained/thm-5-bound",
    place="Theorem 5, Eq. 29",
    title="bounds on the price of anarchy",
    domain=Unequal,
    truth=definition(price),
    means=cubes,
    asserts=between(strictly_above=True, strictly_below=True),
    printed=Form(as_printed, "1 < PoA < max β / (K min β)"),
    corrected=Form(
        corrected,
        "1 < PoA ≤ (1 + 2a) / (3 a^(2/3)), a = (1 + (K−1)(min β/max β)^(3/2)) / K; attained",
        asserts=between(strictly_above=True),
    ),
    argument=(
        "With z³ the mean of β^(3/2) over its maximum the price is (1 + 2z³)/(3z²), which falls to 1 at z = 1. Given "
        "K, min and max, z³ is least, and equal to a, when all but one user are at the minimum."
    ),
    rests_on=("chained/thm-5-optimum",),
)
