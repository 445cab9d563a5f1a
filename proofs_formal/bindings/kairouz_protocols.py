"""XOR of many parties, conversations by signatures and posteriors, and hypothesis-testing regions."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from proofs_formal.binding import bind_claim, boolean, listed, rational
from proofs_formal.bindings.kairouz import rationals, table, talk

_PARTS = ("right", "wrong", "difference", "sum", "again")


def _number(value: int) -> str:
    return f"{value}%nat"


def _bits(word: Any) -> str:
    return listed(map(boolean, word))


def _together(at: Any, accuracy: Any, _: Random) -> tuple[str, ...]:
    return _number(at.k), rational(at.lambda_), rational(Fraction(accuracy))


def _coefficient(at: Any, coefficient: Any, _: Random) -> tuple[str, ...]:
    return _number(at.k), _number(at.power), rational(Fraction(coefficient))


def _identity(at: Any, side: Any, _: Random) -> tuple[str, ...]:
    return _number(at.k), rational(at.lambda_), _number(_PARTS.index(at.part)), rational(Fraction(side))


def _joint(at: Any, chance: Any, _: Random) -> tuple[str, ...]:
    return _number(at.k), rational(at.lambda_), _bits(at.x), _bits(at.response), rational(Fraction(chance))


def _signatures(at: Any, said: Any, _: Random) -> tuple[str, ...]:
    pairs = listed(f"({rationals(signature)}, {rationals(masses)})" for signature, masses in said)
    return _number(at.k), talk(at), table(at.rule), pairs


def _display(at: Any, chances: Any, _: Random) -> tuple[str, ...]:
    return talk(at), _number(at.transcript), rationals(chances)


def _kernel(at: Any, distance: Any, _: Random) -> tuple[str, ...]:
    chances = rationals(at.zero), rationals(at.one)
    return _number(at.others), *chances, table(at.kernel), rational(Fraction(distance))


def _errors(at: Any, inside: Any, _: Random) -> tuple[str, ...]:
    return rational(at.lambda_), _number(at.letters), rational(at.missed), rational(at.alarm), boolean(inside)


BINDINGS = (
    bind_claim(
        "kairouz/collaboration-better",
        "kairouz.Expansion",
        "fun case : nat * Q * Q => let '(_, lambda, accuracy) := case in Qeq_bool (together lambda) accuracy",
        _together,
    ),
    bind_claim(
        "kairouz/xor-small-epsilon",
        "kairouz.Expansion",
        "fun '(k, power, coefficient) => Qeq_bool (xor_coefficient k power) coefficient",
        _coefficient,
    ),
    bind_claim(
        "kairouz/a1-difference",
        "kairouz.Expansion",
        "fun '(k, lambda, part, side) => Qeq_bool (a1 k lambda part) side",
        _identity,
    ),
    bind_claim(
        "kairouz/a1-joint",
        "kairouz.Expansion",
        "fun '(k, lambda, x, told, chance) => Qeq_bool (a1_joint k lambda x told) chance",
        _joint,
    ),
    bind_claim(
        "kairouz/eq-13",
        "kairouz.Eq8 Posterior",
        "fun '(k, t, rule, said) => let found := eq13 k t rule in Nat.eqb (length found) (length said)\n"
        "  && forallb (fun '((s, masses), (s', masses')) => same_list s s' && same_list masses masses')\n"
        "    (combine found said)",
        _signatures,
    ),
    bind_claim(
        "kairouz/posterior-display",
        "kairouz.Eq8 Posterior",
        "fun '(t, transcript, chances) =>\n"
        "  same_list (nth transcript (map posterior (own_factors t (ones_ 2))) []) chances",
        _display,
    ),
    bind_claim(
        "kairouz/thm-3-8",
        "kairouz.Regions",
        "fun '(others, zero, one, kernel, distance) => Qeq_bool (tests_distance others zero one kernel) distance",
        _kernel,
    ),
    bind_claim(
        "kairouz/fig-1",
        "kairouz.Regions",
        "fun case : Q * nat * Q * Q * bool => let '(lambda, _, missed, alarm, inside) := case in\n"
        "  Bool.eqb (region_test lambda missed alarm) inside",
        _errors,
    ),
)
