"""Statement: f(X) plus Gaussian noises is (epsilon, delta)-private, epsilon = O(1/sqrt(sum of sigma_i^2)).

Model: the constant is the one that the proof gets by putting the sum of variances into Eq. 3: epsilon = D sqrt(2
log(1.25/delta) / sum of sigma_i^2), D the sensitivity. Its exact delta at that epsilon must be at most the stated one.

Corners: one noise, many, much and little noise, delta = 1.

Readings: for epsilon > 1 the budget can be far too small, and no constant in the O repairs it: with little noise the
true budget grows like D^2/(2 sum of sigma_i^2), not like its root. Ten times the constant is one reading: it
fails too. Where the printed budget is at most 1 it is enough, and Eq. 3 is known to be proved. That the variances add
up, the point of the corollary, is right. ("sigma in (0, 1]" in the scan must be delta.)
"""

from dataclasses import dataclass
from fractions import Fraction

from hypothesis import strategies as st

from optcheck.claims import Argument, Claim, Definition, Domain, Form, Formula, Impact, Outcome, Reading, Value
from optcheck.claims.claim import amounts, decimals, each, fraction_rows, simplicity
from optcheck.claims.functions import gaussian_delta, log, row, sqrt, total
from optcheck.claims.relations import at_least
from proofs_numeric.chained import eq_3


@dataclass(frozen=True, slots=True)
class Release:
    """Sensitivity, variances of the noises, and the allowed failure probability."""

    sensitivity: Fraction
    variances: tuple[Fraction, ...]
    delta: Fraction


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


def proof(argument: Argument, form: Formula[Release]) -> None:
    release = Release(eq_3.size, row("variances", total=eq_3.noise), eq_3.DELTA)
    eq_3.enough(argument, form(release), eq_3.size / sqrt(eq_3.noise))


def strategy() -> st.SearchStrategy[Release]:
    some = st.builds(Fraction, st.integers(1, 400), st.integers(1, 40))
    return st.builds(Release, some, fraction_rows(some, 1, 4), decimals(9, 12))


NOISES = ("1", "2", "4", "1/100", "1/4", "100", "1 1", "1 1/4", "1/10 " * 5)
DOMAIN: Domain[Release] = Domain(
    description="sensitivities 1/10 to 4, nine rows of noises with variances 1/100 to 100, delta from 1 to 10^-6",
    grid=each(Release, "1 2 3 4 1/10", map(amounts, NOISES), "1 1/2 1/10 1/1000 1/1000000"),
    order=lambda one: (len(one.variances), one.delta.denominator, *simplicity((one.sensitivity, *one.variances))),
    strategy=strategy,
    examples=80,
)
CLAIM = Claim(
    id="chained/cor-1",
    place="Corollary 1",
    title="budget of a release with several noises added",
    domain=DOMAIN,
    truth=Definition(lambda release: release.delta),
    means=failure,
    asserts=at_least,
    printed=Form(as_printed, "ε = Δ √(2 log(1.25/δ) / Σ_i σ_i²), for every ε"),
    corrected=Form(corrected, "ε = Δ²/(2V) + Δ √(2 log(1/δ) / V), V = Σ_i σ_i²"),
    impact=Impact.SAFETY,
    proof=proof,
    readings=(
        Reading(
            name="an order: any constant, here 10 times the proof's, also for little noise",
            domain=Domain(
                description="sensitivity 1, one noise of variance 1 down to 10^-4, delta 1/10",
                grid=lambda: (Release(Fraction(1), (Fraction(1, 10**e),), Fraction(1, 10)) for e in (0, 2, 4)),
                order=DOMAIN.order,
            ),
            printed=Form(with_a_larger_constant, "ε = 10 Δ √(2 log(1.25/δ) / Σ_i σ_i²)"),
            expected=Outcome.REFUTED,
        ),
        Reading(
            name="only where Eq. 3 is proved, ε ≤ 1",
            domain=DOMAIN.where(
                lambda release: bool(as_printed(release) <= 1), "as above, where the printed budget is at most 1"
            ),
        ),
    ),
)
