"""Rows of unknown length for proofs: a form that sees one can only use what the proof says about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from optcheck.claims.values import Value
from optcheck.errors import OptcheckError


def row(name: str, **known: Value) -> Value:
    """A row for a proof, as anything that a form may take: ``row("beta", largest=top, count=users)``."""
    return Row(name, **known)


class Row:
    """A row of numbers of which only some things are known: single entries, length, sum, largest, smallest.

    A form that asks for anything else raises, so what is proved with a row holds for all rows with these symbols.
    """

    def __init__(
        self,
        name: str,
        *,
        entries: Mapping[Value, Value] | None = None,
        count: Value = None,
        total: Value = None,
        largest: Value = None,
        smallest: Value = None,
    ) -> None:
        self._name = name
        self._entries = dict(entries or {})
        self._known = {"count": count, "total": total, "largest": largest, "smallest": smallest}

    def count(self) -> Value:
        """The length."""
        return self._get("count")

    def total(self) -> Value:
        """The sum of all entries."""
        return self._get("total")

    def largest(self) -> Value:
        """The largest entry."""
        return self._get("largest")

    def smallest(self) -> Value:
        """The smallest entry."""
        return self._get("smallest")

    def __getitem__(self, place: Value) -> Value:
        if isinstance(place, slice) or place not in self._entries:
            raise OptcheckError(f"the proof says nothing about {self._name}[{place}]")
        return self._entries[place]

    def __len__(self) -> int:
        raise OptcheckError(f"the length of {self._name} is a symbol in the proof: use count()")

    def __iter__(self) -> Iterator[Value]:
        raise OptcheckError(f"the entries of {self._name} are unknown in the proof: use total(), largest(), smallest()")

    def __repr__(self) -> str:
        return self._name

    def _get(self, what: str) -> Value:
        if self._known[what] is None:
            raise OptcheckError(f"the proof says nothing about the {what} of {self._name}")
        return self._known[what]
