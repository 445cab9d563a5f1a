"""What the checker raises: it says why a certificate was not accepted. Standard library only."""

from __future__ import annotations

_LONGEST = 1000  # characters of a text in a message


def cut(text: str, most: int = 300) -> str:
    """A text; of one that would fill the screen its beginning and its end."""
    return text if len(text) <= most else f"{text[:60]}...{text[-20:]} ({len(text)} characters)"


class OptcheckError(Exception):
    """Base of all errors that optcheck raises on purpose."""


class InvalidInput(OptcheckError, ValueError):
    """A value breaks a rule. The message names the value and the rule."""


class CertificateRejected(OptcheckError):
    """A certificate does not prove what it says.

    ``where`` names the row, column or field; ``expected``, ``actual`` and ``gap`` are texts of exact numbers
    (empty where the fault is not a number). The message shortens texts that would fill the screen.
    """

    def __init__(self, where: str, expected: object = "", actual: object = "", gap: object = "") -> None:
        self.where, self.expected, self.actual, self.gap = where, str(expected), str(actual), str(gap)
        parts = (("expected", self.expected), ("got", self.actual), ("gap", self.gap))
        details = ", ".join(f"{name} {cut(text, _LONGEST)}" for name, text in parts if text)
        super().__init__(f"{where}: {details}" if details else where)

    def __reduce__(self) -> tuple[type[CertificateRejected], tuple[str, str, str, str]]:
        return type(self), (self.where, self.expected, self.actual, self.gap)


class TooCostly(CertificateRejected):
    """Checking would cost more than the limit allows. The certificate may be right or wrong."""

    def __init__(self, where: str = "too costly to check within the limit", *more: object) -> None:
        super().__init__(where, *more)


class TooLarge(TooCostly):
    """The file is longer than the caller allows. Nothing of it was checked."""
