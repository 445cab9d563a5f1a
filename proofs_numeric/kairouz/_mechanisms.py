"""Small mechanisms of one bit, for the statements about regions and post-processing."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from hypothesis import strategies as st

from lp_models.blackwell import simulation_certificate, small_mechanisms
from optcheck.claims import Domain, Quantity, says
from optcheck.claims.domains import each
from optcheck.claims.grids import number_order, numbers_order
from optcheck.exact.numbers import Exact
from optcheck.randomized_response.mechanisms import Mechanism
from proofs_numeric.kairouz._common import levels

I = TypeVar("I")  # noqa: E741 - the instance


@dataclass(frozen=True, slots=True)
class Pair:
    """Can the first simulate the second?"""

    strong: Mechanism
    weak: Mechanism


@dataclass(frozen=True, slots=True)
class Case:
    """A mechanism and a privacy level."""

    mechanism: Mechanism
    lambda_: Fraction


@st.composite
def distributions(draw: st.DrawFn, outputs: int, most: int = 6) -> tuple[Exact, ...]:
    """A rational distribution; zeros are likely."""
    shares = [draw(st.integers(0, most)) for _ in range(outputs)]
    total = sum(shares)
    return tuple(Fraction(share, total) if total else Fraction(1, outputs) for share in shares)


@st.composite
def mechanisms(draw: st.DrawFn, most: int = 4) -> Mechanism:
    """Up to four outputs."""
    outputs = draw(st.integers(1, most))
    return Mechanism(draw(distributions(outputs)), draw(distributions(outputs)))


def mechanism_order(mechanism: Mechanism) -> tuple[object, ...]:
    """Fewer outputs first, then simpler chances."""
    return len(mechanism.zero), numbers_order((*mechanism.zero, *mechanism.one))


def pair_order(pair: Pair) -> tuple[object, ...]:
    """The strong mechanism, then the weak one."""
    return mechanism_order(pair.strong), mechanism_order(pair.weak)


def simulates(pair: Callable[[I], Pair]) -> Quantity[I]:
    """Whether the weak mechanism is a post-processing of the strong one."""
    return Quantity(
        kind="post-processing",
        name="weak",
        describe=lambda at: {"strong": pair(at).strong.document(), "weak": pair(at).weak.document()},
        certify=lambda at: simulation_certificate(pair(at).strong, pair(at).weak),
        holds=says("a post-processing of strong"),
    )


def case_domain(outputs: Iterable[tuple[int, int]], lambdas: str, words: str, examples: int = 100) -> Domain[Case]:
    """All mechanisms with so many outputs in so many parts each, at every level; then random ones."""
    made = [mechanism for many, parts in outputs for mechanism in small_mechanisms(many, parts)]
    return Domain(
        description=words,
        grid=each(Case, made, lambdas),
        order=lambda case: (mechanism_order(case.mechanism), number_order(case.lambda_)),
        strategy=lambda: st.builds(Case, mechanisms(), levels()),
        examples=examples,
    )
