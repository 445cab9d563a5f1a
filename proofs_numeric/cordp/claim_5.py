"""Statement: for fixed sigma^2 >= s the covariance with the least error is a - b for c = 0, else the ends of Eq. 47.

Model: the error grows with r, so the least private covariance is sought, which the checker verifies.

Corners: sigma^2 = s (covariance 0); c = n-1; n = 2. With a single responder every private r is as good.

Readings: Lemma 2 also says that the error falls in sigma^2 (cordp/claim-6) to the order d s/(n-c)^2 (cordp/claim-7).
"""

from collections.abc import Iterator

import sympy as sp

from optcheck.claims import Argument, Claim, Domain, Form, Formula, Impact, Value
from optcheck.claims.claim import amounts
from optcheck.claims.functions import surd
from optcheck.claims.relations import equals
from proofs_numeric.cordp import _steps as steps
from proofs_numeric.cordp._cases import AtVariance, boundary, size_order


def as_printed(at: AtVariance) -> Value:
    n, c, s, variance = at.n, at.c, at.sigma2_min, at.variance
    if c == 0:
        a = (n - 2) * (variance - s) / (2 * (n - 1))
        b = surd((n - 2) ** 2 * (variance - s) ** 2 + 4 * (n - 1) * variance * (variance - s)) / (2 * (n - 1))
        return a - b
    if c == 1:
        return -variance * (variance - s) / (variance * (n - 1) - s * (n - 2))
    inner = ((n - 2) * (variance - s) - variance * c) ** 2 + 4 * (n - c - 1) * variance * (variance - s)
    return (-(n - 2) * (variance - s) - variance * c + surd(inner)) / (2 * (n - 1) * (c - 1))


def proof(argument: Argument, form: Formula[AtVariance]) -> None:
    n, s = steps.n, steps.s
    v, c = sp.symbols("v c", positive=True)
    steps.one_root(argument)
    u, more, others = sp.symbols("u more others", nonnegative=True)  # 1 + u reports are used, others = |F| - 1
    rise = ((v + (steps.r + more) * others) - (v + steps.r * others)) / (1 + u)
    argument.not_negative("the error grows with r", rise)
    for colluders in (0, 1, c):
        curve = steps.on_boundary(steps.r, colluders)
        least = form(AtVariance(n, n, colluders, s, v)).subs(v, steps.v)
        argument.identity("on the boundary", curve.subs(steps.r, least), 0)
        if colluders != 1:  # where it is linear there is one root
            slope, root = sp.diff(curve, steps.r).subs(steps.r, least), sp.expand(sp.discriminant(curve, steps.r))
            argument.identity("of its two roots the one where F rises", slope, sp.sqrt(root))


def variances(largest: int) -> Iterator[AtVariance]:
    """n and c with all users responding, two floors and four variances from the floor on."""
    levels = [amounts(pair) for pair in ("1 1", "1 3/2", "3/2 3", "3/2 15")]
    sizes = ((n, n, c) for n in range(2, largest + 1) for c in range(n))
    return (AtVariance(*item, *level) for item in sizes for level in levels)


CLAIM = Claim(
    id="cordp/claim-5",
    place="Claim 5, Lemma 2, Eqs. 102 to 106",
    title="the optimal covariance for a given variance",
    domain=Domain(
        "2 <= n <= 5, every c, (s, σ²) in {(1, 1), (1, 3/2), (3/2, 3), (3/2, 15)}", lambda: variances(5), size_order
    ),
    truth=boundary("least private covariance"),
    asserts=equals,
    printed=Form(
        as_printed,
        "r* = a−b for c = 0; −σ²(σ²−s)/(σ²(n−1)−s(n−2)) for c = 1; (−(n−2)(σ²−s)−σ²c + √(((n−2)(σ²−s)−σ²c)² + "
        "4(n−c−1)σ²(σ²−s)))/(2(n−1)(c−1)) for c > 1",
    ),
    impact=Impact.SAFETY,
    proof=proof,
)
