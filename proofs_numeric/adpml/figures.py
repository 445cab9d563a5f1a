"""Statement: Fig. 4: at the same total budget ADPML is more accurate than noise that stays the same. Fig. 5: it spends
less than fixed noise at epsilon_max and is almost as accurate. Fig. 6: more parties, better accuracy. Fig. 7: accuracy
rises fast at first, then slowly; delta = 1e-2 is best on MNIST, 1e-5 on CIFAR-10; the budget matters much more than
delta. Fig. 9: accuracy depends on beta where beta is small, and hardly where it is large.

Model: the text at hand has no pictures and no data of them. That ADPML spends less is exact: the totals of the six
experiments of Table 2. The rest is measured: Algorithm 1 on scikit-learn's digits (softmax regression, 10 parties, 18
rounds, noise for a sensitivity that is valid). A sentence becomes a difference of test accuracies that is positive if
it is true; "reproduced" means in every seed, "partly" in some, "not reproduced" in none. "Almost" is read as within one
percentage point. With 20 parties the words are the same but for delta = 1e-2, then best in every seed.

Corners: the six experiments; one data set, three seeds.

Readings: SecProbe and CSDP, the other curves of Fig. 4, cannot be rebuilt from the text. Fig. 4's baseline is here the
same total in equal parts. In Fig. 7 all runs have the total budget epsilon = 16, so a larger delta means less noise.
"""

from collections.abc import Sequence
from statistics import mean

from optcheck import adpml
from optcheck.claims import *
from proofs_numeric.adpml._experiments import EXPERIMENTS, TableRow, cap_of, experiment, spent

SEEDS, ROUNDS, PARTIES = (0, 1, 2), 18, 10
DELTAS = tuple(Fraction(1, 10**digits) for digits in (2, 3, 4, 5))


def as_printed(curve: TableRow) -> Value:
    row = experiment(curve)
    return row.fixed_rounds * cap_of(row)


def measure() -> Measurement:
    """Train, and judge every sentence."""
    by_sentence = [differences(seed) for seed in SEEDS]
    judged = {sentence: judgement([seed[sentence] for seed in by_sentence]) for sentence in by_sentence[0]}
    reason = (
        "accuracies depend on data, initial weights and batches, none of which is published; with them each sentence "
        "could be decided, here it is measured on digits, in percentage points over the seeds"
    )
    curves = [TableRow(row.dataset, row.parties) for row in EXPERIMENTS]
    saving = sum(spent_by_adpml(curve) < as_printed(curve) for curve in curves)
    return Measurement(reason=reason, figures={"rows of Table 2 that spend less (Fig. 5, of 6)": saving, **judged})


def spent_by_adpml(curve: TableRow) -> Value:
    row = experiment(curve)
    return spent(row, row.rate, row.adaptive_rounds)


def differences(seed: int) -> dict[str, float]:
    """For every sentence a number that is positive if the sentence is true."""
    ramp = adpml.budget_schedule(1, 10, DELTAS[0], Fraction(9, 10), ROUNDS)
    ours, fixed = trained(ramp.losses, seed), trained([ramp.maximum] * ROUNDS, seed)
    even = trained([Fraction(ramp.total) / ROUNDS] * ROUNDS, seed)
    many = trained(ramp.losses, seed, 3 * PARTIES)
    of_delta = [trained(within(delta), seed)[-1] for delta in DELTAS]
    by_rate = [
        trained(adpml.budget_schedule(1, 10, DELTAS[0], Fraction(tenths, 10), ROUNDS).losses, seed)[-1]
        for tenths in (1, 4, 7, 10)
    ]
    half = ROUNDS // 2
    return {
        "Fig. 4: more accurate than equal parts of the same total": ours[-1] - even[-1],
        "Fig. 5: as accurate as epsilon_max, up to a point": 1 - abs(ours[-1] - fixed[-1]),
        "Fig. 6: 30 parties are more accurate than 10": many[-1] - ours[-1],
        "Fig. 7: accuracy rises faster in the first half": 2 * ours[half - 1] - ours[0] - ours[-1],
        "Fig. 7, MNIST: delta = 1e-2 is better than all others": of_delta[0] - max(of_delta[1:]),
        "Fig. 7, CIFAR-10: delta = 1e-5 is better than all others": of_delta[-1] - max(of_delta[:-1]),
        "Fig. 7: the budget matters more than delta": ours[-1] - ours[0] - (max(of_delta) - min(of_delta)),
        "Fig. 9: beta matters more where it is small": abs(by_rate[0] - by_rate[1]) - abs(by_rate[2] - by_rate[3]),
    }


def within(delta: Fraction) -> Sequence[object]:
    """A ramp whose whole run has the budget epsilon = 16 at this delta, by Proposition 1."""
    return adpml.schedule_within_budget(16, delta, 100, Fraction(9, 10), ROUNDS, "zcdp").losses


def trained(losses: Sequence[object], seed: int, parties: int = PARTIES) -> list[float]:
    """Test accuracy in percent after every round."""
    run = adpml.train(adpml.load_digits(), losses, parties=parties, seed=seed)
    return [100 * accuracy for accuracy in run.accuracies]


def judgement(found: list[float]) -> str:
    """In words, with the mean and the range over the seeds."""
    positive = sum(difference > 0 for difference in found)
    word = "reproduced" if positive == len(found) else "partly" if positive else "not reproduced"
    return f"{word}: {mean(found):+.1f} ({min(found):+.1f} to {max(found):+.1f})"


CLAIM = Statement(
    "adpml/figures",
    place="Figs. 4 to 7 and 9",
    title="each sentence about the figures",
    domain=TableRow,
    truth=definition(spent_by_adpml),
    asserts=less,
    printed=Form(as_printed, "accuracy against budget, parties, δ and β as the text describes it"),
    expected=Outcome.UNDECIDABLE,
    measure=measure,
)
