"""Statement: in round t a party trains and clips a new model (lines 5 and 6), adds noise to it (lines 9 and 11) and
uploads it, and the server averages the uploads (line 15). The bullet on clipping adds noise to the model t + 1.

Model: local training is a step half-way from the broadcast model to the party's own minimiser, then clipping, all
rational; the noise is drawn beforehand. The listing is run with its indices; the truth is the text's recursion.
Lines 9 and 11 add noise to the model of index t, which is the one the round began with. Line 15 reads noisy models of
index t + 1, which nobody has made in that round; it is given what was uploaded.

Corners: one round, where the listing uploads the initial model and training has no effect; no noise.

Readings: none. A slip of the pen: with t + 1 in lines 9 and 11, as line 15 has it, listing and text agree.
"""

from optcheck.claims import *

CLIP = 4  # Section 4.1


class Run(Instance):
    """The minimisers of the parties, which have data sets of one size, and the noise of every round and party."""

    minimisers: tuple[Fraction, ...] = row(rational(), least=1, symbol="minimisers of F_i")
    noise: tuple[tuple[Fraction, ...], ...] = row(
        row(rational(), "len(minimisers)"), least=1, symbol="noise by round and party"
    )


def as_printed(run: Run) -> Value:
    return listing(run, 0)


def corrected(run: Run) -> Value:
    return listing(run, 1)


def listing(run: Run, offset: int) -> Value:
    """The last global model; lines 9 and 11 add noise to the model of index t + offset."""
    parties = range(len(run.minimisers))
    models = [[Fraction(0) for _ in parties]]  # line 1
    for t in range(len(run.noise)):
        models = [*models, [trained(models[t][i], run.minimisers[i]) for i in parties]]  # lines 5 and 6
        uploads = [models[t + offset][i] + run.noise[t][i] for i in parties]  # lines 9 and 11
        broadcast = sum(uploads, Fraction(0)) / len(uploads)  # lines 15 and 16
        models = [*models[: t + 1], [broadcast for _ in parties]]
    return models[len(run.noise)][0]


def trained(start: Value, minimiser: Value) -> Value:
    """Half-way to the minimiser, clipped."""
    model = (start + minimiser) / 2
    return model / max(Fraction(1), abs(model) / CLIP)


def by_the_text(run: Run) -> Value:
    """Every round: the mean of the newly trained models, plus the mean of the noise."""
    model = Fraction(0)
    for noise in run.noise:
        new = [trained(model, minimiser) for minimiser in run.minimisers]
        model = (sum(new) + sum(noise)) / len(noise)
    return model


CLAIM = Statement(
    "adpml/alg-1",
    place="Alg. 1, lines 9 to 15",
    title="the listing releases the newly trained models with noise",
    domain=Run,
    truth=definition(by_the_text),
    asserts=equals,
    printed=Form(as_printed, "round t uploads ω_i^(t) + noise"),
    corrected=Form(corrected, "round t uploads ω_i^(t+1) + noise"),
    impact=Impact.TEXT,
    argument="With t + 1 a round uploads the newly trained models plus noise; their mean is the text's recursion.",
)
