"""A variance makes the Gaussian mechanism private, and a smaller one does not; integers instead of reals. Stdlib only.

The Gaussian mechanism with variance v on a query of sensitivity D is (epsilon, delta)-private if and only if

    erfc(epsilon s - 1/(4s)) - exp(epsilon) erfc(epsilon s + 1/(4s)) <= 2 delta,    s = sqrt(v/(2 D^2)),

and the left side falls strictly as v grows. Both sides are enclosed with growing precision until they lie apart.

Sums of discrete Gaussians are as private as a Gaussian of a little less variance, up to a factor e^zeta in every
probability: docs/certificates/gaussian.md proves it, and bounds zeta by ripples, as here.
"""

from __future__ import annotations

from fractions import Fraction

from optcheck.checker import intervals, work
from optcheck.checker.core import Fact, Kind, shown
from optcheck.checker.intervals import Interval, decimal_text
from optcheck.checker.reading import Exact, Record, needed, number, optional, require

MOST_BITS = 1 << 12
_SERIES = 100_000  # steps of the shortest series, as measured


class _Budget(Record):
    epsilon = needed(number(least=0))
    delta = needed(number(above=0, most=1))
    sensitivity = needed(number(above=0))


class _Variance(Record):
    variance = needed(number(above=0))
    insufficient = optional(number(above=0))


def check(instance: _Budget, evidence: _Variance) -> tuple[Fact, ...]:
    """Check that the variance suffices and, where a smaller one is named, that the smaller one does not."""
    epsilon, delta, sensitivity = instance.epsilon, instance.delta, instance.sensitivity
    require(0 < delta < 1, "delta", "strictly between 0 and 1", delta)
    variance, smaller = evidence.variance, evidence.insufficient
    twice = twice_delta(epsilon, delta, variance / Fraction(sensitivity) ** 2)
    found = decimal_text(twice.high / 2), decimal_text(twice.high / 2 - delta)
    require(twice.high <= 2 * delta, "variance", f"delta at most {decimal_text(delta)}", *found)
    facts = [Fact("least variance", "<=", variance)]
    if smaller is not None:
        short = twice_delta(epsilon, delta, smaller / Fraction(sensitivity) ** 2)
        require(
            short.low > 2 * delta, "insufficient", f"delta above {decimal_text(delta)}", decimal_text(short.low / 2)
        )
        facts.append(Fact("least variance", ">", smaller))
    return tuple(facts)


def sentence(instance: _Budget, facts: tuple[Fact, ...]) -> str:
    """The bounds on the least variance for the budget."""
    budget = f"epsilon {shown(instance.epsilon)}, delta {shown(instance.delta)}"
    relations = {"<=": "at most", ">": "more than"}
    bounds = " and ".join(f"{relations[fact.relation]} {shown(fact.value)}" for fact in facts)
    return (
        f"the least variance that makes the Gaussian mechanism private for {budget} and sensitivity "
        f"{shown(instance.sensitivity)} is {bounds}"
    )


def twice_delta(epsilon: Exact, delta: Exact, variance: Fraction, bits: int = 128) -> Interval:
    """An enclosure of the left side that does not contain 2 delta; the variance is in units of the sensitivity."""
    while True:
        _pay(epsilon, delta, variance, bits)
        value = _left_side(epsilon, variance, bits)
        if value.high <= 2 * delta or value.low > 2 * delta:
            return value
        bits *= 2
        require(bits <= MOST_BITS, "variance", "an enclosure of delta apart from the target", f"overlap at {bits} bits")


def _pay(epsilon: Exact, delta: Exact, variance: Fraction, bits: int) -> None:
    """Series of about as many terms as bits, on numbers of twice the bits, and what they cost at any precision."""
    work.spend(_SERIES)
    work.pay(epsilon, delta, variance, 1 << 2 * bits, times=2 * (100 + bits))


def _left_side(epsilon: Exact, variance: Fraction, bits: int) -> Interval:
    """With x = epsilon s - 1/(4s) and y = epsilon s + 1/(4s): exp(epsilon) exp(-y^2) = exp(-x^2)."""
    s = intervals.root(intervals.point(variance / 2), 2, bits)
    x = Interval(epsilon * s.low - 1 / (4 * s.low), epsilon * s.high - 1 / (4 * s.high))
    y = Interval(epsilon * s.low + 1 / (4 * s.high), epsilon * s.high + 1 / (4 * s.low))
    square = intervals.power(x, 2)
    if square.low > bits:  # exp(-x^2) could fill the memory; the left side is no farther than twice that from 0 or 2
        rest = Fraction(2, 1 << bits)
        return Interval(Fraction(0), rest) if x.low > 0 else Interval(2 - rest, Fraction(2))
    near, peak = intervals.erfc(x, bits), intervals.exp(Interval(-square.high, -square.low), bits)
    far = intervals.multiply(peak, intervals.scaled_erfc(y, bits))
    return Interval(near.low - far.high, near.high - far.low)


KINDS = {"gaussian-variance": Kind(_Budget, _Variance, check, sentence)}


TWO_PI_SQUARED = Fraction(19739, 1000)  # below 2 pi^2 = 19.7392...
FAR = 32  # ripple(32) is below 10^-274: beyond it exp would be far too small to matter
SMALLEST = 128  # closer than 2^-128 is not asked for: it would only make long numbers
_BITS = 64


def ripple(kappa: Exact) -> Fraction:
    """An upper bound on 2 sum over k >= 1 of exp(-2 pi^2 kappa k^2), for kappa > 0: the squares are at least k."""
    q = intervals.exp(intervals.point(-TWO_PI_SQUARED * min(Fraction(kappa), Fraction(FAR))), _BITS).high
    return 2 * q / (1 - q)


def closeness(terms: int, least: Exact, smoothing: Exact) -> Fraction | None:
    """A power of two that is at least zeta for up to ``terms`` discrete Gaussians of variance at least ``least``.

    None where the variances are too small for the argument (a ripple of 1/4 or more, or zeta above 1/2).
    """
    ripples = [(max(0, terms - 1), ripple(Fraction(least) / 2)), (1, ripple(smoothing))]
    if any(count and eta >= Fraction(1, 4) for count, eta in ripples):
        return None
    zeta = sum((count * 2 * eta / (1 - eta) for count, eta in ripples if count), start=Fraction(0))
    exponent = (zeta.denominator // zeta.numerator).bit_length() - 1
    return Fraction(1, 1 << min(exponent, SMALLEST)) if exponent >= 1 else None


def private_budget(epsilon: Exact, delta: Exact, zeta: Exact) -> tuple[Exact, Exact] | None:
    """(epsilon', delta') that a ratio within e^zeta turns into (epsilon, delta) at worst; None if there is none.

    delta' = delta (1 - zeta) <= delta e^-zeta. For epsilon = 0 the factor e^(2 zeta) on a probability goes into delta:
    e^(2 zeta) - 1 <= 4 zeta for zeta <= 1/2.
    """
    if zeta > Fraction(1, 2):
        return None
    if epsilon == 0:
        rest = delta * (1 - zeta) - 4 * zeta
        return (0, rest) if rest > 0 else None
    return (epsilon - 2 * zeta, delta * (1 - zeta)) if epsilon >= 2 * zeta else None
