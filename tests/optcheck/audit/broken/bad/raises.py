"""The formula adds a text to a number."""

from optcheck.claims import Form
from tests.optcheck.audit._build import claim


def as_printed(n: int) -> int:
    return n + "1"  # type: ignore[operator]


CLAIM = claim("bad/raises", printed=Form(as_printed, "n + 1"))
