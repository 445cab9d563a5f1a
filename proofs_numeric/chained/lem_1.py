"""Statement: user k tops the noise up to m beta_k: it adds m beta_k minus the noise already there, or nothing if there
is as much. The lemma says k > 1; the formula is right for k = 1 too.

Model: preference, the variances added before and after. What the others want does not matter to the user, so they are
given preferences with which they are content; the profile is then a Nash equilibrium exactly if the user responds best.

Corners: preference 0, no noise before, exactly enough noise before, noise after, ratios of 10^6.

Readings: the subscript of alpha is missing in "beta_k = alpha^(2/3)"; Remark 2 has it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, product

import sympy
from hypothesis import strategies as st

from optcheck.claims import Argument, Claim, Domain, Form, Formula, Impact, Value
from optcheck.claims.claim import amounts, fraction_rows, simplicity
from optcheck.claims.functions import largest, row, total
from optcheck.claims.relations import optimal
from proofs_numeric.chained._game import Preferences, Profile, nash, squares
from proofs_numeric.chained._steps import cost, least_at_the_preference, s


@dataclass(frozen=True, slots=True)
class Situation:
    """A user's preference, and what the others add before and after it."""

    preference: Fraction
    before: Profile
    after: Profile


def as_printed(at: Situation) -> Value:
    return largest(at.preference - total(at.before), 0)


def among_content_users(at: Situation, added: Fraction) -> tuple[Preferences, Profile]:
    """The user among others whose preference is the noise that they see (0 for those who add nothing)."""
    profile = (*at.before, added, *at.after)
    seen = list(accumulate(profile))
    wanted = [noise if own else Fraction(0) for noise, own in zip(seen, profile, strict=True)]
    return (*wanted[: len(at.before)], at.preference, *wanted[len(at.before) + 1 :]), profile


def proof(argument: Argument, form: Formula[Situation]) -> None:
    least_at_the_preference(argument)
    found, wanted = sympy.symbols("found wanted", nonnegative=True)
    for case in argument.order(found, wanted):
        p, q = found.subs(case), wanted.subs(case)
        noise = p**2 + form(Situation(q**2, row("before", total=p**2), row("after")))
        if wanted in case:
            argument.identity("who finds less noise than it wants tops it up", noise, q**2)
        else:
            argument.identity("who finds enough adds nothing", noise, p**2)
            argument.not_negative("and would pay more", (cost(p + s, q) - cost(p, q)) * (p + s) * p)


def grid() -> Iterator[Situation]:
    some = amounts("0 1/4 1 2 9/4 4")
    befores = [row for length in (0, 1, 2) for row in product(some, repeat=length)]
    afters = [row for length in (0, 1) for row in product(some, repeat=length)]
    return (Situation(*parts) for parts in product(some, befores, afters))


CLAIM = Claim(
    id="chained/lem-1",
    place="Lemma 1, Eq. 17",
    title="a user's best response tops the noise up to m β_k",
    domain=Domain(
        description="one user among up to three others, preferences and variances from {0, 1/4, 1, 2, 9/4, 4} m",
        grid=grid,
        order=lambda at: (
            len(at.before) + len(at.after),
            len(at.before),
            *simplicity((at.preference, *at.before, *at.after)),
        ),
        strategy=lambda: st.builds(Situation, squares(zeros=True), *[fraction_rows(squares(zeros=True), 0, 4)] * 2),
    ),
    truth=nash(among_content_users),
    asserts=optimal,
    printed=Form(as_printed, "σ_k² = max(m β_k − Σ_{i<k} σ_i², 0)"),
    impact=Impact.OPTIMALITY,
    proof=proof,
)
