"""Users in a chain (Chained-DP): what a user pays, and what the mean is off by."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from optcheck.audit.telling.arithmetic import added, difference, number, root
from optcheck.audit.verdict import Record


def cost(preference: Fraction, profile: Sequence[Fraction], user: int) -> tuple[str, Fraction] | None:
    """What a user pays, in units of m: all the noise, and 2 beta^(3/2) over the root of the noise up to the user.

    None where a root is not rational.
    """
    noise, own, deviation = sum(profile, Fraction(0)), root(preference), root(sum(profile[: user + 1], Fraction(0)))
    if own is None or not deviation:
        return None
    value = noise + 2 * own**3 / deviation
    return f"{number(noise)} + 2 · {number(own**3)}/{number(deviation)} = {number(value)}", value


def deviation(instance: Record, evidence: Record) -> str | None:
    """How much a user gains by adding other noise while the others add what they did."""
    profile, user = [Fraction(value) for value in instance["profile"]], evidence["user"]
    preference, instead = Fraction(instance["preferences"][user]), Fraction(evidence["deviation"])
    now = cost(preference, profile, user)
    then = cost(preference, [*profile[:user], instead, *profile[user + 1 :]], user)
    if instance["concept"] != "Nash" or now is None or then is None:
        return None
    return (
        f"In units of m: user {user + 1} adds {number(profile[user])} and pays {now[0]}; adding {number(instead)} it "
        f"would pay {then[0]}, which is less by {difference(now[1], then[1])}."
    )


def paid(instance: Record, evidence: Record) -> str | None:
    """What a user pays at a profile."""
    profile, user = [Fraction(value) for value in instance["profile"]], instance["user"]
    found = cost(Fraction(instance["preferences"][user]), profile, user)
    if found is None:
        return None
    return f"In units of m: the noise is {added(profile)}, and user {user + 1} pays {found[0]}."


def mean_error(instance: Record, evidence: Record) -> str:
    """The error of the mean."""
    variances = [Fraction(value) for value in instance["variances"]]
    coordinates, users, total = instance["coordinates"], len(variances), sum(variances, Fraction(0))
    return (
        f"The variances add up to {added(variances)}; {coordinates} coordinates, and a sum divided by {users}, make "
        f"{coordinates} · {number(total)} / {users}² = {number(coordinates * total / users**2)}."
    )


TELLERS = {"chain-error": mean_error, "noise-game-cost": paid, "noise-game-deviation": deviation}
