"""CorDP: numbers p + q sqrt(D) of Theorem 1, and what follows from them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import isqrt
from random import Random
from typing import Any

from optcheck.claims import INFINITE
from optcheck.cordp.accuracy import least_effective_variance
from optcheck.exact.numbers import Quadratic
from proofs_formal.binding import Binding, bind_claim, boolean, listed, rational

CASES = 1200

# p, q and D may be written in several ways: squares leave the root, so the squares of q sqrt(D) are compared.
_SAME = (
    "fun '(n, t, c, s, p, q, D) => let E := least_effective_variance n t c s in\n"
    "  let root := Z.sqrt (radicand E) in\n"
    "  if Z.eqb (root * root) (radicand E)\n"
    "  then Qeq_bool (rational E + coefficient E * inject_Z root) p && Qeq_bool q 0\n"
    "  else Qeq_bool (rational E) p && Qle_bool 0 q && Qle_bool 0 (coefficient E)\n"
    "    && Qeq_bool (coefficient E * coefficient E * inject_Z (radicand E)) (q * q * inject_Z D)"
)


def _cases(random: Random) -> Iterator[tuple[str, ...]]:
    for n, s in product(range(1, 9), (Fraction(1), Fraction(3, 2))):
        for t in range(1, n + 1):
            for c in range(t):
                yield _case(n, t, c, s, least_effective_variance(n, t, c, s))
    for _ in range(CASES):
        n = random.randint(1, 300)
        t = random.randint(1, n)
        c, s = random.randrange(t), Fraction(random.randint(1, 50), random.randint(1, 9))
        yield _case(n, t, c, s, least_effective_variance(n, t, c, s))


def _case(n: int, t: int, c: int, s: Fraction, found: Quadratic) -> tuple[str, ...]:
    sizes = [f"{size}%Z" for size in (n, t, c)]
    return (*sizes, rational(s), rational(found.rational), rational(found.factor), f"{found.root}%Z")


def _error(case: Any, claimed: Any, _: Random) -> tuple[str, ...]:
    """The error is 1 / (1 + (t - c) / (d E)); back from it to E."""
    found = claimed * Fraction(case.t - case.c, case.d) / (1 - claimed)
    return _case(case.n, case.t, case.c, case.sigma2_min, found)


def _sizes(case: Any) -> tuple[str, ...]:
    return tuple(f"{size}%Z" for size in (case.n, case.t, case.c))


def _discriminant(case: Any) -> int:
    return int((case.t - case.c) * (case.n - case.t) * (case.n - case.c - 1))


def _quadratic(claimed: Any, discriminant: int) -> str:
    """The number with this discriminant under its root, as Coq writes it."""
    number = claimed if isinstance(claimed, Quadratic) else Quadratic(claimed)
    factor = Fraction(0)
    if number.factor:  # sqrt(root) is sqrt(root D)/D times sqrt(D), and root D a square
        whole = isqrt(number.root * discriminant)
        if whole * whole != number.root * discriminant:
            raise ValueError(f"{number} is no number of Q(sqrt({discriminant}))")
        factor = number.factor * Fraction(whole, discriminant)
    return f"(Quadratic {rational(number.rational)} {rational(factor)} {discriminant}%Z)"


def _variance(case: Any, claimed: Any, _: Random) -> tuple[str, ...]:
    found = "None" if claimed is INFINITE else f"(Some {_quadratic(claimed, _discriminant(case))})"
    return (*_sizes(case), rational(case.sigma2_min), found)


def _correlation(case: Any, claimed: Any, _: Random) -> tuple[str, ...]:
    return (*_sizes(case), rational(case.sigma2_min), _quadratic(claimed, _discriminant(case)))


def _plain_error(case: Any, claimed: Any, _: Random) -> tuple[str, ...]:
    return (*_sizes(case), f"{case.d}%Z", rational(case.sigma2_min), _quadratic(claimed, _discriminant(case)))


def _limit(case: Any, claimed: Any, _: Random) -> tuple[str, ...]:
    sizes = (f"{size}%Z" for size in (case.n, case.c, case.d))
    return (*sizes, rational(case.sigma2_min), rational(claimed))


def _worst(case: Any, claimed: Any, _: Random) -> tuple[str, ...]:
    error, (responders,), (told,) = claimed
    return (*_sizes(case), *_noise(case), rational(error), f"{responders}%Z", f"{told}%Z")


def _noise(case: Any) -> tuple[str, str]:
    return rational(case.variance), rational(case.covariance)


def _decoding(case: Any, claimed: Any, _: Random) -> tuple[str, ...]:
    sizes = (f"{size}%Z" for size in (case.responders, case.told, case.d))
    return (*sizes, *_noise(case), rational(claimed))


def _private(case: Any, claimed: Any, _: Random) -> tuple[str, ...]:
    sizes = (f"{size}%Z" for size in (case.n, case.c))
    return (*sizes, rational(case.sigma2_min), *_noise(case), boolean(claimed))


def _conditional(case: Any, claimed: Any, _: Random) -> tuple[str, ...]:
    sizes = (f"{size}%nat" for size in (case.n, case.c))
    return (*sizes, *_noise(case), listed(map(rational, claimed[0])), rational(claimed[1]))


def _table(case: Any, claimed: Any, _: Random) -> tuple[str, ...]:
    rows = (listed(map(rational, row)) for row in (case.one, case.other))
    return (rational(case.ratio), *rows, rational(Fraction(claimed)))


def _views(case: Any, claimed: Any, _: Random) -> tuple[str, ...]:
    rows = (listed(listed(map(rational, row)) for row in table) for table in (case.one, case.other))
    return (rational(case.ratio), listed(map(rational, case.rest)), *rows, rational(claimed))


def _rate(case: Any, claimed: Any, _: Random) -> tuple[str, ...]:
    return (*_sizes(case), rational(case.sigma2_min), rational(Fraction(claimed)))


def _whole(case: Any, claimed: Any, _: Random) -> tuple[str, ...]:
    n, t, c = case.n, case.t, case.c
    inside = max(0, (t - 2 * c) * (n - c - 1) * (n - t + c))
    return (*_sizes(case), rational(case.sigma2_min), _quadratic(claimed, inside))


def _parts(number: Any) -> tuple[str, ...]:
    """p, q and D of p + q sqrt(D)."""
    exact = number if isinstance(number, Quadratic) else Quadratic(number)
    return rational(exact.rational), rational(exact.factor), f"{exact.root}%Z"


def _variance_case(case: Any) -> tuple[str, ...]:
    return f"{case.n}%Z", f"{case.c}%Z", rational(case.sigma2_min), rational(case.variance)


def _growth(case: Any, claimed: Any, _: Random) -> tuple[str, ...]:
    some, error = claimed
    variances = rational(case.low), rational(case.high)
    return f"{case.n}%Z", f"{case.c}%Z", rational(case.sigma2_min), *variances, boolean(some), *_parts(error)


_EQ_12 = (
    "fun '(n, t, c, s, claimed) => match eq12 n t c s, claimed with\n"
    "  | Some v, Some w => Quadratics.same v w | None, None => true | _, _ => false end"
)
_EQ_162 = (
    "fun '(n, t, c, s, claimed) => Z.eqb c 1 && Quadratics.same (eq162 n t) claimed\n"
    "  && Quadratics.same (Quadratics.times (Quadratic s 0 (radicand claimed)) claimed) "
    "(Quadratics.optimal_variance n t c s)"
)
_PLAIN_ERROR = (
    "fun '(n, t, c, d, s, claimed) => let scale := (inject_Z (t - c) / inject_Z d)%Q in\n"
    "  Quadratics.same (least_effective_variance n t c s)\n"
    "    (Quadratic (scale * rational claimed) (scale * coefficient claimed) (radicand claimed))"
)
_CORRELATION = "fun '(n, t, c, s, claimed) => is_correlation n t c s claimed"

BINDINGS = (
    Binding("cordp.least_effective_variance", "cordp.Theorem1", _SAME, _cases),
    bind_claim("cordp/eq-14", "cordp.Theorem1", _SAME, _error),
    bind_claim("cordp/prop-3", "cordp.Theorem1 Quadratics", _PLAIN_ERROR, _plain_error),
    bind_claim("cordp/eq-12", "cordp.Theorem1 Variances", _EQ_12, _variance),
    bind_claim("cordp/eq-141", "cordp.Theorem1 Variances", _EQ_12, _variance),
    bind_claim("cordp/eq-162", "cordp.Theorem1 Variances", _EQ_162, _correlation),
    bind_claim("cordp/eq-13", "cordp.Theorem1 Correlation", _CORRELATION, _correlation),
    bind_claim("cordp/eq-44", "cordp.Theorem1 Correlation", _CORRELATION, _correlation),
    bind_claim("cordp/eq-13-c1", "cordp.Theorem1 Correlation", _CORRELATION, _correlation),
    bind_claim("cordp/eq-44-c1", "cordp.Theorem1 Correlation", _CORRELATION, _correlation),
    bind_claim(
        "cordp/rho-negative",
        "cordp.Limits",
        "fun '(n, t, c, s, sign) => let _ : Z * Q := (n, s) in Z.eqb (rho_sign t c) sign",
        lambda case, sign, _: (*_sizes(case), rational(case.sigma2_min), f"({sign})%Z"),
    ),
    bind_claim(
        "cordp/eq-138",
        "cordp.Responders",
        "fun '(n, t, c, v, r, worst, responders, told) => let _ : Z := n in\n"
        "  Qeq_bool (eq138 t c v r) worst && Z.eqb responders t && Z.eqb told c",
        _worst,
    ),
    bind_claim(
        "cordp/prop-1",
        "cordp.Responders",
        "fun '(f, j, d, v, r, weight) => Qeq_bool (prop1_weight f j d v r) weight",
        _decoding,
    ),
    bind_claim(
        "cordp/eq-10",
        "cordp.Responders",
        "fun '(f, j, d, v, r, error) => Qeq_bool (eq10_error (f - j) d v r) error",
        _decoding,
    ),
    bind_claim(
        "cordp/lem-1-eq-46",
        "cordp.Lemma1",
        "fun '(n, c, s, v, r, private) => Bool.eqb (keeps_eq46 n c s v r) private",
        _private,
    ),
    bind_claim(
        "cordp/claim-1",
        "cordp.Lemma1",
        "fun '(n, c, v, r, weights, variance) =>\n"
        "  same_list (fst (claim1 n c v r)) weights && Qeq_bool (snd (claim1 n c v r)) variance",
        _conditional,
    ),
    bind_claim(
        "cordp/table-1-collusion",
        "cordp.Table1",
        "fun '(n, c, j, s, v, r, kept) => let _ : Q * Q := (v, r) in Qeq_bool (decayed n c j s) kept",
        lambda at, kept, _: (
            *(f"{size}%Z" for size in (at.n, at.c, at.j)),
            *map(rational, (at.sigma2_min, at.variance, at.covariance, Fraction(kept))),
        ),
    ),
    bind_claim(
        "cordp/loss-probability",
        "cordp.Views",
        "fun '(ratio, one, other, chance) => Qeq_bool (large_loss ratio one other) chance",
        _table,
    ),
    bind_claim(
        "cordp/eq-4-equivalent",
        "cordp.Views",
        "fun '(ratio, rest, one, other, delta) => Qeq_bool (mean_delta ratio rest one other) delta",
        _views,
    ),
    bind_claim(
        "cordp/sec-5-factor",
        "cordp.Infimum",
        "fun '(n, t, c, s, rate) => Qeq_bool (section5_rate n t c s) rate",
        _rate,
    ),
    bind_claim(
        "cordp/fig-4-centralised",
        "cordp.Infimum",
        "fun '(n, t, c, s, low, high) =>\n"
        "  Qeq_bool (fst (figure4 n t c s)) low && Qeq_bool (snd (figure4 n t c s)) high",
        lambda case, ends, _: (*_sizes(case), rational(case.sigma2_min), *map(rational, ends)),
    ),
    bind_claim(
        "cordp/thm-1-eq-10",
        "cordp.Theorem1 Quadratics Whole",
        "fun '(n, t, c, s, least) => Quadratics.same (eq10_least n t c s) least",
        _whole,
    ),
    bind_claim(
        "cordp/cor-3-eq-10",
        "cordp.Whole",
        "fun '(n, c, s, rate) => Qeq_bool (corollary3_rate n c s) rate",
        lambda case, rate, _: (f"{case.n}%Z", f"{case.c}%Z", rational(case.sigma2_min), rational(Fraction(rate))),
    ),
    bind_claim(
        "cordp/claim-5",
        "cordp.Covariances Ends",
        "fun '(n, c, s, v, p, q, D) => is_end (eq102 n c s v) p q D",
        lambda case, least, _: (*_variance_case(case), *_parts(least)),
    ),
    bind_claim(
        "cordp/lem-1-eq-47",
        "cordp.Claim5",
        "fun '(n, c, s, v, r, private) => Bool.eqb (keeps_eq47 n c s v r) private",
        lambda case, private, _: (*_variance_case(case), rational(case.covariance), boolean(private)),
    ),
    bind_claim(
        "cordp/lem-1-eq-48",
        "cordp.Covariances Ends",
        "fun '(n, c, s, v, p, q, D, p', q', D') => Z.eqb c 0\n"
        "  && is_end (end_without_colluders n s v false) p q D && is_end (end_without_colluders n s v true) p' q' D'",
        lambda case, ends, _: (*_variance_case(case), *_parts(ends[0]), *_parts(ends[1])),
    ),
    bind_claim(
        "cordp/claim-6",
        "cordp.Ends Claim5",
        "fun '(n, c, s, low, high, several, p, q, D) => Qle_bool s low && negb (Qle_bool high low)\n"
        "  && Bool.eqb (Z.ltb (c + 1) n) several && is_end (claim6 n c s low) p q D",
        _growth,
    ),
    bind_claim(
        "cordp/graceful-dropouts",
        "cordp.Claim5",
        "fun '(n, t, f, near, some, most) => let _ : Z := near in\n"
        "  Bool.eqb (Z.ltb t n) some && Qeq_bool (twice_local f) most",
        lambda case, said, _: (
            *(f"{size}%Z" for size in (case.n, case.t, case.f, case.near)),
            boolean(said[0]),
            rational(said[1]),
        ),
    ),
    bind_claim("cordp/claim-7", "cordp.Limits", "fun '(n, c, d, s, limit) => Qeq_bool (claim7 n c d s) limit", _limit),
)
