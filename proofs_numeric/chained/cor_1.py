"""Statement: f(X) plus Gaussian noises is (epsilon, delta)-private, epsilon = O(1/sqrt(sum of sigma_i^2)).

Model: the constant is the one that the proof gets by putting the sum of variances into Eq. 3: epsilon = D sqrt(2
log(1.25/delta) / sum of sigma_i^2), D the sensitivity. Its exact delta at that epsilon must be at most the stated one.

Corners: one noise, many, much and little noise, delta = 1.

Readings: for epsilon > 1 the budget can be far too small, and no constant in the O repairs it: with little noise the
true budget grows like D^2/(2 sum of sigma_i^2), not like its root. Ten times the constant is one reading: it
fails too. Where the printed budget is at most 1 it is enough, and Eq. 3 is known to be proved. That the variances add
up, the point of the corollary, is right. ("sigma in (0, 1]" in the scan must be delta.)
"""

from optcheck.claims import *


class Release(Instance):
    """Sensitivity, variances of the noises, and the allowed failure probability."""

    sensitivity: Fraction = rational(above=0, symbol="Δ")
    variances: tuple[Fraction, ...] = row(rational(above=0), least=1, symbol="σ²")
    delta: Fraction = rational(above=0, at_most=1, symbol="δ")


def as_printed(release: Release) -> Value:
    return release.sensitivity * sqrt(2 * log(Fraction(5, 4) / release.delta) / total(release.variances))


def corrected(release: Release) -> Value:
    size, noise = release.sensitivity, total(release.variances)
    return size**2 / (2 * noise) + size * sqrt(2 * log(1 / release.delta) / noise)


def with_a_larger_constant(release: Release) -> Value:
    return 10 * as_printed(release)


def failure(release: Release, epsilon: Value) -> Value:
    """The exact delta of the release at a budget."""
    return gaussian_delta(sqrt(release.sensitivity**2 / total(release.variances)), epsilon)


def failure_up_to_1(release: Release, epsilon: Value) -> Value:
    """Whether the budget is at most 1, and the exact delta."""
    return bool(epsilon <= 1), failure(release, epsilon)


def allowed(release: Release) -> Value:
    return release.delta


CLAIM = Statement(
    "chained/cor-1",
    place="Corollary 1",
    title="budget of a release with several noises added",
    domain=Release,
    truth=definition(allowed),
    means=failure,
    asserts=at_least,
    printed=Form(
        as_printed, "ε = O(√(1 / Σ_i σ_i²)), with the constant of the proof: ε = Δ √(2 log(1.25/δ) / Σ_i σ_i²)"
    ),
    corrected=Form(corrected, "ε = Δ²/(2V) + Δ √(2 log(1/δ) / V), V = Σ_i σ_i²"),
    impact=Impact.SAFETY,
    argument=(
        "The privacy loss is normal with mean s²/2 and deviation s, s = Δ/√V. The corrected budget exceeds its mean by "
        "w = √(2 log(1/δ)) deviations; delta is at most the chance of more, which by Markov's inequality on exp(wZ), "
        "whose mean is exp(w²/2), is at most exp(−w²/2) = δ."
    ),
    effort=Effort(instances=60, drawn=40),
    readings=(
        Reading(
            name="an order: any constant, here 10 times the proof's, also for little noise",
            domain=Release.where("len(variances) == 1"),
            printed=Form(with_a_larger_constant, "ε = O(√(1 / Σ_i σ_i²)), with ten times that constant"),
            expected=Outcome.REFUTED,
        ),
        Reading(
            name="only where Eq. 3 is proved, ε ≤ 1",
            means=failure_up_to_1,
            asserts=provided(at_least),
        ),
    ),
)
