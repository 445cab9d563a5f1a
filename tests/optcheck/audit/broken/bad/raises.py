"""The formula divides by zero."""

from optcheck.claims import Form
from tests.optcheck.audit._build import claim


def as_printed(n: int) -> int:
    return 1 // n


CLAIM = claim("bad/raises", printed=Form(as_printed, "1 / n"))
