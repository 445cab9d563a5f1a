"""Statement: written out for a generic solver, Eq. 6 with t = p n takes O(n^1.5 2^(H(p) n)) space, H the entropy.

Model: space is the number of nonzeros of Eq. 6 as printed. For p = t/n, 2^(nH) is the rational n^n/(t^t (n-t)^(n-t)),
so squares can be compared exactly: nonzeros^2 lies between 6 (1-p)^3/(55p) and (1-p)^3/(6p) times n^3 4^(nH); the
factors depend on p alone.

Corners: t = 1, t = n - 1, n up to 500.

Readings: H is the entropy in bits, as the caption calls it; the formula that the caption gives for it has the wrong
sign (tpmdp/table-1-entropy), and read with that formula the row would bound a growing number by a vanishing one.
"""

from fractions import Fraction

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Value
from optcheck.claims.relations import between
from proofs_numeric.tpmdp._sizes import Sizes, entropy_power, nonzeros, proportional_sizes, size_order


def as_printed(sizes: Sizes) -> Value:
    order = sizes.n**3 * entropy_power(sizes) ** 2
    shape = (1 - sizes.p) ** 3 / sizes.p
    return Fraction(6, 55) * shape * order, Fraction(1, 6) * shape * order


def proof(argument: Argument, form: Formula[Sizes]) -> None:
    near_entropy(argument)
    for sizes in (Sizes(4, 2), Sizes(9, 3)):
        low, high = form(sizes)
        n, t = sizes.n, sizes.t
        square = (n - t) ** 4 * entropy_power(sizes) ** 2 * Fraction(n, t * (n - t))
        argument.identity(
            "the bounds are 6/55 and 1/6 times (n-t)^4 4^(nH) n/(t (n-t))",
            (low, high),
            (square * Fraction(6, 55), square / 6),
        )


def near_entropy(argument: Argument) -> None:
    """C(n,t) against 2^(nH) sqrt(n/(t (n-t))), by Stirling's bounds with constants."""
    argument.truth("e^4 < 55", Fraction(2719, 1000) ** 4 < 55)
    argument.words(
        "f(k) = k! e^k / k^(k+1/2) falls to sqrt(2 pi) > sqrt(6) from f(1) = e < 2.719, as (k+1/2) log(1+1/k) >= 1; "
        "C(n,t) = 2^(nH) f(n)/(f(t) f(n-t)) sqrt(n/(t (n-t))), and nonzeros are (n-t)^2 C(n,t)."
    )


PROPORTIONAL_THRESHOLD: Domain[Sizes] = Domain(
    description="n <= 20 with every t; n = 100 and 500 with t = n/10, 3n/10, ..., 9n/10",
    grid=proportional_sizes,
    order=size_order,
)

CLAIM = Claim(
    id="tpmdp/table-1-space-proportional",
    place="Table I, row 2",
    title="the explicit program for t = p n has of the order of n^1.5 2^(nH(p)) nonzeros",
    domain=PROPORTIONAL_THRESHOLD,
    truth=Definition(lambda sizes: nonzeros(sizes) ** 2),
    asserts=between(),
    printed=Form(
        as_printed,
        "space = O(n^1.5·2^(H(p)n)); squared, with constants: 6(1−p)³/(55p) ≤ nnz²/(n³·4^(nH)) ≤ (1−p)³/(6p)",
    ),
    proof=proof,
)
