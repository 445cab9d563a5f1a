"""Statement: Flower 1.41 (DifferentialPrivacyServerSideAdaptiveClipping) adapts the clipping norm so that a target
share of the updates is clipped (target_clipped_quantile, "the desired quantile of updates which should be clipped").

Model: one round with n clients, m of whom were clipped. To come nearer to the target the norm must grow exactly if more
than the target were clipped, since a larger norm clips fewer.

Corners: as many clipped as the target says, where the norm stays.

Readings: Andrew and others (2021), whose rule it is, count the updates that are not clipped. With that count the rule
goes the right way; Flower's bit says that an update was clipped.
"""

from optcheck.claims import *
from proofs_numeric.libraries.flower_adaptive_order import Round, updated


def as_printed(training: Round) -> Value:
    return updated(training)


def corrected(training: Round) -> Value:
    share = Fraction(training.clipped, training.clients)
    return training.norm * exp(training.rate * (share - training.target))


def if_not_clipped_are_counted(training: Round) -> Value:
    share = 1 - Fraction(training.clipped, training.clients)
    return training.norm * exp(-training.rate * (share - (1 - training.target)))


def grows(training: Round, norm: Value) -> Value:
    """Whether the norm grows."""
    return bool(norm > training.norm)


def more_than_wanted(training: Round) -> Value:
    """Whether more were clipped than the target says."""
    return training.clipped > training.target * training.clients


CLAIM = Statement(
    "libraries/flower-adaptive-direction",
    place="Flower, update of the clipping norm",
    title="the norm moves towards the target",
    domain=Round.where("clipped != target * clients"),
    truth=definition(more_than_wanted),
    means=grows,
    asserts=decides,
    printed=Form(as_printed, "C exp(-η (m/n - γ)), m clipped"),
    corrected=Form(corrected, "C exp(η (m/n - γ)), m clipped"),
    impact=Impact.OPTIMALITY,
    corner="clients == 1 or clipped == clients",
    effort=Effort(instances=60, drawn=15, largest={"rate": 10}),
    readings=(
        Reading(
            name="the updates that were not clipped are counted, as the paper does",
            printed=Form(if_not_clipped_are_counted, "C exp(-η ((n - m)/n - (1 - γ)))"),
        ),
    ),
)
