"""Statement: Eqs. 2, 5 and 10 define the error of the honest responders' reports with their whole noise; the proofs
compute its least value over decoders as (1 + (|U|/d)/(sigma^2 + r(|F|-1)))^-1 (Eqs. 40, 42, 107), U honest of F.

Model: least squares over all weights for the worst vectors, which the checker derives, with the whole noise.

Corners: no colluder responds or r = 0, where both agree; one honest responder, where r does not matter.

Readings: Eq. 37 takes the variance sigma^2 + r |F n C|, as if the server had first removed the terms that responding
colluders share with the honest users. It can (it knows them), but Eq. 10 does not; so read the formula holds.
"""

import sympy as sp

from optcheck.claims import Argument, Claim, Form, Formula, Mark, Reading, Value
from optcheck.claims.relations import equals
from proofs_numeric.cordp.prop_1 import DECODINGS, Decoding, decoder


def as_printed(case: Decoding) -> Value:
    spread = case.variance + case.covariance * (case.responders - 1)
    return case.d * spread / (case.d * spread + case.responders - case.told)


def corrected(case: Decoding) -> Value:
    honest = case.responders - case.told
    spread = case.variance + case.covariance * (honest - 1)
    return case.d * spread / (case.d * spread + honest)


def least(argument: Argument, error: Value, spread: Value) -> None:
    """The error is the least value of (a-1)^2 + a^2 e, e = d spread/h."""
    a = sp.Symbol("a")
    scaled = d * spread / h
    quadratic = (a - 1) ** 2 + a**2 * scaled
    best = sp.solve(sp.diff(quadratic, a), a)[0]
    argument.identity("(a-1)² + a² e at its least", error, quadratic.subs(a, best))
    argument.words("Equal weights and equal unit vectors decide, as in Proposition 1.")


def proof(argument: Argument, form: Formula[Decoding]) -> None:
    least(argument, form(Decoding(h + j, h + j, j, v, r, d)), v + (h - 1) * r)


def proof_removed(argument: Argument, form: Formula[Decoding]) -> None:
    least(argument, form(Decoding(h + j, h + j, j, v, r, d)), v + j * r + (h - 1) * r)


h, j, v, r, d = sp.symbols("h j v r d", positive=True)
CLAIM = Claim(
    id="cordp/eq-10",
    place="Eqs. 2, 5 and 10",
    title="the error and the decoder as defined, with responding colluders",
    domain=DECODINGS,
    truth=decoder("least error", removed=False),
    asserts=equals,
    printed=Form(as_printed, "min MSE = (1 + (|U|/d)/(σ² + r(|F|−1)))⁻¹"),
    corrected=Form(corrected, "min MSE = (1 + (|U|/d)/(σ² + r(|U|−1)))⁻¹"),
    proof=proof,
    readings=(
        Reading(
            name="the responding colluders' terms are removed first, Eq. 37",
            truth=decoder("least error", removed=True),
            proof=proof_removed,
            mark=Mark.AS_ITS_PROOF_USES_IT,
        ),
    ),
)
