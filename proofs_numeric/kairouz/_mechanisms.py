"""Small mechanisms of one bit, for the statements about regions and post-processing."""

from dataclasses import dataclass
from fractions import Fraction

from hypothesis import strategies as st

from lp_models.blackwell import simulation_certificate
from optcheck.claims import Quantity, says
from optcheck.claims.grids import numbers_order
from optcheck.exact.numbers import Exact
from optcheck.randomized_response.mechanisms import Mechanism


@dataclass(frozen=True, slots=True)
class Pair:
    """Can the first simulate the second?"""

    strong: Mechanism
    weak: Mechanism


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


def simulates() -> Quantity[Pair]:
    """Whether the weak mechanism is a post-processing of the strong one."""
    return Quantity(
        kind="post-processing",
        name="weak",
        describe=lambda pair: {"strong": pair.strong.document(), "weak": pair.weak.document()},
        certify=lambda pair: simulation_certificate(pair.strong, pair.weak),
        holds=says("a post-processing of strong"),
    )
