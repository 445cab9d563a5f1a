"""Statement: over all sets of at least t responders and at most c colluders the error is largest, (sigma^2 +
r(t-1))/(t-c) per dimension before decoding, for t responders and c colluders among them; and so is the decoder's.

Model: all sets are enumerated with every noise source; the largest error and the sizes of the sets that reach it.

Corners: t = n, c = 0, c = t-1, r = 0. For 0 < r < sigma^2 no pairwise terms exist that could be removed, but the
formula has its maximum at the same sizes.

Readings: the responding colluders' terms are taken out as in the proof of Proposition 1; by the letter of Eq. 10 the
same sets are the worst ones, with r(t-c-1) in place of r(t-1).
"""

import sympy as sp

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Value
from optcheck.claims.relations import equals
from proofs_numeric.cordp import _steps as steps
from proofs_numeric.cordp._cases import SEEDS, WithPair, pairs, size_order
from proofs_numeric.cordp._enumeration import unbiased_errors


def as_printed(case: WithPair) -> Value:
    error = (case.variance + case.covariance * (case.t - 1)) / (case.t - case.c)
    return error, (case.t,), (case.c,)


def worst(case: WithPair) -> Value:
    """The largest error, and the numbers of responders and of responding colluders with which it occurs."""
    errors = unbiased_errors(case.n, case.t, case.c, case.variance, case.covariance)
    largest = max(errors.values())
    where = [sets for sets, error in errors.items() if error == largest]
    responders, told = (
        {len(part) for part in parts}
        for parts in zip(*((s.responders, s.responding_colluders) for s in where), strict=True)
    )
    return largest, tuple(sorted(responders)), tuple(sorted(told))


def proof(argument: Argument, form: Formula[WithPair]) -> None:
    b = sp.Symbol("b", positive=True)
    q, g, h, j = sp.symbols("q g h j", nonnegative=True)  # g users do not respond, h honest ones do, j collude
    f, n = h + j, g + h + j

    for v, r in ((b + (n - 1) * q, -q), (b + q, q)):  # r <= 0, and 0 <= r < sigma²

        def error(t: Value, c: Value, v: Value = v, r: Value = r) -> Value:
            return form(WithPair(n, t, c, steps.s, v, r))[0]

        argument.identity("the error", error(f, j), (v + r * (f - 1)) / (f - j))
        argument.positive("it falls with a responder more", (error(f, j) - error(f + 1, j)) * h * (h + 1))
        argument.positive("it grows with a colluder more", (error(f, j + 1) - error(f, j)) * h * (h - 1))
    sizes = form(WithPair(n, f, j, steps.s, b, -q))[1:]
    argument.identity("so t responders and c colluders are the only worst case", sizes, ((f,), (j,)))


CLAIM = Claim(
    id="cordp/eq-138",
    place="Eq. 138",
    title="the worst case is exactly t responders with c colluders among them",
    domain=Domain(
        "2 <= n <= 5, every t and c, all sets of responders and colluders, r from 0 to -0.9σ²/(n-1)",
        lambda: (case for case in pairs(5, SEEDS) if case.variance == 4 or case.n < 4),
        size_order,
    ),
    truth=Definition(worst),
    asserts=equals,
    printed=Form(as_printed, "max over |F| ≥ t, |C| ≤ c is (σ² + r(t−1))/(t−c), at |F| = t, C ⊂ F, |C| = c"),
    proof=proof,
)
