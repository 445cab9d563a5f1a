"""The typeset formulas of a claim: the text beside each form, and the formula as it is evaluated."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from optcheck.audit.registry import Source, load
from optcheck.audit.showing.typeset import typeset_form
from optcheck.claims.claim import Claim

__all__ = ["Formulas", "formulas", "formulas_of"]

I = TypeVar("I")  # noqa: E741 - the instance


@dataclass(frozen=True, slots=True)
class Formulas:
    """What the code of both forms computes, line by line as MathML; empty where the code is an algorithm."""

    printed: tuple[str, ...] = ()
    corrected: tuple[str, ...] = ()


def formulas(sources: Iterable[Source]) -> dict[str, Formulas]:
    """The formulas of claims by id; a claim that cannot be loaded has none (its verdict says why)."""
    found = {}
    for source in sources:
        try:
            found[source.id] = formulas_of(load(source))
        except Exception:
            found[source.id] = Formulas()
    return found


def formulas_of(claim: Claim[I]) -> Formulas:
    """The formulas of one claim."""
    forms = (claim.printed, claim.corrected)
    lines = [() if form is None else tuple(typeset_form(form.evaluate) or ()) for form in forms]
    return Formulas(*lines)
