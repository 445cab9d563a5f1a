"""Statement: the server adds up p_i times the noisy models of the K parties that take part, p_i = |D_i|/|D| of Eq. 1.

Model: what is to be averaged minimises the sum of |D_i| (w - w_i)^2 over the parties that take part, which is Eq. 1 for
F_i = (w - w_i)^2; if all upload the same model, it is that model.

Corners: all parties take part, where line 15 is right; equal data sets, where Eq. 10 is right.

Readings: the letter is line 15. Eq. 10 divides by K instead; it ignores the sizes of the data sets. In the paper's
experiments all parties take part with equal data sets, and all three agree.
"""

from optcheck.claims import *


class Upload(Instance):
    """A party that takes part: its records, and its model."""

    records: int = integer(1, symbol="|D_i|")
    model: Fraction = rational(symbol="ω_i")


class Round(Instance):
    """The parties that take part, and the records of all the others together."""

    uploads: tuple[Upload, ...] = row(record(Upload), least=1)
    absent: int = integer(0, symbol="records of the absent")


def as_printed(one: Round) -> Value:
    everything = sum(upload.records for upload in one.uploads) + one.absent
    return sum(upload.records * upload.model for upload in one.uploads) / everything


def corrected(one: Round) -> Value:
    weighted = sum(upload.records * upload.model for upload in one.uploads)
    return weighted / sum(upload.records for upload in one.uploads)


def equation_10(one: Round) -> Value:
    return sum(upload.model for upload in one.uploads) / len(one.uploads)


def minimiser(one: Round) -> Value:
    """The minimiser of a sum of (w - w_i)^2 is a mean: here each record counts once, with its party's model."""
    models = [upload.model for upload in one.uploads for _ in range(upload.records)]
    return sum(models) / len(models)


CLAIM = Statement(
    "adpml/alg-1-weights",
    place="Alg. 1 line 15 against Eq. 10",
    title="the weights |D_i|/|D| average the models of the K parties that take part",
    domain=Round,
    truth=definition(minimiser),
    asserts=equals,
    printed=Form(as_printed, "Σ_{i ∈ K} |D_i| ω_i / |D|"),
    corrected=Form(corrected, "Σ_{i ∈ K} |D_i| ω_i / Σ_{i ∈ K} |D_i|"),
    argument="A model that |D_i| records share adds |D_i| ω_i to the sum and |D_i| to their number.",
    readings=(
        Reading(
            name="Eq. 10: the plain mean of the K models",
            printed=Form(equation_10, "Σ_{i ∈ K} ω_i / K"),
            corrected=Form(corrected, "Σ_{i ∈ K} |D_i| ω_i / Σ_{i ∈ K} |D_i|"),
            argument="As for the letter.",
        ),
    ),
)
