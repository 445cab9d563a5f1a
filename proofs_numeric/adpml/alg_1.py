"""Statement: in round t a party trains and clips a new model (lines 5 and 6), adds noise to it (lines 9 and 11) and
uploads it, and the server averages the uploads (line 15). The bullet on clipping adds noise to the model t + 1.

Model: local training is a step half-way from the broadcast model to the party's own minimiser, then clipping, all
rational; the noise is drawn beforehand. The listing is run with its indices; the truth is the text's recursion.
Lines 9 and 11 add noise to the model of index t, which is the one the round began with. Line 15 reads noisy models of
index t + 1, which nobody has made in that round; it is given what was uploaded.

Corners: one round, where the listing uploads the initial model and training has no effect; no noise.

Readings: none. A slip of the pen: with t + 1 in lines 9 and 11, as line 15 has it, listing and text agree.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from hypothesis import strategies as st

from optcheck.claims import Claim, Definition, Domain, Form, Impact, Value
from optcheck.claims.claim import amounts, fractions, simplicity
from optcheck.claims.functions import total
from optcheck.claims.relations import equals

CLIP = 4  # Section 4.1


@dataclass(frozen=True, slots=True)
class Run:
    """The minimisers of the parties, which have data sets of one size, and the noise of every round and party."""

    minimisers: tuple[Fraction, ...]
    noise: tuple[tuple[Fraction, ...], ...]


def as_printed(run: Run) -> Value:
    return listing(run, 0)


def corrected(run: Run) -> Value:
    return listing(run, 1)


def listing(run: Run, offset: int) -> Value:
    """The last global model; lines 9 and 11 add noise to the model of index t + offset."""
    parties = range(len(run.minimisers))
    models = {(i, 0): Fraction(0) for i in parties}  # line 1
    for t, noise in enumerate(run.noise):
        for i in parties:
            models[i, t + 1] = trained(models[i, t], run.minimisers[i])  # lines 5 and 6
        uploads = [models[i, t + offset] + noise[i] for i in parties]  # lines 9 and 11
        broadcast = total(uploads) / len(uploads)  # lines 15 and 16
        models |= {(i, t + 1): broadcast for i in parties}
    return models[0, len(run.noise)]


def trained(start: Fraction, minimiser: Fraction) -> Fraction:
    """Half-way to the minimiser, clipped."""
    model = (start + minimiser) / 2
    return model / max(Fraction(1), abs(model) / CLIP)


def by_the_text(run: Run) -> Value:
    """Every round: the mean of the newly trained models, plus the mean of the noise."""
    model = Fraction(0)
    for noise in run.noise:
        new = [trained(model, minimiser) for minimiser in run.minimisers]
        model = (total(new) + total(noise)) / len(noise)
    return model


def grid() -> Iterator[Run]:
    for parties, rounds in product((1, 2), (1, 2)):
        for minimisers in product(amounts("1 2 12"), repeat=parties):
            for level in amounts("0 1"):
                yield Run(minimisers, ((level,) * parties,) * rounds)


@st.composite
def strategy(draw: st.DrawFn) -> Run:
    parties, rounds = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    row = st.lists(fractions(-10, 10, 4), min_size=parties, max_size=parties).map(tuple)
    return Run(draw(row), tuple(draw(row) for _ in range(rounds)))


def order(run: Run) -> tuple[object, ...]:
    drawn = [entry for noise in run.noise for entry in noise]
    return len(run.noise), len(run.minimisers), sum(map(abs, drawn)), *simplicity((*run.minimisers, *drawn))


CLAIM = Claim(
    id="adpml/alg-1",
    place="Alg. 1, lines 9 to 15",
    title="the listing releases the newly trained models with noise",
    domain=Domain(
        description="one or two parties and rounds, minimisers 1, 2, 12, the same noise 0 or 1 everywhere",
        grid=grid,
        order=order,
        strategy=strategy,
        examples=40,
    ),
    truth=Definition(by_the_text),
    asserts=equals,
    printed=Form(as_printed, "round t uploads ω_i^(t) + noise"),
    corrected=Form(corrected, "round t uploads ω_i^(t+1) + noise"),
    impact=Impact.TEXT,
)
