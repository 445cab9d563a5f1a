"""Statement: the observer sees the XOR through k binary symmetric channels in a row, each with flipping probability
lambda / (1 + lambda).

Model: a channel is one factor of Eq. 9; its flipping probability is the chance that the published bit differs. The
printed number is the probability of not flipping; with it the cascade has accuracy below 1/2 for odd k.

Corners: lambda = 1 (both are 1/2).
"""

from optcheck.claims import Argument, Claim, Definition, Form, Formula, Value
from optcheck.claims.relations import equals
from proofs_numeric.kairouz._problems import Level, level_domain, response_chance
from proofs_numeric.kairouz._steps import L


def as_printed(instance: Level) -> Value:
    return instance.lambda_ / (1 + instance.lambda_)


def corrected(instance: Level) -> Value:
    return 1 / (1 + instance.lambda_)


def proof(argument: Argument, form: Formula[Level]) -> None:
    flip = form(Level(L))
    argument.identity("a channel flips with the chance of the wrong bit in Eq. 9", flip, response_chance((L,), 0, 1))
    argument.identity("its bias is that of Corollary 3.10 for one party", 1 - 2 * flip, (L - 1) / (L + 1))


CLAIM = Claim(
    id="kairouz/xor-flip-probability",
    place="after Corollary 3.10",
    title="the flipping probability of each channel through which the XOR is seen",
    domain=level_domain(),
    truth=Definition(lambda at: response_chance((at.lambda_,), 0, 1)),
    asserts=equals,
    printed=Form(as_printed, "λ / (1 + λ)"),
    corrected=Form(corrected, "1 / (1 + λ)"),
    proof=proof,
)
