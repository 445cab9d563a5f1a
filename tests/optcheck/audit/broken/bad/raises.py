"""The formula divides by zero."""

from optcheck.audit import Form
from tests.optcheck.audit._build import claim


def as_printed(n: int) -> int:
    return 1 // n


CLAIM = claim("bad/raises", printed=Form("1 / n", as_printed))
